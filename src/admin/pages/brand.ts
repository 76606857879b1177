/**
 * Editing a brand: its colours, the fix for weak contrast, and a style sheet that shows it before
 * saving. Pure.
 */

import type { WeakPair } from '#engine/documents/contrast.ts'
import { fittedRoles } from '#engine/documents/fitting.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { DARK, LIGHT, SCALES, type Scheme } from '#engine/documents/roles.ts'
import { isSafeValue, scaleOf, type Scale } from '#engine/documents/theme.ts'

export type ScaleName = 'primary' | 'secondary'
export type Variables = 'cssVariables' | 'themeDark'

/** Position of the given colour among the ten steps. */
const PLACE = { primary: 8, secondary: 5 } as const

export function isColor(value: string): boolean {
  return isSafeValue('brand', value)
}

/** The ten steps of a scale: the tenant's, or the product's own. */
export function stepsOf(config: Pick<ConfigDocument, 'themeLight'>, name: ScaleName): Scale {
  const color = config.themeLight.colors[name]
  if (color === undefined || (typeof color === 'string' && !isColor(color))) return SCALES[name]
  return scaleOf(color, PLACE[name])
}

/** The colour that a scale is derived from. */
export function colorOf(config: Pick<ConfigDocument, 'themeLight'>, name: ScaleName): string {
  return stepsOf(config, name)[PLACE[name]]!
}

/** @param colour null resets it to the product's */
export function withColor(
  config: ConfigDocument,
  name: ScaleName,
  color: string | null,
): ConfigDocument {
  const { [name]: _, ...others } = config.themeLight.colors
  return {
    ...config,
    themeLight: {
      ...config.themeLight,
      colors: color === null ? others : { ...others, [name]: color },
    },
  }
}

/** @param value empty resets the role to the product's */
export function withVariable(
  config: ConfigDocument,
  where: Variables,
  role: string,
  value: string,
): ConfigDocument {
  const { [role]: _, ...others } = config[where] ?? {}
  const next = value === '' ? others : { ...config[where], [role]: value }
  if (where === 'cssVariables') return { ...config, cssVariables: next }
  const { themeDark: _dark, ...rest } = config
  return Object.keys(next).length === 0 ? rest : { ...rest, themeDark: next }
}

/** The nearest readable colour, set where the pair's foreground is defined. */
export function withContrast(
  config: ConfigDocument,
  { scheme, front, passes }: WeakPair,
): ConfigDocument {
  return passes === null
    ? config
    : withVariable(config, scheme === 'dark' ? 'themeDark' : 'cssVariables', front, passes)
}

/** Roles without a contrast check, as in base.css. */
const OTHER_LIGHT = {
  line: '#e2ded5',
  'brand-soft': 'primary-0',
  'brand-mid': 'primary-4',
  'brand-hover': 'primary-7',
  'on-cloth-2': 'primary-1',
  print: 'primary-2',
  'step-hover': 'secondary-4',
  focus: 'brand',
  'focus-gap': '#ffffff',
} as const
const OTHER_DARK = {
  line: '#31376a',
  'brand-soft': '#262d58',
  'brand-mid': '#6d7cc9',
  'brand-hover': '#d3dafb',
  focus: 'secondary-2',
  'focus-gap': '#0e1128',
} as const

/**
 * All custom properties of a brand, for one part of a page: the roles are set on the root of the
 * page, so a part with another brand needs all of them again.
 */
export function sampleCss(config: ConfigDocument, scheme: Scheme, selector: string): string {
  const fitted = fittedRoles(config)
  const roles: Record<string, string> = {
    ...LIGHT,
    ...OTHER_LIGHT,
    ...fitted.light,
    ...config.cssVariables,
    ...(scheme === 'dark' && { ...DARK, ...OTHER_DARK, ...fitted.dark, ...config.themeDark }),
  }
  const scales = (['primary', 'secondary'] as const).flatMap((name) =>
    stepsOf(config, name).map((value, step) => [`${name}-${step}`, value] as const),
  )
  const { rating = [], ratingInk = [] } = config.themeLight.colors
  const rates = [
    ...rating.map((value, index) => [`rate-${index + 1}`, value] as const),
    ...ratingInk.map((value, index) => [`on-rate-${index + 1}`, value] as const),
  ]
  const lines = [...scales, ...rates, ...Object.entries(roles)].flatMap(([name, value]) => {
    if (/^(?:(?:primary|secondary)-\d|brand)$/.test(value)) return [`--${name}:var(--${value})`]
    return /^[a-z0-9-]+$/.test(name) && isSafeValue(name, value) ? [`--${name}:${value}`] : []
  })
  return `${selector}{color-scheme:${scheme};${lines.join(';')}}`
}
