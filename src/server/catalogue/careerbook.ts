/**
 * The careers in memory: 923 rows that every match compares. The database is asked whether they are
 * still the same.
 */

import type { Database } from '#server/database/database.ts'
import { allCareers, contentVersion, type CareerRow } from '#server/store/careers.ts'
import { indexCareer, searchCareers, type CareerIndex } from './careersearch.ts'
import { wordsOf } from './careerwords.ts'

const LOOK_EVERY_MS = 5000

export type CareerFilter = {
  readonly search?: string
  readonly workerType?: string
  readonly direction?: string
  readonly jobZone?: number
  /** No longer than so many years of study or training. */
  readonly years?: number
}

export class CareerBook {
  #version: string | undefined
  #rows: readonly CareerRow[] = []
  #byId = new Map<string, CareerRow>()
  #index: readonly CareerIndex[] = []
  /** By language, as their titles sort in it. */
  readonly #sorted = new Map<string, readonly CareerRow[]>()
  /** By the monotonic clock. */
  #looked = -Infinity

  async load(database: Database): Promise<this> {
    if (performance.now() - this.#looked < LOOK_EVERY_MS) return this
    await database.shared(async (tx) => {
      const version = (await contentVersion(tx, 'careers'))?.sha
      if (version !== this.#version) {
        this.#rows = await allCareers(tx)
        this.#byId = new Map(this.#rows.map((row) => [row.id, row]))
        this.#index = this.#rows.map(({ facts }) => indexCareer(facts))
        this.#sorted.clear()
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

  /**
   * Careers that pass the filter, as their titles sort in this language; those of a search best
   * first.
   *
   * @param language one of the release's
   */
  where(filter: CareerFilter, language: string): CareerRow[] {
    const found =
      filter.search === undefined ? undefined : searchCareers(this.#index, filter.search)
    const rows = this.#in(language).filter(
      (row) =>
        (filter.direction === undefined || row.direction === filter.direction) &&
        (filter.jobZone === undefined || row.job_zone === filter.jobZone) &&
        (filter.years === undefined ||
          (row.facts.training !== undefined && row.facts.training.years <= filter.years)) &&
        (filter.workerType === undefined || row.types.includes(filter.workerType)) &&
        (found === undefined || found.has(row.id)),
    )
    if (found === undefined) return rows
    const fit = ({ id }: { readonly id: string }) => found.get(id) ?? 0
    return rows.sort((a, b) => fit(b) - fit(a))
  }

  #in(language: string): readonly CareerRow[] {
    const known = this.#sorted.get(language)
    if (known !== undefined) return known
    const collator = new Intl.Collator(language)
    const sorted = this.#rows
      .map((row) => ({ row, title: wordsOf(row, language).title }))
      .sort((a, b) => collator.compare(a.title, b.title) || (a.row.id < b.row.id ? -1 : 1))
      .map(({ row }) => row)
    this.#sorted.set(language, sorted)
    return sorted
  }
}
