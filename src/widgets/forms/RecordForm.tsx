/** One record of a list: edited, saved and kept, typed words included, whatever happens. */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isObject } from '#engine/documents/json.ts'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { FormFill, type Pending } from './FormFill.tsx'
import { useHere, useList } from './useList.ts'
import css from './SectionList.module.css'

/** In the address: a record that doesn't exist yet. */
export const NEW = 'new'

export function RecordForm({ section, item }: { section: Section; item: string }) {
  const t = useText()
  const here = useHere()
  const setQuery = useAction<Readonly<Record<string, string>>>('query.set')
  const { kept, writes, isReady, ask } = useList(section)
  const [draft, setDraft] = useState<FormValues | null>()
  const [dropped, setDropped] = useState(0)
  const load = useEffectEvent(() =>
    ask('draft', { item }).then(
      (found) => setDraft(isObject(found) ? found : null),
      () => setDraft(null),
    ),
  )
  useEffect(() => void load(), [item])
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
  const keepDraft = (values: FormValues | null) => ask('draft', { item, values })
  const drop = () =>
    keepDraft(null).then(() => {
      setDraft(null)
      setDropped((times) => times + 1)
    })
  return (
    <div className={css['stack']}>
      {draft !== null && (
        <Note look="wait">
          {t('form.draft')}{' '}
          <Button look="text" small onClick={() => void drop()}>
            {t('form.discard')}
          </Button>
        </Note>
      )}
      <FormFill
        key={dropped}
        section={section}
        button="form.save"
        look="step"
        doneText="form.saved"
        source={{
          values: record ?? {},
          draft,
          save: (values, from) =>
            ask('save', {
              record: item === NEW ? values : { ...values, _id: item },
              from: record === undefined ? null : from,
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
          onChange: (values) => void (isDone.current || keepDraft(values)),
          onSaved: () => {
            isDone.current = true
            void keepDraft(null).then(() => setQuery({ item: '' }))
          },
        }}
      />
      {back}
    </div>
  )
}
