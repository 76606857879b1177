/** Why a user lands on a page: every row that decided on the way, and what it depended on. */

import { Table } from '@mantine/core'
import Type from 'typebox'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ExplainedHop, Explanation, PersonaInput } from '#engine/contract/admincontract.ts'
import { useHref, useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { ChoiceField, TextField } from '#admin/parts/Field.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { firstPersona } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import table from '../parts/Table.module.css'
import { useVariableWords } from '#admin/form/useVariableWords.ts'
import { outcomeOf, pathOf, shortValue } from './why.ts'
import css from './Why.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['route-group'] })

const WHO = ['persona', 'user'] as const
const WHICH = ['live', 'drafts'] as const
type Answer = { readonly asked: string; readonly explanation: Explanation }

export const Why = defineWidget<typeof Props>('console-why', function Why({ level }) {
  const t = useText()
  const call = useConsole()
  const { facts, language } = useScope()
  const [path, setPath] = useState('/')
  const [who, setWho] = useState<(typeof WHO)[number]>('persona')
  const [persona, setPersona] = useState<PersonaInput>(() => firstPersona(facts.country, language))
  const [user, setUser] = useState('')
  const [which, setWhich] = useState<(typeof WHICH)[number]>('live')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const ask = async () => {
    const asked = pathOf(path)
    if (who === 'user' && user.trim() === '') return setProblem(t('console.why.noUser'))
    setPath(asked)
    setProblem(null)
    setBusy(true)
    try {
      const reply = await call({
        path: 'admin/explain',
        method: 'POST',
        body: {
          path: asked,
          drafts: which === 'drafts',
          ...(who === 'persona' ? { persona } : { user: user.trim() }),
        },
      })
      if (isDone(reply)) return setAnswer({ asked, explanation: reply.value as Explanation })
      setAnswer(null)
      setProblem(refusalOf(reply).message)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHead level={level} title={t('console.why.title')} text={t('console.why.text')} />
      <div className="stack-l">
        <form
          className={css['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void ask()
          }}
        >
          <TextField
            label={t('console.why.path')}
            hint={t('console.why.pathHint')}
            value={path}
            maxLength={400}
            onChange={setPath}
          />
          <ChoiceField
            label={t('console.why.who')}
            value={who}
            onChange={(value) => setWho(value as typeof who)}
            choices={WHO.map((id) => ({ id, label: t(`console.why.whos.${id}`) }))}
          />
          {who === 'persona' ? (
            <PersonaPicker persona={persona} onChange={setPersona} />
          ) : (
            <TextField
              label={t('console.why.user')}
              hint={t('console.why.userHint')}
              value={user}
              maxLength={254}
              onChange={setUser}
            />
          )}
          <ChoiceField
            label={t('console.why.which')}
            value={which}
            onChange={(value) => setWhich(value as typeof which)}
            choices={WHICH.map((id) => ({ id, label: t(`console.why.whiches.${id}`) }))}
          />
          <div>
            <Button type="submit" busy={busy}>
              {t('console.why.button')}
            </Button>
          </div>
        </form>
        <div role="status">{problem !== null && <Note look="bad">{problem}</Note>}</div>
        {answer !== null && <Told {...answer} level={below(level)} />}
      </div>
    </>
  )
})

function Told({ asked, explanation, level }: Answer & { level: Level }) {
  const t = useText()
  const { catalog } = useRenderContext()
  const id = useId()
  const { hops, route, path, stage, variables } = explanation
  const outcome = outcomeOf(explanation, asked)
  const title = catalog.route(route)?.title
  const page = title === undefined ? route : t(title)
  return (
    <section className="stack" aria-labelledby={id}>
      <div role="status">
        <Heading level={level} id={id}>
          {t(`console.why.outcome.${outcome}`, { asked, path, page })}
        </Heading>
        {stage !== null && (
          <p className="mute">
            {t('console.why.stage', { stage: t(`console.persona.stages.${stage}`) })}
          </p>
        )}
      </div>
      {hops.length === 0 ? (
        <p>{t('console.why.noRow')}</p>
      ) : (
        <ol className={css['hops']} aria-label={t('console.why.hops')}>
          {hops.map((hop, index) => (
            // The same row may decide twice in a loop, so only its position is unique.
            <Decided key={index} hop={hop} />
          ))}
        </ol>
      )}
      <Variables
        variables={variables.filter(({ mattered }) => mattered)}
        label={t('console.why.mattered')}
      />
      {variables.some(({ mattered }) => !mattered) && (
        <details className={css['more']}>
          <summary>{t('console.why.others')}</summary>
          <Variables
            variables={variables.filter(({ mattered }) => !mattered)}
            label={t('console.why.others')}
          />
        </details>
      )}
    </section>
  )
}

function Decided({ hop: { path, flow, row, note, reason, tried } }: { hop: ExplainedHop }) {
  const t = useText()
  const href = useHref()
  const [kind, id] = splitName(flow)
  return (
    <li className={css['hop']}>
      <p className={css['path']}>{path}</p>
      <p>
        {t('console.why.decided')}{' '}
        <Link to={href('consoleDocument', { kind, id }, { at: `/rows/${row}` })}>
          {t('console.why.row', { row, flow: id })}
        </Link>
      </p>
      {note !== null && <p className="small">{note}</p>}
      {reason !== null && (
        <blockquote>
          <span className="small mute">{t('console.why.reason')}</span> {reason}
        </blockquote>
      )}
      {tried.length > 0 && (
        <p className="small mute">{t('console.why.tried', { rows: tried.join(', ') })}</p>
      )}
    </li>
  )
}

function Variables({ variables, label }: { variables: Explanation['variables']; label: string }) {
  const t = useText()
  const words = useVariableWords()
  if (variables.length === 0) return null
  const said = (value: unknown) =>
    typeof value === 'boolean'
      ? t(value ? 'console.form.yes' : 'console.form.no')
      : (shortValue(value) ?? t('console.merge.nothing'))
  return (
    <Table>
      <Table.Caption className="hidden-text">{label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{label}</Table.Th>
          <Table.Th scope="col">{t('console.why.value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {variables.map(({ name, value }) => (
          <Table.Tr key={name}>
            <Table.Td>
              {words(name)} <span className={table['id']}>{name}</span>
            </Table.Td>
            <Table.Td>
              <strong>{said(value)}</strong>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
