/**
 * Writes waiting on this device for a connection: favourites in local storage (hearts.ts), profile
 * sections in a database of their own, because they are deleted at logout and answers are not
 * (docs/decisions/0054).
 */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { isObject } from '#engine/documents/json.ts'
import { FIELDS, type Draft } from '#engine/forms/draft.ts'
import { keptValues, type FormValues } from '#engine/forms/formvalues.ts'
import { listItems } from '#engine/forms/records.ts'
import { HEART } from './hearts.ts'
import { isPreview } from './preview.ts'
import { keep, kept, store } from './store.ts'

export type PendingWrite = {
  /** `user/what`: only the newest write to each thing counts. */
  readonly key: string
  readonly user: string
  readonly path: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Distinguishes it from a newer write with the same key. */
  readonly id: string
  /** State of the section that it was edited from; only for a section. */
  readonly version?: string
  /** Why the server refused it: kept and shown, but not sent again automatically. */
  readonly refused?: string
  /** Because another device has saved the same since. */
  readonly isConflict?: boolean
}

interface Boxes extends DBSchema {
  writes: { key: string; value: PendingWrite }
}

/** Keys in local storage: `draft/user/section/item`, what was typed and not saved. */
export const DRAFT = 'draft/'

/** Deletes drafts of all others than this user. */
export function dropDrafts(user: string | null): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFT) && !key.startsWith(`${DRAFT}${user}/`)) keep(key, null)
  } catch {
    // A browser without storage has none.
  }
}

/** What was typed in one form of a section and not saved; null if nothing was. */
export function draftAt(section: string, item: string): Draft | null {
  const key = `${DRAFT}${store.user?._id}/${section}/${item}`
  try {
    const found: unknown = JSON.parse(kept(key) ?? 'null')
    const isDraft = isObject(found) && isObject(found['values']) && isObject(found['from'])
    if (!isDraft) return null
    if (!isSaved(section, item, found['values'] as FormValues)) return found as Draft
    keep(key, null)
  } catch {
    // Nothing that can be shown.
  }
  return null
}

/**
 * The page may be left between the server's response and the end of the draft: what is the same in
 * the profile isn't lost.
 */
function isSaved(section: string, item: string, values: FormValues): boolean {
  const profile: FormValues = store.user?.profile ?? {}
  const saved =
    item === FIELDS ? profile : listItems(profile, section).find(({ _id }) => _id === item)
  return (
    saved !== undefined &&
    Object.entries(keptValues(values, Object.keys(values))).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(saved[field] ?? null),
    )
  )
}

/** Sections of which the user has typed something here and not saved it, one for each form. */
export function draftsOf(): string[] {
  const own = `${DRAFT}${store.user?._id}/`
  try {
    return Object.keys(localStorage).flatMap((key) => {
      if (!key.startsWith(own)) return []
      const [section = '', ...item] = key.slice(own.length).split('/')
      const draft = draftAt(section, item.join('/'))
      // What was only suggested is nobody's words.
      return draft === null || draft.isIdea === true ? [] : [section]
    })
  } catch {
    return []
  }
}

let opening: Promise<IDBPDatabase<Boxes>> | undefined

/** Async, because in some browsers merely accessing `indexedDB` throws. */
async function open(): Promise<IDBPDatabase<Boxes>> {
  opening ??= openDB<Boxes>('tsela-pending', 1, {
    upgrade: (db) => void db.createObjectStore('writes', { keyPath: 'key' }),
  })
  opening.catch(() => (opening = undefined))
  return opening
}

/** A browser that can't open it has nothing in it. */
function openIfAny(): Promise<IDBPDatabase<Boxes> | null> {
  return open().catch(() => null)
}

/** The key of this write's heart in local storage, if it is one. */
function heartKey(key: string): string | undefined {
  const [user, what, ...rest] = key.split('/')
  return what === 'favourite' ? `${HEART}${user}/${rest.join('/')}` : undefined
}

/** A heart's write, as stored in local storage. */
function heartOf(at: string): PendingWrite {
  const [user = '', type, ...rest] = at.slice(HEART.length).split('/')
  const [method, id = ''] = (kept(at) ?? '').split(' ')
  return {
    key: `${user}/favourite/${type}/${rest.join('/')}`,
    user,
    path: `users/favourites/${type}/${rest.join('/')}`,
    method: method === 'PUT' ? 'PUT' : 'DELETE',
    id,
  }
}

function readHearts(): PendingWrite[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(HEART))
      .map(heartOf)
  } catch {
    return []
  }
}

/**
 * A heart has been in local storage since it was tapped, in this version or a newer one; it comes
 * here only if local storage refuses it.
 *
 * @throws if this browser has no storage
 */
export async function keepWrite(write: PendingWrite): Promise<void> {
  const heart = heartKey(write.key)
  if (heart !== undefined && kept(heart) !== null) return
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' })
  await Promise.all([tx.store.put(write), tx.done])
}

/**
 * All waiting writes on this device, of any user; empty without storage. A preview has no user: it
 * neither sees nor sends them.
 */
export async function readWrites(): Promise<PendingWrite[]> {
  if (isPreview()) return []
  // First: they must not be sent and deleted while the database opens.
  const hearts = readHearts()
  const rows = await (await openIfAny())?.getAll('writes')
  return [...(rows ?? []), ...hearts]
}

/** Deletes a write, unless a newer one has replaced it. */
export async function dropWrite({ key, id }: PendingWrite): Promise<void> {
  dropHeart(key, id)
  const db = await openIfAny()
  if (db === null) return
  const tx = db.transaction('writes', 'readwrite', { durability: 'strict' })
  if ((await tx.store.get(key))?.id === id) await tx.store.delete(key)
  await tx.done
}

/**
 * Deletes what a write that was sent replaces. A heart that was tapped again in the meantime stays.
 */
export async function dropOlder({ key, id }: PendingWrite): Promise<void> {
  dropHeart(key, id)
  const db = await openIfAny()
  if (db === null) return
  const tx = db.transaction('writes', 'readwrite', { durability: 'strict' })
  await tx.store.delete(key)
  await tx.done
}

function dropHeart(key: string, id: string): void {
  const heart = heartKey(key)
  if (heart !== undefined && kept(heart)?.endsWith(id) === true) keep(heart, null)
}
