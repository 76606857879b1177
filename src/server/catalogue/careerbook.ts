/** The careers that a tenant has, in memory: every match compares all of them. */

import { wordsOf, type Career } from './career.ts'
import { searchCareers, searchedInstead } from './careersearch.ts'

export type CareerFilter = {
  readonly search?: string
  /** Without typing mistakes. */
  readonly exact?: boolean
  readonly workerType?: string
  readonly direction?: string
  readonly jobZone?: number
  /** No longer than so many years of study or training. */
  readonly years?: number
}

export class CareerBook {
  readonly #byId: ReadonlyMap<string, Career>
  /** By language, as their titles sort in it. */
  readonly #sorted = new Map<string, readonly Career[]>()

  constructor(readonly careers: readonly Career[]) {
    this.#byId = new Map(careers.map((career) => [career.id, career]))
  }

  /** How many have the six scores that a match needs. */
  get compared(): number {
    return this.careers.filter(({ interests }) => interests !== null).length
  }

  get(id: string): Career | undefined {
    return this.#byId.get(id)
  }

  /**
   * Careers that pass the filter, as their titles sort in this language; those of a search best
   * first.
   *
   * @param language one of the release's
   */
  where(filter: CareerFilter, language: string): Career[] {
    const index = this.careers.map((career) => career.index)
    const found =
      filter.search === undefined
        ? undefined
        : searchCareers(index, filter.search, filter.exact === true)
    const careers = this.#in(language).filter(
      (career) =>
        (filter.direction === undefined || career.direction === filter.direction) &&
        (filter.jobZone === undefined || career.jobZone === filter.jobZone) &&
        (filter.years === undefined ||
          (career.training !== null && career.training.years <= filter.years)) &&
        (filter.workerType === undefined ||
          career.types.some((letter) => letter === filter.workerType)) &&
        (found === undefined || found.has(career.id)),
    )
    if (found === undefined) return careers
    const fit = ({ id }: Career) => found.get(id) ?? 0
    return careers.sort((a, b) => fit(b) - fit(a))
  }

  /** What a search did with words that no career has; null if every word is known. */
  instead(search: string, found: Career | undefined): ReturnType<typeof searchedInstead> {
    return searchedInstead(
      this.careers.map((career) => career.index),
      search,
      found?.id,
    )
  }

  #in(language: string): readonly Career[] {
    const known = this.#sorted.get(language)
    if (known !== undefined) return known
    const collator = new Intl.Collator(language)
    const sorted = this.careers
      .map((career) => ({ career, title: wordsOf(career, language).title }))
      .sort((a, b) => collator.compare(a.title, b.title) || (a.career.id < b.career.id ? -1 : 1))
      .map(({ career }) => career)
    this.#sorted.set(language, sorted)
    return sorted
  }
}
