/** The large drawings of a report as SVG for paper, as the widgets draw them. */

import type { Colors } from './context.ts'
import { iconAt, svg, tileAt } from './pictures.ts'

const round = (value: number) => Math.round(value * 10) / 10

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)
}

type Anchor = 'start' | 'middle' | 'end'
function word(
  text: string,
  x: number,
  y: number,
  color: string,
  size = 14,
  anchor: Anchor = 'middle',
) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="Noto Sans, Noto Sans Ethiopic, Amiri" font-size="${size}" font-weight="700" fill="${color}">${escape(text)}</text>`
}

type Point = { readonly x: number; readonly y: number }
const list = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ')

export type Corner = { readonly title: string; readonly tile?: string; readonly icon?: string }
export type HexagonValue = {
  readonly share: number
  readonly top: boolean
  readonly swaps: boolean
}
export type HexagonLine = { readonly from: number; readonly to: number; readonly dotted: boolean }

const CENTRE = { x: 170, y: 172 }
const RADIUS = 104
const TILES = [
  { x: 170, y: 36, name: 8 },
  { x: 293, y: 92, name: 64 },
  { x: 293, y: 252, name: 288 },
  { x: 170, y: 308, name: 344 },
  { x: 47, y: 252, name: 288 },
  { x: 47, y: 92, name: 64 },
] as const

function pointAt(place: number, share = 1): Point {
  const angle = (place * Math.PI) / 3
  return {
    x: round(CENTRE.x + RADIUS * share * Math.sin(angle)),
    y: round(CENTRE.y - RADIUS * share * Math.cos(angle)),
  }
}

/** @param values one a corner, clockwise from the top; without them only the corners and the lines */
export function hexagon(
  corners: readonly Corner[],
  colors: Colors,
  values: readonly HexagonValue[] = [],
  lines: readonly HexagonLine[] = [],
): string {
  const ring = (share: number) => list(TILES.map((_, place) => pointAt(place, share)))
  const points = values.map((value, place) => ({ ...value, ...pointAt(place, value.share) }))
  const strong = colors['line-strong']
  return svg(
    '-6 -8 352 360',
    [
      ...[0.25, 0.5, 0.75].map(
        (share) =>
          `<polygon points="${ring(share)}" fill="none" stroke="${strong}" stroke-width="1.8" stroke-linecap="round" stroke-dasharray="0 5"/>`,
      ),
      `<polygon points="${ring(1)}" fill="none" stroke="${strong}" stroke-width="1.2"/>`,
      points.length > 0
        ? `<polygon points="${list(points)}" fill="${colors['brand-mid']}" fill-opacity="0.28" stroke="${colors['brand']}" stroke-width="3" stroke-linejoin="round"/>`
        : '',
      ...lines.map(({ from, to, dotted }) => {
        const [a, b] = [pointAt(from), pointAt(to)]
        return `<line x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke="${colors['brand']}" stroke-linecap="round" stroke-width="${dotted ? 4 : 6}"${dotted ? ' stroke-dasharray="0 9"' : ''}/>`
      }),
      ...points.map(
        ({ x, y, top, swaps }) =>
          (swaps
            ? `<circle cx="${x}" cy="${y}" r="10" fill="none" stroke="${colors['brand']}" stroke-width="2.4" stroke-linecap="round" stroke-dasharray="0 5.24"/>`
            : '') +
          (top
            ? `<circle cx="${x}" cy="${y}" r="5.5" fill="${colors['step']}" stroke="${colors['brand']}" stroke-width="2.5"/>`
            : `<circle cx="${x}" cy="${y}" r="3.5" fill="${colors['brand']}"/>`),
      ),
      ...corners.map(({ title, tile, icon }, place) => {
        const { x, y, name } = TILES[place]!
        const mark =
          tile !== undefined
            ? tileAt(tile, x - 19, y - 19, 38, colors)
            : `<rect x="${x - 19}" y="${y - 19}" width="38" height="38" rx="9" fill="${colors['brand-soft']}"/>${icon === undefined ? '' : iconAt(icon, x - 12, y - 12, colors['brand'])}`
        return mark + word(title, x, name, colors['ink'])
      }),
    ].join(''),
  )
}

export type End = { readonly text: string; readonly icon?: string }
const BOX = { x: 84, y: 64, size: 192 }
const TILE = 40

/** Two axes between four ends, and a stone for each point, numbered if there are several. */
export function axes(
  { up, down, left, right }: Readonly<Record<'up' | 'down' | 'left' | 'right', End>>,
  points: readonly Point[],
  { middle, many }: { readonly middle: number | null; readonly many: boolean },
  colors: Colors,
): string {
  const place = ({ x, y }: Point): Point => ({
    x: round(BOX.x + (x / 100) * BOX.size),
    y: round(BOX.y + BOX.size - (y / 100) * BOX.size),
  })
  const centre = place({ x: 50, y: 50 })
  const end = ({ text, icon }: End, x: number, y: number, above = false) =>
    (icon === undefined
      ? ''
      : `<rect x="${x - TILE / 2}" y="${y - TILE / 2}" width="${TILE}" height="${TILE}" rx="11" fill="${colors['brand-soft']}"/>${iconAt(icon, x - 12, y - 12, colors['brand'])}`) +
    word(
      text,
      x,
      icon === undefined ? y + 5 : above ? y - TILE / 2 - 8 : y + TILE / 2 + 18,
      colors['ink'],
    )
  const dotted = `fill="none" stroke="${colors['line-strong']}" stroke-linecap="round"`
  const top = up.icon === undefined ? 30 : -10
  const bottom = BOX.y + BOX.size + (down.icon === undefined ? 30 : 80)
  return svg(
    `0 ${top} 360 ${bottom - top}`,
    [
      `<rect x="${BOX.x}" y="${BOX.y}" width="${BOX.size}" height="${BOX.size}" rx="20" fill="${colors['sunken']}"/>`,
      `<path d="M${BOX.x + 8} ${centre.y}H${BOX.x + BOX.size - 8}M${centre.x} ${BOX.y + 8}V${BOX.y + BOX.size - 8}" ${dotted} stroke-width="1.8" stroke-dasharray="0 5"/>`,
      middle === null
        ? ''
        : `<circle cx="${centre.x}" cy="${centre.y}" r="${round((middle / 100) * BOX.size)}" ${dotted} stroke-width="3" stroke-dasharray="0 6.5"/>`,
      end(up, centre.x, up.icon === undefined ? 48 : 36, true),
      end(down, centre.x, BOX.y + BOX.size + (down.icon === undefined ? 18 : 28)),
      end(left, 42, centre.y),
      end(right, 318, centre.y),
      ...points.map((point, index) => {
        const { x, y } = place(point)
        const [ground, front] =
          index === 0 ? [colors['step'], colors['on-step']] : [colors['brand'], colors['on-brand']]
        const way = many
          ? ''
          : `<line x1="${centre.x}" y1="${centre.y}" x2="${x}" y2="${y}" stroke="${colors['brand']}" stroke-width="7" stroke-linecap="round"/>`
        return `${way}<circle cx="${x}" cy="${y}" r="${many ? 12 : 10}" fill="${ground}" stroke="#fff" stroke-width="3"/>${many ? word(String(index + 1), x, y + 4.5, front!, 13) : ''}`
      }),
    ].join(''),
  )
}

const HALF = { x: 104, y: 104, radius: 82, gap: 18, stone: 13 }

/** A half ring in steps, solid up to the stone. @param low, high the steps that it may be in */
export function dial(steps: number, at: number, low: number, high: number, colors: Colors): string {
  const width = (180 - HALF.gap * (steps - 1)) / steps
  const begin = (step: number) => step * (width + HALF.gap)
  const stone = low === high ? begin(at) + width / 2 : begin(high) - HALF.gap / 2
  const onRing = (degrees: number): Point => {
    const angle = (Math.PI * (180 - degrees)) / 180
    return {
      x: round(HALF.x + HALF.radius * Math.cos(angle)),
      y: round(HALF.y - HALF.radius * Math.sin(angle)),
    }
  }
  const arc = (from: number, to: number, look: string) => {
    if (from >= to) return ''
    const [a, b] = [onRing(from), onRing(to)]
    return `<path d="M${a.x} ${a.y}A${HALF.radius} ${HALF.radius} 0 0 1 ${b.x} ${b.y}" fill="none" stroke-linecap="round" ${look}/>`
  }
  const parts = Array.from(
    { length: steps },
    (_, step) => [begin(step), begin(step) + width] as const,
  )
  const { x, y } = onRing(stone)
  return svg(
    '0 0 208 116',
    [
      ...parts.map(([from, to]) =>
        arc(
          Math.max(from, stone + HALF.stone),
          to,
          `stroke="${colors['line-strong']}" stroke-width="7" stroke-dasharray="0 12"`,
        ),
      ),
      ...parts.map(([from, to]) =>
        arc(from, Math.min(to, stone), `stroke="${colors['brand']}" stroke-width="15"`),
      ),
      `<circle cx="${x}" cy="${y}" r="13" fill="${colors['step']}" stroke="#fff" stroke-width="4"/>`,
    ].join(''),
  )
}

export type Slice = { readonly icon: string; readonly score: number | null; readonly top: boolean }
export type SliceGroup = { readonly label: string; readonly slices: readonly Slice[] }
const WHEEL = { x: 180, y: 186, inner: 16, outer: 118, rim: 138 }
const CORNERS: readonly (readonly [x: number, y: number])[] = [
  [356, 20],
  [356, 366],
  [4, 366],
  [4, 20],
]

/** Groups around a circle, clockwise from the upper end: the longer a slice, the higher its score. */
export function wheel(groups: readonly SliceGroup[], colors: Colors): string {
  const slices = groups.flatMap((group) => group.slices)
  const step = 360 / slices.length
  const on = (angle: number, radius: number): Point => {
    const turn = (angle * Math.PI) / 180
    return {
      x: round(WHEEL.x + radius * Math.sin(turn)),
      y: round(WHEEL.y - radius * Math.cos(turn)),
    }
  }
  const wedge = (from: number, radius: number, color: string) => {
    const { inner } = WHEEL
    const [a, b, c, d] = [
      on(from, inner),
      on(from, radius),
      on(from + step, radius),
      on(from + step, inner),
    ]
    return `<path d="M${a.x} ${a.y}L${b.x} ${b.y}A${radius} ${radius} 0 0 1 ${c.x} ${c.y}L${d.x} ${d.y}A${inner} ${inner} 0 0 0 ${a.x} ${a.y}Z" fill="${color}" stroke="#fff" stroke-width="2"/>`
  }
  const ends = groups.map((_, index) =>
    groups.slice(0, index + 1).reduce((sum, group) => sum + group.slices.length, 0),
  )
  const { inner, outer } = WHEEL
  return svg(
    '0 0 360 372',
    [
      ...slices.map(({ icon, score, top }, index) => {
        const rim = on((index + 0.5) * step, WHEEL.rim)
        return (
          wedge(index * step, outer, colors['brand-soft']) +
          (score === null
            ? ''
            : wedge(
                index * step,
                inner + ((outer - inner) * score) / 100,
                colors[top ? 'brand' : 'brand-mid'],
              )) +
          iconAt(icon, rim.x - 12, rim.y - 12, colors[top ? 'brand' : 'ink-2'], top ? 2.5 : 2)
        )
      }),
      slices.some(({ score }) => score !== null)
        ? `<circle cx="${WHEEL.x}" cy="${WHEEL.y}" r="${(inner + outer) / 2}" fill="none" stroke="${colors['step']}" stroke-width="3.5" stroke-linecap="round" stroke-dasharray="0 9"/>`
        : '',
      ...ends.map((end) => {
        const [from, to] = [on(end * step, inner - 2), on(end * step, outer + 2)]
        return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#fff" stroke-width="5"/>`
      }),
      ...groups.map(({ label }, index) => {
        const [x, y] = CORNERS[index]!
        return word(label, x, y, colors['ink'], 15, x < WHEEL.x ? 'start' : 'end')
      }),
    ].join(''),
  )
}

/** Two circles in the colours of two types, one over the other. */
export function overlap(types: readonly string[], colors: Colors): string {
  return svg(
    '2 2 52 36',
    types
      .slice(0, 2)
      .map(
        (type, index) =>
          `<circle cx="${20 + index * 16}" cy="20" r="17" fill="${colors[`type-${type}`]}" fill-opacity="${index === 0 ? 1 : 0.8}"/>`,
      )
      .join(''),
  )
}
