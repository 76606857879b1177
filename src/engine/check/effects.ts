/**
 * What people can do for themselves, as far as flows wait for it, and on which page. A flow that sends somebody to a page
 * where they cannot do what it waits for keeps them there for ever (model.ts).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Doing } from './people.ts'
import type { ResolvedNode } from '#engine/decide/screen.ts'
import type { ScopeConfig } from '#engine/rules/scope.ts'
import { fieldsOf, profileKey } from '#engine/forms/section.ts'

const AT = '2026-01-01'

/** What can be given, and how a page must ask for it. */
export const WAYS = {
  verified: 'a form with the action "verify" and a field "code"',
  plan: 'a form with the action "redeem" and a field "code"',
  curriculum: 'a choice with the action "curriculum.choose"',
  'no chosen plan': 'a button with the action "plan.forget"',
} as const

/** One thing that somebody can give: a key of WAYS, `consents.<name>` or `profile.<key>`. */
export type Gift = string

export function wayOf(gift: Gift): string {
  if (gift === 'consents.terms') return 'the item "terms" (asked and needed) of a consent form'
  if (gift.startsWith('consents.'))
    return `the item "${gift.slice('consents.'.length)}" of a consent form`
  if (gift.startsWith('profile.')) return `a required field "${gift.slice('profile.'.length)}"`
  return WAYS[gift as keyof typeof WAYS]
}

/** Which gift changes a value of the scope; null: nothing that people do. */
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
  const match = /^user\.(consents|profile)\.([^.]+)$/.exec(path)
  return match === null ? null : `${match[1]}.${match[2]}`
}

/**
 * Somebody who gives what is allowed, where it is not there yet. What they gave before, they keep.
 *
 * @param plan what a code brings
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
    return gift.startsWith('consents.') ? { granted: true, updatedAt: AT } : placeholderOf(path)
  }
}

/** What a page lets the person give who sees these nodes. */
export function giftsOn(
  nodes: readonly ResolvedNode[],
  catalog: Catalog,
  config: ScopeConfig,
): Set<Gift> {
  const gifts = new Set<Gift>()
  const addSection = ({ section: id, listed }: ResolvedNode['props']): void => {
    const section = typeof id === 'string' ? catalog.get('profile-section', id) : undefined
    if (section?.save === undefined || (listed === true && section.listed === false)) return
    // What may be left empty, or is not asked of everyone, is no answer yet when the form is saved.
    for (const field of fieldsOf(section, catalog, config))
      if (field.required === true && field.when === undefined)
        gifts.add(`profile.${profileKey(field)}`)
  }
  for (const { props, children } of nodes) {
    for (const action of actionsIn(props))
      for (const gift of giftsOf(action, props)) gifts.add(gift)
    addSection(props)
    for (const gift of giftsOn(children, catalog, config)) gifts.add(gift)
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

function giftsOf(action: string, props: Readonly<Record<string, unknown>>): Gift[] {
  switch (action) {
    case 'consents':
      return entriesOf(props['items']).flatMap((item) =>
        Boolean(item['ask']) && (Boolean(item['needed']) || item['id'] !== 'terms')
          ? [`consents.${String(item['id'])}`]
          : [],
      )
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
