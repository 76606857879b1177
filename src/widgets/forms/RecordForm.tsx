/** One record of a list: edited, saved and kept, typed words included, whatever happens. */

import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isObject } from '#engine/documents/json.ts'
import type { ListItem } from '#engine/forms/records.ts'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import { EntryPreview, typedValues, type Typed } from './EntryPreview.tsx'
import { atStart } from './formtexts.ts'
import { FormFill } from './FormFill.tsx'
import type { Pending } from './formsaving.ts'
import { useDraft } from './useDraft.tsx'
import { isNew } from './useNewRecord.ts'
import { useHere, useList, type Removed } from './useList.ts'
import css from './SectionList.module.css'

export function RecordForm({
  section,
  item,
  level,
  setRemoved,
  onAdded,
}: {
  section: Section
  item: string
  level: Level
  setRemoved: Dispatch<SetStateAction<Removed | null>>
  /** A new one is on the server. */
  onAdded?: ((record: ListItem) => Promise<void>) | undefined
}) {
  const t = useText()
  const here = useHere()
  const setQuery = useAction<Readonly<Record<string, string>>>('query.set')
  const { items, kept, writes, isReady, ask } = useList(section)
  const place = items.findIndex(({ _id }) => _id === item)
  const { draft, key, note, keep, isFramed, end, drop } = useDraft(
    section.id,
    item,
    t('form.entryOf', {
      entry: atStart(t(section.entry ?? 'form.entry')),
      number: (place < 0 ? items.length : place) + 1,
      of: items.length + (place < 0 ? 1 : 0),
    }),
  )
  /** For the form that is open: a dropped draft opens another. */
  const typed = useRef<{ readonly key: string; readonly values: Typed } | null>(null)
  // Typed after the last save: what was saved must not be written as a draft again.
  const isDone = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (draft === undefined || !isReady) return null
  // A frame with a way out of its own leads back to the list.
  const back = !isFramed && (
    <ButtonLink look="text" to={here({ item: null })}>
      {t('form.closeItem')}
    </ButtonLink>
  )
  const record = kept.find(({ _id }) => _id === item)
  const existing = items.find(({ _id }) => _id === item)
  const waiting = writes.find((write) => write.item === item && write.method !== 'DELETE')
  if (!isNew(item) && record === undefined && waiting === undefined && draft === null)
    return (
      <>
        <Note>{t('form.gone')}</Note>
        {back}
      </>
    )
  const remove = async (existing: ListItem) => {
    setProblem(null)
    try {
      const waits = await ask('remove', { item, from: record ?? null })
      isDone.current = true
      await end()
      setRemoved({ record: existing, isSent: !waits })
      await setQuery({ item: '' })
    } catch (error) {
      setProblem(apiError(error)?.message || t(isOffline(error) ? 'form.offline' : 'form.notSaved'))
    }
  }
  if (typed.current?.key !== key) {
    const start = draft?.values ?? (isObject(waiting?.body) ? waiting.body : (record ?? {}))
    typed.current = { key, values: typedValues(start) }
  }
  return (
    <div className={css['record']}>
      {note}
      <FormFill
        key={key}
        section={section}
        button="form.save"
        look="step"
        beside={
          <div className={css['beside']}>
            <EntryPreview key={key} typed={typed.current.values} ask={ask} level={level} />
            <div className={css['foot']}>
              <p className="small mute">{t('form.stays')}</p>
              {existing !== undefined && (
                <Button look="danger" onClick={() => void remove(existing)}>
                  {t('form.removeItem')}
                </Button>
              )}
              {back}
            </div>
          </div>
        }
        doneText="form.saved"
        source={{
          values: record ?? {},
          draft,
          save: (values, from) =>
            ask('save', {
              record: isNew(item) ? values : { ...values, _id: item },
              from: Object.keys(from).length === 0 ? null : from,
            }),
          find: async (): Promise<Pending | null> =>
            isObject(waiting?.body)
              ? {
                  values: waiting.body,
                  ...(waiting.refused !== undefined && { refused: waiting.refused }),
                  ...(waiting.isConflict === true && { isConflict: true }),
                }
              : null,
          discard: async () => {
            await ask('discard', { item })
            await drop()
          },
          onChange: (values, from) => {
            typed.current?.values.set(values)
            if (!isDone.current) keep(values, from)
          },
          onSaved: (saved, isAll) => {
            isDone.current = true
            const added = isAll && isNew(item) && hasId(saved) ? onAdded?.(saved) : undefined
            // If it isn't chosen, it can still be ticked on the list.
            void Promise.resolve(added)
              .catch(() => undefined)
              .then(end)
              .then(() => setQuery({ item: '' }))
          },
        }}
      />
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
    </div>
  )
}

function hasId(record: Readonly<Record<string, unknown>>): record is ListItem {
  return typeof record['_id'] === 'string'
}
