/**
 * Small boards for cards: indigo cloth with printed dots, tiles of the worker types, and the path.
 * Decoration, hidden from screen readers.
 */

import { createContext, type ReactNode } from 'react'
import { Glyph } from './Glyph.tsx'
import { Path } from './Walker.tsx'
import './drawing.css'

/**
 * Whether cards and covers show their pictures. Pages set this with `showImage`; what surrounds
 * them can hide all pictures.
 */
export const ShownPictures = createContext(true)

const STRIPBOARDS = ['strip', 'quiet', 'card'] as const
export type StripBoardName = (typeof STRIPBOARDS)[number]

export function StripBoard({
  name,
  fit = 'xMidYMid slice',
}: {
  name: StripBoardName
  fit?: string
}) {
  const { box, parts } = STRIPBOARDS_DRAWN[name]
  return (
    <svg
      className="board"
      viewBox={box}
      preserveAspectRatio={fit}
      aria-hidden="true"
      focusable="false"
    >
      {parts}
    </svg>
  )
}

const STRIPBOARDS_DRAWN: Readonly<Record<StripBoardName, { box: string; parts: ReactNode }>> = {
  strip: {
    box: '0 0 360 120',
    parts: (
      <>
        <path
          className="dots"
          d="M73 0A13 13 0 0 1 60 13M86.1 0A26.1 26.1 0 0 1 60 26.1M99.1 0A39.1 39.1 0 0 1 60 39.1M112.2 0A52.2 52.2 0 0 1 60 52.2"
        />
        <path
          className="dots"
          d="M253 120A13 13 0 0 0 240 107M266.1 120A26.1 26.1 0 0 0 240 93.9M279.1 120A39.1 39.1 0 0 0 240 80.9M292.2 120A52.2 52.2 0 0 0 240 67.8"
        />
        <rect className="t-helper" x="0" y="0" width="60" height="60" rx="0" />
        <Glyph type="helper" transform="translate(9.36 9.36) scale(0.86)" />
        <rect className="t-influencer" x="120" y="60" width="60" height="60" rx="0" />
        <Glyph type="influencer" transform="translate(129.36 69.36) scale(0.86)" />
        <rect className="t-organiser" x="180" y="60" width="60" height="60" rx="0" />
        <Glyph type="organiser" transform="translate(189.36 69.36) scale(0.86)" />
        <rect className="t-creator" x="300" y="0" width="60" height="60" rx="0" />
        <Glyph type="creator" transform="translate(309.36 9.36) scale(0.86)" />
        <Path d="M0 90H60A30 30 0 0 0 90 60A30 30 0 0 1 120 30H180H240A30 30 0 0 1 270 60A30 30 0 0 0 300 90H360" />
      </>
    ),
  },
  quiet: {
    box: '0 0 360 120',
    parts: (
      <>
        <rect className="t-creator" x="0" y="0" width="60" height="60" rx="0" />
        <Glyph type="creator" transform="translate(9.36 9.36) scale(0.86)" />
        <rect className="t-helper" x="120" y="60" width="60" height="60" rx="0" />
        <Glyph type="helper" transform="translate(129.36 69.36) scale(0.86)" />
        <rect className="t-thinker" x="180" y="60" width="60" height="60" rx="0" />
        <Glyph type="thinker" transform="translate(189.36 69.36) scale(0.86)" />
        <rect className="t-organiser" x="300" y="0" width="60" height="60" rx="0" />
        <Glyph type="organiser" transform="translate(309.36 9.36) scale(0.86)" />
        <Path d="M0 90H60A30 30 0 0 0 90 60A30 30 0 0 1 120 30H180H240A30 30 0 0 1 270 60A30 30 0 0 0 300 90H360" />
      </>
    ),
  },
  card: {
    box: '0 0 240 180',
    parts: (
      <>
        <path className="f1" d="M240 180H180A60 60 0 0 1 240 120Z" />
        <path className="f2" d="M240 60H180A60 60 0 0 0 240 120Z" />
        <path
          className="dots"
          d="M133 60A13 13 0 0 0 120 47M146.1 60A26.1 26.1 0 0 0 120 33.9M159.1 60A39.1 39.1 0 0 0 120 20.9M172.2 60A52.2 52.2 0 0 0 120 7.8"
        />
        <path
          className="dots"
          d="M107 60A13 13 0 0 1 120 47M93.9 60A26.1 26.1 0 0 1 120 33.9M80.9 60A39.1 39.1 0 0 1 120 20.9M67.8 60A52.2 52.2 0 0 1 120 7.8"
        />
        <path
          className="dots"
          d="M47 60A13 13 0 0 0 60 73M33.9 60A26.1 26.1 0 0 0 60 86.1M20.9 60A39.1 39.1 0 0 0 60 99.1M7.8 60A52.2 52.2 0 0 0 60 112.2"
        />
        <rect className="t-thinker" x="120" y="120" width="60" height="60" rx="0" />
        <Glyph type="thinker" transform="translate(129.36 129.36) scale(0.86)" />
        <rect className="t-builder" x="0" y="0" width="60" height="60" rx="0" />
        <Glyph type="builder" transform="translate(9.36 9.36) scale(0.86)" />
        <rect className="t-helper" x="180" y="0" width="60" height="60" rx="0" />
        <Glyph type="helper" transform="translate(189.36 9.36) scale(0.86)" />
        <Path d="M0 150H60A30 30 0 0 0 90 120A30 30 0 0 1 120 90A30 30 0 0 1 150 120" />
      </>
    ),
  },
}
