/** Lets a learner report a record as wrong: a reason to tap, and room for their own words. */

import Type, { type Static } from 'typebox'
import { useState, type FormEvent } from 'react'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Id, strict, Text } from '#widgets/parts/scoreProps.ts'
import { textOf, type Fields } from './record.ts'
import { favourite } from './recordProps.ts'
import css from './RecordReport.module.css'

const MAX_WORDS = 500

export const Props = Type.Object(
  {
    type: favourite.type,
    text: Type.String({ 'x-ref': 'text', description: 'Of the button.' }),
    title: Type.String({ 'x-ref': 'text', description: 'Asks what is wrong with the record.' }),
    reasons: Type.Array(Type.Object({ id: Id, label: Text }, strict), {
      minItems: 2,
      maxItems: 8,
      description: 'The user chooses one; its id is sent.',
    }),
    more: Type.String({ 'x-ref': 'text', description: 'Label of the field for own words.' }),
    send: Text,
    choose: Type.String({ 'x-ref': 'text', description: 'Shown if no reason is chosen yet.' }),
    done: Type.String({ 'x-ref': 'text', description: 'Shown once it has been sent.' }),
    failed: Type.String({ 'x-ref': 'text', description: 'Shown if sending fails.' }),
  },
  { additionalProperties: false },
)
type ReportProps = Static<typeof Props>

type State = 'open' | 'busy' | 'unchosen' | 'failed' | 'done'

export const RecordReport = defineWidget<typeof Props>(
  'record-report',
  function RecordReport({ id, data, level: _level, children: _children, ...report }) {
    const t = useText()
    const [isOpen, setOpen] = useState(false)
    const [state, setState] = useState<State>('open')
    const record = valueOf<Fields>(data)
    if (record === null) return null
    if (state === 'done') return <Note look="ok">{t(report.done)}</Note>
    return (
      <div className={css['report']}>
        <Button
          look="text"
          small
          icon={<Icon name="warning" size="s" />}
          onClick={() => setOpen(true)}
        >
          {t(report.text)}
        </Button>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={t(report.title)}>
          <ReportForm
            id={id}
            report={report}
            record={textOf(record, 'id')}
            state={state}
            setState={setState}
          />
        </Dialog>
      </div>
    )
  },
)

function ReportForm({
  id,
  report,
  record,
  state,
  setState,
}: {
  id: string
  report: ReportProps
  record: string
  state: State
  setState: (state: State) => void
}) {
  const t = useText()
  const add = useAction<Readonly<Record<string, string>>, unknown>('interaction.add')
  const [reason, setReason] = useState('')
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === '') return setState('unchosen')
    setState('busy')
    add({ event: 'report', type: report.type, id: record, reason, text: words.trim() }).then(
      () => setState('done'),
      () => setState('failed'),
    )
  }
  const problem =
    state === 'unchosen' ? report.choose : state === 'failed' ? report.failed : undefined
  return (
    <form method="post" noValidate onSubmit={submit} className="stack">
      {problem !== undefined && (
        <Note look="bad" alert>
          {t(problem)}
        </Note>
      )}
      <fieldset className={css['reasons']}>
        <legend className="hidden-text">{t(report.title)}</legend>
        {report.reasons.map((each) => (
          <label key={each.id}>
            <input
              type="radio"
              name={id}
              value={each.id}
              checked={reason === each.id}
              onChange={() => setReason(each.id)}
            />
            <span>{t(each.label)}</span>
          </label>
        ))}
      </fieldset>
      <label className={css['more']}>
        <span>{t(report.more)}</span>
        <textarea
          rows={3}
          maxLength={MAX_WORDS}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <Button type="submit" block busy={state === 'busy'}>
        {t(report.send)}
      </Button>
    </form>
  )
}
