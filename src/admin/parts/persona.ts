/** The default simulated user: with full access. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'

/**
 * In the order that users pass through them; same as the engine's STAGES, after the signed-out
 * visitor.
 */
export const PERSONA_STAGES = [
  'signedOut',
  'onboarding',
  'research',
  'workerType',
  'fullAccess',
] as const

export function firstPersona(country: string, language: string): PersonaInput {
  return { plan: 'powerPlus', stage: 'fullAccess', country, language }
}

/** Countries for which features are decided by themselves. */
export function namedCountries({ features }: Pick<Catalog, 'features'>): readonly string[] {
  const named = features.flatMap(({ allow }) => allow.flatMap(({ countries }) => countries))
  return [...new Set(named)].filter((code) => code !== '*')
}

/** The same preview at another page: `/preview/<token>` prefixes every path. */
export function linkTo(url: string, path: string): string {
  const [before = ''] = /^\/preview\/[^/]+/.exec(url) ?? []
  return before === '' ? url : before + path
}

/** `home-action:outcome`, or nothing. */
export function variantOf({ arms = {} }: PersonaInput): string {
  return Object.entries(arms)
    .map((each) => each.join(':'))
    .join('')
}

/** @param variant as `variantOf` writes it */
export function armsFrom(persona: PersonaInput, variant: string): PersonaInput {
  const { arms: _before, ...rest } = persona
  const [experiment = '', arm = ''] = variant.split(':')
  return variant === '' ? rest : { ...rest, arms: { [experiment]: arm } }
}

/** How wide the page is: as on a phone, as there is room, or as on a large screen. */
export const DEVICES = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof DEVICES)[number]
