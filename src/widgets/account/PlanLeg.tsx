/** How far a plan goes: solid as far as the user is, orange dots as far as the plan goes. */

import css from './PlanComparison.module.css'

const FIRST = 40
const LAST = 260

/**
 * @param index of this plan
 * @param own index of the user's plan; -1 if it is none of these
 */
export function PlanLeg({ index, own, of }: { index: number; own: number; of: number }) {
  const x = (at: number) => (of < 2 ? FIRST : FIRST + (at * (LAST - FIRST)) / (of - 1))
  const from = own < 0 ? 0 : x(own)
  const ahead = Math.max(x(index), from)
  return (
    <svg
      className={`flip ${css['leg']}`}
      viewBox="0 0 300 44"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      <path className={css['ahead']} d={`M${ahead + 20} 22H900`} />
      {own >= 0 && <path className={css['walked']} d={`M0 22H${from}`} />}
      {x(index) > from && (
        <path className={css['offered']} d={`M${from + 22} 22H${x(index) - 16}`} />
      )}
      {Array.from({ length: of }, (_, at) => (
        <circle
          key={at}
          cx={x(at)}
          cy="22"
          r={at === index ? 13 : 9}
          className={
            css[at === index ? (at === own ? 'here' : 'goal') : at === own ? 'from' : 'stop']
          }
        />
      ))}
    </svg>
  )
}
