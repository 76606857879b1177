/**
 * The small walker, seen from the side: no face, age or brand. And the path that the walker is on.
 */

import type { SVGProps } from 'react'
import './drawing.css'

export function Walker(place: SVGProps<SVGGElement>) {
  return (
    <g {...place}>
      <path className="wl" d="M-1-17L-6-1M2-17l3 8 5 8" />
      <path className="wb" d="M-7-34a7 7 0 0 0-7 7v7a3 3 0 0 0 3 3h5z" />
      <path className="ws" d="M0-39a8 8 0 0 1 8 8v15h-15v-16a7 7 0 0 1 7-7z" />
      <path className="wa" d="M2-33l4 9 7-2" />
      <circle className="wh" cx="2" cy="-46.5" r="6.5" />
      <path className="wk" d="M-4.5-46.5a6.5 6.5 0 0 1 13-1.5c-3 .5-4-1-6-1-1.5 0-2 2.5-3.5 2.5z" />
    </g>
  )
}

/** A stroke in the colour of the next step, and the same stroke in dots of cloth. */
export function Path({ d }: { d: string }) {
  return (
    <>
      <path className="rib" d={d} />
      <path className="rib2" d={d} />
    </>
  )
}
