/**
 * Can somebody be picked out of a file by what is known about them? Nobody is alone, or one of very
 * few, with a combination of background answers: what makes a combination rare is withheld. Pure.
 *
 * @see Sweeney 2002 (k-anonymity), with local suppression
 */

/** The smallest number of people that may share a combination. */
export const MIN_GROUP = 5
export const WITHHELD = 'withheld'

export type Known = {
  readonly id: string
  /** What others could know of this person, by column. */
  readonly values: Readonly<Record<string, string>>
}

export type Disclosure = {
  /** Person -> what the file says of them. Who is missing here is not in the file. */
  readonly shown: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** People for whom each column is withheld. */
  readonly withheld: Readonly<Record<string, number>>
  readonly leftOut: number
  /** Combinations of fewer people, before anything is withheld; and how many people are in them. */
  readonly rare: { readonly combinations: number; readonly people: number }
}

/**
 * @param order of the columns: what is withheld first comes first
 * @returns a file in which every combination is shared by at least `least` people. Who stays in a
 *   smaller group with everything withheld is left out.
 */
export function disclosureOf(
  people: readonly Known[],
  order: readonly string[],
  least = MIN_GROUP,
): Disclosure {
  /** How many columns, from the first, are withheld for each person. */
  const level = new Map<string, number>()
  const levelOf = (id: string) => level.get(id) ?? 0
  const shownOf = ({ id, values }: Known) =>
    Object.fromEntries(
      order.map((column, at) => [column, at < levelOf(id) ? WITHHELD : (values[column] ?? '')]),
    )
  const small = () => groupsOf(people, shownOf, order).filter((group) => group.length < least)
  const rare = small()
  const leftOut = new Set<string>()
  // One more column a round, of those alone who are still in a small group.
  for (let round = 0; round <= order.length; round++)
    for (const { id } of small().flat())
      if (levelOf(id) < order.length) level.set(id, levelOf(id) + 1)
  for (const { id } of small().flat()) leftOut.add(id)
  const kept = people.filter(({ id }) => !leftOut.has(id))
  return {
    shown: new Map(kept.map((person) => [person.id, shownOf(person)])),
    withheld: Object.fromEntries(
      order.map((column, at) => [column, kept.filter(({ id }) => levelOf(id) > at).length]),
    ),
    leftOut: leftOut.size,
    rare: { combinations: rare.length, people: rare.flat().length },
  }
}

/** Everything as it is, for an owner who said why. */
export function undisguised(people: readonly Known[], order: readonly string[]): Disclosure {
  return { ...disclosureOf(people, order, 0), rare: disclosureOf(people, order).rare }
}

function groupsOf(
  people: readonly Known[],
  shownOf: (person: Known) => Readonly<Record<string, string>>,
  order: readonly string[],
): Known[][] {
  const groups = new Map<string, Known[]>()
  for (const person of people) {
    const shown = shownOf(person)
    const name = JSON.stringify(order.map((column) => shown[column]))
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [person])
    else group.push(person)
  }
  return [...groups.values()]
}
