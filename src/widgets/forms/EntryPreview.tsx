/** How a record will look on paper while it is being typed. */

import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { cvOf } from '#engine/cv/cv.ts'
import type { CvWords } from '#engine/cv/words.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { PaperSheet, PaperText } from '#widgets/drawings/PaperText.tsx'
import type { AskList } from './useList.ts'
import css from './SectionList.module.css'

/** What is typed, for those who watch: the form itself isn't drawn again with every key. */
export type Typed = {
  readonly now: () => FormValues
  readonly set: (values: FormValues) => void
  readonly watch: (told: () => void) => () => void
}

export function typedValues(start: FormValues): Typed {
  let values = start
  const watchers = new Set<() => void>()
  return {
    now: () => values,
    set: (next) => {
      values = next
      for (const told of watchers) told()
    },
    watch: (told) => {
      watchers.add(told)
      return () => watchers.delete(told)
    },
  }
}

/** Of a record that is chosen into the CV from a list of its own. */
const ID = 'typed'

export function EntryPreview({ typed, ask, level }: { typed: Typed; ask: AskList; level: Level }) {
  const t = useText()
  const words = useWords()
  const values = useSyncExternalStore(typed.watch, typed.now)
  const [paper, setPaper] = useState<PaperDocument | null>(null)
  const load = useEffectEvent(() => ask('paper', {}).then(setPaper, () => {}))
  useEffect(() => void load(), [])
  const [part] = paper?.parts ?? []
  if (part === undefined) return null
  const { from, of } = part
  const profile =
    of === undefined
      ? { [from]: [values] }
      : { [from]: [{ id: ID }], [of]: [{ ...values, _id: ID }] }
  const [drawn] = cvOf(profile, { contacts: [], parts: [part] }, words).parts
  return (
    <section className={css['preview']} aria-label={t('form.preview')}>
      <Heading level={level} className={css['previewTitle']}>
        {t('form.preview')}
      </Heading>
      <PaperSheet className={css['previewSheet'] ?? ''}>
        {drawn === undefined ? (
          <p className="small">{t('form.previewEmpty')}</p>
        ) : (
          <PaperText part={drawn} level={below(level)} />
        )}
      </PaperSheet>
    </section>
  )
}

/** What the product calls things, in the language of the page. */
function useWords(): CvWords {
  const t = useText()
  const { catalog, scope } = useRenderContext()
  const { language = 'en' } = scope
  return useMemo(
    () => ({
      language,
      text: (key, values) => t(key, values),
      names: (list, id) => {
        const item = catalog.get('list', list)?.items.find((each) => each.id === id)
        return item?.label === undefined ? item?.name : t(item.label)
      },
    }),
    [language, t, catalog],
  )
}
