/**
 * The kernel's own lock on a folder. It lasts as long as any process has the folder open by this
 * descriptor, so it ends with its server, however that ended, and every container that shares the
 * folder sees it.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** `none`: this machine has no flock(1), or this file system doesn't support locks. */
export type KernelState = 'held' | 'taken' | 'none'

export class KernelLock {
  /**
   * The folder itself is locked: a lock file could be deleted by a user who wants to get rid of an
   * old lock.
   */
  readonly descriptor: number
  #state: KernelState = 'taken'

  constructor(folder: string) {
    this.descriptor = openSync(folder, 'r')
  }

  /** Takes the lock unless we have it already. */
  take(): KernelState {
    if (this.#state === 'taken') this.#state = this.#ask()
    return this.#state
  }

  release(): void {
    closeSync(this.descriptor)
  }

  /**
   * Node has no call for it. flock(1), of util-linux or busybox, locks the open folder that it
   * inherits, and we keep the lock.
   */
  #ask(): KernelState {
    const { error, status, stderr } = spawnSync('flock', ['-n', '-x', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', this.descriptor],
      encoding: 'utf8',
    })
    if (error === undefined && status === 0) return 'held'
    // Both print nothing if the lock is taken, and a reason if locks aren't possible.
    return error === undefined && status === 1 && stderr === '' ? 'taken' : 'none'
  }
}
