/** All personas of one configuration, or a sample of them if there are too many to try. */

import { pairwise } from './pairwise.ts'
import type { People } from './people.ts'
import type { Trait } from './traitbuilder.ts'

/** Above this number of personas at one place, only pairs of traits are tried. */
const MAX_PEOPLE = 3000
/** After this many in total, fewer are tried at each place. */
const MAX_TRIES = 60_000
const FEWER_PEOPLE = 200
const MAX_PAIRS = 300

/** How much has been tried so far, at all places. */
export type Effort = {
  /** Was every persona tried everywhere, not only pairs of traits? */
  isWhole: boolean
  tries: number
  /**
   * The share of the usual tries that there is time for, given the cost of one pass through all
   * tables.
   */
  readonly share: number
}

export class Crowd {
  /** Names of traits -> rows that contain every pair of their values. */
  readonly #pairs = new Map<string, readonly [Trait, number][][]>()

  constructor(
    readonly people: People,
    readonly effort: Effort,
  ) {}

  /** Calls `work` for every persona that it can distinguish. */
  each(work: () => void): void {
    const { people } = this
    const met = new Set<Trait>()
    const look = () => {
      this.effort.tries++
      work()
      people.asked.forEach((trait) => met.add(trait))
    }
    people.begin()
    const { share } = this.effort
    const isLate = this.effort.tries > MAX_TRIES * share
    const most = (isLate ? FEWER_PEOPLE : MAX_PEOPLE) * share
    for (let count = 1; count <= most; count++) {
      look()
      if (!people.next()) return
    }
    this.effort.isWhole = false
    // A new persona may open more choices: then repeat with these.
    for (let before = 0; met.size > before;) {
      before = met.size
      for (const ways of this.#someOf([...met], isLate)) {
        people.become(ways)
        look()
      }
    }
  }

  /**
   * A sample of too many personas: every pair of traits; and those at a landmark (signed out, at
   * the start, everything done, everything but one thing done), each with every pair of the other
   * traits.
   */
  *#someOf(traits: readonly Trait[], isLate: boolean): Iterable<ReadonlyMap<Trait, number>> {
    for (const ways of this.#pairsOf(traits)) yield new Map(ways)
    const steps = traits.filter(({ done }) => done !== undefined)
    const rest = traits.filter(({ done }) => done === undefined)
    const done = new Map(
      traits.flatMap((trait) => (trait.done === undefined ? [] : [[trait, trait.done] as const])),
    )
    const beginning = new Map(steps.map((trait) => [trait, trait.name === 'session' ? 1 : 0]))
    const lacking = isLate
      ? []
      : steps.flatMap((trait) =>
          trait.words.flatMap((_, way) =>
            way === trait.done ? [] : [new Map(done).set(trait, way)],
          ),
        )
    const others = rest.length === 0 ? [[]] : this.#pairsOf(rest)
    for (const landmark of [done, beginning, ...lacking])
      for (const ways of others) yield new Map([...landmark, ...ways])
  }

  #pairsOf(traits: readonly Trait[]): readonly [Trait, number][][] {
    const sorted = traits.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const key = sorted.map(({ name }) => name).join()
    let pairs = this.#pairs.get(key)
    if (pairs === undefined) {
      const sizes = sorted.map(({ words }) => words.length)
      pairs = pairwise(sizes, MAX_PAIRS * this.effort.share).map((row) =>
        sorted.map((trait, index): [Trait, number] => [trait, row[index] ?? 0]),
      )
      this.#pairs.set(key, pairs)
    }
    return pairs
  }
}
