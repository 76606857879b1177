/**
 * Help for a form, once its document has been loaded: hints at its fields and beginnings of
 * sentences. Loaded with the first section of the CV that is opened; draws nothing itself.
 */

import { use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import { hintsOf, type Guide, type Hint } from '#engine/forms/guide.ts'
import { own } from '#engine/documents/json.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Starters } from './Starters.tsx'
import { GuideContext, startersOf, type FieldAsked, type FormGuide } from './guidecontext.ts'
import css from './GuideHelp.module.css'

export function GuideAround({
  section,
  onGuide,
}: {
  section: Section
  onGuide: (guide: FormGuide | null) => void
}) {
  const { catalog } = useRenderContext()
  const call = useAction<object, Guide | null>('list')
  const [guide, setGuide] = useState<Guide | null>(null)
  const [hints, setHints] = useState<readonly Hint[]>([])
  /** What is in the field that a row of what counts begins. */
  const [named, setNamed] = useState<unknown>()
  const t = useText()
  const load = useEffectEvent(() =>
    call({ what: 'guide', section: section.id }).then(setGuide, () => {}),
  )
  useEffect(() => void load(), [section.id])
  // A keystroke draws the fields again only when a hint comes or goes.
  const look = useCallback(
    (now: FormValues) => {
      const found = guide === null ? [] : hintsOf(guide, now, catalog.book)
      const ids = (all: readonly Hint[]) =>
        all.map(({ id, line }) => `${id} ${line?.number}`).join(',')
      setHints((shown) => (ids(shown) === ids(found) ? shown : found))
      setNamed(own(now, guide?.counts?.field ?? ''))
    },
    [guide, catalog],
  )
  const row = guide?.counts?.rows.find(({ label, name = label }) => t(name) === named)?.id
  const around = useMemo(
    (): FormGuide | null => (guide === null ? null : { guide, hints, row, look, Below }),
    [guide, hints, row, look],
  )
  useEffect(() => onGuide(around), [around, onGuide])
  return null
}

function Below({ id, value, onChange }: FieldAsked) {
  const t = useText()
  const { guide, hints = [], row } = use(GuideContext) ?? {}
  const starters = startersOf(guide, id, row)
  const hint = hints.find(({ field }) => field === id)
  const written = typeof value === 'string' ? value : ''
  const begin = (words: string) => {
    const gap = written === '' || /\s$/.test(written) ? '' : '\n'
    onChange(`${written}${gap}${words} `)
    document.getElementById(id)?.focus()
  }
  return (
    <>
      <Starters starters={starters} onBegin={begin} />
      <div role="status" className={css['hint']}>
        {hint !== undefined && (
          <Note look="doubt">
            {hint.line && <strong>{t('form.line', { number: hint.line.number })} </strong>}
            {t(hint.text)}
          </Note>
        )}
      </div>
    </>
  )
}
