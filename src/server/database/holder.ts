/**
 * The process that holds a data folder, distinguishable from any other, even later, in another
 * container or on another machine.
 */

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export type Holder = {
  readonly pid: number
  readonly started: string
  /**
   * Process ids are valid only within one boot and one pid namespace. Absent in files of releases
   * before 1.53.
   */
  readonly boot?: string
  readonly space?: string
  /** Holds the kernel's lock on the folder too. */
  readonly kernel?: boolean
}

const HERE = {
  boot: firstOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  space: firstOf(() => readlinkSync('/proc/self/ns/pid'), hostname),
}

export function holderOf(pid: number): Holder {
  return { pid, started: startOf(pid) ?? '', ...HERE }
}

/** Can its process id be queried here? */
export function isHere({ boot = HERE.boot, space = HERE.space }: Holder): boolean {
  return boot === HERE.boot && space === HERE.space
}

export function sameBoot({ boot = HERE.boot }: Holder): boolean {
  return boot === HERE.boot
}

export function isSame(one: Holder, other: Holder): boolean {
  return (
    one.pid === other.pid &&
    one.started === other.started &&
    one.boot === other.boot &&
    one.space === other.space
  )
}

export function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(holder.pid) ? holder : null
  } catch {
    return null
  }
}

/** For a local process. Process ids are reused; together with the start time they are unique. */
export function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === null || started === '' || now === started
}

/**
 * Start time of a process in clock ticks since boot; null if the system has no /proc. A zombie has
 * none.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}

/** The first that is available, or ''. */
function firstOf(...ways: readonly (() => string)[]): string {
  for (const way of ways) {
    try {
      return way()
    } catch {
      // Try the next one.
    }
  }
  return ''
}
