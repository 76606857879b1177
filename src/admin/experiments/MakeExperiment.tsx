/** Makes an experiment: the question first, then the new version in the form of its document. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import { atomicPointers, diff } from '#engine/overlay/diff.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  documentPath,
  isDone,
  OF_RELEASES,
  refusalOf,
  useConsole,
  useDocuments,
  useNames,
  useRead,
  useRefresh,
  useWidgets,
} from '#admin/parts/client.ts'
import { CheckField, LongField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { experimentFrom, idFrom, missingIn, NOTHING, type Wanted } from './making.ts'
import { Panel } from './Panel.tsx'
import { EXPERIMENTS, useMetric } from './useExperiment.ts'
import { isShare, unitOf } from './words.ts'
import css from './Experiments.module.css'

const NO_OPS: readonly Op[] = []
/** As many of each role as the kind allows. */
const MAX_METRICS = 10
type Written = Exclude<keyof Wanted, 'guardrails' | 'further'>

export function MakeExperiment({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [wanted, setWanted] = useState<Wanted>(NOTHING)
  const [ops, setOps] = useState<readonly Op[]>(NO_OPS)
  const metric = useMetric(wanted.metric)
  const { save, busy, problem } = useSave(wanted, ops, isShare(metric))
  const choose = (changed: Partial<Wanted>) => {
    const next = { ...wanted, ...changed }
    const [kind, id] = splitName(next.changes)
    if (changed.changes !== undefined) {
      setOps(NO_OPS)
      // A page is seen where it is.
      setWanted({ ...next, page: kind === 'screen' ? id : '' })
    } else setWanted(next)
  }
  return (
    <div className="stack">
      <Panel title={t('console.experiments.make.question')}>
        <Questions wanted={wanted} unit={unitOf(metric)} onChange={choose} />
      </Panel>
      {wanted.metric !== '' && (
        <Panel title={t('console.experiments.make.others')}>
          <Others wanted={wanted} onChange={choose} />
        </Panel>
      )}
      {wanted.changes !== '' && (
        <Panel title={t('console.experiments.make.version')}>
          <p>{t('console.experiments.make.versionText')}</p>
          <Version key={wanted.changes} name={wanted.changes} onOps={setOps} />
        </Panel>
      )}
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <div className="row wraps">
        <Button busy={busy} onClick={() => void save()}>
          {t('console.experiments.make.save')}
        </Button>
        <Button look="line" onClick={onClose}>
          {t('console.experiments.make.cancel')}
        </Button>
      </div>
      <p className="small mute">{t('console.experiments.make.saveText')}</p>
    </div>
  )
}

function useSave(wanted: Wanted, ops: readonly Op[], isOf100: boolean) {
  const t = useText()
  const call = useConsole()
  const href = useHref()
  const go = useNavigate()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const missing = missingIn(wanted, ops)
    if (missing !== null) return setProblem(t(`console.experiments.make.missing.${missing}`))
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({
        path: EXPERIMENTS,
        method: 'POST',
        body: { document: experimentFrom(wanted, ops, isOf100) },
      })
      if (isDone(response)) {
        refresh(EXPERIMENTS, ...OF_RELEASES)
        return void go(href('consoleExperiment', { experiment: idFrom(wanted.title) }))
      }
      const { problems = [] } = (response.value ?? {}) as { problems?: { message: string }[] }
      setProblem([refusalOf(response).message, problems[0]?.message].filter(Boolean).join(' '))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { save, busy, problem }
}

/** What else is counted: what must not get worse, and what is only looked at. */
function Others({
  wanted,
  onChange,
}: {
  wanted: Wanted
  onChange: (changed: Partial<Wanted>) => void
}) {
  const t = useText()
  const metrics = (useDocuments().value?.items ?? [])
    .filter(({ kind, id }) => kind === 'metric' && id !== wanted.metric)
    .sort((a, b) => a.title.localeCompare(b.title))
  const groups = [
    ['guardrails', 'further'],
    ['further', 'guardrails'],
  ] as const
  return (
    <div className={css['form']}>
      {groups.map(([of, other]) => (
        <fieldset key={of} className={css['choices']}>
          <legend>{t(`console.experiments.make.${of}`)}</legend>
          <p className="small mute">{t(`console.experiments.make.${of}Hint`)}</p>
          <div>
            {metrics.map(({ id, title }) => (
              <CheckField
                key={id}
                label={title || id}
                checked={wanted[of].includes(id)}
                disabled={
                  wanted[other].includes(id) ||
                  (!wanted[of].includes(id) && wanted[of].length >= MAX_METRICS)
                }
                onChange={(isChosen) =>
                  onChange({
                    [of]: isChosen ? [...wanted[of], id] : wanted[of].filter((each) => each !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function Questions({
  wanted,
  unit,
  onChange,
}: {
  wanted: Wanted
  unit: ReturnType<typeof unitOf>
  onChange: (changed: Partial<Wanted>) => void
}) {
  const t = useText()
  const documents = useDocuments().value?.items ?? []
  const choicesOf = (kind: string, isNamed: boolean) =>
    documents
      .filter((each) => each.kind === kind)
      .map(({ id, title }) => ({ id: isNamed ? `${kind}/${id}` : id, label: title || id }))
      .sort((a, b) => a.label.localeCompare(b.label))
  const none = { id: '', label: t('console.experiments.make.choose') }
  const label = (name: keyof Wanted) => t(`console.experiments.make.${name}`)
  const text = (name: Written) => ({
    label: label(name),
    hint: t(`console.experiments.make.${name}Hint`),
    value: wanted[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <div className={css['form']}>
      <TextField {...text('title')} maxLength={60} />
      <LongField {...text('hypothesis')} maxLength={400} />
      <SelectField {...text('metric')} choices={[none, ...choicesOf('metric', false)]} />
      <div className={css['weights']}>
        <TextField
          {...text('effect')}
          {...(unit !== 'of100' && { label: t(`console.experiments.make.effectIn.${unit}`) })}
        />
        <TextField {...text('days')} />
        <TextField {...text('share')} />
        <TextField {...text('coverage')} />
      </div>
      <SelectField
        {...text('changes')}
        choices={[none, ...choicesOf('screen', true), ...choicesOf('flow', true)]}
      />
      <SelectField {...text('page')} choices={[none, ...choicesOf('screen', false)]} />
    </div>
  )
}

/** The document as it is live, in the form that it is edited in everywhere. */
function Version({ name, onOps }: { name: string; onOps: (ops: readonly Op[]) => void }) {
  const [kind, id] = splitName(name)
  const read = useRead<DocumentView>(documentPath('documents', kind, id))
  const names = useNames()
  const widgets = useWidgets()
  return (
    <Pending read={read}>
      {({ live, base, schema }) => (
        <Pending read={names}>
          {(known) => (
            <Changed
              live={(live ?? base) as Json}
              schema={schema}
              names={known}
              widgets={widgets.value ?? {}}
              onOps={onOps}
            />
          )}
        </Pending>
      )}
    </Pending>
  )
}

function Changed({
  live,
  schema,
  onOps,
  ...form
}: {
  live: Json
  schema: Schema
  names: Parameters<typeof SchemaForm>[0]['names']
  widgets: Parameters<typeof SchemaForm>[0]['widgets']
  onOps: (ops: readonly Op[]) => void
}) {
  const [edited, setEdited] = useState<Json>(live)
  return (
    <SchemaForm
      {...form}
      schema={schema}
      value={edited}
      base={live}
      problems={[]}
      focus={null}
      onFocus={() => undefined}
      onChange={(next) => {
        const document = next as Json
        const whole = atomicPointers(schema, live, document)
        setEdited(document)
        onOps(diff(live, document, (at) => whole.has(at)))
      }}
    />
  )
}
