/**
 * What pages showed when they were last opened, stored on this device (reliability.md 3.4): in
 * IndexedDB, for one user at a time. The service worker's cache holds nothing of the kind.
 */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { SourceKey } from './data.tsx'
import { nameOf } from './opened.ts'
import { claimPages, PAGES } from './pagesof.ts'
import { store } from './store.ts'

/** Limit for all pages together; the least recently used go first. */
export const MAX_BYTES = 20_000_000

/**
 * Metadata of a cached response, read without its content. `used` is a counter shared by all
 * entries.
 */
export type Mark = {
  readonly key: string
  readonly bytes: number
  readonly used: number
  /** When the response was fetched (ISO); earlier versions didn't store it. */
  readonly at?: string
}

interface Boxes extends DBSchema {
  answers: { key: string; value: string }
  marks: { key: string; value: Mark; indexes: { used: number } }
}

let opening: Promise<IDBPDatabase<Boxes>> | undefined

function open(): Promise<IDBPDatabase<Boxes>> {
  if (opening === undefined) {
    const mine = openDB<Boxes>(PAGES, 1, {
      upgrade(db) {
        db.createObjectStore('answers')
        db.createObjectStore('marks', { keyPath: 'key' }).createIndex('used', 'used')
      },
      // This tab or another one is deleting the database.
      blocking: (_current, _blocked, event) => {
        opening = undefined
        ;(event.target as IDBDatabase | null)?.close()
      },
      terminated: () => void (opening = undefined),
    })
    mine.catch(() => void (opening = undefined))
    opening = mine
  }
  return opening
}

/**
 * Which responses make room for a new one.
 *
 * @param marks of all cached responses, the least recently used first
 * @param user only this user's stay
 * @param most bytes that all may take together
 */
export function evicted(
  marks: readonly Mark[],
  added: { readonly key: string; readonly bytes: number },
  user: string,
  most = MAX_BYTES,
): string[] {
  const others = marks.filter(({ key }) => key !== added.key)
  let total = others.reduce((sum, { bytes }) => sum + bytes, added.bytes)
  return others.flatMap(({ key, bytes }) => {
    if (total <= most && key.startsWith(`${user}/`)) return []
    total -= bytes
    return [key]
  })
}

export async function cacheResponse(
  key: SourceKey,
  value: unknown,
  most = MAX_BYTES,
): Promise<void> {
  const [, user] = key
  // The user may have signed out since the request.
  if (store.user?._id !== user || !claimPages(user)) return
  const json = JSON.stringify(value)
  const name = nameOf(key)
  // At most two bytes per character, however the browser stores them.
  const added = { key: name, bytes: json.length * 2 }
  if (added.bytes > most) return
  const tx = (await open()).transaction(['answers', 'marks'], 'readwrite')
  const answers = tx.objectStore('answers')
  const marks = tx.objectStore('marks')
  const all = await marks.index('used').getAll()
  await Promise.all([
    ...evicted(all, added, user, most).flatMap((gone) => [
      answers.delete(gone),
      marks.delete(gone),
    ]),
    answers.put(json, name),
    marks.put({ ...added, used: (all.at(-1)?.used ?? 0) + 1, at: new Date().toISOString() }),
    tx.done,
  ])
}

export async function dropCached(key: SourceKey): Promise<void> {
  const tx = (await open()).transaction(['answers', 'marks'], 'readwrite')
  await Promise.all([
    tx.objectStore('answers').delete(nameOf(key)),
    tx.objectStore('marks').delete(nameOf(key)),
    tx.done,
  ])
}

/** A stored response, and when it was fetched. */
export type Cached = { readonly value: unknown; readonly at?: string }

/** @returns undefined if nothing is cached */
export async function readCached(key: SourceKey): Promise<Cached | undefined> {
  const tx = (await open()).transaction(['answers', 'marks'], 'readwrite')
  const marks = tx.objectStore('marks')
  const [json, mark, newest] = await Promise.all([
    tx.objectStore('answers').get(nameOf(key)),
    marks.get(nameOf(key)),
    marks.index('used').openCursor(null, 'prev'),
  ])
  if (mark !== undefined && newest !== null)
    await marks.put({ ...mark, used: newest.value.used + 1 })
  await tx.done
  if (json === undefined) return undefined
  const at = mark?.at
  return { value: JSON.parse(json) as unknown, ...(at !== undefined && { at }) }
}

/** At most this many are listed: nobody scrolls any further. */
const MAX_LISTED = 100

/**
 * The records of a list that were cached as pages of their own, because they were opened or saved:
 * the newest first.
 *
 * @param key of the list; a record is at its path, followed by the id
 */
export async function cachedRecords([path, ...rest]: SourceKey): Promise<readonly Cached[]> {
  const below = `${nameOf([path.split('?')[0]!, ...rest])}/`
  const tx = (await open()).transaction(['answers', 'marks'])
  const marks = await tx.objectStore('marks').getAll(IDBKeyRange.bound(below, `${below}\uffff`))
  const newest = marks
    .filter(({ key }) => !/[/?]/.test(key.slice(below.length)))
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, MAX_LISTED)
  const answers = await Promise.all(newest.map(({ key }) => tx.objectStore('answers').get(key)))
  await tx.done
  return newest.flatMap(({ key, at }, index) => {
    const value = JSON.parse(answers[index] ?? 'null') as { readonly id?: unknown } | null
    // Other calls may be below the same path.
    if (value?.id !== decodeURIComponent(key.slice(below.length))) return []
    return [{ value, ...(at !== undefined && { at }) }]
  })
}

export type CachedList = Cached & {
  /** What it was asked for. */
  readonly query: string
}

/** Responses of a call that were cached, whatever it was asked for: the newest first. */
export async function cachedLists([path, ...rest]: SourceKey): Promise<readonly CachedList[]> {
  const name = nameOf([path.split('?')[0]!, ...rest])
  const tx = (await open()).transaction(['answers', 'marks'])
  const marks = await tx.objectStore('marks').getAll(IDBKeyRange.bound(name, `${name}?\uffff`))
  const lists = marks
    // Records are at paths between them.
    .filter(({ key }) => key === name || key.startsWith(`${name}?`))
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, MAX_LISTED)
  const answers = await Promise.all(lists.map(({ key }) => tx.objectStore('answers').get(key)))
  await tx.done
  return lists.map(({ key, at }, index) => ({
    query: key.slice(name.length + 1),
    value: JSON.parse(answers[index] ?? 'null') as unknown,
    ...(at !== undefined && { at }),
  }))
}

/** Applies a change made on screen to this user's cached pages. */
export async function updateCached(
  user: string,
  isMeant: (path: string) => boolean,
  change: (value: unknown) => unknown,
): Promise<void> {
  const tx = (await open()).transaction('answers', 'readwrite')
  for (
    let cursor = await tx.store.openCursor(IDBKeyRange.bound(`${user}/`, `${user}/\uffff`));
    cursor !== null;
    cursor = await cursor.continue()
  ) {
    if (isMeant(cursor.key.split('/').slice(2).join('/')))
      await cursor.update(JSON.stringify(change(JSON.parse(cursor.value))))
  }
  await tx.done
}
