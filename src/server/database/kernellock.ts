/**
 * The kernel's own lock on a folder. It is kept as long as somebody has the folder open by this descriptor, so it ends with
 * its server however that ended, and it is seen from every container that shares the folder.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** `none`: this machine has no flock(1), or this file system knows no such lock. */
export type KernelState = 'held' | 'taken' | 'none'

export class KernelLock {
  /** The folder itself is locked: a file in it could be deleted by somebody who wants to be rid of an old lock. */
  readonly descriptor: number
  #state: KernelState = 'taken'

  constructor(folder: string) {
    this.descriptor = openSync(folder, 'r')
  }

  /** Takes the lock unless it is ours already. */
  take(): KernelState {
    if (this.#state === 'taken') this.#state = this.#ask()
    return this.#state
  }

  release(): void {
    closeSync(this.descriptor)
  }

  /** Node has no call for it. flock(1), of util-linux or busybox, locks the open folder that it is handed, and leaves the lock with us. */
  #ask(): KernelState {
    const { error, status, stderr } = spawnSync('flock', ['-n', '-x', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', this.descriptor],
      encoding: 'utf8',
    })
    if (error === undefined && status === 0) return 'held'
    // Both say nothing where the lock is taken, and why where there can be none.
    return error === undefined && status === 1 && stderr === '' ? 'taken' : 'none'
  }
}
