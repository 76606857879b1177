/**
 * A drawing of a field of work that comes when it is first needed. Where it can't come its place
 * stays empty, and nothing fails.
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
