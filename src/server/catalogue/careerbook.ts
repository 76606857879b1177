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
  /** Ids: only careers like these, and not these themselves. */
  readonly like?: readonly string[]
}

/** How many first digits of ISCO-08 two careers share, by whether that's a unit or a minor group. */
const UNIT_GROUP = 4
const MINOR_GROUP = 3

/** @returns 3 in the same unit group of ISCO-08, 2 in a minor group, 1 in a job family, 0 elsewhere */
function likeness(one: Career, other: Career): number {
  const shares = (digits: number) =>
    one.isco08 !== null && one.isco08.slice(0, digits) === other.isco08?.slice(0, digits)
  if (shares(UNIT_GROUP)) return 3
  if (shares(MINOR_GROUP)) return 2
  return one.direction === other.direction ? 1 : 0
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
   * first, those like others nearest first.
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
    const { like } = filter
    const near = like === undefined ? careers : this.#like(like, careers)
    if (found === undefined) return near
    const fit = ({ id }: Career) => found.get(id) ?? 0
    return near.sort((a, b) => fit(b) - fit(a))
  }

  /**
   * Those of the same kind of work as one of these, the nearest first. Several have so many job
   * families that their groups must do.
   */
  #like(ids: readonly string[], careers: readonly Career[]): Career[] {
    const models = ids.flatMap((id) => this.#byId.get(id) ?? [])
    const least = models.length > 1 ? 2 : 1
    const nearness = (career: Career) => Math.max(...models.map((each) => likeness(each, career)))
    return careers
      .filter((career) => !models.includes(career) && nearness(career) >= least)
      .sort((a, b) => nearness(b) - nearness(a))
  }

  /**
   * What a search did with words that no career has; null if every word is known, or nothing was
   * searched for.
   *
   * @param found the first career of the list
   */
  instead(
    search: string | undefined,
    found: Career | undefined,
  ): ReturnType<typeof searchedInstead> {
    if (!search) return null
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
