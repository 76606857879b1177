/**
 * Whether a brand is readable: every pair of colours that the product combines, light and dark
 * (look.md 7).
 */

import type { ConfigDocument } from './kinds.ts'
import { contrast, mix, scaleOf } from './theme.ts'

type Brand = Pick<ConfigDocument, 'themeLight' | 'themeDark' | 'cssVariables'>
export type Scheme = 'light' | 'dark'

/**
 * The product's own two scales and roles, as in base.css; a test compares them. `primary-8` is a
 * step of a scale.
 */
export const SCALES = {
  primary: [
    '#eff1fb',
    '#dde2f6',
    '#bcc5ec',
    '#97a4df',
    '#7081cc',
    '#4f61b4',
    '#3b4b9b',
    '#2b3880',
    '#1f2963',
    '#141b47',
  ],
  secondary: [
    '#fff2e6',
    '#ffe0c4',
    '#ffc795',
    '#ffab61',
    '#fb9440',
    '#f58220',
    '#cc5e06',
    '#a34800',
    '#7b3703',
    '#542604',
  ],
} as const
export const LIGHT: Readonly<Record<string, string>> = {
  ground: '#f8f6f2',
  surface: '#ffffff',
  sunken: '#f0ede6',
  'line-strong': '#85829a',
  ink: '#161a35',
  'ink-2': '#565b78',
  brand: 'primary-8',
  'on-brand': '#ffffff',
  cloth: 'primary-8',
  'cloth-2': 'primary-7',
  'cloth-3': 'primary-6',
  'on-cloth': '#ffffff',
  step: 'secondary-5',
  'on-step': 'primary-9',
  'step-soft': 'secondary-0',
  'step-text': 'secondary-7',
  bad: '#b3261e',
  'bad-soft': '#fdecea',
  ok: '#17683a',
  'ok-soft': '#e6f4ea',
}
export const DARK: Readonly<Record<string, string>> = {
  ground: '#0e1128',
  surface: '#191d3b',
  sunken: '#141833',
  'line-strong': '#7d84b4',
  ink: '#f2f1f8',
  'ink-2': '#b6bad8',
  brand: 'primary-2',
  'on-brand': 'primary-9',
  cloth: '#232d6c',
  'cloth-2': '#303b85',
  'cloth-3': '#414e9e',
  'step-soft': '#3a2713',
  'step-text': '#ffb066',
  bad: '#ffb4ab',
  'bad-soft': '#43211f',
  ok: '#8fd8a8',
  'ok-soft': '#17362a',
}

const TEXT = 4.5
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

/** Every role of a brand as plain hex. */
export function rolesOf(brand: Brand, scheme: Scheme): Readonly<Record<string, string>> {
  const { colors } = brand.themeLight
  const scales: Readonly<Record<string, readonly string[]>> = {
    primary: colors.primary === undefined ? SCALES.primary : scaleOf(colors.primary, 8),
    secondary: colors.secondary === undefined ? SCALES.secondary : scaleOf(colors.secondary, 5),
  }
  const roles = {
    ...LIGHT,
    ...brand.cssVariables,
    ...(scheme === 'dark' && { ...DARK, ...brand.themeDark }),
  }
  return Object.fromEntries(
    Object.entries(roles).map(([name, value]) => {
      const [, scale, step] = /^(primary|secondary)-(\d)$/.exec(value) ?? []
      return [name, (scale === undefined ? undefined : scales[scale]?.[Number(step)]) ?? value]
    }),
  )
}

/** Pairs with too little contrast, each with the nearest foreground colour that would pass. */
export function weakPairs(brand: Brand, scheme: Scheme): WeakPair[] {
  const roles = rolesOf(brand, scheme)
  return PAIRS.flatMap(([front, grounds, least]) =>
    grounds.flatMap((behind): WeakPair[] => {
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
              passes: nearestPassing(a, b, least),
            },
          ]
    }),
  )
}

const HEX = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
const STEPS = 64

/**
 * The colour nearest to `color`, towards black or towards white, that differs enough from `ground`.
 */
export function nearestPassing(color: string, ground: string, least: number): string | null {
  for (let step = 1; step <= STEPS; step++) {
    for (const end of ['#000000', '#FFFFFF']) {
      const tried = mix(color, end, step / STEPS)
      if (contrast(tried, ground) >= least) return tried
    }
  }
  return null
}
