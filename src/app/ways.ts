/**
 * Ways in: signing up and in, codes, recovery, consents, a plan by a code. Loaded when the first of
 * these is used, because the first screen needs none of them.
 */

import { mutate } from 'swr'
import { homeOf } from '#engine/decide/menu.ts'
import { wayTo } from '#engine/decide/providers.ts'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { pathTo } from '#engine/decide/routes.ts'
import type { User } from '#engine/rules/scope.ts'
import { ApiFailure, call } from './api.ts'
import { forgetPlan, SIGNUP_MINUTES, writeCookie } from './cookies.ts'
import { currentCatalog } from './documents.ts'
import { pathHere } from './preview.ts'
import { fetchUser, setUser } from './session.ts'
import { store } from './store.ts'

type Values = Readonly<Record<string, string>>
type Go = (href: string, options?: { replace?: boolean }) => void
type Doing<Given = Values> = (given: Given, go: Go, query: URLSearchParams) => unknown

async function user(path: string, method: 'POST' | 'PUT', body: unknown): Promise<User> {
  const response = await call<User>(path, { method, body })
  setUser(response)
  return response
}

const login: Doing = async (body, go, query) => {
  const response = await call<User & Values>('auth/login', { method: 'POST', body })
  // The account has a second factor: a page asks for it, or the dialog above this page.
  if (response['page'])
    return store.signInAbove ? response : (await import('./factor.ts')).factor('wait', response, go)
  // Drop everything cached for the previous user.
  await mutate(() => true, undefined, { revalidate: false })
  if (!store.signInAbove) store.destination = safeRedirect(currentCatalog(), query.get('redirect'))
  store.signInAbove = false
  setUser(response)
  return response
}

const WAYS = {
  signup: (body: Values) => user('auth/signup', 'POST', body),
  login,
  /** At the service that this session came from; then back to this page. */
  'login.again': () => {
    const method = store.user?.auth.currentSessionAuthMethod ?? ''
    window.location.assign(wayTo(method, pathHere() + window.location.search))
  },
  verify: ({ code }: Values) => user('auth/verify', 'POST', { code }),
  'verify.resend': () => call('auth/verify/resend', { method: 'POST' }),
  'verify.later': () => {
    writeCookie('skip-verification', 'true', SIGNUP_MINUTES * 60)
    if (store.user) setUser(store.user)
  },
  recover: (body: Values) => call('auth/recover', { method: 'POST', body }),
  'recover.confirm': ({ password }: Values, _go: Go, query: URLSearchParams) =>
    call('auth/recover/confirm', {
      method: 'POST',
      body: { token: query.get('token') ?? '', password },
    }),
  'address.change': async (body: Values) => {
    try {
      return await user('auth/address', 'POST', body)
    } catch (error) {
      // Time has run out on this page: it now offers to log in again.
      if (error instanceof ApiFailure && error.code === 'login/again')
        await mutate((key) => Array.isArray(key) && key[0] === 'auth/second-factor')
      throw error
    }
  },
  'password.change': async ({ current, next }: Values) => {
    await call('auth/password', { method: 'POST', body: { current, next } })
    await fetchUser()
  },
  redeem: ({ code }: Values) => user('plans/redeem', 'POST', { code }),
  'plan.forget': (_given: Values, go: Go) => {
    forgetPlan()
    // The address may contain the plan as well, and would select it again.
    if (window.location.search !== '') go(pathHere())
    else if (store.user) setUser(store.user)
  },
  consents: (answers: Readonly<Record<string, unknown>>) => user('users/consents', 'PUT', answers),
  'curriculum.choose': (schoolCurriculum: string) =>
    user('users/school-curriculum', 'PUT', { schoolCurriculum }),
  'auth.arrive': async (_given: Values, go: Go, query: URLSearchParams) => {
    store.destination = safeRedirect(currentCatalog(), query.get('redirect'))
    await fetchUser()
    // The guard sends signed-in users to their profile; everyone else starts over.
    if (store.user !== null) return
    store.destination = null
    const home = currentCatalog().route(homeOf(currentCatalog(), 'header'))
    go(home === undefined ? '/' : pathTo(home), { replace: true })
  },
}

/** @param what one of the names in actions.ts. @throws ApiFailure or NoSignal */
export async function ways(
  what: string,
  given: never,
  go: Go,
  query: URLSearchParams,
): Promise<unknown> {
  return (WAYS as unknown as Record<string, Doing<never>>)[what]!(given, go, query)
}
