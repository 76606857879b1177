/** The product's own documents, loaded once per test file, and users made to order. */

import { join } from 'node:path'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument, ConfigDocument } from '#engine/documents/kinds.ts'
import { NO_ONBOARDING, type Onboarding, type User, type ScopeInput } from '#engine/rules/scope.ts'
import { readCodeMeta, readSources } from '#server/release/compose.ts'

export const root = join(import.meta.dirname, '..', '..')
export const sources = readSources(join(root, 'schemas'))
export const code = readCodeMeta(join(root, 'schemas'))
export const catalog = new Catalog(sources.map(({ value }) => value as AnyDocument))
export const config = catalog.get('config', 'default') as ConfigDocument

export type PersonOptions = {
  readonly plan?: string
  readonly verified?: boolean
  readonly consents?: readonly (
    | 'terms'
    | 'marketing'
    | 'internalMarketingSharing'
    | 'parent'
    | 'researchContact'
  )[]
  readonly profile?: Readonly<Record<string, unknown>>
  readonly taken?: readonly string[]
  readonly research?: readonly string[]
  readonly role?: string
  readonly method?: string
  readonly phoneVerified?: boolean
}

const AT = '2026-01-02T03:04:05.000Z'
const WHOLE_PROFILE = { firstName: 'Naledi', lastName: 'Mokoena', birthDate: '2006-05-19' }

/** A user who has completed onboarding, except for what the options say. */
export function makeUser(options: PersonOptions = {}): User {
  const granted = { granted: true, updatedAt: AT }
  const consents = options.consents ?? [
    'terms',
    'marketing',
    'internalMarketingSharing',
    'parent',
    'researchContact',
  ]
  const method = options.method ?? 'email'
  const verified = options.verified ?? true
  return {
    _id: '0190a0b0-0000-7000-8000-000000000001',
    email: 'naledi@school.test',
    phone: null,
    emailVerified: verified,
    phoneVerified: options.phoneVerified ?? false,
    emailSHA256: null,
    createdAt: AT,
    profile: options.profile ?? WHOLE_PROFILE,
    consents: Object.fromEntries(consents.map((name) => [name, granted])),
    assessments: Object.fromEntries(
      (options.taken ?? []).map((id) => [id, { metrics: {}, updatedAt: AT }]),
    ),
    interactions: [],
    app: {
      accountType: options.plan ?? 'power',
      role: options.role ?? null,
      researchAssessments: options.research ?? [],
      cohort: null,
      termsAgreement: true,
      guardianEmail: null,
      legalAge: null,
    },
    auth: {
      currentSessionAuthMethod: method,
      currentSessionAuthVerified: verified,
      newAddress: null,
      codeTo: null,
    },
  }
}

/** By the letter of section 4 unless `config` says that a result comes first. */
export function makeWorld(
  user: User | null,
  more: {
    config?: Partial<ConfigDocument>
    onboarding?: Partial<Onboarding>
    curricula?: readonly string[] | null
  } = {},
): ScopeInput {
  return {
    user,
    initialised: true,
    onboarding: { ...NO_ONBOARDING, ...more.onboarding },
    config: { ...config, resultFirst: false, ...more.config },
    language: 'en',
    today: '2026-11-21',
    curricula: more.curricula === undefined ? null : more.curricula,
  }
}
