/**
 * One server a folder: two on one embedded database lost acknowledged rows in silence (reliability.md 1).
 *
 * Two locks, for neither is enough by itself. The kernel's ends with whoever holds it and is seen from other containers,
 * but not every machine offers one. The lock file says who holds the folder, and its holder writes it anew twice a second:
 * where the number of a process means nothing, a lock file that changes is one whose holder lives.
 */

import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { holderOf, isAlive, isHere, isSame, readHolder, sameBoot, type Holder } from './holder.ts'
import { KernelLock, type KernelState } from './kernellock.ts'

export type FolderLock = {
  /** For the database's process to inherit: the kernel's lock is free only when that one has ended too. */
  readonly descriptor: number
  release: () => void
}

export type LockOptions = {
  readonly log: (message: string) => void
  /** Somebody else has taken the folder although we are alive: whatever writes to it has to end now. */
  readonly onLost: () => void
}

const BEAT_MS = 500
/** A holder in another container or on another machine is gone when its file was left alone for so long; */
const LEASE_MS = 10_000
/** and was seen to be left alone for at least so long, for the clocks of two machines differ. */
const STILL_MS = 2.5 * BEAT_MS
/** How often a taken folder is looked at again, and for how long. */
const LOOK_MS = 25
const PATIENCE_MS = LEASE_MS + 2000
/** A lock without a readable holder is being written; one that is older than this was never written to its end. */
const HALF_WRITTEN_MS = 1000

const lockFileOf = (dataDir: string) => join(dataDir, 'server.lock')
const childFileOf = (dataDir: string) => join(dataDir, 'child.pid')

/**
 * Takes the folder.
 *
 * @throws Error that says who has it, or that a database process of an earlier server does not end
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
      // Read first: where the holder of the lock is found gone after this, it is the child of that one and not of the next.
      const orphan = readHolder(childFileOf(dataDir))
      // Whoever is bound to be refused is refused before anything is asked of the kernel.
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

/** Names the database's process, from its first moment on: a server that is killed while it opens leaves nobody else to tell of it. */
export function nameChild(dataDir: string, pid: number): void {
  writeFileSync(childFileOf(dataDir), JSON.stringify(holderOf(pid)), { mode: 0o600 })
}

export function forgetChild(dataDir: string): void {
  rmSync(childFileOf(dataDir), { force: true })
}

/**
 * Looks at the lock and takes nothing: a start that is bound to be refused need not read anything else before.
 *
 * @throws Error where a server that lives holds the folder
 */
export async function refuseIfTaken(dataDir: string): Promise<void> {
  if (readHolder(lockFileOf(dataDir)) === null) return
  const lock = new KernelLock(dataDir)
  try {
    const look = new Look(dataDir)
    const kernel = lock.take()
    // What cannot be told within a beat or two is told later, when the folder is to be locked.
    for (
      const end = performance.now() + 1.2 * BEAT_MS;
      look.at(kernel) === 'unknown' && performance.now() < end;
    )
      await wait(LOOK_MS)
  } finally {
    lock.release()
  }
}

/** A look at the holder of a folder that goes on for a while: of one that is not here only its file can be watched. */
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

  /** @throws Error where the holder lives */
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
    // It held the lock that is ours now.
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

/** A child that outlived its parent still holds the folder. One in another container cannot be ended from here; it ends by itself. */
function mayEnd(orphan: Holder): boolean {
  return isHere(orphan) && orphan.started !== '' && isAlive(orphan)
}

/** @returns false where there is one already */
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
 * One process at a time, and only after it has looked again: of two that found the same dead holder, the slower one
 * would remove the lock that the faster one has just made.
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

/** Shows whoever cannot ask for our process that it lives. @returns a function that ends it */
function beat(file: string, mine: Holder, onLost: () => void): () => void {
  const timer = setInterval(() => {
    try {
      const holder = readHolder(file)
      if (holder !== null && !isSame(holder, mine)) {
        clearInterval(timer)
        return onLost()
      }
      // One that was deleted by hand is made again. The same bytes again need no room on a full disk.
      if (holder !== null || !makeLock(file, mine))
        writeFileSync(file, JSON.stringify(mine), { flag: 'r+' })
    } catch {
      // A disk that does not take it now may do so in half a second; until then the kernel's lock stands.
    }
  }, BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds since the epoch; null where there is no such file. */
function modifiedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}
