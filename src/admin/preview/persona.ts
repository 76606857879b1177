/** Whom a preview imagines: somebody with everything open until it is said otherwise. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'

/** In the order in which a person comes through them; the same as STAGES of the engine, behind who is not signed in. */
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

/** The same preview at another page: `/preview/<token>` stands before every address of it. */
export function linkTo(url: string, path: string): string {
  const [before = ''] = /^\/preview\/[^/]+/.exec(url) ?? []
  return before === '' ? url : before + path
}
