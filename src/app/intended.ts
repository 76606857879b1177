/**
 * The page that somebody asked for before steps came in between: signing in elsewhere, or
 * onboarding, which may lead out to a payment and back (docs/decisions/0188).
 */

import type { Landing } from '#engine/decide/navigate.ts'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { currentCatalog } from './documents.ts'
import { store } from './store.ts'

/** Of this tab alone: another tab wanted something else. */
const INTENDED = 'tsela-intended'

type Intended = { readonly user: string; readonly href: string }

/**
 * Where a redirect leads instead of its own target; null if nothing else was asked for.
 *
 * @param href the address that redirects
 * @param query of it
 * @param landing where it leads by itself
 */
export function intendedBy(
  href: string,
  query: Readonly<Record<string, string>>,
  { scope, hops }: Landing,
): string | null {
  const user = store.user?._id
  if (user === undefined) return null
  const catalog = currentCatalog()
  // Back from another service, or on the login page while signed in.
  const given = safeRedirect(catalog, query['redirect'])
  if (given !== null) return given
  const route = catalog.route(hops[0]?.from ?? '')
  if (route === undefined) return null
  if (scope.stage === 'onboarding') {
    if (route.group !== 'onboarding' && route.class !== 'loggedOutOnly') note({ user, href })
    return null
  }
  // The last step is done.
  if (route.group !== 'onboarding') return null
  const noted = read()
  forgetIntended()
  return noted?.user === user ? safeRedirect(catalog, noted.href) : null
}

function note(intended: Intended): void {
  try {
    sessionStorage.setItem(INTENDED, JSON.stringify(intended))
  } catch {
    // Without storage, onboarding ends where it always does.
  }
}

function read(): Intended | null {
  try {
    return JSON.parse(sessionStorage.getItem(INTENDED) ?? 'null') as Intended | null
  } catch {
    return null
  }
}

/** Call when the person leaves this browser. */
export function forgetIntended(): void {
  try {
    sessionStorage.removeItem(INTENDED)
  } catch {
    // Then there is nothing in it.
  }
}
