/**
 * A card with words and drawings, drawn on a canvas of this device: nothing is fetched, and nothing
 * leaves it but the picture. Kept below 10 kB, so that sending it costs next to nothing.
 */

import { TYPE_PATHS, type Cut } from '#widgets/drawings/typePaths.ts'
import type { WorkerType } from '#widgets/parts/Glyph.tsx'
import { palettePng } from './palettepng.ts'

export const SHAPES = ['tall', 'square', 'wide'] as const
export type Shape = (typeof SHAPES)[number]

/** In units of the drawing; a picture has `scale` times as many pixels. */
export const SIZES: Readonly<Record<Shape, readonly [width: number, height: number]>> = {
  tall: [360, 640],
  square: [360, 360],
  wide: [360, 188],
}
export const MAX_BYTES = 10_000

export type CardWords = {
  readonly types: readonly { readonly id: WorkerType; readonly name: string }[]
  /** "I am a" */
  readonly over: string
  /** "And you?" */
  readonly ask: string
  readonly address: string
  readonly language: string
  readonly isRtl: boolean
}

type Colors = Readonly<Record<'cloth' | 'print' | 'step' | 'sun' | 'ink', string>> & {
  readonly types: Readonly<Record<WorkerType, string>>
}

/** The tenant's own, from the page. */
export function colorsOf(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Colors {
  const of = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise
  return {
    cloth: of('--primary-8', '#1F2963'),
    print: of('--primary-1', '#DDE2F6'),
    step: of('--secondary-5', '#F58220'),
    sun: of('--secondary-3', '#FFAB61'),
    ink: of('--type-ink', '#141B47'),
    types: {
      builder: of('--type-builder', '#E8A27C'),
      thinker: of('--type-thinker', '#8FBDEB'),
      creator: of('--type-creator', '#F2A0B2'),
      helper: of('--type-helper', '#93CBA1'),
      influencer: of('--type-influencer', '#F7CB52'),
      organiser: of('--type-organiser', '#BDB5E6'),
    },
  }
}

type Look = {
  readonly path: string
  readonly sun: readonly [x: number, y: number, r: number]
  /** The tiles: the first one's corner, the step to the next, the size of 48 units. */
  readonly tiles: readonly [x: number, y: number, dx: number, dy: number, scale: number]
  /** Lines: where they start, how large at most, and how wide they may be. */
  readonly over: readonly [x: number, y: number, size: number]
  readonly names: readonly [x: number, y: number, dy: number, size: number, width: number]
  readonly foot?: readonly [x: number, y: number]
}
const LOOKS: Readonly<Record<Shape, Look>> = {
  tall: {
    path: 'M60 640V560a30 30 0 0 1 30-30H300a30 30 0 0 0 30-30V100',
    sun: [330, 78, 22],
    tiles: [28, 132, 0, 120, 1.44],
    over: [28, 84, 26],
    names: [112, 178, 120, 36, 194],
    foot: [110, 586],
  },
  square: {
    path: 'M0 330H240a30 30 0 0 0 30-30V120a30 30 0 0 1 30-30h20',
    sun: [326, 90, 20],
    tiles: [24, 28, 66, 0, 1.375],
    over: [24, 146, 20],
    names: [24, 186, 42, 38, 228],
  },
  wide: {
    path: 'M200 52h45a30 30 0 0 1 30 30v20a30 30 0 0 0 30 30h10',
    sun: [322, 132, 18],
    tiles: [20, 22, 60, 0, 1.25],
    over: [20, 112, 15],
    names: [20, 140, 30, 27, 236],
  },
}
const FONT = 'system-ui, Roboto, "Segoe UI", sans-serif'

export function drawCard(
  context: CanvasRenderingContext2D,
  shape: Shape,
  words: CardWords,
  colors: Colors,
  scale: number,
): void {
  const look = LOOKS[shape]
  const [width, height] = SIZES[shape]
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.fillStyle = colors.cloth
  context.fillRect(0, 0, width, height)
  const way = new Path2D(look.path)
  context.strokeStyle = colors.step
  context.lineWidth = 22
  context.stroke(way)
  context.strokeStyle = colors.cloth
  context.lineWidth = 3
  context.lineCap = 'round'
  context.setLineDash([0, 9])
  context.stroke(way)
  context.setLineDash([])
  context.fillStyle = colors.sun
  context.beginPath()
  context.arc(...look.sun, 0, 2 * Math.PI)
  context.fill()
  const [x, y, dx, dy, size] = look.tiles
  words.types.forEach(({ id }, index) => {
    context.save()
    context.translate(x + dx * index, y + dy * index)
    context.scale(size, size)
    context.fillStyle = colors.types[id]
    context.fillRect(0, 0, 48, 48)
    for (const cut of TYPE_PATHS[id]) drawCut(context, cut, colors.ink)
    context.restore()
  })
  drawWords(context, look, words, colors, shape)
}

function drawCut(context: CanvasRenderingContext2D, [how, path, turn]: Cut, ink: string): void {
  const drawn = new Path2D(path)
  context.save()
  if (turn?.x !== undefined) context.translate(turn.x, 0)
  if (turn?.rotate !== undefined) {
    context.translate(24, 24)
    context.rotate((turn.rotate * Math.PI) / 180)
    context.translate(-24, -24)
  }
  const color = how.startsWith('ink') ? ink : '#fff'
  if (how === 'ink' || how === 'white') {
    context.fillStyle = color
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(drawn)
  } else {
    context.strokeStyle = color
    context.lineWidth = 4
    context.lineCap = 'round'
    context.lineJoin = 'round'
    if (how === 'ink-dots') context.setLineDash([0, 7])
    context.stroke(drawn)
  }
  context.restore()
}

function drawWords(
  context: CanvasRenderingContext2D,
  look: Look,
  words: CardWords,
  colors: Colors,
  shape: Shape,
): void {
  context.direction = words.isRtl ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  const say = (text: string, x: number, y: number, size: number, width: number, color: string) => {
    context.fillStyle = color
    context.font = `800 ${size}px ${FONT}`
    const wide = context.measureText(text).width
    // Long names of other languages become smaller, never cut.
    if (wide > width) context.font = `800 ${Math.floor((size * width) / wide)}px ${FONT}`
    context.fillText(text, x, y)
  }
  const [x, y, size] = look.over
  const [nx, ny, dy, large, width] = look.names
  say(words.over, x, y, size, shape === 'tall' ? 280 : 230, colors.print)
  const names = words.types.map(({ name }) => name)
  if (shape === 'wide') {
    const [first = '', ...rest] = names
    say(
      [first, rest[0]].filter(Boolean).join(', ') + (rest.length > 1 ? ',' : ''),
      nx,
      ny,
      large,
      width,
      '#fff',
    )
    if (rest[1] !== undefined) say(rest[1], nx, ny + dy, large, width, '#fff')
  } else
    names.forEach((name, index) => {
      const comma = shape === 'square' && index < names.length - 1 ? ',' : ''
      say(name + comma, nx, ny + dy * index, large, width, '#fff')
    })
  if (look.foot === undefined) return
  const [fx, fy] = look.foot
  say(words.ask, fx, fy, 26, 210, '#fff')
  say(words.address, fx, fy + 28, 18, 210, colors.print)
}

/** Sharp first: the largest that stays below the limit. */
const SCALES = [2, 1.5, 1.25, 1, 0.8]

/** @returns a PNG of at most MAX_BYTES; null if this browser can't make one */
export async function pictureOf(
  shape: Shape,
  words: CardWords,
  colors: Colors,
): Promise<Blob | null> {
  for (const scale of SCALES) {
    const canvas = document.createElement('canvas')
    const [width, height] = SIZES[shape]
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const context = canvas.getContext('2d')
    if (context === null) return null
    drawCard(context, shape, words, colors, scale)
    const blob = await toPng(context)
    if (blob !== null && blob.size <= MAX_BYTES) return blob
  }
  return null
}

async function toPng(context: CanvasRenderingContext2D): Promise<Blob | null> {
  const { width, height } = context.canvas
  if (typeof CompressionStream === 'function')
    return palettePng(context.getImageData(0, 0, width, height).data, width, height)
  // Browsers before 2023: larger, so at a smaller scale.
  return new Promise((resolve) => context.canvas.toBlob(resolve, 'image/png'))
}
