/**
 * The actions that widgets can trigger, by name. This is the only way for a widget to reach the
 * app.
 */

import { mutate } from 'swr'
import type { ListCall } from '#engine/forms/listcalls.ts'
import type { ConsoleCall } from '#admin/parts/client.ts'
import type { Action } from '#engine/react/context.ts'
import { homeOf } from '#engine/decide/menu.ts'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { pathTo } from '#engine/decide/routes.ts'
import type { User } from '#engine/rules/scope.ts'
import { formCompleted } from './analytics.ts'
import { call } from './api.ts'
import { forgetPlan } from './cookies.ts'
import { currentCatalog } from './documents.ts'
import type { Kept } from './visitor.ts'
import type { Entry } from './entries.ts'
import type { Favourite } from './favourites.ts'
import { keepHeart } from './hearts.ts'
import { pathHere } from './preview.ts'
import { fetchUser, setUser } from './session.ts'
import { showSnackbar, store } from './store.ts'

/** What actions need from the router. */
export type Navigation = {
  readonly go: (href: string, options?: { replace?: boolean }) => void
  /** Query of the current page. */
  readonly query: () => URLSearchParams
  readonly logout: () => void
}

type Values = Readonly<Record<string, string>>
/** Does what it is told by name. */
type Later = (what: string, given: Values, go: Navigation['go']) => Promise<unknown>

/** What paying.ts and guardian.ts do; each is loaded by the first of these. */
const PAYING =
  'coupon,checkout,ask,revoke,check,arrived,asked,demo.paid,demo.declined,demo.expired,demo.lost'
const GUARDIAN = 'ask,again,check,answer,withdraw'

/** What personal.ts does, likewise. */
const PERSONAL = 'account.export,account.erase,session.end,file.save,text.share,section.hide'
/** What factor.ts does, likewise. */
const FACTOR = 'code,enter,begin,key,confirm,recovery,codes,off,add,remove'

const attempts = () => import('./attempts.ts')
const factor = () => import('./factor.ts')
const pending = () => import('./pending.ts')

/** Path of a route, from the documents. */
function pathOf(name: string): string {
  const route = currentCatalog().route(name)
  return route === undefined ? '/' : pathTo(route)
}

