/** The months until a record closes: this one has an orange stone, those that it closes in are light. */

import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { shortMonth } from './DateTile.tsx'
import css from './Calendar.module.css'

/** Shown where it closes sooner: a strip of one month says little. */
const MIN_SHOWN = 4

export function MonthStrip({ months, closes }: { months: readonly number[]; closes: string }) {
  const t = useText()
  const { language } = useScope()
  const current = new Date().getMonth() + 1
  const ahead = (month: number) => (month + 12 - current) % 12
  const length = Math.max(MIN_SHOWN, ...months.map((month) => ahead(month) + 1))
  const shown = Array.from({ length }, (_, later) => ((current - 1 + later) % 12) + 1)
  return (
    <div className={`${css['board']} ${css['strip']} on-cloth`} aria-hidden="true">
      {shown.map((month) => (
        <span
          key={month}
          className={`${css['month']} ${months.includes(month) ? css['closes'] : css['some']}`}
        >
          {shortMonth(month, language)}
          {months.includes(month) && <span>{t(closes)}</span>}
          {month === current && <b className={css['now']} />}
        </span>
      ))}
    </div>
  )
}
