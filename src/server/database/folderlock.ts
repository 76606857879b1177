/**
 * One server per folder: two on one embedded database silently lost acknowledged rows
 * (reliability.md 1).
 *
 * Two locks, because neither is enough by itself. The kernel's lock ends with its holder and is
 * visible in other containers, but not every machine offers one. The lock file names the holder,
 * which rewrites it twice a second: where a process id means nothing, a lock file that changes has
 * a live holder.
 */

import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { holderOf, isAlive, isHere, isSame, readHolder, sameBoot, type Holder } from './holder.ts'
import { KernelLock, type KernelState } from './kernellock.ts'

export type FolderLock = {
  /**
   * Inherited by the database's process: the kernel's lock is free only when that has ended too.
   */
  readonly descriptor: number
  release: () => void
}

export type LockOptions = {
  readonly log: (message: string) => void
  /**
   * Another server has taken the folder although this one is alive: whatever writes to it must end
   * now.
   */
  readonly onLost: () => void
}

const BEAT_MS = 500
/** A holder in another container or on another machine is gone if its file is this old, */
const LEASE_MS = 10_000
/**
 * and hasn't changed for at least this long while we watched, because clocks of two machines
 * differ.
 */
const STILL_MS = 2.5 * BEAT_MS
/** How often a taken folder is checked again, and for how long. */
const LOOK_MS = 25
const PATIENCE_MS = LEASE_MS + 2000
/** A lock without a readable holder is being written; one older than this was never finished. */
const HALF_WRITTEN_MS = 1000

const lockFileOf = (dataDir: string) => join(dataDir, 'server.lock')
const childFileOf = (dataDir: string) => join(dataDir, 'child.pid')

/**
 * Takes the folder.
 *
 * @throws Error that says who has it, or that a database process of an earlier server doesn't end
 */
