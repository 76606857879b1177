/** How far a level is on its scale: steps of a path, solid as far as it reaches. */

import css from './LevelPath.module.css'

/** Units between two steps, and around the first. */
const STEP = 38
const EDGE = 14

export function LevelPath({ count, reached }: { count: number; reached: number }) {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const at = (step: number) => (step - 1) * STEP + EDGE
  return (
    <svg
      className={css['steps']}
      viewBox={`0 0 ${at(count) + EDGE} 26`}
      aria-hidden="true"
      focusable="false"
    >
      {all.slice(1).map((step) => (
        <line
          key={step}
          className={css[step <= reached ? 'walked' : 'ahead']}
          x1={at(step - 1)}
          x2={at(step)}
          y1="13"
          y2="13"
        />
      ))}
      {all.map((step) => (
        <circle
          key={step}
          className={css[step < reached ? 'done' : step === reached ? 'here' : 'open']}
          cx={at(step)}
          cy="13"
          r={step === reached ? 10 : 7}
        />
      ))}
    </svg>
  )
}
