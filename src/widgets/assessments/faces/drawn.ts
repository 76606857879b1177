/** Who is drawn and how the face moves, by number. The numbers were assigned at random. */

import type { HairName } from './hair.tsx'
import type { SkinName } from './skins.ts'

/**
 * The left eye as seen by the viewer; the other one mirrors it. `open` is how far the lids are
 * above and below its middle.
 */
export type Eye =
  | {
      readonly open: readonly [top: number, bottom: number]
      readonly slant?: number
      readonly look?: readonly [x: number, y: number]
      readonly iris?: number
      readonly bag?: string
    }
  | { readonly shut: string }
export type Mouth =
  | { readonly line: string; readonly lips?: string }
  | {
      readonly open: string
      readonly teeth?: string
      readonly gaps?: string
      readonly tongue?: string
    }

export type Drawn = {
  readonly ground: 'dawn' | 'sky' | 'haze'
  readonly cloth: 'indigo' | 'blue' | 'orange' | 'clay' | 'paper'
  readonly skin: SkinName
  readonly hair: HairName
  readonly hairColour: string
  /** Partings, bands and patterns. */
  readonly band: string
  readonly brow?: string
  readonly glasses?: true
  readonly blush?: true
  readonly tilt?: string
  readonly eye: Eye
  readonly otherEye?: Eye
  /** The left brow, outer end first; the other one mirrors it unless it is set. */
  readonly brows: string
  readonly otherBrow?: string
  readonly nose?: string
  readonly creases?: string
  readonly mouth: Mouth
  readonly drops?: string
  /** Fingers on both cheeks. */
  readonly hands?: true
}

const BLACK = '#1b1216'
const INK = '#2a1d1a'
const BROWN = '#4a2e1f'

