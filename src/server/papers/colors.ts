/** The colours of a file: the tenant's, as on a light screen. */

import { rolesOf } from '#engine/documents/contrast.ts'
import { hexOf } from '#engine/documents/fitting.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Colors } from '#engine/paper/context.ts'

const NAMES = [
  'ink',
  'ink-2',
  'brand',
  'cloth',
  'cloth-2',
  'cloth-3',
  'on-cloth',
  'on-cloth-2',
  'print',
  'sun',
  'step',
  'step-text',
  'line',
  'sunken',
  'ok',
] as const
export type PaperColors = Readonly<Record<(typeof NAMES)[number], string>>

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export function paperColors(config: ConfigDocument): PaperColors {
  const colors = reportColors(config)
  return Object.fromEntries(NAMES.map((name) => [name, colors[name] ?? BLACK])) as PaperColors
}

const BLACK = '#000000'

/** Further roles of what is drawn in files, as in base.css; a test compares them. */
export const DRAWN: Readonly<Record<string, string>> = {
  line: '#e2ded5',
  'brand-soft': 'primary-0',
  'brand-mid': 'primary-4',
  'on-cloth-2': 'primary-1',
  'cloth-3': 'primary-6',
  print: 'primary-2',
  'type-builder': '#e8a27c',
  'type-thinker': '#8fbdeb',
  'type-creator': '#f2a0b2',
  'type-helper': '#93cba1',
  'type-influencer': '#f7cb52',
  'type-organiser': '#bdb5e6',
  'type-ink': '#141b47',
  'type-paper': '#ffffff',
}

/** Every role, for reports. */
export function reportColors(config: ConfigDocument): Colors {
  const drawn = hexOf(config, { ...DRAWN, sun: 'secondary-3' })
  // A brand can only change what a role is, never remove one.
  return Object.fromEntries(
    Object.entries({ ...drawn, ...rolesOf(config, 'light') }).map(([name, value]) => [
      name,
      HEX.test(value) ? value : BLACK,
    ]),
  ) as Colors
}
