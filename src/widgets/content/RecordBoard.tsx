/**
 * The corner of a record's cover: printed furrows, and its field of work or the tiles of its first
 * two types. Decoration, hidden from screen readers.
 */

import { FieldDrawing } from '#widgets/drawings/FieldDrawing.tsx'
import { Glyph, type WorkerType } from '#widgets/parts/Glyph.tsx'
import '../parts/drawing.css'
import css from './RecordBoard.module.css'

/** Where a tile may be, on a grid of 60 units. */
const PLACES = [
  { x: 120, y: 0 },
  { x: 60, y: 60 },
] as const

export function RecordBoard({
  types,
  field = null,
}: {
  types: readonly WorkerType[]
  /** Name of its drawing. */
  field?: string | null
}) {
  const furrows = field === null ? 'dots' : `dots ${css['furrows']}`
  return (
    <svg
      className="board"
      viewBox="0 0 180 120"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={furrows}
        d="M47 60A13 13 0 0 1 60 47M33.9 60A26.1 26.1 0 0 1 60 33.9M20.9 60A39.1 39.1 0 0 1 60 20.9M7.8 60A52.2 52.2 0 0 1 60 7.8"
      />
      <path
        className={furrows}
        d="M47 60A13 13 0 0 0 60 73M33.9 60A26.1 26.1 0 0 0 60 86.1M20.9 60A39.1 39.1 0 0 0 60 99.1M7.8 60A52.2 52.2 0 0 0 60 112.2"
      />
      <path className="f1" d="M120 0H60A60 60 0 0 0 120 60Z" />
      <path className="f2" d="M120 120H180A60 60 0 0 0 120 60Z" />
      {field !== null && <Field name={field} types={types} />}
      {PLACES.map(({ x, y }, index) => {
        if (field !== null) return null
        const type = types[index]
        if (type === undefined) return null
        return (
          <g key={type}>
            <rect className={`t-${type}`} x={x} y={y} width="60" height="60" />
            <Glyph type={type} transform={`translate(${x + 9.36} ${y + 9.36}) scale(0.86)`} />
          </g>
        )
      })}
    </svg>
  )
}

/** The first type is the ground, the second its quarter; without any the ground is plain paper. */
function Field({ name, types: [first, second] }: { name: string; types: readonly WorkerType[] }) {
  return (
    <g transform="translate(60 0)">
      <rect
        className={first === undefined ? css['plain'] : `t-${first}`}
        width="120"
        height="120"
      />
      {second !== undefined && (
        <path className={`t-${second} ${css['quarter']}`} d="M120 60v60H60a60 60 0 0 1 60-60z" />
      )}
      <FieldDrawing name={name} transform="translate(19 19) scale(1.7)" />
    </g>
  )
}
