/**
 * Writes waiting on this device for a connection: profile sections and favourites. In a database of
 * their own, because they are deleted at logout and answers are not (docs/decisions/0054).
 */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { isPreview } from './preview.ts'

export type PendingWrite = {
  /** `user/what`: only the newest write to each thing counts. */
  readonly key: string
  readonly user: string
  readonly path: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Distinguishes it from a newer write with the same key. */
  readonly id: string
  /** Why the server refused it: kept and shown, but not sent again automatically. */
  readonly refused?: string
}

interface Boxes extends DBSchema {
  writes: { key: string; value: PendingWrite }
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

/** @throws if this browser has no storage */
export async function keepWrite(write: PendingWrite): Promise<void> {
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' })
  await Promise.all([tx.store.put(write), tx.done])
}

/**
 * All waiting writes on this device, of any user; empty without storage. A preview has no user: it
 * neither sees nor sends them.
 */
export async function readWrites(): Promise<PendingWrite[]> {
  if (isPreview()) return []
  return (await open().catch(() => null))?.getAll('writes') ?? []
}

/** Deletes a write, unless a newer one has replaced it. */
export async function dropWrite({ key, id }: PendingWrite): Promise<void> {
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' })
  if ((await tx.store.get(key))?.id === id) await tx.store.delete(key)
  await tx.done
}
