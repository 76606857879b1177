/**
 * The board of the home page and of signing up: indigo cloth with printed dots, up to six tiles,
 * and the path. Decoration, hidden from screen readers.
 */

import type { ReactNode } from 'react'
import { Glyph, TYPES, type WorkerType } from './Glyph.tsx'
import { Path, Walker } from './Walker.tsx'
import './drawing.css'

const HOMEBOARDS = ['home', 'tall'] as const
export type HomeBoardName = (typeof HOMEBOARDS)[number]

type Drawn = {
  readonly box: string
  readonly ground: ReactNode
  /** The positions of the tiles, in the order in which they are given: left and top. */
  readonly places: readonly (readonly [x: number, y: number])[]
  /** The path and who walks it, above the tiles. */
  readonly path: ReactNode
}

export function HomeBoard({
  name,
  fit = 'xMidYMid slice',
  tiles = TYPES,
}: {
  name: HomeBoardName
  fit?: string
  /** What the tiles show; without one, a place stays empty. */
  tiles?: readonly WorkerType[] | undefined
}) {
  const { box, ground, places, path } = HOMEBOARDS_DRAWN[name]
  return (
    <svg
      className="board"
      viewBox={box}
      preserveAspectRatio={fit}
      aria-hidden="true"
      focusable="false"
    >
      {ground}
      {places.map(([x, y], index) => {
        const type = tiles[index]
        return (
          type && (
            <g key={index} transform={`translate(${x} ${y})`}>
              <rect className={`t-${type}`} width="60" height="60" />
              <Glyph type={type} transform="translate(9.36 9.36) scale(0.86)" />
            </g>
          )
        )
      })}
      {path}
    </svg>
  )
}