export async function lockFolder(
  dataDir: string,
  { log, onLost }: LockOptions,
): Promise<FolderLock> {
  const file = lockFileOf(dataDir)
  const lock = new KernelLock(dataDir)
  try {
    const look = new Look(dataDir)
    const ended = new Set<number>()
    for (
      const end = performance.now() + PATIENCE_MS;
      performance.now() < end;
      await wait(LOOK_MS)
    ) {
      // Read first: if the holder of the lock is found gone after this, it is that holder's child
      // and not the next one's.
      const orphan = readHolder(childFileOf(dataDir))
      // A server that is going to be refused is refused before the kernel is asked.
      look.at('taken')
      const kernel = lock.take()
      const state = look.at(kernel)
      if (state === 'free' && orphan !== null && mayEnd(orphan)) {
        if (!ended.has(orphan.pid))
          log(`Ending the database process ${orphan.pid} that an earlier server left behind.`)
        ended.add(orphan.pid)
        process.kill(orphan.pid, 'SIGKILL')
        continue
      }
      if (state !== 'free' || kernel === 'taken') continue
      const mine: Holder = { ...holderOf(process.pid), kernel: kernel === 'held' }
      if (
        !makeLock(file, mine) &&
        !(removeAbandoned(file, mine, () => look.at(kernel) === 'free') && makeLock(file, mine))
      )
        continue
      const still = beat(file, mine, onLost)
      return {
        descriptor: lock.descriptor,
        release: () => {
          still()
          const holder = readHolder(file)
          if (holder !== null && isSame(holder, mine)) rmSync(file, { force: true })
          lock.release()
        },
      }
    }
    throw new Error(
      `The folder ${dataDir} is still in use by the database process of a server that is gone. It ends once it has finished its work: start again in a moment.`,
    )
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Names the database's process from its first moment on: if a server is killed while opening it,
 * nothing else would tell of that process.
 */
export function nameChild(dataDir: string, pid: number): void {
  writeFileSync(childFileOf(dataDir), JSON.stringify(holderOf(pid)), { mode: 0o600 })
}

export function forgetChild(dataDir: string): void {
  rmSync(childFileOf(dataDir), { force: true })
}

/**
 * Checks the lock without taking it, so that a start which is going to be refused reads nothing
 * else first.
 *
 * @throws Error if a live server holds the folder
 */
export async function refuseIfTaken(dataDir: string): Promise<void> {
  if (readHolder(lockFileOf(dataDir)) === null) return
  const lock = new KernelLock(dataDir)
  try {
    const look = new Look(dataDir)
    const kernel = lock.take()
    // What can't be decided within a beat or two is decided later, when the folder is locked.
    for (
      const end = performance.now() + 1.2 * BEAT_MS;
      look.at(kernel) === 'unknown' && performance.now() < end;
    )
      await wait(LOOK_MS)
  } finally {
    lock.release()
  }
}

/**
 * Watches the holder of a folder for a while: of a holder on another machine only the file can be
 * watched.
 */
class Look {
  readonly #dataDir: string
  readonly #file: string
  readonly #since = performance.now()
  readonly #first: number | null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#file = lockFileOf(dataDir)
    this.#first = modifiedAt(this.#file)
  }

  /** @throws Error if the holder is alive */
  at(kernel: KernelState): 'free' | 'unknown' {
    const holder = readHolder(this.#file)
    const modified = modifiedAt(this.#file)
    if (modified === null) return 'free'
    const age = Date.now() - modified
    if (holder === null) return age > HALF_WRITTEN_MS ? 'free' : 'unknown'
    if (isHere(holder)) {
      if (isAlive(holder)) throw refusal(holder, this.#dataDir)
      return 'free'
    }
    // It held the lock that is now ours.
    if (kernel === 'held' && holder.kernel === true && sameBoot(holder)) return 'free'
    if (modified !== this.#first) throw refusal(holder, this.#dataDir)
    const still = performance.now() - this.#since
    return kernel !== 'taken' && (still > LEASE_MS || (still > STILL_MS && age > LEASE_MS))
      ? 'free'
      : 'unknown'
  }
}

function refusal(holder: Holder, dataDir: string): Error {
  const where = isHere(holder)
    ? ''
    : sameBoot(holder)
      ? ' in another container'
      : ' on another machine'
  return new Error(
    `Another server (process ${holder.pid}${where}) is using the folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  )
}

/**
 * A child that outlived its parent still holds the folder. One in another container can't be ended
 * from here; it ends by itself.
 */
function mayEnd(orphan: Holder): boolean {
  return isHere(orphan) && orphan.started !== '' && isAlive(orphan)
}

/** @returns false if there is one already */
function makeLock(file: string, holder: Holder): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Removes a lock whose holder is gone.
 *
 * One process at a time, and only after checking again: of two that found the same dead holder, the
 * slower one would remove the lock that the faster one has just made.
 *
 * @returns whether there is no lock now
 */
function removeAbandoned(file: string, mine: Holder, isAbandoned: () => boolean): boolean {
  const guard = `${file}.taking`
  if (!makeLock(guard, mine)) {
    const since = modifiedAt(guard)
    if (since !== null && Date.now() - since > HALF_WRITTEN_MS) rmSync(guard, { force: true })
    return false
  }
  try {
    const abandoned = isAbandoned()
    if (abandoned) rmSync(file, { force: true })
    return abandoned
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Shows processes that can't query ours that it is alive. @returns a function that ends it */
function beat(file: string, mine: Holder, onLost: () => void): () => void {
  const timer = setInterval(() => {
    try {
      const holder = readHolder(file)
      if (holder !== null && !isSame(holder, mine)) {
        clearInterval(timer)
        return onLost()
      }
      // A file that was deleted by hand is written again. The same bytes need no room on a full
      // disk.
      if (holder !== null || !makeLock(file, mine))
        writeFileSync(file, JSON.stringify(mine), { flag: 'r+' })
    } catch {
      // A disk that refuses the write now may accept it in half a second; until then the kernel's
      // lock holds.
    }
  }, BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds since the epoch; null if there is no such file. */
function modifiedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}
