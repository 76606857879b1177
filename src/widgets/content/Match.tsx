/** How close something is: three stones on a path, and always in words too. Never a percentage. */

import { useText } from '#engine/react/text.tsx'
import css from './Match.module.css'

const STONES = { low: 1, 'low-fair': 1.5, fair: 2, 'fair-strong': 2.5, strong: 3 } as const
export type MatchLevel = keyof typeof STONES

/** How close the server says it is; null if it doesn't. */
export function matchLevel(value: unknown): MatchLevel | null {
  return typeof value === 'string' && Object.hasOwn(STONES, value) ? (value as MatchLevel) : null
}

export function Match({ level }: { level: MatchLevel }) {
  const t = useText()
  const reached = STONES[level]
  return (
    <span className={css['match']}>
      <svg viewBox="0 0 46 14" aria-hidden="true" focusable="false">
        {[0, 1].map((gap) => (
          <line
            key={gap}
            className={css[gap + 2 <= reached ? 'line' : 'dots']}
            x1={7 + gap * 16}
            y1="7"
            x2={23 + gap * 16}
            y2="7"
          />
        ))}
        {[0, 1, 2].map((stone) => (
          <circle
            key={stone}
            className={css[stone + 1 <= reached ? 'full' : 'open']}
            cx={7 + stone * 16}
            cy="7"
            r="5"
          />
        ))}
        {reached % 1 > 0 && (
          <circle className={css['full']} cx={7 + 16 * (reached - 0.5)} cy="7" r="2" />
        )}
      </svg>
      {t(`match.${level}`)}
    </span>
  )
}
