/**
 * The user's own data: files, export of everything stored, and deletion of the account. Loaded on
 * demand.
 */

import { mutate } from 'swr'
import type { Hidden } from '#engine/cv/hidings.ts'
import { OWN_ORDER, ownOrder, type Ordered } from '#engine/cv/ownorder.ts'
import { queryText } from '#engine/decide/routes.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { saveFile } from '#widgets/parts/savefile.ts'
import { ApiFailure, call, NoSignal, read, request } from './api.ts'
import { noting } from './history.ts'
import { say } from './i18n.ts'
import { openOutbox } from './outbox.ts'
import { forgetPages } from './pagesof.ts'
import {
  discardSection,
  forgetPending,
  isProfilePending,
  KeptHere,
  pendingEntries,
  pendingSection,
  refusedSections,
  sendOrKeep,
} from './pending.ts'
import { draftsOf } from './pendingbox.ts'
import { fetchUser, forgetPerson, mergeProfile } from './session.ts'
import type { SharesCall } from './shares.ts'
import { showSnackbar, store } from './store.ts'

const SESSIONS = 'auth/sessions'
/** A file may wait for others to be made. */
const FILE_MS = 60_000

/** @throws ApiFailure or NoSignal */
async function exportAccount(): Promise<{ name: string; file: Blob }> {
  const everything = await call<{ tenant: string; exportedAt: string }>('users/me/export')
  return {
    name: `${everything.tenant}-my-data-${everything.exportedAt.slice(0, 10)}.json`,
    file: new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  }
}

/**
 * Deletes the account and its data on this device. @throws ApiFailure or NoSignal: then nothing was
 * deleted
 */
async function deleteAccount(): Promise<void> {
  const user = store.user?._id
  await call('users/me', { method: 'DELETE' })
  if (user !== undefined) {
    const outbox = await openOutbox()
    for (const attempt of await outbox.attemptsOf(user)) await outbox.dropAttempt(attempt)
    await outbox.drop((await outbox.rowsOf(user)).map(({ id }) => id))
  }
  await forgetPending().catch(() => undefined)
  forgetPerson('/home')
  await forgetPages(null).catch(() => undefined)
  // Drop everything cached for the previous user.
  await mutate(() => true, undefined, { revalidate: false })
  showSnackbar(say('ownData.erased'))
}

/** An address of the server, and its query. What a page has no value for is left out. */
type Asked = { readonly path: string } & Readonly<Record<string, string | null | undefined>>
/** What the page has made itself, with words for those who can't see it. */
type Made = { readonly file: File; readonly text?: string }

function isMade(asked: object): asked is Made {
  return 'file' in asked && asked.file instanceof File
}

function addressOf({ path, ...query }: Asked): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  return path + queryText(Object.fromEntries(given))
}

/** A file that the server makes. A failure is said here, because a button has no place for it. */
async function fetchFile(asked: Asked | Made): Promise<void> {
  if (isMade(asked)) return saveFile(asked.file.name, asked.file)
  try {
    const response = await request(addressOf(asked), { timeoutMs: FILE_MS })
    if (!response.ok) await read(response)
    saveFile(nameOf(response), await response.blob())
  } catch (error) {
    showSnackbar(error instanceof ApiFailure ? error.message : say('state.offlineFile'))
  }
}

/** Text that the server makes, for the phone's share sheet; where there is none it is copied. */
async function shareText(asked: Asked | Made): Promise<void> {
  try {
    if (isMade(asked)) return await shareFile(asked)
    const response = await request(addressOf(asked), { timeoutMs: FILE_MS })
    if (!response.ok) await read(response)
    const text = await response.text()
    if (typeof navigator.share === 'function') return await navigator.share({ text })
    await navigator.clipboard.writeText(text)
    showSnackbar(say('ownData.copied'))
  } catch (error) {
    // The share sheet was closed again.
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (error instanceof ApiFailure) return showSnackbar(error.message)
    showSnackbar(say(error instanceof NoSignal ? 'state.offlineFile' : 'simpleForm.failed'))
  }
}

/** A picture goes to the share sheet; where that takes no files, it is saved. */
async function shareFile({ file, text = '' }: Made): Promise<void> {
  const shared = { files: [file], text }
  if (typeof navigator.share === 'function' && navigator.canShare?.(shared))
    return navigator.share(shared)
  saveFile(file.name, file)
}

/**
 * Sends what a file says; once it isn't a `try` the profile is read again.
 *
 * @throws ApiFailure or NoSignal
 */
async function bringFile({
  path,
  body,
}: {
  readonly path: string
  readonly body: { readonly try: boolean }
}): Promise<unknown> {
  const said = await call(path, { method: 'POST', body })
  if (!body.try) await fetchUser()
  return said
}

