/**
 * The small pictures of a report as SVG for paper: icons, and the six types as cut paper. The same
 * shapes as on the screen, which a test compares.
 */

import { ICONS, type IconName } from '#engine/documents/icons.ts'
import type { Colors } from './context.ts'

/** A worker type's glyph on 48 units: k is ink, p paper; kl, pl and kd are lines of them. */
export const GLYPHS: Readonly<Record<string, string>> = {
  builder:
    '<g transform="rotate(45 24 24)"><rect class="k" x="20.5" y="17" width="7" height="26" rx="3.5"/><path class="k" d="M10 8a12 12 0 0 1 8-2h16a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H19c-1-4-4-6.5-9-6.5z"/><path class="p" d="M30 6h4a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-4z"/></g>',
  thinker:
    '<path class="k" d="M24 5a14 14 0 0 0-8 25.5V33h16v-2.5A14 14 0 0 0 24 5z"/><path class="pl" d="M17 19a7 7 0 0 1 7-7"/><rect class="p" x="16" y="34.5" width="16" height="4" rx="2"/><rect class="k" x="19" y="40" width="10" height="4" rx="2"/>',
  creator:
    '<path class="k" d="M41.5 6.5a4 4 0 0 0-5.7 0L22.5 20l5.6 5.6L41.5 12.2a4 4 0 0 0 0-5.7z"/><path class="p" d="M20.8 21.8l5.5 5.5-2 2-5.5-5.5z"/><path class="k" d="M17.5 25c-5 .6-7 4-7.3 7.5-.2 2-1.2 3.5-3.2 4 6.5 2.7 15.5.6 16.3-6.3z"/><path class="pl" d="M14 42.5h14a5 5 0 0 0 0-10"/>',
  helper:
    '<path class="k" d="M24 27.5L14.2 17.7a6.9 6.9 0 0 1 9.8-9.8 6.9 6.9 0 0 1 9.8 9.8z"/><path class="k" d="M6 25h5a4 4 0 0 1 4 4v1h18v-1a4 4 0 0 1 4-4h5v3a15 15 0 0 1-15 15h-6A15 15 0 0 1 6 28z"/><path class="p" d="M15 30h18a9 9 0 0 1-18 0z"/>',
  influencer:
    '<g transform="translate(-1.5 0)"><path class="k" d="M33 7v31L18 30v-15z"/><path class="p" d="M8 15h10v15H8a4 4 0 0 1-4-4v-7a4 4 0 0 1 4-4z"/><path class="k" d="M10 31.5h7l2.5 8.5a2.5 2.5 0 0 1-2.4 3.2h-2.3a2.5 2.5 0 0 1-2.4-1.8z"/><path class="kl" d="M37 17.5a6 6 0 0 1 0 10"/><path class="kd" d="M39.5 9.5a14 14 0 0 1 0 26"/></g>',
  organiser:
    '<rect class="k" x="6" y="6" width="16.5" height="16.5" rx="4"/><path class="k" d="M25.5 10a4 4 0 0 1 4-4H38a4 4 0 0 1 4 4v12.5H29.5a4 4 0 0 1-4-4z"/><rect class="k" x="6" y="25.5" width="16.5" height="16.5" rx="4"/><rect class="p" x="25.5" y="25.5" width="16.5" height="16.5" rx="4"/><path class="kl" d="M29.5 34l3 3 5.5-6"/>',
}

const ROUND = 'stroke-linecap="round" stroke-linejoin="round"'

/** What the classes of a glyph look like. */
function looksOf(colors: Colors): Readonly<Record<string, string>> {
  const [ink, paper] = [colors['type-ink'], colors['type-paper']]
  return {
    k: `fill="${ink}"`,
    p: `fill="${paper}"`,
    kl: `fill="none" stroke="${ink}" stroke-width="4" ${ROUND}`,
    kd: `fill="none" stroke="${ink}" stroke-width="4" stroke-dasharray="0 7.3" ${ROUND}`,
    pl: `fill="none" stroke="${paper}" stroke-width="3.5" ${ROUND}`,
  }
}

function glyphOf(type: string, colors: Colors): string {
  const looks = looksOf(colors)
  return (GLYPHS[type] ?? '').replace(/class="(\w+)"/g, (_, name: string) => looks[name] ?? '')
}

/** The shapes of an icon, on 24 units. */
export function iconShapes(name: string): string {
  const [shape = ''] = Object.hasOwn(ICONS, name) ? ICONS[name as IconName] : []
  return shape
    .split('|')
    .map((part) => {
      const [a, b, c, d, e] = part.slice(1).split(' ')
      if (part.startsWith('o')) return `<circle cx="${a}" cy="${b}" r="${c}"/>`
      if (part.startsWith('r'))
        return `<rect x="${a}" y="${b}" width="${c}" height="${d}" rx="${e}"/>`
      if (part.startsWith('e')) return `<ellipse cx="${a}" cy="${b}" rx="${c}" ry="${d}"/>`
      return `<path d="${part}"/>`
    })
    .join('')
}

/** An icon within a drawing. */
export function iconAt(name: string, x: number, y: number, color: string, width = 2): string {
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${color}" stroke-width="${width}" ${ROUND}>${iconShapes(name)}</g>`
}

export function svg(box: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`
}

/** The bare icon. */
export function icon(name: string, color: string): string {
  return svg('0 0 24 24', iconAt(name, 0, 0, color))
}

/** A type's tile within a drawing. @param size of its sides; the glyph has 0.76 of it */
export function tileAt(type: string, x: number, y: number, size: number, colors: Colors): string {
  const inset = size * 0.12
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.25}" fill="${colors[`type-${type}`]}"/><g transform="translate(${x + inset} ${y + inset}) scale(${(size * 0.76) / 48})">${glyphOf(type, colors)}</g>`
}

/** What is next to a name: a type's tile, an icon on a tile, or nothing. */
export function markOf(
  { tile, icon: name }: { readonly tile?: string; readonly icon?: string },
  colors: Colors,
  look: 'soft' | 'cloth' = 'soft',
): string | null {
  if (tile !== undefined) return svg('0 0 48 48', tileAt(tile, 0, 0, 48, colors))
  if (name === undefined) return null
  const [ground, front] =
    look === 'cloth'
      ? [colors['cloth-3'], colors['on-cloth']]
      : [colors['brand-soft'], colors['brand']]
  return svg(
    '-12 -12 48 48',
    `<rect x="-12" y="-12" width="48" height="48" rx="12" fill="${ground}"/>${iconAt(name, 0, 0, front!)}`,
  )
}
