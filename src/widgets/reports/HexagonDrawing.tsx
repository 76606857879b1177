/**
 * Six things on a hexagon, neighbours side by side, from the top clockwise. Drawn by hand: it has
 * an accessible name, and the numbers are in a hidden table. Left and right mean nothing here, so
 * it does not mirror.
 */

import type { ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Glyph } from '#widgets/parts/Glyph.tsx'
import { IconShape } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import type { Corner } from '#widgets/parts/scoreProps.ts'
import '../parts/drawing.css'
import css from './HexagonDrawing.module.css'

const CENTRE = { x: 170, y: 172 }
const RADIUS = 104
/** Names are on the outer side of their tile, clear of the figure. */
const TILES = [
  { x: 170, y: 36, name: 8 },
  { x: 293, y: 92, name: 64 },
  { x: 293, y: 252, name: 288 },
  { x: 170, y: 308, name: 344 },
  { x: 47, y: 252, name: 288 },
  { x: 47, y: 92, name: 64 },
] as const

/** The position of this corner. @param share 0 in the middle, 1 on the outer ring */
export function pointAt(place: number, share = 1): { x: number; y: number } {
  const angle = (place * Math.PI) / 3
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    x: round(CENTRE.x + RADIUS * share * Math.sin(angle)),
    y: round(CENTRE.y - RADIUS * share * Math.cos(angle)),
  }
}

const ring = (share: number) =>
  TILES.map((_, place) => pointAt(place, share))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')

/** @param label what the drawing shows, for screen readers */
export function HexagonDrawing({
  label,
  corners,
  children,
}: {
  label: string
  corners: readonly Corner[]
  children?: ReactNode
}) {
  const t = useText()
  return (
    <svg className={css['hexagon']} viewBox="0 -8 340 360" role="img" aria-label={label}>
      {[0.25, 0.5, 0.75].map((share) => (
        <polygon key={share} className={css['ring']} points={ring(share)} />
      ))}
      <polygon className={css['outer']} points={ring(1)} />
      {children}
      {TILES.map(({ x, y, name }, place) => {
        const { id, title, tile, icon } = corners[place]!
        return (
          <g key={id}>
            <rect
              className={tile === undefined ? css['tile'] : `t-${tile}`}
              x={x - 19}
              y={y - 19}
              width="38"
              height="38"
              rx="9"
            />
            {tile !== undefined && (
              <Glyph type={tile} transform={`translate(${x - 14.4} ${y - 14.4}) scale(0.6)`} />
            )}
            {tile === undefined && icon !== undefined && (
              <g className={css['icon']} transform={`translate(${x - 12} ${y - 12})`}>
                <IconShape name={icon as IconName} />
              </g>
            )}
            <text className={css['name']} x={x} y={name} textAnchor="middle">
              {t(title)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