/**
 * Leaves a section out of the CV, or takes it in again; without a signal it waits on this device. A
 * failure is said here.
 *
 * @param asked without a section: says what waits
 * @returns whether it was done or waits, and all that waits
 */
async function hideSection(asked: {
  readonly section?: string
  readonly hide?: boolean
}): Promise<Hidden> {
  const { section } = asked
  const done =
    section === undefined ||
    (await noting(async () =>
      mergeProfile(
        await sendOrKeep<Record<string, unknown>>(`entry/cv/hidden/${section}`, {
          path: 'users/cv/hide-section',
          method: 'POST',
          body: asked,
        }),
      ),
    ).then(
      () => true,
      (error: unknown) => {
        if (error instanceof KeptHere) return true
        showSnackbar(error instanceof ApiFailure ? error.message : say('state.offlineText'))
        return false
      },
    ))
  const waiting = (await pendingEntries('cv', 'hidden')) as { section: string; hide: boolean }[]
  return {
    done,
    waiting: Object.fromEntries(waiting.map((each) => [each.section, each.hide])),
    keeps: await isProfilePending(),
    refused: await refusedSections(),
    begun: draftsOf(),
  }
}

/** The newest order that hasn't been sent, while another one is being sent. */
let nextOrder: readonly string[] | null = null
let ordering: Promise<Ordered> | null = null

/**
 * Puts the parts of the CV in an order; without a signal it waits on this device. A failure is said
 * here. One is sent at a time, and of those that came meanwhile the newest: each is an edit of what
 * the one before it became, not of what another device has made of it.
 *
 * @param asked without an order: says what waits
 */
async function orderSections({ order }: { readonly order?: readonly string[] }): Promise<Ordered> {
  if (order === undefined) return ordering ?? waitingOrder()
  nextOrder = order
  ordering ??= sendOrders().finally(() => (ordering = null))
  return ordering
}

async function sendOrders(): Promise<Ordered> {
  let last: Ordered = { is: 'saved' }
  while (nextOrder !== null) {
    const order = nextOrder
    nextOrder = null
    last = await sendOrder(order)
    if (last.is === 'elsewhere') nextOrder = null
  }
  return last
}

async function sendOrder(order: readonly string[]): Promise<Ordered> {
  try {
    const version = sectionVersion(store.user?.profile ?? {}, [OWN_ORDER])
    await noting(async () =>
      mergeProfile(
        await sendOrKeep<Record<string, unknown>>(`section/${OWN_ORDER}`, {
          path: 'users/cv/order',
          method: 'PUT',
          body: { order },
          version,
        }),
      ),
    )
    return { is: 'saved' }
  } catch (error) {
    if (error instanceof KeptHere) return { is: 'waits', order }
    if (error instanceof ApiFailure && error.status === 409) {
      await discardSection(OWN_ORDER)
      await fetchUser()
      return { is: 'elsewhere' }
    }
    showSnackbar(error instanceof ApiFailure ? error.message : say('state.offlineText'))
    return waitingOrder()
  }
}

/** One that was refused is told once; what another device has saved counts. */
async function waitingOrder(): Promise<Ordered> {
  const waiting = await pendingSection(OWN_ORDER)
  if (waiting === null) return { is: 'saved' }
  if (waiting.refused === undefined)
    return { is: 'waits', order: ownOrder({ [OWN_ORDER]: waiting.values['order'] }) }
  await discardSection(OWN_ORDER)
  return { is: 'elsewhere' }
}

/** The name that the server gives it. */
function nameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header)?.[1] ?? 'file')
}

const ALL = {
  'account.export': exportAccount,
  'account.erase': deleteAccount,
  'session.end': endSession,
  'file.save': fetchFile,
  'text.share': shareText,
  'section.hide': hideSection,
  'section.order': orderSections,
  history: async (what: 'steps' | 'undo' | 'redo') =>
    (await import('./undoing.ts')).callHistory(what),
  'file.bring': bringFile,
  share: async (asked: SharesCall) => (await import('./shares.ts')).callShares(asked),
}

/** @param what one of the names in actions.ts */
export function personal(what: string, given: unknown): Promise<unknown> {
  return (ALL as unknown as Record<string, (given: unknown) => Promise<unknown>>)[what]!(given)
}

/** Signs out a device of the user's, by its id, or all `others`. @throws ApiFailure or NoSignal */
async function endSession(id: string): Promise<void> {
  await call(`auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })
  await mutate((key) => Array.isArray(key) && key[0] === SESSIONS)
}
