/**
 * One record as a form generated from its type. A shared one becomes the tenant's own when it is
 * saved.
 */

import { useEffect, useRef, useState } from 'react'
import type { ConsoleRecord, ContentSummary } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { RecordField } from './RecordFields.tsx'
import css from './Records.module.css'

type Props = {
  type: ContentSummary
  /** Null: a new one. */
  record: ConsoleRecord | null
  editable: boolean
  onClose: () => void
  onDone: (words: string) => void
}
type Problem = { readonly pointer: string; readonly message: string }

const DAY_MS = 86_400_000

/** The last day on which it is shown, from the first moment at which it isn't. */
function lastDay(ends: string | null): string {
  return ends === null ? '' : new Date(Date.parse(ends) - 1).toISOString().slice(0, 10)
}

export function RecordDialog({ type, record, editable, onClose, onDone }: Props) {
  const t = useText()
  const call = useConsole()
  const [id, setId] = useState(record?.id ?? '')
  const [cells, setCells] = useState<Readonly<Record<string, string>>>(record?.cells ?? {})
  const [from, setFrom] = useState(record?.starts?.slice(0, 10) ?? '')
  const [until, setUntil] = useState(lastDay(record?.ends ?? null))
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  // The save button is always in view, but the errors may not be.
  const wrong = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) wrong.current?.scrollIntoView({ block: 'nearest' })
  }, [problems])

  const labelOf = (name: string) => type.fields.find((each) => each.id === name)?.label ?? name
  const save = async (remove: boolean) => {
    if (id.trim() === '') return setProblems([t('console.records.needsId')])
    setBusy(true)
    try {
      const response = await call({
        path: `admin/content/${encodeURIComponent(type.type)}/${encodeURIComponent(id.trim())}`,
        method: remove ? 'DELETE' : 'PUT',
        ...(!remove && {
          body: {
            cells,
            was: record?.was ?? null,
            ...(from !== (record?.starts?.slice(0, 10) ?? '') && {
              starts: from === '' ? null : from,
            }),
            ...(until !== lastDay(record?.ends ?? null) && {
              ends: until === '' ? null : new Date(Date.parse(until) + DAY_MS).toISOString(),
            }),
          },
        }),
      })
      if (isDone(response))
        return onDone(
          t(remove ? 'console.records.removed' : 'console.records.saved', {
            title: titleOf(response.value),
          }),
        )
      const { fields } = (response.value ?? {}) as { fields?: readonly Problem[] }
      setProblems(
        fields?.map(
          ({ pointer, message }) => `${labelOf(pointer.split('/').at(-1) ?? '')}: ${message}`,
        ) ?? [refusalOf(response).message],
      )
    } catch {
      setProblems([t('console.failed')])
    } finally {
      setBusy(false)
    }
  }
  const titleOf = (value: unknown) =>
    (value as { title?: string } | null)?.title ?? record?.title ?? id

  return (
    <Dialog
      open
      onClose={onClose}
      title={record?.title ?? t('console.records.newTitle', { one: type.one })}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(false)
        }}
      >
        {record !== null && !record.own && editable && (
          <Note>{t('console.records.becomesOwn')}</Note>
        )}
        <TextField
          label={t('console.records.id')}
          hint={t('console.records.idHint')}
          value={id}
          onChange={setId}
          disabled={record !== null}
          maxLength={120}
        />
        {type.fields.map((field) => (
          <RecordField
            key={field.id}
            field={field}
            value={cells[field.id] ?? ''}
            disabled={!editable}
            onChange={(text) => setCells((all) => ({ ...all, [field.id]: text }))}
          />
        ))}
        <TextField
          type="date"
          label={t('console.records.fromDay')}
          value={from}
          onChange={setFrom}
          disabled={!editable}
        />
        <TextField
          type="date"
          label={t('console.records.untilDay')}
          hint={t('console.records.untilHint')}
          value={until}
          onChange={setUntil}
          disabled={!editable}
        />
        {problems.length > 0 && (
          <div ref={wrong} className={css['wrong']}>
            <Note look="bad" alert>
              <ul>
                {problems.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </Note>
          </div>
        )}
        {editable && (
          <div className={css['foot']}>
            <Button type="submit" busy={busy}>
              {t('common.save')}
            </Button>
            {record?.own === true && (
              <Button look="line" busy={busy} onClick={() => void save(true)}>
                {t(record.shared ? 'console.records.useShared' : 'console.records.remove')}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  )
}
