/**
 * What is recorded of how the product is used: which events there are, what each must say, and nothing about who did it.
 * The browser makes them, the server takes no other.
 */

import type { User } from '#engine/rules/scope.ts'

/** Something that happened on a page. */
export type Tracked =
  | {
      readonly type: 'linkClick'
      readonly intent: string
      readonly name: string
      readonly scope: string
    }
  | { readonly type: 'pageView'; readonly pageName: string; readonly sections: readonly string[] }
  | { readonly type: 'pageExit'; readonly pageName: string; readonly ms: number }
  | { readonly type: 'formStart' | 'formComplete'; readonly name: string }

export const EVENT_NAMES = [
  'linkClick',
  'pageView',
  'pageExit',
  'formStart',
  'formComplete',
] as const
/** So many events at most come in one call. */
export const MAX_EVENTS = 100

/** Our names and values: ids and numbers. An address, a name or a sentence does not fit through. */
export const EVENT_WORD = '^[A-Za-z0-9_./:-]{1,80}$'

/** Name of an event for the services of others -> what it cannot do without, by its name in the event (spec 8). */
const VENDOR = {
  linkClick: { event: 'flexiLinkTracking', needs: ['intent', 'name', 'scope'] },
  pageView: { event: 'globalVirtualPageView', needs: ['pageName'] },
  pageExit: { event: 'globalPageExit', needs: ['pageName'] },
  formStart: { event: 'globalFormStart', needs: ['name'] },
  formComplete: { event: 'globalFormComplete', needs: ['name'] },
} as const satisfies Record<Tracked['type'], { event: string; needs: readonly string[] }>

export type VendorEvent = { readonly event: string } & Readonly<Record<string, unknown>>

/** What stands in every page view (spec 9). */
const SITE = {
  siteCountry: 'South Africa',
  siteLanguage: 'English',
  siteCategory: 'Personal',
} as const

/**
 * An event as the services of others are told of it.
 *
 * @param userAgent of the browser: a phone or a computer
 * @param user      whose id is attached, where somebody is signed in
 * @throws Error in the words of the specification where a property is missing (spec 8)
 */
export function vendorEvent(
  event: Tracked,
  userAgent: string,
  user: Pick<User, '_id'> | null,
): VendorEvent {
  const { event: name, needs } = VENDOR[event.type]
  const given = event as unknown as Readonly<Record<string, unknown>>
  if (
    needs.some(
      (property) =>
        given[property] === undefined || given[property] === null || given[property] === '',
    )
  )
    throw new Error(`Incorrect event properties for ${name} event`)
  const { type, ...properties } = event
  const site =
    type === 'pageView'
      ? { ...SITE, deviceType: deviceType(userAgent), ...(user !== null && { userId: user._id }) }
      : {}
  return { event: name, ...properties, ...site }
}

export function deviceType(userAgent: string): 'Mobile' | 'Desktop' {
  return /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? 'Mobile' : 'Desktop'
}

/** By the specification's own names of the fields. */
export type AnalyticsUser = {
  readonly _id: string
  readonly emailSHA256?: string
  readonly app: { readonly accountType: string }
  /** Where they learn; absent outside of a cohort. */
  readonly tenant?: { readonly institution: string | null; readonly cohort: string | null }
}

/**
 * Whom services of others know somebody as: the hash of the address, never the address (docs/decisions/0021).
 *
 * @see spec 3, Analytics user fields
 */
export function analyticsUser(user: User): AnalyticsUser {
  const { _id, emailSHA256, app } = user
  return {
    _id,
    ...(emailSHA256 !== null && { emailSHA256 }),
    app: { accountType: app.accountType },
    ...(app.cohort !== null && {
      tenant: { institution: app.cohort.institution.name ?? null, cohort: app.cohort.name ?? null },
    }),
  }
}

/** An event of our own, as it waits on a device and as the server takes it. */
export type OwnEvent = {
  readonly id: string
  readonly name: Tracked['type']
  readonly at: string
  readonly props: Readonly<Record<string, string | number | readonly string[]>>
}

/** @returns null for an event whose words are not ours: it is not recorded, rather than with something of somebody's in it */
export function ownEvent(
  event: Tracked,
  page: string,
  userAgent: string,
  id: string,
  at: string,
): OwnEvent | null {
  const { type, ...said } = event
  const props = { ...said, ...(type === 'pageView' ? { device: deviceType(userAgent) } : { page }) }
  const word = new RegExp(EVENT_WORD)
  const fits = Object.values(props)
    .flat()
    .every((value) => typeof value === 'number' || word.test(value))
  return fits ? { id, name: type, at, props } : null
}
