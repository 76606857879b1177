/**
 * The types of everything that a rule can read, derived from a tenant's own documents: features,
 * plans, routes, fields.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { ROUTE_CLASSES, STAGES } from '#engine/documents/vocabulary.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { RulePlace } from './ruleplaces.ts'
import type { VarType } from './ruletypes.ts'
import { consentItems } from '#engine/decide/consents.ts'
import { profileKey, writableKeys } from '#engine/forms/section.ts'

const bool: VarType = { is: 'boolean' }
const text: VarType = { is: 'text' }
const day: VarType = { is: 'text', date: 'day' }
const month: VarType = { is: 'text', date: 'month' }
const number: VarType = { is: 'number' }
const maybe = (type: VarType): VarType => ({ ...type, nullable: true })
const oneOf = (values: readonly string[]): VarType => ({ is: 'text', values })
const listOf = (of: VarType): VarType => ({ is: 'list', of })
const object = (members: Record<string, VarType>, more: Partial<VarType> = {}): VarType => ({
  is: 'object',
  members,
  ...more,
})
const any: VarType = { is: 'any', nullable: true }

/** The names in these types that come from the documents. */
export type ScopeNames = Readonly<
  Record<
    | 'features'
    | 'plans'
    | 'assessments'
    | 'profileKeys'
    | 'routes'
    | 'groups'
    | 'countries'
    | 'consents',
    readonly string[]
  >
> & {
  /** Types of profile values, by key, where they are known. */
  readonly answers?: ReadonlyMap<string, VarType>
}

/** What any rule can read, except where a place says otherwise (ruleplaces.ts). */
export function scopeTypes(catalog: Catalog, dataSources: readonly string[] = []): VarType {
  return scopeTypesOf(namesIn(catalog), dataSources)
}

/** What a rule at this place can read. */
export function placeTypes(
  catalog: Catalog,
  place: RulePlace,
  dataSources: readonly string[] = [],
): VarType {
  return placeTypesOf(
    namesIn(catalog),
    place,
    {
      typeOf: (field) => typeOf(field, catalog),
      keysOf: (id) => {
        const section = catalog.get('profile-section', id)
        // Reported at the section: nothing could be right that refers to its fields.
        const lacksFields = section?.shape === 'records' && section.fields.length === 0
        return lacksFields ? undefined : section?.fields.map(profileKey)
      },
    },
    dataSources,
  )
}

function namesIn(catalog: Catalog): ScopeNames {
  return {
    features: catalog.features.map(({ id }) => id),
    plans: catalog.plans.map(({ id }) => id),
    assessments: catalog.all('assessment').map(({ id }) => id),
    profileKeys: [...writableKeys(catalog)],
    routes: [...catalog.routes.keys()],
    groups: catalog.all('route-group').map(({ id }) => id),
    countries: catalog.get('list', 'countries')?.items.map(({ id }) => id) ?? [],
    consents: consentItems(catalog).map(({ id }) => id),
  }
}

/** What places need to know of the forms that they read. */
export type FormsKnown = {
  readonly typeOf: (field: FieldDocument) => VarType
  /** The profile keys of a section; undefined if unknown. */
  readonly keysOf: (section: string) => readonly string[] | undefined
}

/** The same for callers that know the names, but not the documents. */
export function placeTypesOf(
  names: ScopeNames,
  place: RulePlace,
  { typeOf: typeOfField, keysOf }: FormsKnown,
  dataSources: readonly string[] = [],
): VarType {
  const config = configTypes()
  switch (place.reads) {
    case 'config':
      return object({ config })
    case 'consent':
      return object({ config, ...respondentTypes(names) })
    case 'form': {
      const value = place.fields.map((field): [string, VarType] => {
        const type = typeOfField(field)
        return [profileKey(field), place.given ? type : maybe(type)]
      })
      return object({
        config,
        value: object(Object.fromEntries(value)),
        ...respondentTypes(names),
      })
    }
    case 'hint':
      return hintTypes(keysOf(place.section))
    case 'scope':
      return scopeTypesOf(names, dataSources)
  }
}