const HOMEBOARDS_DRAWN: Readonly<Record<HomeBoardName, Drawn>> = {
  home: {
    box: '0 0 360 240',
    ground: (
      <>
        <path className="f1" d="M60 120H40.8A19.2 19.2 0 0 0 60 139.2Z" />
        <path className="f1" d="M120 60H102A18 18 0 0 1 120 42Z" />
        <path className="f1" d="M360 240H300A60 60 0 0 1 360 180Z" />
        <path className="f2" d="M300 180H330A30 30 0 0 1 300 210Z" />
        <path
          className="dots"
          d="M47 120A13 13 0 0 0 60 133M33.9 120A26.1 26.1 0 0 0 60 146.1M20.9 120A39.1 39.1 0 0 0 60 159.1M7.8 120A52.2 52.2 0 0 0 60 172.2"
        />
        <path
          className="dots"
          d="M13 60A13 13 0 0 0 0 47M26.1 60A26.1 26.1 0 0 0 0 33.9M39.1 60A39.1 39.1 0 0 0 0 20.9M52.2 60A52.2 52.2 0 0 0 0 7.8"
        />
        <path
          className="dots"
          d="M107 60A13 13 0 0 1 120 47M93.9 60A26.1 26.1 0 0 1 120 33.9M80.9 60A39.1 39.1 0 0 1 120 20.9M67.8 60A52.2 52.2 0 0 1 120 7.8"
        />
        <path
          className="dots"
          d="M193 180A13 13 0 0 1 180 193M206.1 180A26.1 26.1 0 0 1 180 206.1M219.1 180A39.1 39.1 0 0 1 180 219.1M232.2 180A52.2 52.2 0 0 1 180 232.2"
        />
        <path
          className="dots"
          d="M313 120A13 13 0 0 0 300 107M326.1 120A26.1 26.1 0 0 0 300 93.9M339.1 120A39.1 39.1 0 0 0 300 80.9M352.2 120A52.2 52.2 0 0 0 300 67.8"
        />
        <path
          className="dots"
          d="M167 240A13 13 0 0 1 180 227M153.9 240A26.1 26.1 0 0 1 180 213.9M140.9 240A39.1 39.1 0 0 1 180 200.9M127.8 240A52.2 52.2 0 0 1 180 187.8"
        />
      </>
    ),
    places: [
      [0, 60],
      [120, 120],
      [120, 0],
      [240, 180],
      [180, 0],
      [300, 120],
    ],
    path: (
      <>
        <Path d="M0 210H60A30 30 0 0 0 90 180V120A30 30 0 0 1 120 90H180A30 30 0 0 1 210 120A30 30 0 0 0 240 150A30 30 0 0 0 270 120V60A30 30 0 0 1 300 30H330" />
        <circle className="sun" cx="330" cy="30" r="21.6" />
        <circle className="sund" cx="330" cy="30" r="27" />
        <Walker transform="translate(40 210) scale(0.95)" />
      </>
    ),
  },
  tall: {
    box: '0 0 420 420',
    ground: (
      <>
        <path className="f1" d="M180 60H120A60 60 0 0 0 180 120Z" />
        <path className="f2" d="M180 180H147A33 33 0 0 1 180 147Z" />
        <path className="f1" d="M300 360H240A60 60 0 0 1 300 300Z" />
        <path className="f2" d="M300 360H240A60 60 0 0 0 300 420Z" />
        <path className="f1" d="M420 360H360A60 60 0 0 1 420 300Z" />
        <path className="f1" d="M360 360H300A60 60 0 0 0 360 420Z" />
        <path className="f1" d="M60 180H0A60 60 0 0 1 60 120Z" />
        <path className="f1" d="M60 180H120A60 60 0 0 0 60 120Z" />
        <path className="f2" d="M180 0H216A36 36 0 0 1 180 36Z" />
        <path className="f1" d="M420 0H360A60 60 0 0 0 420 60Z" />
        <path className="f2" d="M0 360H60A60 60 0 0 1 0 420Z" />
        <path className="f1" d="M240 180H180A60 60 0 0 1 240 120Z" />
        <path
          className="dots"
          d="M47 60A13 13 0 0 1 60 47M33.9 60A26.1 26.1 0 0 1 60 33.9M20.9 60A39.1 39.1 0 0 1 60 20.9M7.8 60A52.2 52.2 0 0 1 60 7.8"
        />
        <path
          className="dots"
          d="M73 60A13 13 0 0 0 60 47M86.1 60A26.1 26.1 0 0 0 60 33.9M99.1 60A39.1 39.1 0 0 0 60 20.9M112.2 60A52.2 52.2 0 0 0 60 7.8"
        />
        <path
          className="dots"
          d="M47 60A13 13 0 0 0 60 73M33.9 60A26.1 26.1 0 0 0 60 86.1M20.9 60A39.1 39.1 0 0 0 60 99.1M7.8 60A52.2 52.2 0 0 0 60 112.2"
        />
        <path
          className="dots"
          d="M73 60A13 13 0 0 1 60 73M86.1 60A26.1 26.1 0 0 1 60 86.1M99.1 60A39.1 39.1 0 0 1 60 99.1M112.2 60A52.2 52.2 0 0 1 60 112.2"
        />
        <path
          className="dots"
          d="M167 420A13 13 0 0 1 180 407M153.9 420A26.1 26.1 0 0 1 180 393.9M140.9 420A39.1 39.1 0 0 1 180 380.9M127.8 420A52.2 52.2 0 0 1 180 367.8"
        />
        <path
          className="dots"
          d="M193 420A13 13 0 0 0 180 407M206.1 420A26.1 26.1 0 0 0 180 393.9M219.1 420A39.1 39.1 0 0 0 180 380.9M232.2 420A52.2 52.2 0 0 0 180 367.8"
        />
        <path
          className="dots"
          d="M407 360A13 13 0 0 0 420 373M393.9 360A26.1 26.1 0 0 0 420 386.1M380.9 360A39.1 39.1 0 0 0 420 399.1M367.8 360A52.2 52.2 0 0 0 420 412.2"
        />
        <path
          className="dots"
          d="M47 240A13 13 0 0 0 60 253M33.9 240A26.1 26.1 0 0 0 60 266.1M20.9 240A39.1 39.1 0 0 0 60 279.1M7.8 240A52.2 52.2 0 0 0 60 292.2"
        />
        <path
          className="dots"
          d="M373 300A13 13 0 0 0 360 287M386.1 300A26.1 26.1 0 0 0 360 273.9M399.1 300A39.1 39.1 0 0 0 360 260.9M412.2 300A52.2 52.2 0 0 0 360 247.8"
        />
        <path
          className="dots"
          d="M133 120A13 13 0 0 1 120 133M146.1 120A26.1 26.1 0 0 1 120 146.1M159.1 120A39.1 39.1 0 0 1 120 159.1M172.2 120A52.2 52.2 0 0 1 120 172.2"
        />
        <path
          className="dots"
          d="M193 300A13 13 0 0 1 180 313M206.1 300A26.1 26.1 0 0 1 180 326.1M219.1 300A39.1 39.1 0 0 1 180 339.1M232.2 300A52.2 52.2 0 0 1 180 352.2"
        />
        <path
          className="dots"
          d="M13 180A13 13 0 0 1 0 193M26.1 180A26.1 26.1 0 0 1 0 206.1M39.1 180A39.1 39.1 0 0 1 0 219.1M52.2 180A52.2 52.2 0 0 1 0 232.2"
        />
        <path
          className="dots"
          d="M313 60A13 13 0 0 0 300 47M326.1 60A26.1 26.1 0 0 0 300 33.9M339.1 60A39.1 39.1 0 0 0 300 20.9M352.2 60A52.2 52.2 0 0 0 300 7.8"
        />
        <path
          className="dots"
          d="M287 60A13 13 0 0 1 300 47M273.9 60A26.1 26.1 0 0 1 300 33.9M260.9 60A39.1 39.1 0 0 1 300 20.9M247.8 60A52.2 52.2 0 0 1 300 7.8"
        />
        <path
          className="dots"
          d="M73 300A13 13 0 0 0 60 287M86.1 300A26.1 26.1 0 0 0 60 273.9M99.1 300A39.1 39.1 0 0 0 60 260.9M112.2 300A52.2 52.2 0 0 0 60 247.8"
        />
      </>
    ),
    places: [
      [0, 300],
      [180, 240],
      [60, 180],
      [360, 180],
      [300, 300],
      [180, 60],
    ],
    path: (
      <>
        <Path d="M90 420V360A30 30 0 0 1 120 330A30 30 0 0 0 150 300V240A30 30 0 0 1 180 210H240A30 30 0 0 1 270 240A30 30 0 0 0 300 270A30 30 0 0 0 330 240V180A30 30 0 0 0 300 150A30 30 0 0 1 270 120A30 30 0 0 1 300 90H360H390" />
        <circle className="sun" cx="390" cy="90" r="21.6" />
        <circle className="sund" cx="390" cy="90" r="27" />
        <Walker transform="translate(212 212) scale(1.15)" />
      </>
    ),
  },
}
