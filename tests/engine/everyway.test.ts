/**
 * Every path through onboarding is a row of tests/cases/every-way.json: each combination, where a
 * result comes before the plan and by the letter of spec 4.
 */

import { describe, expect, it } from 'vitest'
import { navigate } from '#engine/decide/navigate.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import table from '#tests/cases/every-way.json' with { type: 'json' }
import { catalog, makeUser, makeWorld, type PersonOptions } from '#tests/support/documents.ts'

const METHODS = ['email', 'phone', 'azure-ad', 'stdbank', 'oAuth', 'school']
const CHOICES: Readonly<Record<string, object>> = {
  none: {},
  plan: { selectedPlan: 'power' },
  code: { code: 'ABC' },
}
const FLAGS = ['', 'skip', 'terms', 'skip terms']
/** How far an account is; verified by its own address, which other services don't need. */
const STATES: Readonly<Record<string, PersonOptions & { readonly verified: boolean }>> = {
  new: { plan: 'free', verified: false, consents: [], profile: {} },
  agreed: { plan: 'free', verified: false, profile: {} },
  verified: { plan: 'free', verified: true, profile: {} },
  result: { plan: 'free', verified: true, profile: {}, taken: ['holland_code'] },
  paidUnverified: { plan: 'power', verified: false, profile: {} },
  paidUnasked: { plan: 'power', verified: true, consents: ['terms'], profile: {} },
  paid: { plan: 'power', verified: true, profile: {} },
  done: { plan: 'power', verified: true },
}
/** Flag of a consent -> what it is called once it is given. */
const CONSENTS: Readonly<Record<string, NonNullable<PersonOptions['consents']>[number]>> = {
  marketing: 'marketing',
  internalMarketing: 'internalMarketingSharing',
  research: 'researchContact',
  parental: 'parent',
}
const FIELDS: Readonly<Record<string, object>> = {
  birthDate: { birthDate: '2006-05-19' },
  firstName: { firstName: 'Naledi' },
  lastName: { lastName: 'Mokoena' },
  nationality: { nationality: 'ZA' },
  phone: { phone: '+27821234567' },
  rsaIdNumber: { idNumber: '0605190000087' },
}
const STEPS: Readonly<Record<string, string>> = {
  guardian: '/onboarding/guardian',
  consent: '/onboarding/consent',
  verify: '/onboarding/verification',
  plan: '/onboarding/redeem-license',
  checkout: '/onboarding/checkout/ZA/power',
  profile: '/onboarding/profile',
  workerType: '/reports/worker-type',
}

type Row = readonly [
  method: string,
  choice: string,
  flags: string,
  state: string,
  first: string,
  letter: string,
]
const ROWS = table.cases as unknown as readonly Row[]

const none = (names: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, false]))

type Given = { readonly person: PersonOptions; readonly config: Partial<ConfigDocument> }

function givenBy([method, , flags, state]: Row): Given {
  if (flags in CONSENTS) {
    const consents: PersonOptions['consents'] =
      state === 'asked' ? ['terms'] : ['terms', CONSENTS[flags]!]
    // A guardian is asked for people under age alone.
    const profile = flags === 'parental' ? { birthDate: '2010-05-06' } : {}
    const consent = { ...none(CONSENTS), [flags]: true } as ConfigDocument['consent']
    return { person: { plan: 'free', method, consents, profile }, config: { consent } }
  }
  if (flags in FIELDS) {
    const { [flags]: own, ...rest } = FIELDS
    const given = state === 'given' ? own : Object.assign({}, ...Object.values(rest))
    const initialProfile = { ...none(FIELDS), [flags]: true } as ConfigDocument['initialProfile']
    return {
      person: { plan: 'power', method, profile: given as Record<string, string> },
      config: { initialProfile },
    }
  }
  const { verified, ...person } = STATES[state]!
  const terms = flags.includes('terms')
  return {
    person: {
      ...person,
      method,
      verified: method === 'email' && verified,
      phoneVerified: method === 'phone' && verified,
      // Signing up accepts the terms there.
      ...(terms && state === 'new' && { consents: ['terms'] }),
    },
    config: { defaultTermsConsent: terms, skipVerification: flags.includes('skip') },
  }
}

function landingOf(row: Row, resultFirst: boolean): string {
  const { person, config } = givenBy(row)
  const [, choice, flags] = row
  const world = makeWorld(makeUser(person), {
    config: { ...config, resultFirst },
    onboarding: { ...CHOICES[choice], skipVerification: flags.includes('skip') },
  })
  return navigate(catalog, world, { path: '/profile/home', query: {} }).path
}

const nameOf = (row: Row) => row.slice(0, 4).join(', ')

describe('every way through onboarding', () => {
  it('has a row for each combination', () => {
    const choices = Object.keys(CHOICES)
    const pairs = (
      flags: readonly string[],
      states: readonly string[],
      methods: readonly string[],
    ) =>
      methods.flatMap((method) =>
        choices.flatMap((choice) =>
          flags.flatMap((flag) => states.map((state) => [method, choice, flag, state].join(', '))),
        ),
      )
    const expected = [
      ...pairs(FLAGS, Object.keys(STATES), METHODS),
      ...pairs(Object.keys(CONSENTS), ['asked', 'answered'], ['email']),
      ...pairs(Object.keys(FIELDS), ['missing', 'given'], ['email']),
    ]
    expect(ROWS.map(nameOf).sort()).toEqual(expected.sort())
    const { consent, initialProfile } = catalog.get('config', 'default')!
    expect(Object.keys(CONSENTS).sort(), 'every flag of consents').toEqual(
      Object.keys(consent).sort(),
    )
    expect(Object.keys(FIELDS).sort(), 'and of the profile').toEqual(
      Object.keys(initialProfile).sort(),
    )
  })

  it.each([
    ['where a result comes first', true, 4],
    ['by the letter of the specification', false, 5],
  ] as const)('leads where the table says, %s', (_name, resultFirst, column) => {
    const wrong = ROWS.filter((row) => landingOf(row, resultFirst) !== STEPS[row[column]])
    expect(wrong.map((row) => `${nameOf(row)}: ${landingOf(row, resultFirst)}`)).toEqual([])
  })
})
