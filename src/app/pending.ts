/** Sends a write, or keeps it on this device until there is a signal: sections of a profile, and hearts. */

import { ApiFailure, call, NoSignal, type CallOptions } from './api.ts'
import { newId } from './newid.ts'
import { dropWrite, keepWrite, readWrites, type PendingWrite } from './pendingbox.ts'
import { isPreview } from './preview.ts'
import { mergeProfile } from './session.ts'
import { store } from './store.ts'

/** It could not be sent, and this device has it. */
export class KeptHere extends Error {
  /** What widgets know it by. */
  readonly code = 'kept'
  constructor(cause: unknown) {
    super('kept on this device', { cause })
    this.name = 'KeptHere'
  }
}

/** Nobody answers, or only somebody who is still starting. */
function isAway(error: unknown): boolean {
  return (
    error instanceof NoSignal ||
    (error instanceof ApiFailure && [502, 503, 504].includes(error.status))
  )
}

/** What is wrong for good with a write. */
function isWrong(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && [400, 403, 404, 409, 413, 422].includes(error.status)
}

/** One after the other: an older write of the same thing must not reach the server after a newer one. */
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
}

/**
 * @param what names the thing that is written; a newer write takes the place of one that waits
 * @returns the server's answer
 * @throws KeptHere where there is no signal; else what the call has thrown
 */
export function sendOrKeep<T>(what: string, { path, method, body }: Request): Promise<T> {
  return inTurn(async () => {
    const user = store.user?._id ?? ''
    const write: PendingWrite = {
      key: `${user}/${what}`,
      user,
      path,
      method,
      id: newId(),
      ...(body !== undefined && { body }),
    }
    try {
      const answer = await send<T>(write)
      await dropOlder(write.key)
      return answer
    } catch (error) {
      if (!isAway(error) || user === '' || isPreview()) throw error
      await keepWrite(write).catch(() => Promise.reject(error))
      if (error instanceof NoSignal) store.online = false
      throw new KeptHere(error)
    }
  })
}

function send<T>({ path, method, body }: PendingWrite, options: CallOptions = {}): Promise<T> {
  return call<T>(path, { ...options, method, ...(body !== undefined && { body }) })
}

async function dropOlder(key: string): Promise<void> {
  for (const write of await readWrites().catch(() => []))
    if (write.key === key) await dropWrite(write)
}

/**
 * Sends what waits of the person who is signed in, and forgets what waits of anybody else.
 *
 * @throws NoSignal, or what the server said that is no judgement on the write itself: then it waits on
 */
export function sendPending(leaving = false): Promise<void> {
  return inTurn(async () => {
    const user = store.user?._id
    for (const write of await readWrites().catch(() => [])) {
      if (write.user !== user) await dropWrite(write)
      else if (write.refused === undefined) await sendOne(write, leaving)
    }
  })
}

async function sendOne(write: PendingWrite, leaving: boolean): Promise<void> {
  try {
    const answer = await send(write, { keepalive: leaving })
    await dropWrite(write)
    if (store.user?._id === write.user) await takeAnswer(write, answer)
  } catch (error) {
    if (!isWrong(error)) throw error
    // What somebody typed is kept and shown; a heart is nothing to type again.
    await (isSection(write) ? keepWrite({ ...write, refused: error.message }) : dropWrite(write))
  }
}

function isSection({ key, user }: PendingWrite): boolean {
  return key.startsWith(`${user}/section/`)
}

async function takeAnswer(write: PendingWrite, answer: unknown): Promise<void> {
  if (isSection(write)) return mergeProfile(answer as Record<string, unknown>)
  const [, , type, id] = write.key.split('/')
  await (
    await import('./favourites.ts')
  ).showFavourite(type!, id!, write.method === 'PUT', answer as string[])
}

/** Does anything of this person wait? */
export async function hasPending(): Promise<boolean> {
  return (await readWrites()).some(
    ({ user, refused }) => user === store.user?._id && refused === undefined,
  )
}

/** A section that waits, as it was typed; null where none does. */
export async function pendingSection(
  section: string,
): Promise<{ readonly values: Record<string, unknown>; readonly refused?: string } | null> {
  const write = (await readWrites()).find(({ key }) => key === sectionKey(section))
  if (write === undefined) return null
  return {
    values: write.body as Record<string, unknown>,
    ...(write.refused !== undefined && { refused: write.refused }),
  }
}

const sectionKey = (section: string): string => `${store.user?._id}/section/${section}`

/** Saves a section. @throws KeptHere, ApiFailure or NoSignal */
export async function saveSection(
  section: string,
  route: string,
  method: PendingWrite['method'],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  mergeProfile(
    await sendOrKeep<Record<string, unknown>>(`section/${section}`, {
      path: `users/${route}`,
      method,
      body: values,
    }),
  )
}

/** Forgets what waits: nobody is to read on a shared phone what another person typed. */
export async function forgetPending(): Promise<void> {
  for (const write of await readWrites().catch(() => [])) await dropWrite(write)
}
