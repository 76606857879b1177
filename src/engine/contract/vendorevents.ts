/**
 * Events and users as third-party services know them. Apart from events.ts, because only pages with
 * such a service need it.
 */

import type { User } from '#engine/rules/scope.ts'
import { deviceType, type Tracked } from './events.ts'

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
