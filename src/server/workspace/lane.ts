/**
 * Jobs one after another in one process. Tenants take turns, so that what one has asked for delays another by its own turn
 * at most; and whatever a job does to its process is done to no other job.
 */

import { Refusal } from '#engine/contract/problems.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { JobProcess, Stopped, type Message, type ProcessOptions } from './process.ts'

/** Jobs of all tenants that may wait; then whoever has most of them waits with one fewer. */
const ROOM = 40
const RETRY_SECONDS = 5

export type Job = {
  /** Whose turn it takes. */
  readonly tenant: string
  /** Who asks the same while it is not answered yet is given the same answer. */
  readonly key?: string
  readonly make: (has: (sha: string) => boolean) => Message
}

export class Lane {
  readonly #process: JobProcess
  readonly #queue = new FairQueue({
    atOnce: 1,
    room: [ROOM],
    refuse: () => new Refusal('server/busy', { retryAfter: RETRY_SECONDS }),
  })
  readonly #asked = new Map<string, Promise<unknown>>()

  constructor(options: ProcessOptions) {
    this.#process = new JobProcess(options)
  }

  /** Jobs that are not done. */
  get size(): number {
    return this.#queue.running + this.#queue.waiting
  }

  /** Processes that a job ended, or that had to be ended with theirs. */
  get lost(): number {
    return this.#process.lost
  }

  /**
   * @throws Stopped where the job has twice ended its process, or once taken too long; Refusal `server/busy` where too many
   *   wait, and whatever the job itself says
   */
  ask({ tenant, key, make }: Job): Promise<unknown> {
    const same = key === undefined ? undefined : this.#asked.get(`${tenant} ${key}`)
    if (same !== undefined) return same
    const asked = this.#queue.run(tenant, () => this.#tryTwice(make))
    if (key !== undefined) {
      const name = `${tenant} ${key}`
      this.#asked.set(name, asked)
      const forget = () => void this.#asked.delete(name)
      asked.then(forget, forget)
    }
    return asked
  }

  close(): void {
    this.#process.close()
  }

  /** A process may also end for a reason of its own, or of the system's: that is nobody's fault but once. */
  async #tryTwice(make: Job['make']): Promise<unknown> {
    try {
      return await this.#process.run(make)
    } catch (error) {
      if (!(error instanceof Stopped) || error.why !== 'died') throw error
      return this.#process.run(make)
    }
  }
}
