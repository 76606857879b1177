/** A field of work as cut paper. Loaded by FieldDrawing.tsx, when the first is drawn. */

import type { SVGProps } from 'react'
import { own } from '#engine/documents/json.ts'
import { FIELD_SHAPES } from './fieldShapes.ts'
import { Shapes } from './Shapes.tsx'
import '../parts/drawing.css'

/** @param name an unknown drawing leaves its place empty */
export function FieldGlyph({ name, ...place }: { name: string } & SVGProps<SVGGElement>) {
  const shapes = own(FIELD_SHAPES, name)
  return typeof shapes === 'string' ? (
    <g {...place}>
      <Shapes of={shapes} />
    </g>
  ) : null
}
