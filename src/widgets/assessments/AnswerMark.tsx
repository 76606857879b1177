/**
 * The picture next to an answer: a face in a rating colour, or a growing stone if neither end of
 * the scale is better.
 */

import css from './AnswerMark.module.css'

const MOUTHS = [
  'M8 17q4-5 8 0',
  'M8.5 16q3.5-2.5 7 0',
  'M8.5 15.5h7',
  'M8.5 14.5q3.5 2.5 7 0',
  'M7.5 13.5q4.5 6 9 0',
] as const

/** @param step 0 for the lowest answer */
export function AnswerMark({
  look,
  step,
  of,
}: {
  look: 'faces' | 'stones'
  step: number
  of: number
}) {
  // There are faces for five answers; on any other scale a stone shows the answer without guessing
  // a feeling.
  if (look === 'stones' || of !== MOUTHS.length) {
    return (
      <svg className={css['mark']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle className={css['ground']} cx="12" cy="12" r="11" />
        <circle className={css['stone']} cx="12" cy="12" r={2 + (7 * step) / Math.max(1, of - 1)} />
      </svg>
    )
  }
  return (
    <svg
      className={`${css['mark']} ${css['face']} ${css[`rate${step + 1}`]}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={css['disc']} cx="12" cy="12" r="11" />
      <path d="M8.5 9v.5M15.5 9v.5" />
      <path d={MOUTHS[step]} />
    </svg>
  )
}
