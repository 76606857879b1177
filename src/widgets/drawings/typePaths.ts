/**
 * The six worker types as paths on 48 units, for drawing on a canvas: the same cut paper as
 * parts/Glyph.tsx. [how, path, transform]: filled or stroked, with ink or white.
 */

import type { WorkerType } from '#widgets/parts/Glyph.tsx'

export type Cut = readonly [
  how: 'ink' | 'white' | 'ink-line' | 'white-line' | 'ink-dots',
  path: string,
  turn?: { readonly rotate?: number; readonly x?: number },
]

const BOX = (x: number, y: number, width: number, height: number, r: number) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`

export const TYPE_PATHS: Readonly<Record<WorkerType, readonly Cut[]>> = {
  builder: [
    ['ink', BOX(20.5, 17, 7, 26, 3.5), { rotate: 45 }],
    [
      'ink',
      'M10 8a12 12 0 0 1 8-2h16a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H19c-1-4-4-6.5-9-6.5z',
      { rotate: 45 },
    ],
    ['white', 'M30 6h4a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-4z', { rotate: 45 }],
  ],
  thinker: [
    ['ink', 'M24 5a14 14 0 0 0-8 25.5V33h16v-2.5A14 14 0 0 0 24 5z'],
    ['white-line', 'M17 19a7 7 0 0 1 7-7'],
    ['white', BOX(16, 34.5, 16, 4, 2)],
    ['ink', BOX(19, 40, 10, 4, 2)],
  ],
  creator: [
    ['ink', 'M41.5 6.5a4 4 0 0 0-5.7 0L22.5 20l5.6 5.6L41.5 12.2a4 4 0 0 0 0-5.7z'],
    ['white', 'M20.8 21.8l5.5 5.5-2 2-5.5-5.5z'],
    ['ink', 'M17.5 25c-5 .6-7 4-7.3 7.5-.2 2-1.2 3.5-3.2 4 6.5 2.7 15.5.6 16.3-6.3z'],
    ['white-line', 'M14 42.5h14a5 5 0 0 0 0-10'],
  ],
  helper: [
    ['ink', 'M24 27.5L14.2 17.7a6.9 6.9 0 0 1 9.8-9.8 6.9 6.9 0 0 1 9.8 9.8z'],
    [
      'ink',
      'M6 25h5a4 4 0 0 1 4 4v1h18v-1a4 4 0 0 1 4-4h5v3a15 15 0 0 1-15 15h-6A15 15 0 0 1 6 28z',
    ],
    ['white', 'M15 30h18a9 9 0 0 1-18 0z'],
  ],
  influencer: [
    ['ink', 'M33 7v31L18 30v-15z', { x: -1.5 }],
    ['white', 'M8 15h10v15H8a4 4 0 0 1-4-4v-7a4 4 0 0 1 4-4z', { x: -1.5 }],
    ['ink', 'M10 31.5h7l2.5 8.5a2.5 2.5 0 0 1-2.4 3.2h-2.3a2.5 2.5 0 0 1-2.4-1.8z', { x: -1.5 }],
    ['ink-line', 'M37 17.5a6 6 0 0 1 0 10', { x: -1.5 }],
    ['ink-dots', 'M39.5 9.5a14 14 0 0 1 0 26', { x: -1.5 }],
  ],
  organiser: [
    ['ink', BOX(6, 6, 16.5, 16.5, 4)],
    ['ink', 'M25.5 10a4 4 0 0 1 4-4H38a4 4 0 0 1 4 4v12.5H29.5a4 4 0 0 1-4-4z'],
    ['ink', BOX(6, 25.5, 16.5, 16.5, 4)],
    ['white', BOX(25.5, 25.5, 16.5, 16.5, 4)],
    ['ink-line', 'M29.5 34l3 3 5.5-6'],
  ],
}
