/** Why a user lands on a page: every row that decided on the way, and what it depended on. */

import { Table } from '@mantine/core'
import Type from 'typebox'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type {
  ExplainedHop,
  Explanation,
  Names,
  PersonaInput,
} from '#engine/contract/admincontract.ts'
import { useHref, useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole, useNames } from '#admin/parts/client.ts'
import type { Json } from '#engine/documents/json.ts'
import { ChoiceField, TextField } from '#admin/parts/Field.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { PageField } from '#admin/parts/PageField.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { firstPersona } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import table from '../parts/Table.module.css'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { useRuleSentence } from '#admin/form/sentence.ts'
import { useWords } from '#admin/form/words.ts'
import { readRule } from '#engine/rules/ruleparts.ts'
import { Fold } from '#widgets/parts/Fold.tsx'
import { outcomeOf, pathOf, shortValue } from './why.ts'
import css from './Why.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['route-group'] })

const NO_NAMES: Names = {}
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
  const names = useNames().value ?? NO_NAMES
  const around = useMemo(() => readingContext(names, 'flow'), [names])

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
          <PageField
            label={t('console.why.path')}
            hint={t('console.why.pathHint')}
            value={path}
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
        {answer !== null && (
          <FormContext value={around}>
            <Told {...answer} level={below(level)} />
          </FormContext>
        )}
      </div>
    </>
  )
})

function Told({ asked, explanation, level }: Answer & { level: Level }) {
  const t = useText()
  const words = useWords()
  const { catalog } = useRenderContext()
  const id = useId()
  const { hops, route, path, stage, variables } = explanation
  const outcome = outcomeOf(explanation, asked)
  const from = [...catalog.routes.values()].find((each) => each.path === asked)
  const mattering = variables.filter(({ mattered }) => mattered)
  const others = variables.filter(({ mattered }) => !mattered)
  return (
    <section className="stack" aria-labelledby={id}>
      <div role="status">
        <Heading level={level} id={id}>
          {t(`console.why.outcome.${outcome}`, {
            asked: from === undefined ? asked : words.page(from.id),
            path,
            page: words.page(route),
          })}
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
      <Variables variables={mattering} label={t('console.why.mattered')} />
      <Fold title={t('console.why.technical')}>
        <div className="stack">
          {hops.map(({ flow, row, path: at, tried }, index) => (
            <p key={index} className="small mute">
              {t('console.why.row', { row, flow: splitName(flow)[1], path: at })}{' '}
              {tried.length > 0 && t('console.why.tried', { rows: tried.join(', ') })}
            </p>
          ))}
          <Variables variables={mattering} label={t('console.why.mattered')} isTechnical />
          <Variables variables={others} label={t('console.why.others')} isTechnical />
        </div>
      </Fold>
    </section>
  )
}

/** One row that decided, by its condition in words. */
function Decided({ hop: { route, flow, row, when, note, reason } }: { hop: ExplainedHop }) {
  const t = useText()
  const href = useHref()
  const words = useWords()
  const say = useRuleSentence()
  const [kind, id] = splitName(flow)
  return (
    <li className={css['hop']}>
      <p className={css['path']}>{words.page(route)}</p>
      <p>
        {when === true
          ? t('console.why.otherwise')
          : `${t('console.why.decided')} ${when === null ? '' : say(readRule(when as Json))}.`}{' '}
        <Link to={href('consoleDocument', { kind, id }, { at: `/rows/${row}` })}>
          {t('console.why.openRow')}
        </Link>
      </p>
      {note !== null && <p className="small">{note}</p>}
      {reason !== null && (
        <blockquote>
          <span className="small mute">{t('console.why.reason')}</span> {reason}
        </blockquote>
      )}
    </li>
  )
}

function Variables({
  variables,
  label,
  isTechnical = false,
}: {
  variables: Explanation['variables']
  label: string
  /** With the names that rules have for them, and their values as they are. */
  isTechnical?: boolean
}) {
  const t = useText()
  const words = useWords()
  if (variables.length === 0) return null
  const said = (name: string, value: unknown) => {
    const short = shortValue(value)
    if (short === null) return t('console.merge.nothing')
    return isTechnical || typeof value === 'object' ? short : words.compared(name, value)
  }
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
              {isTechnical ? <span className={table['id']}>{name}</span> : words.variable(name)}
            </Table.Td>
            <Table.Td>
              <strong>{said(name, value)}</strong>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
