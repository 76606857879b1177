/** Whom a preview imagines: somebody with everything open until it is said otherwise. */

import type { PersonaInput } from '#engine/admincontract.ts'

/** In the order in which a person comes through them; the same as STAGES of the engine, behind who is not signed in. */
export const PERSONA_STAGES = ['signedOut', 'onboarding', 'research', 'workerType', 'fullAccess'] as const

export function firstPersona(country: string, language: string): PersonaInput {
  return { plan: 'powerPlus', stage: 'fullAccess', country, language }
}
