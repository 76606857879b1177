/**
 * Small writes that arrive at the same moment, done in one statement: a class of forty that answers at once asks the
 * database for a few commits and not for forty. A write that arrives alone is done at once and waits for nobody.
 */

import { outageOf, TookTooLong } from './outage.ts'

export type GatherOptions<Job, Result> = {
  /** Does several jobs in one go, and gives their results in the same order. */
  readonly run: (group: string, jobs: readonly Job[]) => Promise<readonly Result[]>
  /** What two jobs of one go may not share. */
  readonly keys: (job: Job) => readonly string[]
  /** Goes of one group under way at the same time; what comes meanwhile waits and is gathered. */
  readonly atOnce: number
  /** Jobs of one go. */
  readonly most: number
}

/** Whoever has waited longer for a go is told, for the go takes its own time. */
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

  constructor(readonly options: GatherOptions<Job, Result>) {}

  /** Jobs that no go has taken yet, of all groups. */
  get waiting(): number {
    return [...this.#groups.values()].reduce((all, { waiting }) => all + waiting.length, 0)
  }

  /** Goes under way. */
  get running(): number {
    return [...this.#groups.values()].reduce((all, { running }) => all + running, 0)
  }

  /** @param group what can be done together, a tenant for one: nothing of two groups is ever in one go */
  add(group: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const found = this.#groups.get(group) ?? { waiting: [], running: 0 }
      this.#groups.set(group, found)
      found.waiting.push({ job, since: performance.now(), resolve, reject })
      this.#next(group, found)
    })
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

  /** Behind a go that waited in vain everybody would. */
  #dismiss(group: Group<Job, Result>, ms: number): void {
    const now = performance.now()
    const isOver = ({ since }: Waiting<Job, Result>) => now - since >= ms
    for (const { reject } of group.waiting.filter(isOver)) reject(new TookTooLong())
    group.waiting = group.waiting.filter((each) => !isOver(each))
  }

  /** Those that came first and have nothing in common; what has waits for the next go. */
  #take(group: Group<Job, Result>): Waiting<Job, Result>[] {
    const taken: Waiting<Job, Result>[] = []
    const left: Waiting<Job, Result>[] = []
    const used = new Set<string>()
    for (const each of group.waiting) {
      const keys = this.options.keys(each.job)
      const isFree = taken.length < this.options.most && !keys.some((key) => used.has(key))
      ;(isFree ? taken : left).push(each)
      // What waits holds its keys too: nobody overtakes a job that it shares something with.
      for (const key of keys) used.add(key)
    }
    group.waiting = left
    return taken
  }

  /** @returns whether it was given up, for it took too long */
  async #run(name: string, batch: readonly Waiting<Job, Result>[]): Promise<boolean> {
    try {
      const results = await this.options.run(
        name,
        batch.map(({ job }) => job),
      )
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
      return false
    } catch (error) {
      const outage = outageOf(error)
      if (batch.length === 1 || outage !== null) {
        for (const { reject } of batch) reject(error)
        return outage === 'slow'
      }
      // One that the database will not have is nobody else's fault.
      let isSlow = false
      for (const each of batch) isSlow = (await this.#run(name, [each])) || isSlow
      return isSlow
    }
  }
}
