/**
 * Whether a brand is readable: every pair of colours that the product combines, light and dark
 * (look.md 7).
 */

import { fittedRoles, hexOf, nearestPassing, rolesSet, TEXT } from './fitting.ts'
import type { Brand, Scheme } from './roles.ts'
import { contrast, HEX } from './theme.ts'

const BORDER = 3
/**
 * Foreground roles, the backgrounds they appear on, and the required contrast (WCAG 2.2, 1.4.3 and
 * 1.4.11).
 */
const PAIRS: readonly (readonly [front: string, behind: readonly string[], least: number])[] = [
  ['ink', ['ground', 'surface', 'sunken'], TEXT],
  ['ink-2', ['ground', 'surface'], TEXT],
  ['brand', ['ground', 'surface'], TEXT],
  ['on-brand', ['brand'], TEXT],
  ['on-cloth', ['cloth', 'cloth-2', 'cloth-3'], TEXT],
  ['on-step', ['step'], TEXT],
  ['step-text', ['step-soft', 'surface'], TEXT],
  ['bad', ['bad-soft', 'surface'], TEXT],
  ['ok', ['ok-soft', 'surface'], TEXT],
  ['line-strong', ['ground', 'surface'], BORDER],
]

export type WeakPair = {
  readonly scheme: Scheme
  readonly front: string
  readonly behind: string
  readonly ratio: number
  readonly least: number
  readonly passes: string | null
}

/** Every role of a brand as plain hex, with those that are fitted to its colours. */
export function rolesOf(brand: Brand, scheme: Scheme): Readonly<Record<string, string>> {
  return hexOf(brand, rolesSet(brand, scheme, fittedRoles(brand)))
}

/**
 * Pairs with too little contrast, each with the nearest foreground colour that would pass on all
 * backgrounds it appears on.
 */
export function weakPairs(brand: Brand, scheme: Scheme): WeakPair[] {
  const roles = rolesOf(brand, scheme)
  return PAIRS.flatMap(([front, grounds, least]) => {
    const behinds = grounds.flatMap((name) => roles[name] ?? [])
    return grounds.flatMap((behind): WeakPair[] => {
      const [a = '', b = ''] = [roles[front], roles[behind]]
      // Values that are not colours are reported by another check.
      if (!HEX.test(a) || !HEX.test(b)) return []
      const ratio = contrast(a, b)
      return ratio >= least
        ? []
        : [
            {
              scheme,
              front,
              behind,
              ratio: Math.floor(ratio * 100) / 100,
              least,
              passes: nearestPassing(a, behinds, least),
            },
          ]
    })
  })
}
