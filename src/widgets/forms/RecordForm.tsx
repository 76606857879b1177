/** One record of a list: edited, saved and kept, typed words included, whatever happens. */

import { useRef } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isObject } from '#engine/documents/json.ts'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { EntryPreview, typedValues, type Typed } from './EntryPreview.tsx'
import { FormFill, type Pending } from './FormFill.tsx'
import { useDraft } from './useDraft.tsx'
import { useHere, useList } from './useList.ts'
import css from './SectionList.module.css'

/** In the address: a record that doesn't exist yet. */
export const NEW = 'new'

export function RecordForm({
  section,
  item,
  level,
}: {
  section: Section
  item: string
  level: Level
}) {
  const t = useText()
  const here = useHere()
  const setQuery = useAction<Readonly<Record<string, string>>>('query.set')
  const { kept, writes, isReady, ask } = useList(section)
  const { draft, key, note, keep, end, drop } = useDraft(section.id, item)
  /** For the form that is open: a dropped draft opens another. */
  const typed = useRef<{ readonly key: string; readonly values: Typed } | null>(null)
  // Typed after the last save: what was saved must not be written as a draft again.
  const isDone = useRef(false)
  if (draft === undefined || !isReady) return null
  const back = (
    <p>
      <ButtonLink look="text" to={here({ item: null })}>
        {t('form.closeItem')}
      </ButtonLink>
    </p>
  )
  const record = kept.find(({ _id }) => _id === item)
  const waiting = writes.find((write) => write.item === item && write.method !== 'DELETE')
  if (item !== NEW && record === undefined && waiting === undefined && draft === null)
    return (
      <>
        <Note>{t('form.gone')}</Note>
        {back}
      </>
    )
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
        beside={<EntryPreview key={key} typed={typed.current.values} ask={ask} level={level} />}
        doneText="form.saved"
        source={{
          values: record ?? {},
          draft,
          save: (values, from) =>
            ask('save', {
              record: item === NEW ? values : { ...values, _id: item },
              from: Object.keys(from).length === 0 ? null : from,
            }),
          find: async (): Promise<Pending | null> =>
            isObject(waiting?.body)
              ? {
                  values: waiting.body,
                  ...(waiting.refused !== undefined && { refused: waiting.refused }),
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
          onSaved: () => {
            isDone.current = true
            void end().then(() => setQuery({ item: '' }))
          },
        }}
      />
      {back}
    </div>
  )
}
