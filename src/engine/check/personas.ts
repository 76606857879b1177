/**
 * Imaginary users for previews and for "why?": a plan, a stage and a country, without any personal
 * data.
 */

import { consentItems } from '#engine/decide/consents.ts'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import type { User } from '#engine/rules/scope.ts'
import { evenWithin, HEXAGON, interestCode, rangeOf, type Letter } from '#engine/scoring/scoring.ts'

const DAY = '2026-01-01T00:00:00.000Z'
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  birthDate: '2007-05-19',
  firstName: 'Naledi',
  lastName: 'Mokoena',
  phone: '+27115550100',
  idNumber: '•••••••••1234',
}
/** The assessment that full access follows from (the fact workerTypeDone). */
const TAKEN = 'holland_code'
/**
 * Where its six scores are between their lowest and their highest: enough differences for
 * meaningful matches.
 */
const PLACES: Readonly<Record<Letter, number>> = {
  R: 0.3,
  I: 0.5,
  A: 0.4,
  S: 0.775,
  E: 0.65,
  C: 0.2,
}

/**
 * @param today YYYY-MM-DD, from which a birth date follows if an age is given
 * @returns null for a signed-out visitor
 */
export function personaUser(
  catalog: Catalog,
  config: Pick<ConfigDocument, 'initialProfile'>,
  persona: PersonaInput,
  id: string,
  today = DAY,
): User | null {
  if (persona.stage === 'signedOut') return null
  const onboarded = persona.stage !== 'onboarding'
  const has = (what: NonNullable<PersonaInput['done']>[number]) =>
    onboarded || persona.done?.includes(what) === true
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
    emailVerified: has('verified'),
    phoneVerified: false,
    emailSHA256: null,
    createdAt: DAY,
    profile: {
      ...(has('profile') && profile),
      // Their birthday is the first day of the year, so that they are of this age all year round.
      ...(persona.age !== undefined && {
        birthDate: `${Number(today.slice(0, 4)) - persona.age}-01-01`,
      }),
      nationality: persona.country,
      email: 'persona@preview.invalid',
      favourites: {},
    },
    consents: has('consents')
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
            [TAKEN]: {
              metrics: madeUpMetrics(catalog),
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
      termsAgreement: has('consents'),
      guardianEmail: null,
      legalAge: null,
    },
    auth: {
      currentSessionAuthMethod: 'email',
      currentSessionAuthVerified: has('verified'),
      newAddress: null,
      codeTo: null,
    },
  }
}

/**
 * A result that the catalog's own key could give: on its scale, with the code and the evenness that
 * it says.
 */
function madeUpMetrics(catalog: Catalog): Record<string, unknown> {
  const key = catalog.all('scoring').find(({ assessment }) => assessment === TAKEN)
  if (key === undefined) return {}
  const sums = Object.fromEntries(
    HEXAGON.map((letter) => {
      const { lowest, highest } = rangeOf(letter, key)
      return [letter, Math.round(lowest + PLACES[letter] * (highest - lowest))]
    }),
  ) as Record<Letter, number>
  return { ...sums, ...interestCode(sums, {}, key, evenWithin(key)) }
}

function researchList(catalog: Catalog): string[] {
  return catalog
    .all('assessment')
    .filter(({ followedBy }) => followedBy !== undefined)
    .map(({ id }) => id)
    .slice(0, 1)
}
