/**
 * The roles that follow from a brand's two colours, so that every text can be read whatever colours a
 * tenant chooses: a pale colour is deepened where letters are on it, or are of it. Roles that the
 * tenant sets itself stay as they are, and are checked (contrast.ts).
 */

import { DARK, LIGHT, SCALES, type Brand, type Scheme } from './roles.ts'
import { contrast, HEX, mix, scaleOf } from './theme.ts'

type Roles = Readonly<Record<string, string>>
/** By scheme, only what differs from the product's own roles. */
export type Fitted = Readonly<Record<Scheme, Roles>>

/** Contrast that letters need (WCAG 2.2, 1.4.3). */
export const TEXT = 4.5
/** What a surface needs to be seen against the dark ground, about as the product's own. */
const SEEN = 1.3
const NOTHING: Fitted = { light: {}, dark: {} }
/** Roles of lesser weight that are fitted too, as in base.css; a test compares them. */
export const LESSER = { 'brand-hover': 'primary-7', 'on-cloth-2': 'primary-1' } as const

/** @returns nothing for a brand with the product's colours: its own roles fit */
export function fittedRoles(brand: Brand): Fitted {
  const { primary, secondary } = brand.themeLight.colors
  if (primary === undefined && secondary === undefined) return NOTHING
  const light = new Fitting(brand, 'light', NOTHING)
  if (light.isBroken) return NOTHING
  fitLight(light)
  const dark = new Fitting(brand, 'dark', { light: light.found, dark: {} })
  if (dark.isBroken) return NOTHING
  fitDark(dark, primary === undefined ? undefined : light.of('cloth'))
  return { light: light.found, dark: dark.found }
}

/** The roles of a scheme as they are set, from the weakest to the strongest. */
export function rolesSet(brand: Brand, scheme: Scheme, fitted: Fitted): Roles {
  return {
    ...LIGHT,
    ...fitted.light,
    ...brand.cssVariables,
    ...(scheme === 'dark' && { ...DARK, ...fitted.dark, ...brand.themeDark }),
  }
}

/** Steps of a scale, such as `primary-8`, as the colours of this brand. */
export function hexOf(brand: Brand, roles: Roles): Roles {
  const { colors } = brand.themeLight
  const scales: Readonly<Record<string, readonly string[]>> = {
    primary: colors.primary === undefined ? SCALES.primary : scaleOf(colors.primary, 8),
    secondary: colors.secondary === undefined ? SCALES.secondary : scaleOf(colors.secondary, 5),
  }
  return Object.fromEntries(
    Object.entries(roles).map(([name, value]) => {
      const [, scale, step] = /^(primary|secondary)-(\d)$/.exec(value) ?? []
      return [name, (scale === undefined ? undefined : scales[scale]?.[Number(step)]) ?? value]
    }),
  )
}

const MIXES = 64

/**
 * The colour nearest to `color`, towards black or towards white, that differs enough from each of
 * `grounds`; null if there is none.
 */
export function nearestPassing(
  color: string,
  grounds: readonly string[],
  least: number,
): string | null {
  for (let step = 0; step <= MIXES; step++) {
    for (const end of ['#000000', '#FFFFFF']) {
      const tried = step === 0 ? color : mix(color, end, step / MIXES)
      if (grounds.every((ground) => contrast(tried, ground) >= least)) return tried
    }
  }
  return null
}

/** The roles of one scheme while they are fitted. */
class Fitting {
  readonly found: Record<string, string> = {}
  readonly #roles: Record<string, string>
  readonly #own: Roles

  constructor(brand: Brand, scheme: Scheme, fitted: Fitted) {
    this.#own = (scheme === 'light' ? brand.cssVariables : brand.themeDark) ?? {}
    this.#roles = { ...hexOf(brand, { ...LESSER, ...rolesSet(brand, scheme, fitted) }) }
  }

  /** Some value is no colour, which another check reports. */
  get isBroken(): boolean {
    return !Object.keys({ ...LIGHT, ...LESSER }).every((name) => HEX.test(this.of(name)))
  }

  of(name: string): string {
    return this.#roles[name] ?? ''
  }

  /** Sets a role that the tenant doesn't set itself. */
  set(name: string, color: string | null): void {
    if (color === null || Object.hasOwn(this.#own, name) || color === this.of(name)) return
    this.found[name] = color
    this.#roles[name] = color
  }

  /** Deepens or lightens a role as far as letters need. */
  fit(name: string, ...grounds: readonly string[]): void {
    const behind = grounds.map((ground) => this.of(ground))
    this.set(name, nearestPassing(this.of(name), behind, TEXT))
  }
}

function fitLight(roles: Fitting): void {
  roles.fit('brand', 'ground', 'surface', 'on-brand')
  if (contrast(roles.of('on-brand'), roles.of('brand-hover')) < TEXT)
    roles.set('brand-hover', mix(roles.of('brand'), '#000000', 0.14))
  roles.fit('cloth', 'on-cloth')
  fitCloths(roles)
  roles.fit('on-step', 'step')
  roles.fit('step-text', 'step-soft', 'surface')
}

/** @param cloth the brand's own in light */
function fitDark(roles: Fitting, cloth: string | undefined): void {
  if (cloth !== undefined) {
    roles.set('cloth', nearestPassing(cloth, [roles.of('ground')], SEEN))
    roles.fit('cloth', 'on-cloth')
    for (const [name, share] of [
      ['cloth-2', 0.1],
      ['cloth-3', 0.2],
    ] as const)
      roles.set(name, mix(roles.of('cloth'), '#FFFFFF', share))
    fitCloths(roles)
  }
  roles.fit('brand', 'ground', 'surface')
  roles.fit('on-brand', 'brand')
}

/** Two more shades of the cloth: lighter where that can be read, else darker. */
function fitCloths(roles: Fitting): void {
  const shades = ['cloth-2', 'cloth-3']
  if (shades.some((name) => contrast(roles.of('on-cloth'), roles.of(name)) < TEXT))
    for (const [at, name] of shades.entries())
      roles.set(name, mix(roles.of('cloth'), '#000000', 0.14 * (at + 1)))
  roles.fit('on-cloth-2', 'cloth', ...shades)
}