export function makeActions(navigation: Navigation): Record<string, Action> {
  const user = async (path: string, method: 'POST' | 'PUT', body?: unknown): Promise<User> => {
    const response = await call<User>(path, { method, ...(body !== undefined && { body }) })
    setUser(response)
    return response
  }
  const actions = {
    signup: (body: Values) => user('auth/signup', 'POST', body),
    login: async (body: Values) => {
      const response = await call<User & Values>('auth/login', { method: 'POST', body })
      // The account has a second factor: a page asks for it.
      if (response['page']) return (await factor()).factor('wait', response)
      // Drop everything cached for the previous user.
      await mutate(() => true, undefined, { revalidate: false })
      if (!store.signInAbove)
        store.destination = safeRedirect(currentCatalog(), navigation.query().get('redirect'))
      store.signInAbove = false
      setUser(response)
      return response
    },
    verify: ({ code }: Values) => user('auth/verify', 'POST', { code }),
    'verify.resend': () => call('auth/verify/resend', { method: 'POST' }),
    recover: (body: Values) => call('auth/recover', { method: 'POST', body }),
    'address.change': (body: Values) => user('auth/address', 'POST', body),
    'recover.confirm': ({ password }: Values) =>
      call('auth/recover/confirm', {
        method: 'POST',
        body: { token: navigation.query().get('token') ?? '', password },
      }),
    'password.change': async ({ current, next }: Values) => {
      await call('auth/password', { method: 'POST', body: { current, next } })
      await fetchUser()
    },
    redeem: ({ code }: Values) => user('plans/redeem', 'POST', { code }),
    'plan.forget': () => {
      forgetPlan()
      // The address may contain the plan as well, and would select it again.
      if (window.location.search !== '') navigation.go(pathHere())
      else if (store.user) setUser(store.user)
    },
    consents: (answers: Readonly<Record<string, unknown>>) =>
      user('users/consents', 'PUT', answers),
    'curriculum.choose': (schoolCurriculum: string) =>
      user('users/school-curriculum', 'PUT', { schoolCurriculum }),
    // Where a form leads and what is said there is in the document of its page.
    go: ({ to, said }: Values) => {
      if (said) showSnackbar(said)
      navigation.go(to!)
    },
    'section.save': async ({
      section,
      values,
      from,
    }: {
      section: string
      values: Readonly<Record<string, unknown>>
      from: Readonly<Record<string, unknown>>
    }) => {
      const how = currentCatalog().get('profile-section', section)?.save
      if (how === undefined) throw new Error(`section "${section}" cannot be saved`)
      return (await pending()).saveSection(section, how, values, from)
    },
    list: async (asked: ListCall) => (await import('./records.ts')).callList(asked),
    'entry.set': async (entry: Entry) => (await import('./entries.ts')).setEntry(entry),
    'section.pending': async (section: string) => (await pending()).pendingSection(section),
    'section.discard': async (section: string) => (await pending()).discardSection(section),
    'validator.load': async (section: string) =>
      (await import('./validators.ts')).loadValidators(section),
    'query.set': (changes: Values) => {
      const query = navigation.query()
      for (const [key, value] of Object.entries(changes)) {
        if (value === '') query.delete(key)
        else query.set(key, value)
      }
      const text = query.toString()
      navigation.go(pathHere() + (text === '' ? '' : `?${text}`), { replace: true })
    },
    'favourite.set': async (favourite: Favourite) => {
      const write = keepHeart(favourite.type, favourite.id, favourite.on)
      return (await import('./favourites.ts')).setFavourite(favourite, write)
    },
    'interaction.add': (body: Readonly<Record<string, string>>) =>
      call('users/interactions', { method: 'POST', body }),
    // The code that stores answers is loaded with the first quiz.
    'attempt.open': async (assessment: string) => (await attempts()).openAttempt(assessment),
    'task.open': async (assessment: string) => (await attempts()).openTask(assessment),
    'attempt.peek': async (asked: string | Kept) => (await attempts()).peekAttempt(asked),
    // The console is never a first page, and most users never open it.
    console: async (asked: ConsoleCall) => (await import('./console.ts')).callConsole(asked),
    print: () => window.print(),
    reload: () => location.reload(),
    back: () => history.back(),
    'auth.arrive': async () => {
      store.destination = safeRedirect(currentCatalog(), navigation.query().get('redirect'))
      await fetchUser()
      // The guard sends signed-in users to their profile; everyone else starts over.
      if (store.user !== null) return
      store.destination = null
      navigation.go(pathOf(homeOf(currentCatalog(), 'header')), { replace: true })
    },
    logout: () => navigation.logout(),
  }
  /** Actions of a file that the first of them loads. */
  const later = (prefix: string, names: string, load: () => Promise<Later>) =>
    names
      .split(',')
      .map((what): [string, Action] => [
        prefix + what,
        async (given?: never) => (await load())(what, given ?? {}, navigation.go),
      ])
  const personal = PERSONAL.split(',').map((what) => [
    what,
    async (given?: never) => (await import('./personal.ts')).personal(what, given),
  ])
  return {
    ...(actions as unknown as Record<string, Action>),
    ...completing(actions),
    ...(Object.fromEntries([
      ...later('pay.', PAYING, async () => (await import('./paying.ts')).pay),
      ...later('guardian.', GUARDIAN, async () => (await import('./guardian.ts')).guardian),
      ...later('factor.', FACTOR, async () => (await factor()).factor),
      ...personal,
    ]) as Record<string, Action>),
  }
}

/** Actions that are forms, by the form's name on its page: each successful submit is tracked. */
const FORMS = [
  'signup',
  'login',
  'verify',
  'recover',
  'recover.confirm',
  'password.change',
  'redeem',
  'consents',
  'section.save',
] as const

function completing(
  actions: Readonly<Record<(typeof FORMS)[number], unknown>>,
): Record<string, Action> {
  return Object.fromEntries(
    FORMS.map((form) => {
      const send = actions[form] as (payload: unknown) => Promise<unknown>
      const action = async (payload: unknown): Promise<unknown> => {
        const response = await send(payload)
        formCompleted(form === 'section.save' ? (payload as { section: string }).section : form)
        return response
      }
      return [form, action]
    }),
  )
}
