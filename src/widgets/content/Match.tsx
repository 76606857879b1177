/** How close something is: three stones on a path, and always in words too. Never a percentage. */

import { useText } from '#engine/react/text.tsx'
import css from './Match.module.css'

export type MatchLevel = 'low' | 'fair' | 'strong'
const STONES = { low: 1, fair: 2, strong: 3 } as const

/** How close the server says it is; null if it doesn't. */
export function matchLevel(value: unknown): MatchLevel | null {
  return value === 'low' || value === 'fair' || value === 'strong' ? value : null
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
            className={css[gap + 1 < reached ? 'line' : 'dots']}
            x1={7 + gap * 16}
            y1="7"
            x2={23 + gap * 16}
            y2="7"
          />
        ))}
        {[0, 1, 2].map((stone) => (
          <circle
            key={stone}
            className={css[stone < reached ? 'full' : 'open']}
            cx={7 + stone * 16}
            cy="7"
            r="5"
          />
        ))}
      </svg>
      {t(`match.${level}`)}
    </span>
  )
}
