/** Imaginary users for previews and for "why?": a plan, a stage and a country, without any personal data. */

import { consentItems } from '#engine/decide/consents.ts'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import type { User } from '#engine/rules/scope.ts'

const DAY = '2026-01-01T00:00:00.000Z'
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  birthDate: '2007-05-19',
  firstName: 'Naledi',
  lastName: 'Mokoena',
  phone: '+27115550100',
  idNumber: '•••••••••1234',
}
/** A result with enough differences for meaningful matches. */
const WORKER_TYPE = {
  R: 12,
  I: 20,
  A: 16,
  S: 31,
  E: 26,
  C: 8,
  code: 'SEI',
  tied: false,
  consistency: 'high',
  range: 23,
  scale: { lowest: 0, highest: 40 },
  even: false,
}

/** @returns null for a signed-out visitor */
export function personaUser(
  catalog: Catalog,
  config: Pick<ConfigDocument, 'initialProfile'>,
  persona: PersonaInput,
  id: string,
): User | null {
  if (persona.stage === 'signedOut') return null
  const onboarded = persona.stage !== 'onboarding'
  const research = persona.stage === 'research' ? researchList(catalog) : []
  const profile = Object.fromEntries(
    Object.keys(config.initialProfile).map((key) => [
      INITIAL_PROFILE_KEYS[key as keyof typeof INITIAL_PROFILE_KEYS],
      PLACEHOLDERS[key],
    ]),
  )
  return {
    _id: id,
    email: 'persona@preview.invalid',
    phone: null,
    emailVerified: onboarded,
    phoneVerified: false,
    emailSHA256: null,
    createdAt: DAY,
    profile: {
      ...(onboarded && profile),
      nationality: persona.country,
      email: 'persona@preview.invalid',
      favourites: {},
    },
    consents: onboarded
      ? Object.fromEntries(
          consentItems(catalog).map(({ id: consent, version }) => [
            consent,
            { granted: consent !== 'marketing', updatedAt: DAY, version },
          ]),
        )
      : {},
    assessments:
      persona.stage === 'fullAccess'
        ? {
            holland_code: {
              metrics: WORKER_TYPE,
              quality: { confidence: 'ok', flags: [] },
              updatedAt: DAY,
            },
          }
        : {},
    interactions: [],
    app: {
      accountType: persona.plan,
      role: persona.role ?? null,
      researchAssessments: research,
      cohort: null,
      termsAgreement: onboarded,
      guardianEmail: null,
      legalAge: null,
    },
    auth: { currentSessionAuthMethod: 'email', currentSessionAuthVerified: onboarded },
  }
}

function researchList(catalog: Catalog): string[] {
  return catalog
    .all('assessment')
    .filter(({ followedBy }) => followedBy !== undefined)
    .map(({ id }) => id)
    .slice(0, 1)
}
