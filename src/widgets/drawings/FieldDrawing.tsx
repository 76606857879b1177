/**
 * A drawing of a field of work, loaded when it is first needed. If it can't be loaded, its place
 * stays empty and nothing fails.
 */

import { lazy, Suspense, type SVGProps } from 'react'

type Place = { name: string } & SVGProps<SVGGElement>

const Nothing = (_place: Place) => null

const Drawn = lazy(() =>
  import('./FieldGlyph.tsx').then(
    ({ FieldGlyph }) => ({ default: FieldGlyph }),
    () => ({ default: Nothing }),
  ),
)

/** The bare drawing, to be placed inside an SVG. */
export function FieldDrawing(place: Place) {
  return (
    <Suspense fallback={null}>
      <Drawn {...place} />
    </Suspense>
  )
}
