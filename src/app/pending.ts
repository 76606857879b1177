/**
 * Sends a write, or stores it on this device until there is a connection: profile sections and
 * favourites.
 */

import type { FormValues } from '#engine/forms/formvalues.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { ApiFailure, call, NoSignal, type CallOptions } from './api.ts'
import { dropSteps, noting } from './history.ts'
import { newId } from './newid.ts'
import {
  dropDrafts,
  dropOlder,
  dropWrite,
  keepWrite,
  readWrites,
  type PendingWrite,
} from './pendingbox.ts'
import { isPreview } from './preview.ts'
import { fetchUser, mergeProfile } from './session.ts'
import { store } from './store.ts'

/** The write could not be sent, and this device has stored it. */
export class KeptHere extends Error {
  /** The code that widgets check. */
  readonly code = 'kept'
  constructor(cause: unknown) {
    super('kept on this device', { cause })
    this.name = 'KeptHere'
  }
}

/** The server is unreachable or still starting: what this device has stored is used. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof NoSignal ||
    (error instanceof ApiFailure && [502, 503, 504].includes(error.status))
  )
}

/** The server rejected the write for good. */
function isRejected(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && [400, 403, 404, 409, 413, 422].includes(error.status)
}

/** One at a time: an older write of the same thing must not reach the server after a newer one. */
let queue: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work)
  queue = done.catch(() => undefined)
  return done
}

type Request = {
  readonly path: string
  readonly method: PendingWrite['method']
  readonly body?: unknown
  /** The write's id, if this device has stored it already. */
  readonly id?: string
  /** What it was edited from. */
  readonly version?: string
}

/**
 * @param what names the thing that is written; a newer write replaces a waiting one
 * @returns the response body
 * @throws KeptHere when offline; otherwise what the call threw
 */
export function sendOrKeep<T>(
  what: string,
  { path, method, body, id = newId(), version }: Request,
): Promise<T> {
  return inTurn(async () => {
    const user = store.user?._id ?? ''
    const asked: PendingWrite = {
      key: `${user}/${what}`,
      user,
      path,
      method,
      id,
      ...(body !== undefined && { body }),
      ...(version !== undefined && { version }),
    }
    const mayKeep = user !== '' && !isPreview()
    const write = mayKeep ? await sinceFirst(asked).catch(() => asked) : asked
    try {
      const response = await send<T>(write, {
        keepalive: isFavourite(write),
        // A learner in the middle of a form signs in above it and carries on there.
        keepSession: isForm(write),
      })
      if (mayKeep) await dropOlder(write).catch(() => undefined)
      return response
    } catch (error) {
      if (isForm(write) && error instanceof ApiFailure && error.status === 401)
        store.signInAbove = true
      if (!isUnreachable(error) || !mayKeep) {
        if (mayKeep && isFavourite(write)) await dropWrite(write).catch(() => undefined)
        throw error
      }
      await keepWrite(write).catch(() => Promise.reject(error))
      if (error instanceof NoSignal) store.online = false
      throw new KeptHere(error)
    }
  })
}

/** A section saved again before it was sent was still edited from what the first save was. */
async function sinceFirst(write: PendingWrite): Promise<PendingWrite> {
  if (write.version === undefined) return write
  const older = (await readWrites()).find(({ key }) => key === write.key)
  return older?.version === undefined || older.refused !== undefined
    ? write
    : { ...write, version: older.version }
}

/** With a version: refused if another device has saved this section since. */
function send<T>(
  { path, method, body, version }: PendingWrite,
  options: CallOptions = {},
): Promise<T> {
  return call<T>(path, {
    ...options,
    method,
    ...(body !== undefined && { body }),
    ...(version !== undefined && { ifMatch: version }),
  })
}

/**
 * Sends the waiting writes of the signed-in user, and deletes those of all others.
 *
 * @throws NoSignal, or a server error that isn't a rejection of the write itself: then it stays
 *   queued
 */
export function sendPending(leaving = false): Promise<void> {
  return inTurn(async () => {
    const user = store.user?._id
    dropDrafts(user ?? null)
    for (const write of await readWrites().catch(() => [])) {
      if (write.user !== user) await dropWrite(write)
      else if (write.refused === undefined) await sendOne(write, leaving)
    }
  })
}

/**
 * Sends the user's waiting favourites of some types. A list that was requested while they waited
 * lacks them.
 *
 * @param isMeant is this content type one of them?
 * @returns whether any were waiting
 * @throws NoSignal or a server error: they stay queued
 */
export async function sendFavourites(isMeant: (type: string) => boolean): Promise<boolean> {
  const waiting = async () =>
    (await readWrites()).filter(
      (write) =>
        write.user === store.user?._id && isFavourite(write) && isMeant(write.key.split('/')[2]!),
    )
  // Before its turn: one that is being sent now is waiting too.
  if ((await waiting()).length === 0) return false
  await inTurn(async () => {
    for (const write of await waiting()) await sendOne(write, false)
  })
  return true
}

async function sendOne(write: PendingWrite, leaving: boolean): Promise<void> {
  try {
    const response = await send(write, { keepalive: leaving })
    await dropWrite(write)
    if (store.user?._id !== write.user) return
    if (isRecord(write)) (await import('./records.ts')).mergeLists(response as FormValues)
    else applyResponse(write, response)
  } catch (error) {
    if (!isRejected(error)) throw error
    // Removed already, by another device or by this very request, whose response was lost.
    const isGone = isRecord(write) && write.method === 'DELETE' && error.status === 404
    // What the user typed is kept and shown; a favourite can simply be set again.
    await (isSection(write) || (isRecord(write) && !isGone)
      ? keepWrite({
          ...write,
          refused: error.message,
          ...(error.code === 'profile/changed' && { isConflict: true }),
        })
      : dropWrite(write))
    // The form shows what is to be chosen between; an entry is shown as the server has it.
    if (error.code === 'profile/changed' || isEntry(write) || isRecord(write)) void fetchUser()
  }
}

