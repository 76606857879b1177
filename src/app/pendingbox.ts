/**
 * Writes that wait on this device for a signal: sections of a profile, and hearts. In a database of their own, for they are
 * forgotten at logout and answers are not (docs/decisions/0054).
 */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { isPreview } from './preview.ts'

export type PendingWrite = {
  /** `user/what`: of one thing only the newest write counts. */
  readonly key: string
  readonly user: string
  readonly path: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Tells a newer write of the same key apart. */
  readonly id: string
  /** What the server said against it: it is kept and shown, but not sent again by itself. */
  readonly refused?: string
}

interface Boxes extends DBSchema {
  writes: { key: string; value: PendingWrite }
}

let opening: Promise<IDBPDatabase<Boxes>> | undefined

/** Async, for some browsers throw at the very name of it. */
async function open(): Promise<IDBPDatabase<Boxes>> {
  opening ??= openDB<Boxes>('tsela-pending', 1, {
    upgrade: (db) => void db.createObjectStore('writes', { keyPath: 'key' }),
  })
  opening.catch(() => (opening = undefined))
  return opening
}

/** @throws where this browser keeps nothing */
export async function keepWrite(write: PendingWrite): Promise<void> {
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' })
  await Promise.all([tx.store.put(write), tx.done])
}

/** What this device keeps of everybody; nothing where it keeps nothing. A preview is about nobody: it neither sees nor sends it. */
export async function readWrites(): Promise<PendingWrite[]> {
  if (isPreview()) return []
  return (await open().catch(() => null))?.getAll('writes') ?? []
}

/** Forgets a write, unless a newer one has taken its place. */
export async function dropWrite({ key, id }: PendingWrite): Promise<void> {
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' })
  if ((await tx.store.get(key))?.id === id) await tx.store.delete(key)
  await tx.done
}
