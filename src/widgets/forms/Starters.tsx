/** How a sentence can begin: a press writes the words, and the person carries on. */

import type { Guide } from '#engine/forms/guide.ts'
import { useText } from '#engine/react/text.tsx'
import css from './GuideHelp.module.css'

export function Starters({
  starters,
  onBegin,
}: {
  starters: NonNullable<Guide['starters']>
  onBegin: (words: string) => void
}) {
  const t = useText()
  if (starters.length === 0) return null
  return (
    <div className={css['starters']} role="group" aria-label={t('form.starters')}>
      <p className="small strong">{t('form.starters')}</p>
      <div className={css['chips']}>
        {starters.map((each) => (
          <button key={each.id} type="button" onClick={() => onBegin(t(each.text))}>
            {t(each.text)} …
          </button>
        ))}
      </div>
    </div>
  )
}
