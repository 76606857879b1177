/**
 * One server a folder: two on one embedded database lost 383 rows in silence, so the folder is locked by a file that says
 * who holds it (reliability.md 1).
 */

import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Holder = { pid: number; started: string }

/** How often a taken lock is looked at again, and for how long: somebody may be writing it, or taking one away. */
const LOCK_LOOK_MS = 25
const LOCK_PATIENCE_MS = 4000
/** A lock without a readable holder is being written; one that is older than this was never written to its end. */
const HALF_WRITTEN_MS = 1000

/** Takes the folder, or says who has it. A lock whose holder is gone is taken over. */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock')
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) ?? '' }
  for (const patience = Date.now() + LOCK_PATIENCE_MS; Date.now() < patience; pause(LOCK_LOOK_MS)) {
    if (makeLock(file, mine)) return () => rmSync(file, { force: true })
    refuseIfTaken(dataDir)
    if (removeAbandoned(file, mine) && makeLock(file, mine)) return () => rmSync(file, { force: true })
  }
  throw new Error(`The folder ${dataDir} cannot be locked.`)
}

/**
 * Looks at the lock and takes nothing: a start that is bound to be refused need not read anything else before.
 *
 * @throws Error where a process that lives holds the folder
 */
export function refuseIfTaken(dataDir: string): void {
  const holder = readHolder(join(dataDir, 'server.lock'))
  if (holder !== null && isAlive(holder)) throw new Error(`Another server (process ${holder.pid}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`)
}

/** @returns false where there is one already */
function makeLock(file: string, holder: Holder): boolean {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Removes a lock that nobody holds any more.
 *
 * One process at a time, and only after it has looked again: of two that found the same dead holder, the slower one
 * would remove the lock that the faster one has just made.
 *
 * @returns whether there is no lock now
 */
function removeAbandoned(file: string, mine: Holder): boolean {
  const guard = `${file}.taking`
  if (!makeLock(guard, mine)) {
    if (ageOf(guard) > HALF_WRITTEN_MS) rmSync(guard, { force: true })
    return false
  }
  try {
    const holder = readHolder(file)
    const abandoned = holder === null ? ageOf(file) > HALF_WRITTEN_MS : !isAlive(holder)
    if (abandoned) rmSync(file, { force: true })
    return abandoned
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Milliseconds since a file was written; 0 where there is none. */
function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? 0 : Date.now() - found.mtimeMs
}

/** Waits without letting anything else run: a start has nothing else to do. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

export function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(holder.pid) ? holder : null
  } catch {
    return null
  }
}

/** A process number is used again one day; with its start time it is unique. */
export function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === null || started === '' || now === started
}

/** Start time of a process in clock ticks since boot; null where the system has no /proc. One that ended and was not asked how has none. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}