function isSection({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/section/`)
}

/** A record, the choices or the order of a list in the profile (records.ts). */
function isRecord({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/record/`)
}

/** One entry of a list in the profile, added or removed by itself (entries.ts). */
function isEntry({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/entry/`)
}

function isForm(write: PendingWrite): boolean {
  return isSection(write) || isRecord(write)
}

function isFavourite({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/favourite/`)
}

/** What the user said about a record (favourites.ts): no part of the profile. */
function isTold({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/told/`)
}

/** Lists have shown a waiting favourite since it was set; only the profile needs updating. */
function applyResponse(write: PendingWrite, response: unknown): void {
  if (isTold(write)) return
  const [, , type] = write.key.split('/')
  mergeProfile(
    isSection(write) || isEntry(write)
      ? (response as Record<string, unknown>)
      : {
          favourites: {
            ...(store.user?.profile['favourites'] as object | undefined),
            [type!]: response,
          },
        },
  )
}

/** Does anything of the profile wait, favourites apart? */
export async function isProfilePending(): Promise<boolean> {
  return (await readWrites()).some(
    (write) =>
      write.user === store.user?._id &&
      write.refused === undefined &&
      (isSection(write) || isRecord(write) || isEntry(write)),
  )
}

/** Sections of the profile of which something was refused when it was sent. */
export async function refusedSections(): Promise<string[]> {
  const names = (await readWrites()).flatMap((write) =>
    write.user === store.user?._id &&
    write.refused !== undefined &&
    (isSection(write) || isRecord(write))
      ? [write.key.split('/')[2] ?? '']
      : [],
  )
  return [...new Set(names)]
}

/** How many writes of this user wait to be sent. */
export async function countPending(): Promise<number> {
  const waiting = (await readWrites()).filter(
    ({ user, refused }) => user === store.user?._id && refused === undefined,
  )
  return waiting.length
}

/**
 * Does an entry of one of the section's lists wait, or the section itself?
 *
 * @param list which of them
 */
export async function isEntryPending(section: string, list: string): Promise<boolean> {
  return (await pendingEntries(section, list)).length > 0
}

/** What waits of a section's list, by entry: the bodies of the writes. */
export async function pendingEntries(section: string, list: string): Promise<unknown[]> {
  const key = `${store.user?._id}/entry/${section}/${list}/`
  return (await readWrites()).flatMap((write) => (write.key.startsWith(key) ? [write.body] : []))
}

/** A waiting section, as it was typed; null if there is none. */
export async function pendingSection(section: string): Promise<{
  readonly values: Record<string, unknown>
  readonly refused?: string
  readonly isConflict?: boolean
} | null> {
  const write = (await readWrites()).find(({ key }) => key === sectionKey(section))
  if (write === undefined) return null
  return {
    values: write.body as Record<string, unknown>,
    ...(write.refused !== undefined && { refused: write.refused }),
    ...(write.isConflict === true && { isConflict: true }),
  }
}

const sectionKey = (section: string): string => `${store.user?._id}/section/${section}`

/**
 * Changes a section that waits to be sent, and sends it if possible.
 *
 * @returns whether it still waits; null if it did not
 */
export async function changePending(
  section: string,
  change: (values: FormValues) => FormValues,
): Promise<boolean | null> {
  const write = (await readWrites()).find(({ key }) => key === sectionKey(section))
  if (write === undefined || write.refused !== undefined) return null
  const { path, method, version } = write
  const body = change(write.body as FormValues)
  try {
    mergeProfile(
      await sendOrKeep<FormValues>(`section/${section}`, {
        path,
        method,
        body,
        ...(version !== undefined && { version }),
      }),
    )
    return false
  } catch (error) {
    if (error instanceof KeptHere) return true
    throw error
  }
}

/** Deletes a waiting section: what the server has counts. */
export async function discardSection(section: string): Promise<void> {
  for (const write of await readWrites())
    if (write.key === sectionKey(section)) await dropWrite(write)
}

/**
 * Saves a section.
 *
 * @param from the profile that the values were edited from: if another device has changed them
 *   since, the server refuses (`profile/changed`), and the user chooses
 * @returns the values as the server has them now
 * @throws KeptHere, ApiFailure or NoSignal
 */
export async function saveSection(
  section: string,
  { route, method }: { readonly route: string; readonly method: PendingWrite['method'] },
  values: Readonly<Record<string, unknown>>,
  from: FormValues,
): Promise<FormValues> {
  try {
    return await noting(async () => {
      const saved = await sendOrKeep<FormValues>(`section/${section}`, {
        path: `users/${route}`,
        method,
        body: values,
        version: sectionVersion(from, Object.keys(values)),
      })
      mergeProfile(saved)
      return saved
    })
  } catch (error) {
    // What the user chooses against.
    if (error instanceof ApiFailure && error.code === 'profile/changed') await fetchUser()
    throw error
  }
}

/** Deletes waiting writes: on a shared phone, the next user must not read them. */
export async function forgetPending(): Promise<void> {
  dropDrafts(null)
  dropSteps()
  await import('./intended.ts')
    .then(({ forgetIntended }) => forgetIntended())
    .catch(() => undefined)
  for (const write of await readWrites().catch(() => []))
    await dropWrite(write).catch(() => undefined)
}
