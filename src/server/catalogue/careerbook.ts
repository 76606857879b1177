/** The careers in memory: 923 rows that every match compares. The database is asked whether they are still the same. */

import type { Database } from '#server/database/database.ts'
import { allCareers, contentVersion, type CareerRow } from '#server/store/careers.ts'

const LOOK_EVERY_MS = 5000

export type CareerFilter = {
  readonly search?: string
  readonly workerType?: string
  readonly direction?: string
  readonly jobZone?: number
}

export class CareerBook {
  #version: string | undefined
  #rows: readonly CareerRow[] = []
  #byId = new Map<string, CareerRow>()
  /** By the clock that only goes forward. */
  #looked = -Infinity

  async load(database: Database): Promise<this> {
    if (performance.now() - this.#looked < LOOK_EVERY_MS) return this
    await database.shared(async (tx) => {
      const version = (await contentVersion(tx, 'careers'))?.sha
      if (version !== this.#version) {
        this.#rows = await allCareers(tx)
        this.#byId = new Map(this.#rows.map((row) => [row.id, row]))
        this.#version = version
      }
    })
    this.#looked = performance.now()
    return this
  }

  get size(): number {
    return this.#rows.length
  }

  get(id: string): CareerRow | undefined {
    return this.#byId.get(id)
  }

  /** Careers in the order of their titles. Every word of the search must stand in the title or in another title. */
  where(filter: CareerFilter): CareerRow[] {
    const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    return this.#rows.filter(
      (row) =>
        (filter.direction === undefined || row.direction === filter.direction) &&
        (filter.jobZone === undefined || row.job_zone === filter.jobZone) &&
        (filter.workerType === undefined || row.types.includes(filter.workerType)) &&
        words.every((word) => row.search.includes(word)),
    )
  }
}
