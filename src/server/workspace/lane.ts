/**
 * A queue of jobs for one worker process. Tenants take turns, so a tenant's jobs delay another's by
 * one turn at most; and a job that kills its process affects no other job.
 */

import { Refusal } from '#engine/contract/problems.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { JobProcess, Stopped, type Message, type ProcessOptions } from './process.ts'

/** Jobs of all tenants that may wait; beyond that the tenant with the most loses one. */
const ROOM = 40
const RETRY_SECONDS = 5

export type Job = {
  /** The tenant whose turn it uses. */
  readonly tenant: string
  /** Concurrent requests with the same key share one result. */
  readonly key?: string
  /** Its own time limit, if it isn't that of the process. */
  readonly limitMs?: number
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

  /** Unfinished jobs. */
  get size(): number {
    return this.#queue.running + this.#queue.waiting
  }

  /** Processes that a job killed, or that had to be killed with it. */
  get lost(): number {
    return this.#process.lost
  }

  /**
   * @throws Stopped if the job has killed its process twice, or timed out once; Refusal
   *   `server/busy` if too many jobs wait, and whatever the job itself throws
   */
  ask({ tenant, key, limitMs, make }: Job): Promise<unknown> {
    const same = key === undefined ? undefined : this.#asked.get(`${tenant} ${key}`)
    if (same !== undefined) return same
    const asked = this.#queue.run(tenant, () => this.#tryTwice(make, limitMs))
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

  /** A process may also die for unrelated reasons, so a job gets a second chance. */
  async #tryTwice(make: Job['make'], limitMs?: number): Promise<unknown> {
    try {
      return await this.#process.run(make, limitMs)
    } catch (error) {
      if (!(error instanceof Stopped) || error.why !== 'died') throw error
      return this.#process.run(make, limitMs)
    }
  }
}
