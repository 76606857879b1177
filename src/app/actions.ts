/**
 * The actions that widgets can trigger, by name. This is the only way for a widget to reach the
 * app.
 */

import type { ListCall } from '#engine/forms/listcalls.ts'
import type { ConsoleCall } from '#admin/parts/client.ts'
import type { Action } from '#engine/react/context.ts'
import { formCompleted } from './analytics.ts'
import { NoSignal } from './api.ts'
import { fetchLater, reloadForChunks } from './chunks.ts'
import { currentCatalog } from './documents.ts'
import type { Kept } from './visitor.ts'
import type { Entry } from './entries.ts'
import type { Favourite, Told } from './favourites.ts'
import { keepHeart } from './hearts.ts'
import { pathHere } from './preview.ts'
import { setTitle } from './pagetitle.ts'
import { showSnackbar } from './store.ts'

/** What actions need from the router. */
export type Navigation = {
  readonly go: (href: string, options?: { replace?: boolean }) => void
  /** Query of the current page. */
  readonly query: () => URLSearchParams
  readonly logout: () => void
}

type Values = Readonly<Record<string, string>>
/** Does what it is told by name. */
type Later = (
  what: string,
  given: never,
  go: Navigation['go'],
  query: URLSearchParams,
) => Promise<unknown>

/** What ways.ts, paying.ts and so on do; each is loaded by the first of these. */
const WAYS =
  'signup,login,login.again,verify,verify.resend,verify.later,recover,recover.confirm,address.change,password.change,redeem,plan.forget,consents,curriculum.choose,auth.arrive'
const PAYING =
  'coupon,checkout,ask,revoke,check,arrived,asked,demo.paid,demo.declined,demo.expired,demo.lost'
const GUARDIAN = 'ask,again,check,answer,withdraw'
const PERSONAL =
  'account.export,account.erase,session.end,file.save,text.share,section.hide,section.order,history,share,file.bring'
const SECTION = 'pending,discard,draft'
const FACTOR = 'code,enter,begin,key,confirm,recovery,codes,off,add,remove'

const attempts = () => import('./attempts.ts')

let fetching: Promise<void> | undefined
/** Once it has succeeded, or it's tried again. */
const fetched = () =>
  (fetching ??= fetchLater().catch((error: unknown) => {
    fetching = undefined
    throw new NoSignal(error)
  }))

export function makeActions(navigation: Navigation): Record<string, Action> {
  const actions = {
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
      return (await import('./pending.ts')).saveSection(section, how, values, from)
    },
    list: async (asked: ListCall) => (await import('./records.ts')).callList(asked),
    'entry.set': async (entry: Entry) => (await import('./entries.ts')).setEntry(entry),
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
    'interaction.add': async (told: Told) => (await import('./favourites.ts')).addInteraction(told),
    // The code that stores answers is loaded with the first quiz.
    'attempt.open': async (assessment: string) => (await attempts()).openAttempt(assessment),
    'task.open': async (assessment: string) => (await attempts()).openTask(assessment),
    'attempt.peek': async (asked: string | Kept) => (await attempts()).peekAttempt(asked),
    // The console is never a first page, and most users never open it.
    console: async (asked: ConsoleCall) => (await import('./console.ts')).callConsole(asked),
    title: setTitle,
    print: () => window.print(),
    reload: () => location.reload(),
    back: () => history.back(),
    logout: () => navigation.logout(),
  }
  /** Actions of a file that the first of them loads. Without it there is no signal. */
  const later = (prefix: string, names: string, load: () => Promise<Later>) =>
    names.split(',').map((what): [string, Action] => [
      prefix + what,
      async (given?: never) => {
        await fetched()
        const doing = await load().catch((error: unknown) => {
          // It won't come any more, on this page.
          reloadForChunks(error)
          throw new NoSignal(error)
        })
        return doing(what, given ?? ({} as never), navigation.go, navigation.query())
      },
    ])
  const all: Record<string, Action> = {
    ...(actions as unknown as Record<string, Action>),
    ...Object.fromEntries([
      ...later('', WAYS, async () => (await import('./ways.ts')).ways),
      ...later('', PERSONAL, async () => (await import('./personal.ts')).personal),
      ...later('pay.', PAYING, async () => (await import('./paying.ts')).pay),
      ...later('guardian.', GUARDIAN, async () => (await import('./guardian.ts')).guardian),
      ...later('section.', SECTION, async () => (await import('./sectionkept.ts')).sectionKept),
      ...later('factor.', FACTOR, async () => (await import('./factor.ts')).factor),
    ]),
  }
  return { ...all, ...completing(all) }
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

function completing(actions: Readonly<Record<string, unknown>>): Record<string, Action> {
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