/** What any rule of a document of this kind can read at one place or another. */
export function kindTypesOf(
  names: ScopeNames,
  kind: string,
  dataSources: readonly string[] = [],
): VarType {
  if (kind === 'consent-list') return object({ config: configTypes(), ...respondentTypes(names) })
  if (kind === 'profile-section')
    return object({
      config: configTypes(),
      value: object(answerTypes(names)),
      ...respondentTypes(names),
    })
  const scope = scopeTypesOf(names, dataSources)
  return kind === 'guide'
    ? object({ ...hintTypes(names.profileKeys).members, ...scope.members })
    : scope
}

function scopeTypesOf(names: ScopeNames, dataSources: readonly string[]): VarType {
  return object({
    session: object({ signedIn: bool, method: maybe(text), verified: bool, initialised: bool }),
    user: userType(names),
    stage: maybe(oneOf(STAGES)),
    facts: factsType(names),
    feature: object(
      Object.fromEntries(
        names.features.map((id) => [
          id,
          object({ access: bool, visible: bool, upgradable: bool, why: maybe(text) }),
        ]),
      ),
    ),
    onboarding: object({
      selectedPlan: maybe(text),
      skipVerification: bool,
      country: maybe(text),
      coupon: maybe(text),
      code: maybe(text),
    }),
    config: configTypes(),
    language: text,
    route: routeType(names),
    // The subject of an API call, where an action's rule needs it: an assessment or a report.
    target: object({ id: text, listed: bool, first: bool }),
    data: object(Object.fromEntries(dataSources.map((name) => [name, any]))),
  })
}

/**
 * The type of an answer as an editor knows it. A text, a list of entries or a field of another kind
 * may be anything.
 *
 * @param type of its field
 * @param choices ids of what there is to choose; none: unknown
 */
export function answerType(type: string | undefined, choices: readonly string[]): VarType {
  switch (type) {
    case 'date':
      return maybe(day)
    case 'month':
      return maybe(month)
    case 'integer':
      return maybe(number)
    case 'yesno':
      return maybe(bool)
    case 'choice':
      return choices.length === 0 ? any : maybe(oneOf(choices))
    case 'choices':
      return choices.length === 0 ? any : maybe(listOf(oneOf(choices)))
    case 'entries':
      return maybe(listOf(any))
    default:
      return any
  }
}

/** The user; a rule must expect that there is none. */
function userType(names: ScopeNames): VarType {
  const { consents, assessments, plans } = names
  const consent = maybe(object({ granted: bool, updatedAt: day, version: maybe(number) }))
  const result = maybe(object({ metrics: any, updatedAt: day, quality: any }))
  const institution = object({ name: maybe(text), tenant: object({ slug: text }) })
  return object(
    {
      _id: text,
      email: maybe(text),
      phone: maybe(text),
      emailVerified: bool,
      phoneVerified: bool,
      createdAt: day,
      profile: object({
        ...answerTypes(names),
        schoolCurriculum: maybe(text),
        favourites: maybe({ is: 'object', others: listOf(text) }),
        hiddenSections: maybe(listOf(text)),
        cvOrder: maybe(listOf(text)),
      }),
      consents: object(Object.fromEntries(consents.map((id) => [id, consent]))),
      assessments: object(Object.fromEntries(assessments.map((id) => [id, result]))),
      interactions: listOf(any),
      app: object({
        accountType: oneOf(plans),
        role: maybe(oneOf(['viewer', 'editor', 'publisher', 'experimenter', 'owner', 'operator'])),
        researchAssessments: listOf(oneOf(assessments)),
        termsAgreement: bool,
        guardianEmail: maybe(text),
        legalAge: maybe(number),
        cohort: maybe(object({ name: maybe(text), institution })),
      }),
      auth: object({
        currentSessionAuthMethod: text,
        currentSessionAuthVerified: bool,
        newAddress: maybe(text),
        codeTo: maybe(text),
        secondFactor: maybe(oneOf(['on', 'offered', 'off', 'due'])),
      }),
    },
    { nullable: true },
  )
}

