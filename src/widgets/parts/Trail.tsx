/**
 * Progress as a path: solid for what is done, dotted for what is ahead, and a stone for the current
 * position. Drawn without style attributes.
 */

import css from './Trail.module.css'

export function Trail({
  value,
  max,
  label,
  text,
}: {
  value: number
  max: number
  label: string
  text?: string
}) {
  const share = max === 0 ? 0 : Math.min(1, Math.max(0, value / max))
  const at = 1.2 + share * 97.6
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <svg className={css['trail']} width="100%" height="16" aria-hidden="true" focusable="false">
        {share < 1 && (
          <line
            className={css['ahead']}
            x1={`${Math.min(98.8, at + 3.2)}%`}
            y1="8"
            x2="98.8%"
            y2="8"
          />
        )}
        {share > 0 && <line className={css['walked']} x1="1%" y1="8" x2={`${at}%`} y2="8" />}
        <circle className={css['stone']} cx={`${at}%`} cy="8" r="7" />
      </svg>
    </div>
  )
}
