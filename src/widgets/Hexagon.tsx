/**
 * The six types on their hexagon, neighbours side by side. Drawn by hand: the name goes with it, the numbers stand in a
 * hidden table. Left and right mean nothing here, so it does not mirror.
 */

import type { ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { HEXAGON, type Letter } from '#engine/scoring.ts'
import { HIGHEST_SUM, shareOf } from '#engine/why.ts'
import { Glyph, TYPE_OF_LETTER } from './Glyph.tsx'
import './drawing.css'
import css from './Hexagon.module.css'

const CENTRE = { x: 170, y: 172 }
const RADIUS = 104
/** Names stand on the outer side of their tile, clear of the figure. */
const TILE: Readonly<Record<Letter, { x: number; y: number; name: number }>> = {
  R: { x: 170, y: 36, name: 8 },
  I: { x: 293, y: 92, name: 64 },
  A: { x: 293, y: 252, name: 288 },
  S: { x: 170, y: 308, name: 344 },
  E: { x: 47, y: 252, name: 288 },
  C: { x: 47, y: 92, name: 64 },
}

/** Where a type's corner is. @param share 0 in the middle, 1 on the outer ring */
export function corner(letter: Letter, share = 1): { x: number; y: number } {
  const angle = (HEXAGON.indexOf(letter) * Math.PI) / 3
  const round = (value: number) => Math.round(value * 10) / 10
  return { x: round(CENTRE.x + RADIUS * share * Math.sin(angle)), y: round(CENTRE.y - RADIUS * share * Math.cos(angle)) }
}

const ring = (share: number) =>
  HEXAGON.map((letter) => corner(letter, share))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')

export function Hexagon({ label, children }: { label: string; children?: ReactNode }) {
  const t = useText()
  return (
    <svg className={css['hexagon']} viewBox="0 -8 340 360" role="img" aria-label={label}>
      {[0.25, 0.5, 0.75].map((share) => (
        <polygon key={share} className={css['ring']} points={ring(share)} />
      ))}
      <polygon className={css['outer']} points={ring(1)} />
      {children}
      {HEXAGON.map((letter) => {
        const { x, y, name } = TILE[letter]
        const type = TYPE_OF_LETTER[letter]
        return (
          <g key={letter}>
            <rect className={`t-${type}`} x={x - 19} y={y - 19} width="38" height="38" rx="9" />
            <Glyph type={type} transform={`translate(${x - 14.4} ${y - 14.4}) scale(0.6)`} />
            <text className={css['name']} x={x} y={name} textAnchor="middle">
              {t(`type.${type}.name`)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** @param near types with a neighbour in rank that could take their place: ringed in dots */
export function Scores({ scores, top, near }: { scores: Readonly<Record<Letter, number>>; top: readonly Letter[]; near: readonly Letter[] }) {
  const points = HEXAGON.map((letter) => ({ letter, ...corner(letter, shareOf.person(scores[letter])) }))
  return (
    <>
      <polygon className={css['figure']} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ letter, x, y }) => (
        <g key={letter}>
          {near.includes(letter) && <circle className={css['near']} cx={x} cy={y} r="10" />}
          <circle className={css[top.includes(letter) ? 'top' : 'point']} cx={x} cy={y} r={top.includes(letter) ? 5.5 : 3.5} />
        </g>
      ))}
    </>
  )
}

export function ScoreTable({ caption, scores }: { caption: string; scores: Readonly<Record<Letter, number>> }) {
  const t = useText()
  return (
    <table className="hidden-text">
      <caption>{caption}</caption>
      <tbody>
        {HEXAGON.map((letter) => (
          <tr key={letter}>
            <th scope="row">{t(`type.${TYPE_OF_LETTER[letter]}.name`)}</th>
            <td>
              {scores[letter]} {t('worker.bars.of', { most: HIGHEST_SUM })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
