/**
 * Usage tracking: which events exist, which properties each needs, and nothing about who caused
 * them. The browser creates them; the server accepts no others.
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
/** Maximum number of events per request. */
export const MAX_EVENTS = 100

/**
 * Our own names and values: ids and numbers. An email address, a name or a sentence does not match.
 */
export const EVENT_WORD = '^[A-Za-z0-9_./:-]{1,80}$'

/**
 * Name of an event for third-party services -> its required properties, by their names in the event
 * (spec 8).
 */
const VENDOR = {
  linkClick: { event: 'flexiLinkTracking', needs: ['intent', 'name', 'scope'] },
  pageView: { event: 'globalVirtualPageView', needs: ['pageName'] },
  pageExit: { event: 'globalPageExit', needs: ['pageName'] },
  formStart: { event: 'globalFormStart', needs: ['name'] },
  formComplete: { event: 'globalFormComplete', needs: ['name'] },
} as const satisfies Record<Tracked['type'], { event: string; needs: readonly string[] }>

export type VendorEvent = { readonly event: string } & Readonly<Record<string, unknown>>

/** Properties of every page view (spec 9). */
const SITE = {
  siteCountry: 'South Africa',
  siteLanguage: 'English',
  siteCategory: 'Personal',
} as const

/**
 * An event in the format for third-party services.
 *
 * @param userAgent of the browser: tells phones from computers
 * @param user      whose id is attached when signed in
 * @throws Error in the words of the specification if a property is missing (spec 8)
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

/** Named as in the specification. */
export type AnalyticsUser = {
  readonly _id: string
  readonly emailSHA256?: string
  readonly app: { readonly accountType: string }
  /** Institution and cohort; absent outside of a cohort. */
  readonly tenant?: { readonly institution: string | null; readonly cohort: string | null }
}

/**
 * The user as third-party services know them: the hash of the email address, never the address
 * (docs/decisions/0021).
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

/** An event of our own, as it is queued on a device and accepted by the server. */
export type OwnEvent = {
  readonly id: string
  readonly name: Tracked['type']
  readonly at: string
  readonly props: Readonly<Record<string, string | number | readonly string[]>>
}

/**
 * @returns null for an event with foreign values: it is dropped, so that no personal data gets in
 */
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