export const DRAWN: readonly Drawn[] = [
  // 1
  {
    ground: 'sky',
    cloth: 'orange',
    skin: 'umber',
    hair: 'knots',
    hairColour: BLACK,
    band: '#7c4c30',
    brows: 'M63 78Q76 66 92 73',
    eye: { open: [11, 9], iris: 6.2 },
    nose: 'M92 121q8 6 16 0',
    creases: 'M86 67q14-4 28 0',
    mouth: {
      open: 'M100 130c10 0 15 7 15 14s-5 13-15 13-15-6-15-13 5-14 15-14z',
      tongue: 'M90 152c4-5 16-5 20 0-5 5-15 5-20 0z',
    },
  },
  // 2
  {
    ground: 'dawn',
    cloth: 'indigo',
    skin: 'honey',
    hair: 'side',
    hairColour: BLACK,
    band: BLACK,
    brows: 'M63 82Q78 85 93 94',
    eye: { open: [5, 5], slant: -3, look: [0, -1] },
    nose: 'M89 121q4 5 11 4q7 1 11-4',
    creases: 'M97 84v8M103 84v8',
    mouth: { line: 'M82 143q18-5 36 0', lips: 'M84 143q16-9 32 0q-16 5-32 0z' },
  },
  // 3
  {
    ground: 'dawn',
    cloth: 'blue',
    skin: 'ebony',
    hair: 'afro',
    hairColour: BLACK,
    band: BLACK,
    tilt: 'rotate(5 100 150)',
    blush: true,
    brows: 'M63 82Q76 74 91 79',
    eye: { shut: 'M66 104Q80 88 94 104' },
    creases: 'M63 97l-4-3M137 97l4-3M72 112q8 4 16 1M128 112q-8 4-16 1',
    mouth: {
      open: 'M70 127Q100 135 130 127Q128 160 100 160Q72 160 70 127z',
      teeth:
        'M73.5 129.500Q100 137 126.5 129.500Q125 139 122 141Q100 147 78 141Q75 139 73.5 129.500z',
      tongue: 'M82 152c6-8 30-8 36 0-8 7-28 7-36 0z',
    },
  },
  // 4
  {
    ground: 'haze',
    cloth: 'paper',
    skin: 'bronze',
    hair: 'straight',
    hairColour: BLACK,
    band: BLACK,
    brows: 'M62 83Q76 76 92 71',
    eye: { open: [10, 8], iris: 4.6 },
    creases: 'M90 63q10-4 20 0M93 69l3 4M107 69l-3 4',
    mouth: {
      open: 'M74 147Q76 135 100 135Q124 135 126 147Q100 153 74 147z',
      teeth: 'M78 145Q80 138 100 138Q120 138 122 145Q100 150 78 145z',
      gaps: 'M78 143.500q22 3 44 0M88 139v8M100 138v10M112 139v8',
    },
    drops: 'M136 66c5 7 6 9 6 12a6 6 0 0 1-12 0c0-3 1-5 6-12z',
  },
  // 5
  {
    ground: 'sky',
    cloth: 'clay',
    skin: 'chestnut',
    hair: 'wrap',
    hairColour: '#f58220',
    band: '#ffe0c4',
    brows: 'M62 92Q74 86 91 78',
    eye: { open: [5, 5], slant: 5, look: [0, 2.5], bag: 'M73 113q7 2 14-1' },
    creases: 'M94 70q6-3 12 0',
    mouth: { line: 'M83 147Q100 136 117 147', lips: 'M88 145q12-7 24 0q-3 8-12 8t-12-8z' },
  },
  // 6
  {
    ground: 'dawn',
    cloth: 'blue',
    skin: 'sand',
    hair: 'curls',
    hairColour: BROWN,
    band: BROWN,
    brow: '#3a2218',
    tilt: 'rotate(-5 100 150)',
    brows: 'M63 83Q77 77 93 88',
    eye: { open: [4.5, 1.5], look: [4, 1], bag: 'M69 111q10-6 21-2' },
    otherBrow: 'M137 87Q123 84 107 90',
    nose: 'M87 122q3-8 7-3q6 5 12 0q4-5 7 3',
    creases: 'M93 102l14 0M94 108l12 0M95 114l10 0M81 120q-8 6-9 17M119 120q8 6 9 17',
    mouth: {
      open: 'M77 148Q80 136 92 134Q100 138 108 134Q120 136 123 148Q112 150 100 150Q88 150 77 148z',
      teeth:
        'M82 143Q85 138.5 92 137.500Q100 141 108 137.500Q115 138.5 118 143Q110 141 100 141.500Q90 141 82 143z',
      tongue: 'M88 147Q100 143 112 147Q114 159 100 160Q86 159 88 147z',
    },
  },
  // 7
  {
    ground: 'haze',
    cloth: 'orange',
    skin: 'umber',
    hair: 'shaved',
    hairColour: BLACK,
    band: BLACK,
    blush: true,
    brows: 'M64 83Q77 77 91 82',
    eye: { open: [6, 2.5], bag: 'M71 111q9 3 17-1' },
    creases: 'M76 128q-4 3-3 8M124 128q4 3 3 8',
    mouth: { line: 'M78 133Q100 153 122 133' },
  },
  // 8
  {
    ground: 'sky',
    cloth: 'indigo',
    skin: 'chestnut',
    hair: 'locs',
    hairColour: INK,
    band: '#8a5a3c',
    brows: 'M61 76Q78 82 94 95',
    eye: { open: [6, 5], slant: -4, iris: 5.6 },
    nose: 'M87 121q3-5 6 0q7 6 14 0q3-5 6 0',
    creases: 'M96 82v9M104 82v9M80 122q-9 8-10 20M120 122q9 8 10 20',
    mouth: {
      open: 'M76 136Q100 128 124 136Q128 148 122 159Q100 164 78 159Q72 148 76 136z',
      teeth:
        'M79 137.500Q100 131 121 137.500L120 143Q100 138 80 143zM82 157.500Q100 161 118 157.500L119 152Q100 156 81 152z',
      tongue: 'M88 152q12-5 24 0q-12 4-24 0z',
    },
  },
  // 9
  {
    ground: 'dawn',
    cloth: 'paper',
    skin: 'light',
    hair: 'bun',
    hairColour: '#7a4a2a',
    band: '#3b4b9b',
    brow: '#5a3620',
    brows: 'M63 80Q76 70 91 76',
    eye: { open: [9, 8] },
    mouth: { open: 'M100 135c6 0 9 4 9 8s-3 8-9 8-9-4-9-8 3-8 9-8z' },
  },
  // 10
  {
    ground: 'haze',
    cloth: 'indigo',
    skin: 'bronze',
    hair: 'rows',
    hairColour: BLACK,
    band: '#ab7149',
    tilt: 'rotate(-4 100 150)',
    brows: 'M63 90Q76 85 92 76',
    eye: { shut: 'M67 100Q80 107 93 99' },
    creases: 'M92 66q8-4 16 0M80 124q-7 6-8 14M120 124q7 6 8 14',
    nose: 'M90 121q10 8 20 0',
    mouth: {
      open: 'M78 153Q82 134 100 134Q118 134 122 153Q100 143 78 153z',
      teeth: 'M87 140Q92 137.5 100 137.500Q108 137.5 113 140Q100 138.5 87 140z',
    },
    drops:
      'M72 106c6 14 7 20 7 24a7 7 0 0 1-14 0c0-4 1-10 7-24zM128 106c6 10 7 14 7 18a7 7 0 0 1-14 0c0-4 1-8 7-18z',
  },
  // 11
  {
    ground: 'sky',
    cloth: 'orange',
    skin: 'bronze',
    hair: 'flat',
    hairColour: BLACK,
    band: BLACK,
    tilt: 'rotate(-6 100 150)',
    brows: 'M63 84Q78 79 93 88',
    otherBrow: 'M137 83Q122 77 107 87',
    eye: { open: [4.5, 2], look: [5, 1], bag: 'M69 111q10-6 21-3' },
    nose: 'M87 122q3-8 7-3q6 5 12 0q4-5 7 3',
    creases: 'M94 103l12 0M95 109l10 0M119 119q9 5 11 16M81 121q-6 4-7 12',
    mouth: {
      line: 'M79 148Q88 139 100 142Q112 135 123 144',
      lips: 'M79 148Q87 134 96 134Q100 137 104 133Q116 130 123 144Q112 136 100 142Q88 140 79 148zM88 146q12 5 26-4q-8 13-26 4z',
    },
  },
  // 12
  {
    ground: 'dawn',
    cloth: 'clay',
    skin: 'chestnut',
    hair: 'puffs',
    hairColour: BLACK,
    band: '#f58220',
    hands: true,
    brows: 'M61 81Q76 74 92 66',
    eye: { open: [13, 10], iris: 3.8 },
    creases: 'M88 58q12-4 24 0M93 67l3 5M107 67l-3 5',
    mouth: {
      open: 'M80 152Q82 134 100 134Q118 134 120 152Q116 160 100 160Q84 160 80 152z',
      teeth:
        'M85 142Q90 137.5 100 137.500Q110 137.5 115 142Q100 139 85 142zM86 156Q100 152 114 156Q108 157.5 100 157.500Q92 157.5 86 156z',
    },
    drops: 'M60 64c4 6 5 8 5 11a5 5 0 0 1-10 0c0-3 1-5 5-11z',
  },
  // 13
  {
    ground: 'sky',
    cloth: 'paper',
    skin: 'honey',
    hair: 'scarf',
    hairColour: '#2b3880',
    band: '#7081cc',
    blush: true,
    brows: 'M66 84Q78 77 91 82',
    eye: { open: [5.5, 1], bag: 'M71 110q9 3 18-1' },
    creases: 'M64 97l-4-2M136 97l4-2',
    mouth: {
      open: 'M76 130Q100 137 124 130Q121 154 100 154Q79 154 76 130z',
      teeth: 'M79 132.500Q100 139 121 132.500Q119 144 115 146Q100 150 85 146Q81 144 79 132.500z',
    },
  },
  // 14
  {
    ground: 'haze',
    cloth: 'orange',
    skin: 'umber',
    hair: 'braids',
    hairColour: BLACK,
    band: '#f58220',
    tilt: 'rotate(6 100 150)',
    brows: 'M63 86Q78 85 94 96',
    eye: { shut: 'M67 98Q80 104 93 101M68 108Q80 105 92 104' },
    nose: 'M87 123q3-7 7-2q6 5 12 0q4-5 7 2',
    creases: 'M94 106l12 0M95 112l10 0M81 120q-9 7-10 18M119 120q9 7 10 18',
    mouth: {
      open: 'M78 148Q80 136 92 134Q100 138 108 134Q120 136 122 148Q112 152 100 152Q88 152 78 148z',
      teeth: 'M82 143Q85 138 93 137.500Q100 141 107 137.500Q115 138 118 143Q100 139.5 82 143z',
      tongue: 'M87 146Q100 142 113 146Q116 168 100 169Q84 168 87 146z',
    },
  },
  // 15
  {
    ground: 'sky',
    cloth: 'blue',
    skin: 'bronze',
    hair: 'beanie',
    hairColour: '#f58220',
    band: '#cc5e06',
    glasses: true,
    brows: 'M62 86Q77 72 92 82',
    eye: { open: [11, 10], iris: 6 },
    mouth: {
      open: 'M100 129c13 0 18 9 18 19s-6 17-18 17-18-7-18-17 5-19 18-19z',
      tongue: 'M88 158c4-7 20-7 24 0-6 5-18 5-24 0z',
    },
  },
  // 16
  {
    ground: 'haze',
    cloth: 'clay',
    skin: 'light',
    hair: 'short',
    hairColour: '#c98f4e',
    band: '#c98f4e',
    brow: '#a06a38',
    brows: 'M62 82Q77 77 93 70',
    eye: { open: [10, 7.5], look: [5, 0], iris: 4.8 },
    creases: 'M90 64q10-3 20 0M93 72l2 4M107 72l-2 4',
    mouth: { open: 'M80 144Q84 138 100 138Q116 138 120 144Q100 149 80 144z' },
  },
  // 17
  {
    ground: 'dawn',
    cloth: 'paper',
    skin: 'ebony',
    hair: 'short',
    hairColour: BLACK,
    band: BLACK,
    tilt: 'rotate(4 100 150)',
    brows: 'M62 91Q76 86 92 76',
    eye: { open: [4, 4.5], slant: 6, look: [-3, 3], bag: 'M72 113q8 3 15-1' },
    creases: 'M93 67q7-4 14 0',
    mouth: { line: 'M82 149Q100 133 118 149', lips: 'M88 146q12-8 24 0q-2 9-12 9t-12-9z' },
  },
  // 18
  {
    ground: 'haze',
    cloth: 'blue',
    skin: 'sand',
    hair: 'straight',
    hairColour: INK,
    band: INK,
    brows: 'M62 78Q78 84 94 95',
    eye: { open: [5, 4], slant: -4, iris: 6 },
    nose: 'M88 121q3-5 6 0q6 5 12 0q3-5 6 0',
    creases: 'M96 83v9M104 83v9',
    mouth: {
      open: 'M80 152Q78 138 100 137Q122 138 120 152Q100 146 80 152z',
      teeth: 'M84 147.500Q83 141 100 140.500Q117 141 116 147.500Q100 143 84 147.500z',
      gaps: 'M91 141.500v4M100 140.500v4M109 141.500v4',
    },
  },
  // 19
  {
    ground: 'dawn',
    cloth: 'indigo',
    skin: 'chestnut',
    hair: 'curls',
    hairColour: BLACK,
    band: BLACK,
    blush: true,
    brows: 'M63 82Q77 75 91 80',
    eye: { open: [6, 1.5], bag: 'M71 110q9 3 18-1' },
    creases: 'M63 97l-4-3M137 97l4-3',
    mouth: {
      open: 'M76 129Q100 136 124 129Q121 152 100 152Q79 152 76 129z',
      teeth: 'M79 131.500Q100 138 121 131.500Q119 142 115 144Q100 148 85 144Q81 142 79 131.500z',
    },
  },
  // 20
  {
    ground: 'sky',
    cloth: 'clay',
    skin: 'umber',
    hair: 'rows',
    hairColour: BLACK,
    band: '#7c4c30',
    glasses: true,
    brows: 'M63 80Q78 83 93 91',
    eye: { open: [5, 4.5], slant: -3 },
    creases: 'M97 80v8M103 80v8',
    mouth: { line: 'M82 146Q100 138 118 146', lips: 'M84 146q16-11 32 0q-16 4-32 0z' },
  },
]
