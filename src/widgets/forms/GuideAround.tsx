/**
 * Help around a form: hints at its fields and beginnings of sentences. Loaded with the first
 * section of the CV that is opened; without a signal the form works without it.
 */

import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Section } from '#engine/decide/progress.ts'
import { hintsOf, type Guide, type Hint } from '#engine/forms/guide.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { GuideContext, type FieldAsked, type FormGuide } from './guidecontext.ts'
import css from './GuideHelp.module.css'

export function GuideAround({ section, children }: { section: Section; children: ReactNode }) {
  const { catalog } = useRenderContext()
  const call = useAction<object, Guide | null>('list')
  const [guide, setGuide] = useState<Guide | null>(null)
  const [hints, setHints] = useState<readonly Hint[]>([])
  const values = useRef<FormValues>({})
  const load = useEffectEvent(() =>
    call({ what: 'guide', section: section.id }).then(setGuide, () => {}),
  )
  useEffect(() => void load(), [section.id])
  // A keystroke draws the fields again only when a hint comes or goes.
  const look = useCallback(
    (now: FormValues) => {
      values.current = now
      const found = guide === null ? [] : hintsOf(guide, now, catalog.book)
      const ids = (all: readonly Hint[]) => all.map(({ id }) => id).join(' ')
      setHints((shown) => (ids(shown) === ids(found) ? shown : found))
    },
    [guide, catalog],
  )
  useEffect(() => look(values.current), [look])
  const around = useMemo(
    (): FormGuide => ({
      guide,
      look,
      below: (field) => <Below guide={guide} hints={hints} field={field} />,
    }),
    [guide, hints, look],
  )
  return <GuideContext value={around}>{children}</GuideContext>
}

function Below({
  guide,
  hints,
  field: { id, value, onChange },
}: {
  guide: Guide | null
  hints: readonly Hint[]
  field: FieldAsked
}) {
  const t = useText()
  const starters = (guide?.starters ?? []).filter(({ field }) => field === id)
  const hint = hints.find(({ field }) => field === id)
  const written = typeof value === 'string' ? value : ''
  const begin = (words: string) => {
    const gap = written === '' || /\s$/.test(written) ? '' : '\n'
    onChange(`${written}${gap}${words} `)
    const box = document.getElementById(id)
    box?.focus()
  }
  return (
    <>
      {starters.length > 0 && (
        <div className={css['starters']} role="group" aria-label={t('form.starters')}>
          <p className="small strong">{t('form.starters')}</p>
          <div className={css['chips']}>
            {starters.map((each) => (
              <button key={each.id} type="button" onClick={() => begin(t(each.text))}>
                {t(each.text)} …
              </button>
            ))}
          </div>
        </div>
      )}
      <div role="status" className={css['hint']}>
        {hint !== undefined && <Note look="doubt">{t(hint.text)}</Note>}
      </div>
    </>
  )
}
