/** What people do on pages, by name. Widgets ask for these; nothing else in them reaches the app. */

import { mutate } from 'swr'
import type { ConsoleCall } from '#admin/parts/client.ts'
import type { Action } from '#engine/react/context.ts'
import { homeOf } from '#engine/decide/menu.ts'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { pathTo } from '#engine/decide/routes.ts'
import type { User } from '#engine/rules/scope.ts'
import { formCompleted } from './analytics.ts'
import { call } from './api.ts'
import { forgetPlan } from './cookies.ts'
import { currentCatalog, currentFrame } from './documents.ts'
import type { Favourite } from './favourites.ts'
import { say } from './i18n.ts'
import { pathHere } from './preview.ts'
import { fetchUser, setUser } from './session.ts'
import { showSnackbar, store } from './store.ts'

/** What the router can do for an action. */
export type Navigation = {
  readonly go: (href: string, options?: { replace?: boolean }) => void
  /** Query of the present page. */
  readonly query: () => URLSearchParams
  readonly logout: () => void
}

type Values = Readonly<Record<string, string>>

/** Where the documents have this page. */
function pathOf(name: string): string {
  const route = currentCatalog().route(name)
  return route === undefined ? '/' : pathTo(route)
}

export function makeActions(navigation: Navigation): Record<string, Action> {
  const user = async (path: string, method: 'POST' | 'PUT', body?: unknown): Promise<User> => {
    const answer = await call<User>(path, { method, ...(body !== undefined && { body }) })
    setUser(answer)
    return answer
  }
  const actions = {
    signup: ({ email, password }: Values) => user('auth/signup', 'POST', { email, password }),
    login: async ({ email, password }: Values) => {
      const answer = await call<User>('auth/login', { method: 'POST', body: { email, password } })
      // Nothing of a former person is shown.
      await mutate(() => true, undefined, { revalidate: false })
      if (!store.signInAbove)
        store.destination = safeRedirect(currentCatalog(), navigation.query().get('redirect'))
      store.signInAbove = false
      setUser(answer)
      return answer
    },
    verify: ({ code }: Values) => user('auth/verify', 'POST', { code }),
    'verify.resend': async () => {
      await call('auth/verify/resend', { method: 'POST' })
      showSnackbar(say('onboarding.confirm.sent'))
    },
    recover: ({ email }: Values) => call('auth/recover', { method: 'POST', body: { email } }),
    'recover.confirm': async ({ password }: Values) => {
      await call('auth/recover/confirm', {
        method: 'POST',
        body: { token: navigation.query().get('token') ?? '', password },
      })
      showSnackbar(say('recover.done'))
      navigation.go(pathOf('loginPage'))
    },
    'password.change': async ({ current, next }: Values) => {
      await call('auth/password', { method: 'POST', body: { current, next } })
      await fetchUser()
    },
    redeem: ({ code }: Values) => user('plans/redeem', 'POST', { code }),
    'plan.forget': () => {
      forgetPlan()
      // The address may hold it too, and would choose it again.
      if (window.location.search !== '') navigation.go(pathHere())
      else if (store.user) setUser(store.user)
    },
    consents: (answers: Readonly<Record<string, boolean>>) =>
      user('users/consents', 'PUT', answers),
    'curriculum.choose': async (schoolCurriculum: string) => {
      await user('users/school-curriculum', 'PUT', { schoolCurriculum })
      navigation.go(pathOf('subjectChoiceNavigatorHomePage'))
    },
    'section.save': async ({
      section,
      values,
    }: {
      section: string
      values: Readonly<Record<string, unknown>>
    }) => {
      const how = currentCatalog().get('profile-section', section)?.save
      if (how === undefined) throw new Error(`section "${section}" cannot be saved`)
      await (await import('./pending.ts')).saveSection(section, how.route, how.method, values)
    },
    'section.pending': async (section: string) =>
      (await import('./pending.ts')).pendingSection(section),
    'validator.load': async (section: string) => {
      const sha = currentFrame().validators[section]
      if (sha === undefined) return null
      // A module of our own origin, compiled when the documents were released. Without it the server alone judges.
      const [{ openValidators }, compiled] = await Promise.all([
        import('#engine/forms/formruntime.ts'),
        import(/* @vite-ignore */ `/api/validators/${sha}.js`).catch(() => null),
      ])
      return compiled === null
        ? null
        : openValidators(compiled as Parameters<typeof openValidators>[0])
    },
    'query.set': (changes: Values) => {
      const query = navigation.query()
      for (const [key, value] of Object.entries(changes)) {
        if (value === '') query.delete(key)
        else query.set(key, value)
      }
      const text = query.toString()
      navigation.go(pathHere() + (text === '' ? '' : `?${text}`), { replace: true })
    },
    'favourite.set': async (favourite: Favourite) =>
      (await import('./favourites.ts')).setFavourite(favourite),
    // The part that keeps answers comes with the first quiz.
    'attempt.open': async (assessment: string) =>
      (await import('./attempts.ts')).openAttempt(assessment),
    'task.open': async (assessment: string) => (await import('./attempts.ts')).openTask(assessment),
    'attempt.peek': async (assessment: string) =>
      (await import('./attempts.ts')).peekAttempt(assessment),
    // The console is nobody's first page, and most people's never.
    console: async (asked: ConsoleCall) => (await import('./console.ts')).callConsole(asked),
    print: () => window.print(),
    reload: () => location.reload(),
    back: () => history.back(),
    'auth.arrive': async () => {
      await fetchUser()
      // The guard takes everybody who is signed in to their profile; anybody else begins again.
      if (store.user === null)
        navigation.go(pathOf(homeOf(currentCatalog(), 'header')), { replace: true })
    },
    logout: () => navigation.logout(),
    'account.export': async () => (await import('./personal.ts')).exportOwn(),
    'account.erase': async () => (await import('./personal.ts')).eraseOwn(),
    'auth.provider': () => showSnackbar(say('problem.feature.being-built')),
  }
  return { ...(actions as unknown as Record<string, Action>), ...completing(actions) }
}

/** Actions that are forms, by the name that the form has on its page: what they did is told of when it is done. */
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
        const answer = await send(payload)
        formCompleted(form === 'section.save' ? (payload as { section: string }).section : form)
        return answer
      }
      return [form, action as Action]
    }),
  )
}