function answerTypes({ profileKeys, answers }: ScopeNames): Record<string, VarType> {
  return Object.fromEntries(profileKeys.map((key) => [key, answers?.get(key) ?? any]))
}

function factsType({ countries }: ScopeNames): VarType {
  return object({
    profileComplete: bool,
    consentsComplete: bool,
    termsGranted: bool,
    isResearchUser: bool,
    researchPending: bool,
    workerTypeDone: bool,
    verified: bool,
    age: maybe(number),
    underAge: maybe(bool),
    guardianPending: bool,
    birthDateNeeded: bool,
    country: countries.length === 0 ? text : oneOf(countries),
    curriculumChosen: bool,
    hasConsoleRole: bool,
  })
}

function routeType({ routes, groups, features }: ScopeNames): VarType {
  return object({
    name: oneOf(routes),
    class: oneOf(ROUTE_CLASSES),
    group: oneOf(groups),
    path: text,
    href: text,
    stages: listOf(oneOf(STAGES)),
    needs: listOf(oneOf(['curriculum', 'console', 'installation'])),
    feature: maybe(oneOf(features)),
    access: bool,
    upgrade: maybe(oneOf(features)),
    assessmentDone: bool,
    params: { is: 'object', others: maybe(text) },
    query: { is: 'object', others: maybe(text) },
  })
}

/**
 * What a guide's hint can read: the values of its form, and what the text of its field measures.
 *
 * @param keys of the form; without them any value may be there
 */
function hintTypes(keys: readonly string[] | undefined): VarType {
  return object({
    value:
      keys === undefined
        ? { is: 'object', others: any }
        : object(Object.fromEntries(keys.map((key) => [key, any]))),
    measure: object({
      words: number,
      lines: number,
      longest: number,
      shortest: number,
      digits: number,
      idNumber: bool,
      unprintable: bool,
    }),
  })
}

/** The user who fills in a form, or is asked for a consent (conditions.ts, consents.ts). */
function respondentTypes({
  plans,
  countries,
}: Pick<ScopeNames, 'plans' | 'countries'>): Record<string, VarType> {
  return {
    plan: maybe(oneOf(plans)),
    country: countries.length === 0 ? text : oneOf(countries),
    age: maybe(number),
  }
}

/** The type of a field's answer, where there is one. */
export function typeOf({ type, list, fields = [] }: FieldDocument, catalog: Catalog): VarType {
  const choice = oneOf(
    (list === undefined ? undefined : catalog.get('list', list))?.items.map(({ id }) => id) ?? [],
  )
  switch (type) {
    case 'integer':
      return number
    case 'yesno':
      return bool
    case 'date':
      return day
    case 'month':
      return month
    case 'choice':
      return choice
    case 'choices':
      return listOf(choice)
    case 'entries':
      return listOf(
        object(Object.fromEntries(fields.map((each) => [each.id, maybe(typeOf(each, catalog))]))),
      )
    default:
      return text
  }
}

function configTypes(): VarType {
  const flags = (...names: string[]) =>
    object(Object.fromEntries(names.map((name) => [name, bool])))
  return object({
    instanceKey: text,
    appName: text,
    assistanceEmail: maybe(text),
    defaultTermsConsent: bool,
    signup: bool,
    helpChat: bool,
    resultFirst: bool,
    skipVerification: bool,
    legalAge: number,
    initialProfile: flags(
      'birthDate',
      'firstName',
      'lastName',
      'nationality',
      'phone',
      'rsaIdNumber',
    ),
    consent: flags('marketing', 'internalMarketing', 'parental', 'research'),
    policies: flags('privacy', 'terms'),
    authProviders: { is: 'object', others: any },
    locales: object({ default: text, available: listOf(text) }),
  })
}
