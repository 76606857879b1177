// @vitest-environment happy-dom
/** Logging out leads to the page of the service that somebody signed in with, where it has one. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logout } from '#app/session.ts'
import { store } from '#app/store.ts'
import { makeUser } from '#tests/support/documents.ts'

const ADDRESSES = {
  azureAdb2c: { singleLogoutUrl: 'https://azure.example/logout' },
  sbOpenid: { singleLogoutUrl: 'https://stdbank.example/logout' },
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(store, { user: null, appConfiguration: null })
})

async function loggedOutOf(method: string, authSettings: object): Promise<string | null> {
  const user = makeUser({})
  Object.assign(store, {
    user: { ...user, auth: { ...user.auth, currentSessionAuthMethod: method } },
    appConfiguration: { authSettings },
  })
  const next = await logout()
  expect(store.user, 'whatever comes next, nobody is signed in here').toBeNull()
  return next
}

it.each([
  ['azure-ad', ADDRESSES, ADDRESSES.azureAdb2c.singleLogoutUrl],
  ['stdbank', ADDRESSES, ADDRESSES.sbOpenid.singleLogoutUrl],
  ['email', ADDRESSES, null],
  ['school', ADDRESSES, null],
  ['azure-ad', { sbOpenid: ADDRESSES.sbOpenid }, null],
  ['azure-ad', {}, null],
  ['azure-ad', { azureAdb2c: { singleLogoutUrl: 'javascript:alert(1)' } }, null],
])('of %s with %j leads to %s', async (method, settings, next) => {
  expect(await loggedOutOf(method, settings)).toBe(next)
})

it('keeps the user where the server could not end the session', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'server/error' }, { status: 500 }))
  await expect(loggedOutOf('azure-ad', ADDRESSES)).rejects.toMatchObject({ status: 500 })
  expect(store.user).not.toBeNull()
})
