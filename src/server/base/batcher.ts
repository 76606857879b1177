/**
 * Batches small writes that arrive at the same moment into one statement: when a class of forty
 * answers at once, the database sees a few commits instead of forty. A lone write runs at once.
 */

import { outageOf, TookTooLong } from './outage.ts'
import { apart, bounded } from './patience.ts'

export type BatcherOptions<Job, Result> = {
  /** Runs several jobs in one batch, and returns their results in the same order. */
  readonly run: (group: string, jobs: readonly Job[]) => Promise<readonly Result[]>
  /** Keys that two jobs of one batch must not share. */
  readonly keys: (job: Job) => readonly string[]
  /** Batches of one group that run at the same time; later jobs wait and are collected. */
  readonly atOnce: number
  /** Maximum jobs per batch. */
  readonly most: number
}

/** Jobs that have waited longer for a batch are rejected, because the batch takes time too. */
const MAX_WAIT_MS = 3000

type Waiting<Job, Result> = {
  readonly job: Job
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
type Group<Job, Result> = { waiting: Waiting<Job, Result>[]; running: number }

export class Batcher<Job, Result> {
  readonly #groups = new Map<string, Group<Job, Result>>()

  constructor(readonly options: BatcherOptions<Job, Result>) {}

  /** Jobs not yet in a batch, across all groups. */
  get waiting(): number {
    return [...this.#groups.values()].reduce((all, { waiting }) => all + waiting.length, 0)
  }

  /** Batches running. */
  get running(): number {
    return [...this.#groups.values()].reduce((all, { running }) => all + running, 0)
  }

  /**
   * @param group what can be batched together, such as a tenant: a batch never contains jobs of two
   *   groups
   */
  add(group: string, job: Job): Promise<Result> {
    const done = new Promise<Result>((resolve, reject) => {
      const found = this.#groups.get(group) ?? { waiting: [], running: 0 }
      this.#groups.set(group, found)
      found.waiting.push({ job, since: performance.now(), resolve, reject })
      this.#next(group, found)
    })
    return bounded(done)
  }

  #next(name: string, group: Group<Job, Result>): void {
    while (group.running < this.options.atOnce && group.waiting.length > 0) {
      const batch = this.#take(group)
      group.running++
      void this.#run(name, batch).then((isSlow) => {
        group.running--
        this.#dismiss(group, isSlow ? 0 : MAX_WAIT_MS)
        if (group.running === 0 && group.waiting.length === 0) this.#groups.delete(name)
        else this.#next(name, group)
      })
    }
  }

  /** Everything behind a batch that timed out would time out as well. */
  #dismiss(group: Group<Job, Result>, ms: number): void {
    const now = performance.now()
    const isOver = ({ since }: Waiting<Job, Result>) => now - since >= ms
    for (const { reject } of group.waiting.filter(isOver)) reject(new TookTooLong())
    group.waiting = group.waiting.filter((each) => !isOver(each))
  }

  /** Takes the oldest jobs without common keys; the others wait for the next batch. */
  #take(group: Group<Job, Result>): Waiting<Job, Result>[] {
    const taken: Waiting<Job, Result>[] = []
    const left: Waiting<Job, Result>[] = []
    const used = new Set<string>()
    for (const each of group.waiting) {
      const keys = this.options.keys(each.job)
      const isFree = taken.length < this.options.most && !keys.some((key) => used.has(key))
      ;(isFree ? taken : left).push(each)
      // Waiting jobs hold their keys too: no job overtakes one that it shares a key with.
      for (const key of keys) used.add(key)
    }
    group.waiting = left
    return taken
  }

  /** @returns whether the batch was abandoned because it took too long */
  async #run(name: string, batch: readonly Waiting<Job, Result>[]): Promise<boolean> {
    try {
      const jobs = batch.map(({ job }) => job)
      const results = await apart(() => this.options.run(name, jobs))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
      return false
    } catch (error) {
      const outage = outageOf(error)
      if (batch.length === 1 || outage !== null) {
        for (const { reject } of batch) reject(error)
        return outage === 'slow'
      }
      // A job that the database rejects must not fail the others.
      let isSlow = false
      for (const each of batch) isSlow = (await this.#run(name, [each])) || isSlow
      return isSlow
    }
  }
}
