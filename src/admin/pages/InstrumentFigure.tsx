/** A figure with its 95 % interval below it. */

import type { Estimate } from '#engine/psychometrics/moments.ts'
import { useText } from '#engine/react/text.tsx'
import css from './Instruments.module.css'

/** @param say the figure in words; the ends of its interval too, unless `ends` says them */
export function Figure({
  of,
  say,
  ends = say,
}: {
  of: Estimate | null
  say: (value: number) => string
  ends?: (value: number) => string
}) {
  const t = useText()
  if (of === null) return <span className="mute">–</span>
  return (
    <>
      {say(of.value)}
      <span className={css['sub']}>
        {t('console.instruments.between', { low: ends(of.low), high: ends(of.high) })}
      </span>
    </>
  )
}
