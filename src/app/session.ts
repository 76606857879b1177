/** Who is signed in, as the server says; and without a signal, who was last (spec 4, Login; reliability.md 3). */

import { isSafeAddress } from '#engine/decide/redirect.ts'
import type { User } from '#engine/rules/scope.ts'
import { call, NoSignal, readFirst } from './api.ts'
import { clearSignupHints, readOnboarding } from './cookies.ts'
import { forgetPages } from './pagesof.ts'
import { keep, kept, store } from './store.ts'

const LAST_USER = 'last-user'

/** Takes a user over everywhere. The language of rules and texts stays the page's own. */
export function setUser(user: User | null): void {
  store.user = user
  store.initialised = true
  store.onboarding = readOnboarding()
  keep(LAST_USER, user === null ? null : JSON.stringify(user))
  void forgetPages(user?._id ?? null).catch(() => undefined)
  if (user !== null) beginSync()
}

/** Answers that wait on this device are this person's again. The part that sends them comes with the first sign-in. */
function beginSync(): void {
  void import('./sync.ts').then(
    ({ startSync }) => startSync(),
    () => undefined,
  )
}

/**
 * Asks the server who is signed in: 200 with a user, or 204. Returns the error instead of throwing it (spec 8).
 *
 * @param first the request that the boot script has under way already
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
    // Without a signal the last signed-in person stands; an answer of any kind does not come to this.
    if (error instanceof NoSignal) store.online = false
    if (store.user === null && error instanceof NoSignal) {
      store.user = lastUser()
      // Nothing can be sent now, but somebody must listen for the signal.
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

/** Merges keys into the profile, as the answers of `users/{route}` want it (spec 7). */
export function mergeProfile(values: Readonly<Record<string, unknown>>): void {
  if (store.user !== null) setUser({ ...store.user, profile: { ...store.user.profile, ...values } })
}

/**
 * Logs out (spec 4). A server failure throws; the browser forgets the person only when the server has.
 *
 * @returns where the browser must go instead of /home, where a provider has a logout of its own
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
  // The browser may be on its way to another page in a moment.
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
  // A draft that is looked at may hold anything.
  return address !== undefined && isSafeAddress(address) ? address : null
}

/**
 * What a session left behind in this browser. Unsent answers stay: they belong to their person.
 *
 * @param destination where this leads; the guard would send anybody who is not signed in to log in again
 */
export function forgetPerson(destination: string): void {
  clearSignupHints()
  store.destination = destination
  setUser(null)
  store.curricula = null
  store.unsent = 0
}
