/** The six worker types as cut paper, on 48 units: ink and white only. */

import type { ReactNode, SVGProps } from 'react'
import './drawing.css'

export const TYPES = ['builder', 'thinker', 'creator', 'helper', 'influencer', 'organiser'] as const
export type WorkerType = (typeof TYPES)[number]

/** The bare glyph, to be placed inside a drawing. */
export function Glyph({ type, ...place }: { type: WorkerType } & SVGProps<SVGGElement>) {
  return <g {...place}>{SHAPES[type]}</g>
}

const SHAPES: Readonly<Record<WorkerType, ReactNode>> = {
  builder: (
    <>
      <g transform="rotate(45 24 24)">
        <rect className="k" x="20.5" y="17" width="7" height="26" rx="3.5" />
        <path
          className="k"
          d="M10 8a12 12 0 0 1 8-2h16a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H19c-1-4-4-6.5-9-6.5z"
        />
        <path className="p" d="M30 6h4a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-4z" />
      </g>
    </>
  ),
  thinker: (
    <>
      <path className="k" d="M24 5a14 14 0 0 0-8 25.5V33h16v-2.5A14 14 0 0 0 24 5z" />
      <path className="pl" d="M17 19a7 7 0 0 1 7-7" />
      <rect className="p" x="16" y="34.5" width="16" height="4" rx="2" />
      <rect className="k" x="19" y="40" width="10" height="4" rx="2" />
    </>
  ),
  creator: (
    <>
      <path
        className="k"
        d="M41.5 6.5a4 4 0 0 0-5.7 0L22.5 20l5.6 5.6L41.5 12.2a4 4 0 0 0 0-5.7z"
      />
      <path className="p" d="M20.8 21.8l5.5 5.5-2 2-5.5-5.5z" />
      <path
        className="k"
        d="M17.5 25c-5 .6-7 4-7.3 7.5-.2 2-1.2 3.5-3.2 4 6.5 2.7 15.5.6 16.3-6.3z"
      />
      <path className="pl" d="M14 42.5h14a5 5 0 0 0 0-10" />
    </>
  ),
  helper: (
    <>
      <path className="k" d="M24 27.5L14.2 17.7a6.9 6.9 0 0 1 9.8-9.8 6.9 6.9 0 0 1 9.8 9.8z" />
      <path
        className="k"
        d="M6 25h5a4 4 0 0 1 4 4v1h18v-1a4 4 0 0 1 4-4h5v3a15 15 0 0 1-15 15h-6A15 15 0 0 1 6 28z"
      />
      <path className="p" d="M15 30h18a9 9 0 0 1-18 0z" />
    </>
  ),
  influencer: (
    <>
      <g transform="translate(-1.5 0)">
        <path className="k" d="M33 7v31L18 30v-15z" />
        <path className="p" d="M8 15h10v15H8a4 4 0 0 1-4-4v-7a4 4 0 0 1 4-4z" />
        <path
          className="k"
          d="M10 31.5h7l2.5 8.5a2.5 2.5 0 0 1-2.4 3.2h-2.3a2.5 2.5 0 0 1-2.4-1.8z"
        />
        <path className="kl" d="M37 17.5a6 6 0 0 1 0 10" />
        <path className="kd" d="M39.5 9.5a14 14 0 0 1 0 26" />
      </g>
    </>
  ),
  organiser: (
    <>
      <rect className="k" x="6" y="6" width="16.5" height="16.5" rx="4" />
      <path className="k" d="M25.5 10a4 4 0 0 1 4-4H38a4 4 0 0 1 4 4v12.5H29.5a4 4 0 0 1-4-4z" />
      <rect className="k" x="6" y="25.5" width="16.5" height="16.5" rx="4" />
      <rect className="p" x="25.5" y="25.5" width="16.5" height="16.5" rx="4" />
      <path className="kl" d="M29.5 34l3 3 5.5-6" />
    </>
  ),
}
