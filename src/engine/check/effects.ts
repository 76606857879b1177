/**
 * What users can do themselves, as far as flows wait for it, and on which page. A flow that sends a
 * user to a page where they can't do what it waits for keeps them there forever (model.ts).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Doing } from './people.ts'
import type { ResolvedNode } from '#engine/decide/screen.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { ageOn } from '#engine/decide/age.ts'
import { askedConsents } from '#engine/decide/consents.ts'
import { DAY } from './traitbuilder.ts'
import { fieldsOf, isList, profileKey } from '#engine/forms/section.ts'

const AT = '2026-01-01'
/** Consent to the current words, whatever their version. */
const ANY_VERSION = Number.MAX_SAFE_INTEGER

/** What users can provide, and how a page must ask for it. */
export const WAYS = {
  verified: 'a form with the action "verify" and a field "code"',
  plan: 'a form with the action "redeem" and a field "code"',
  curriculum: 'a choice with the action "curriculum.choose"',
  'no chosen plan': 'a button with the action "plan.forget"',
} as const

/**
 * One thing that a user can provide: a key of WAYS, `consents.<name>`, `profile.<key>` or
 * `results.<assessment>`.
 */
export type Gift = string

export function wayOf(gift: Gift): string {
  if (gift === 'consents.terms') return 'the consent "terms" (asked and needed) in a consent form'
  if (gift.startsWith('consents.'))
    return `the consent "${gift.slice('consents.'.length)}" (asked) in a consent form`
  if (gift.startsWith('results.'))
    return `the questions of "${gift.slice('results.'.length)}", or a way to them`
  if (gift.startsWith('profile.')) return `a required field "${gift.slice('profile.'.length)}"`
  return WAYS[gift as keyof typeof WAYS]
}

/** Which of these changes a value of the scope; null if users can't change it. */
export function giftFor(path: string): Gift | null {
  if (path === 'user.profile.schoolCurriculum') return 'curriculum'
  if (path === 'user.app.accountType') return 'plan'
  if (
    path === 'user.emailVerified' ||
    path === 'user.phoneVerified' ||
    path === 'user.auth.currentSessionAuthVerified'
  )
    return 'verified'
  if (path === 'onboarding.selectedPlan') return 'no chosen plan'
  const taken = /^user\.assessments\.([^.]+)$/.exec(path)
  if (taken !== null) return `results.${taken[1]}`
  const match = /^user\.(consents|profile)\.([^.]+)$/.exec(path)
  return match === null ? null : `${match[1]}.${match[2]}`
}

/**
 * A user who provides what is allowed and still missing. Existing values stay.
 *
 * @param plan the plan that a voucher code gives
 */
export function giving(
  isGivenNow: (gift: Gift) => boolean,
  placeholderOf: (path: string) => unknown,
  plan: string,
): Doing {
  return (path, was) => {
    const gift = giftFor(path)
    if (gift === null || !isGivenNow(gift)) return was
    if (gift === 'verified') return true
    if (gift === 'plan') return was === 'free' ? plan : was
    if (gift === 'no chosen plan') return null
    if (isGiven(was)) return was
    if (gift.startsWith('results.')) return { metrics: {}, updatedAt: AT }
    return gift.startsWith('consents.')
      ? { granted: true, updatedAt: AT, version: ANY_VERSION }
      : placeholderOf(path)
  }
}

/** Widgets with the questions of an assessment, or with the way to them. */
const TAKING: ReadonlySet<string> = new Set(['quiz', 'assessment-intro'])

/** What a page with these nodes lets the user provide. */
export function giftsOn(
  nodes: readonly ResolvedNode[],
  catalog: Catalog,
  scope: Pick<Scope, 'user' | 'facts' | 'config'>,
): Set<Gift> {
  const { config } = scope
  const gifts = new Set<Gift>()
  const addSection = ({ section: id, listed }: ResolvedNode['props']): void => {
    const section = typeof id === 'string' ? catalog.get('profile-section', id) : undefined
    if (
      section?.save === undefined ||
      isList(section) ||
      (listed === true && section.listed === false)
    )
      return
    // A field that may stay empty, or isn't asked of everyone, may have no value when the form is
    // saved.
    for (const field of fieldsOf(section, catalog, config))
      if (field.required === true && field.when === undefined)
        gifts.add(`profile.${profileKey(field)}`)
  }
  for (const { type, props, children } of nodes) {
    if (TAKING.has(type)) gifts.add(`results.${String(props['assessment'])}`)
    for (const action of actionsIn(props))
      for (const gift of giftsOf(action, props, () => consentsOf(catalog, scope))) gifts.add(gift)
    addSection(props)
    for (const gift of giftsOn(children, catalog, scope)) gifts.add(gift)
  }
  return gifts
}

function actionsIn(props: Readonly<Record<string, unknown>>): string[] {
  const own = typeof props['action'] === 'string' ? [props['action']] : []
  const listed = [props['actions'], props['extra']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  )
  return [
    ...own,
    ...listed.flatMap((each) =>
      isObject(each) && typeof each['action'] === 'string' ? [each['action']] : [],
    ),
  ]
}

/** The consents that the list asks of this user. */
function consentsOf(
  catalog: Catalog,
  { user, facts, config }: Pick<Scope, 'user' | 'facts' | 'config'>,
): Gift[] {
  return askedConsents(catalog, {
    get plan() {
      return user?.app.accountType ?? null
    },
    get country() {
      return facts.country
    },
    get age() {
      return ageOn(user?.profile['birthDate'], DAY)
    },
    config,
  })
    .filter(({ item, needed }) => needed || item.id !== 'terms')
    .map(({ item }) => `consents.${item.id}`)
}

function giftsOf(
  action: string,
  props: Readonly<Record<string, unknown>>,
  consents: () => Gift[],
): Gift[] {
  switch (action) {
    case 'consents':
      return consents()
    case 'verify':
      return hasCode(props) ? ['verified'] : []
    case 'redeem':
      return hasCode(props) ? ['plan'] : []
    case 'plan.forget':
      return ['no chosen plan']
    case 'curriculum.choose':
      return ['curriculum']
    default:
      return []
  }
}

function entriesOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** What is sent without its code is refused. */
function hasCode(props: Readonly<Record<string, unknown>>): boolean {
  return entriesOf(props['fields']).some(({ id }) => id === 'code')
}
