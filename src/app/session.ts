/**
 * The signed-in user, as the server reports it; offline, the last one (spec 4, Login;
 * reliability.md 3).
 */

import { isSafeAddress } from '#engine/decide/safeaddress.ts'
import type { User } from '#engine/rules/scope.ts'
import { call, NoSignal, readFirst } from './api.ts'
import { clearSignupHints, readOnboarding } from './cookies.ts'
import { forgetPages } from './pagesof.ts'
import { keep, kept, store } from './store.ts'

const LAST_USER = 'last-user'

/** Sets the user everywhere. The language of rules and texts stays the page's own. */
export function setUser(user: User | null): void {
  store.user = user
  store.initialised = true
  store.onboarding = readOnboarding()
  keep(LAST_USER, user === null ? null : JSON.stringify(user))
  void forgetPages(user?._id ?? null).catch(() => undefined)
  if (user !== null) beginSync()
}

/**
 * Answers waiting on this device can be sent again. The code that sends them loads with the first
 * sign-in.
 */
function beginSync(): void {
  void import('./sync.ts').then(
    ({ startSync }) => startSync(),
    () => undefined,
  )
}

/**
 * Asks the server who is signed in: 200 with a user, or 204. Returns the error instead of throwing
 * it (spec 8).
 *
 * @param first the request that the boot script has already started
 */
export async function fetchUser(first?: Promise<Response>): Promise<unknown> {
  try {
    const user =
      first === undefined
        ? await call<User | undefined>('auth/get-user', { keepSession: true })
        : await readFirst<User | undefined>(first)
    setUser(user ?? null)
    return undefined
  } catch (error) {
    // Offline, the last signed-in user stays; any response at all ends up elsewhere.
    if (error instanceof NoSignal) store.online = false
    if (store.user === null && error instanceof NoSignal) {
      store.user = lastUser()
      // Nothing can be sent now, but listen for the connection to return.
      if (store.user !== null) beginSync()
    }
    store.initialised = true
    store.onboarding = readOnboarding()
    return error
  }
}

function lastUser(): User | null {
  try {
    return JSON.parse(kept(LAST_USER) ?? 'null') as User | null
  } catch {
    return null
  }
}

/** Merges keys into the profile, from the responses of `users/{route}` (spec 7). */
export function mergeProfile(values: Readonly<Record<string, unknown>>): void {
  if (store.user !== null) setUser({ ...store.user, profile: { ...store.user.profile, ...values } })
}

/**
 * Logs out (spec 4). Throws if the server fails; the browser forgets the user only once the server
 * has.
 *
 * @returns where the browser must go instead of /home, if the provider has a logout page of its own
 */
export async function logout(): Promise<string | null> {
  const method = store.user?.auth.currentSessionAuthMethod
  store.appLoaded = false
  try {
    await call('auth/logout', { keepSession: true })
  } catch (error) {
    store.appLoaded = true
    throw error
  }
  forgetPerson('/home')
  await import('./pending.ts').then(({ forgetPending }) => forgetPending()).catch(() => undefined)
  // The browser may be about to leave for another page.
  await forgetPages(null).catch(() => undefined)
  store.appLoaded = true
  const settings = store.appConfiguration?.authSettings ?? {}
  const single =
    method === 'azure-ad'
      ? settings['azureAdb2c']
      : method === 'stdbank'
        ? settings['sbOpenid']
        : undefined
  const address = single?.singleLogoutUrl
  // An unpublished draft may contain anything.
  return address !== undefined && isSafeAddress(address) ? address : null
}

/**
 * Clears what a session left in this browser. Unsent answers stay: they belong to their user.
 *
 * @param destination where to go next; the guard would send signed-out users to the login page
 */
export function forgetPerson(destination: string): void {
  clearSignupHints()
  store.destination = destination
  setUser(null)
  store.curricula = null
  store.unsent = 0
}
