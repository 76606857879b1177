/**
 * A record's picture: its first type is the ground, its second the quarter, its field of work the
 * drawing. Always beside a title.
 */

import { FieldDrawing } from '#widgets/drawings/FieldDrawing.tsx'
import { Glyph, type WorkerType } from '#widgets/parts/Glyph.tsx'
import '../parts/drawing.css'
import css from './RecordPicture.module.css'

export function RecordPicture({
  types: [first, second],
  field,
  look,
}: {
  types: readonly WorkerType[]
  /** Name of its drawing; without one its first type is drawn. */
  field: string | null
  look: 'card' | 'row' | 'head'
}) {
  return (
    <span
      className={`${css['picture']} ${css[look]} ${first === undefined ? '' : `t-${first}`}`}
      aria-hidden="true"
    >
      {second !== undefined && <span className={`${css['quarter']} t-${second}`} />}
      <svg viewBox="0 0 48 48" focusable="false">
        {field !== null ? (
          <FieldDrawing name={field} />
        ) : (
          first !== undefined && <Glyph type={first} />
        )}
      </svg>
    </span>
  )
}
