/**
 * The second lock of an account, and passkeys. Loaded when the first of these is used: no first page
 * needs it.
 */

import { mutate } from 'swr'
import { safeRedirect } from '#engine/decide/redirect.ts'
import type { User } from '#engine/rules/scope.ts'
import { ApiFailure, call } from './api.ts'
import { currentCatalog } from './documents.ts'
import { fetchUser, setUser } from './session.ts'
import { store } from './store.ts'

type Given = Readonly<Record<string, string>>
type Go = (href: string, options?: { replace?: boolean }) => void
type Sheet = { readonly lines: readonly string[]; readonly qr?: string }

const FACTOR = 'auth/second-factor'
const PASSKEYS = 'auth/passkeys'
/** The pages of all this. */
const SECURITY = '/settings/security'

/** What the server shows once: only in memory, and gone with the page. */
const shown: { key: Sheet | null; codes: Sheet | null } = { key: null, codes: null }

const post = <T>(path: string, body: object = {}) => call<T>(path, { method: 'POST', body })

function again(path: string): Promise<unknown> {
  return mutate((key) => Array.isArray(key) && key[0] === path)
}

/** "abcd-efgh-jkmn" is a recovery code, "123 456" one of the app. */
function proofOf({ code = '', recoveryCode }: Given): object {
  if (recoveryCode !== undefined) return { recoveryCode }
  return /^[\d\s]+$/.test(code) ? { code } : { recoveryCode: code }
}

async function enter(user: User): Promise<void> {
  // Drop everything cached for the previous user.
  await mutate(() => true, undefined, { revalidate: false })
  const redirect = new URLSearchParams(location.search).get('redirect')
  // The dialog above a page leaves it where it is.
  if (!store.signInAbove) store.destination = safeRedirect(currentCatalog(), redirect)
  store.signInAbove = false
  setUser(user)
}

async function keepCodes({ recoveryCodes }: { recoveryCodes: string[] }, go: Go): Promise<void> {
  shown.codes = { lines: recoveryCodes }
  await fetchUser()
  await again(FACTOR)
  // They replace the page that asked: going back would ask for another code.
  go(`${SECURITY}/codes`, { replace: true })
}

/** Closing the browser's dialog isn't an error, but nothing has happened either. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new ApiFailure(422, { code: 'passkey/refused' })
  }
}

const DOINGS: Readonly<Record<string, (given: Given, go: Go) => Promise<unknown>>> = {
  wait: async ({ page }) => {
    const redirect = new URLSearchParams(location.search).get('redirect') ?? ''
    location.assign(`${page}&redirect=${encodeURIComponent(redirect)}`)
  },
  code: async (given) => enter(await post<User>(`${FACTOR}/check`, proofOf(given))),
  enter: async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = await post<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
      `${PASSKEYS}/login/options`,
    )
    const credential = await ask(() => startAuthentication({ optionsJSON }))
    await enter(await post<User>(`${PASSKEYS}/login`, { credential }))
  },
  begin: async (given, go) => {
    const { secret, address } = await post<{ secret: string; address: string }>(FACTOR, given)
    shown.key = { lines: [secret], qr: address }
    go(`${SECURITY}/scan`)
  },
  key: async () => shown.key,
  confirm: async (given, go) => {
    await keepCodes(await post(`${FACTOR}/confirm`, given), go)
    shown.key = null
  },
  recovery: async (given, go) => keepCodes(await post(`${FACTOR}/recovery`, given), go),
  codes: async () => shown.codes,
  off: async (given) => {
    await call(FACTOR, { method: 'DELETE', body: proofOf(given) })
    shown.codes = null
    await fetchUser()
    await again(FACTOR)
  },
  add: async ({ name, ...given }) => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = await post<Parameters<typeof startRegistration>[0]['optionsJSON']>(
      `${PASSKEYS}/options`,
      given,
    )
    const credential = await ask(() => startRegistration({ optionsJSON }))
    await post(PASSKEYS, { name, credential })
    await again(PASSKEYS)
  },
  remove: async (id) => {
    await call(`${PASSKEYS}/${encodeURIComponent(String(id))}`, { method: 'DELETE' })
    await again(PASSKEYS)
  },
}

/** @param what one of the names in actions.ts */
export async function factor(
  what: string,
  given: Given,
  go: Go = () => undefined,
): Promise<unknown> {
  return DOINGS[what]!(given, go)
}
