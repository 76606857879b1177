/** A difference in one line: the band dotted, the best guess a dot, no difference in the middle. */

import type { Measured } from './words.ts'
import { gainOf } from './words.ts'
import css from './Experiments.module.css'

type Props = {
  /** Null: nothing to show yet, or nothing that may be shown. */
  interval: { readonly low: number; readonly high: number; readonly guess: number } | null
  metric: Measured
  /** What both ends of the line stand for, as a gain. */
  reach: number
}

export function BandLine({ interval, metric, reach }: Props) {
  const x = (gain: number) => 50 + (Math.max(-reach, Math.min(reach, gain)) / reach) * 50
  const band = interval && gainOf(interval, metric)
  const guess = interval && gainOf({ low: interval.guess, high: interval.guess }, metric).low
  return (
    <svg className={css['line']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path className={css['zero']} d="M50 -2V12" />
      {band !== null && guess !== null && (
        <>
          <path className={css['edge']} d={`M${x(band.low)} 5H${x(band.high)}`} />
          {band.low < -reach && <path className={css['beyond']} d="M3 1L0 5L3 9" />}
          {band.high > reach && <path className={css['beyond']} d="M97 1L100 5L97 9" />}
          {Math.abs(guess) <= reach && <path className={css['now']} d={`M${x(guess)} 5h.01`} />}
        </>
      )}
    </svg>
  )
}

/** The interval of a result, once enough people count. */
export function intervalOf({
  low,
  high,
  estimate,
}: {
  readonly low: number | null
  readonly high: number | null
  readonly estimate: number | null
}) {
  return low === null || high === null ? null : { low, high, guess: estimate ?? (low + high) / 2 }
}
