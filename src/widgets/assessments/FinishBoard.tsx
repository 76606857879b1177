/**
 * The end of an assessment: the whole path walked, with one dot for each answer. Decoration beside words
 * (prototype finish).
 */

import { Glyph } from '#widgets/parts/Glyph.tsx'
import { Walker } from '#widgets/parts/Walker.tsx'
import '../parts/drawing.css'
import css from './Quiz.module.css'

/** The path of the dots; the ribbon below it starts at the edge. */
const WAY =
  'H240A30 30 0 0 0 270 300V240A30 30 0 0 0 240 210H120A30 30 0 0 1 90 180V120A30 30 0 0 1 120 90H262'

export function FinishBoard({ count }: { count: number }) {
  return (
    <svg
      className="board"
      viewBox="0 12 360 348"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="f1" d="M0 180H60A60 60 0 0 0 0 120Z" />
      <path className="f2" d="M0 180H60A60 60 0 0 1 0 240Z" />
      <path className="f1" d="M360 360H300A60 60 0 0 1 360 300ZM240 180H180A60 60 0 0 1 240 120Z" />
      <path
        className="dots"
        d="M47 300A13 13 0 0 1 60 287M33.9 300A26.1 26.1 0 0 1 60 273.9M20.9 300A39.1 39.1 0 0 1 60 260.9M7.8 300A52.2 52.2 0 0 1 60 247.8"
      />
      <path
        className="dots"
        d="M73 300A13 13 0 0 0 60 287M86.1 300A26.1 26.1 0 0 0 60 273.9M99.1 300A39.1 39.1 0 0 0 60 260.9M112.2 300A52.2 52.2 0 0 0 60 247.8"
      />
      <path
        className="dots"
        d="M313 180A13 13 0 0 1 300 193M326.1 180A26.1 26.1 0 0 1 300 206.1M339.1 180A39.1 39.1 0 0 1 300 219.1M352.2 180A52.2 52.2 0 0 1 300 232.2"
      />
      <rect className="t-builder" x="120" y="240" width="60" height="60" />
      <Glyph type="builder" transform="translate(129.36 249.36) scale(0.86)" />
      <rect className="t-thinker" x="300" y="240" width="60" height="60" />
      <Glyph type="thinker" transform="translate(309.36 249.36) scale(0.86)" />
      <rect className="t-organiser" x="120" y="120" width="60" height="60" />
      <Glyph type="organiser" transform="translate(129.36 129.36) scale(0.86)" />
      <path className="rib" d={`M0 330${WAY}`} />
      <path
        className={`rib2 ${css['each']}`}
        d={`M12 330${WAY}`}
        pathLength={Math.max(1, count - 1)}
      />
      <circle className="sun" cx="296" cy="90" r="29" />
      <circle className="sund" cx="296" cy="90" r="36.5" />
      <Walker transform="translate(214 90) scale(1.25)" />
    </svg>
  )
}
