/** The colours of a file: the tenant's, as on a light screen. */

import { rolesOf } from '#engine/documents/contrast.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'

const NAMES = [
  'ink',
  'ink-2',
  'brand',
  'cloth',
  'on-cloth',
  'step',
  'step-text',
  'line',
  'sunken',
  'ok',
] as const
export type PaperColors = Readonly<Record<(typeof NAMES)[number], string>>

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export function paperColors(config: ConfigDocument): PaperColors {
  const roles = rolesOf(config, 'light')
  const color = (name: string) => {
    const value = roles[name] ?? ''
    return HEX.test(value) ? value : '#000000'
  }
  return Object.fromEntries(NAMES.map((name) => [name, color(name)])) as PaperColors
}
