/** Titles of things by kind and name, for frequent lookups. Pure. */

import type { Names } from '#engine/contract/admincontract.ts'

const indexes = new WeakMap<Names, Map<string, ReadonlyMap<string, string | undefined>>>()

/** Name -> title, for one kind of reference; empty if unknown. */
export function titlesOf(names: Names, target: string): ReadonlyMap<string, string | undefined> {
  const index = indexes.get(names) ?? new Map<string, ReadonlyMap<string, string | undefined>>()
  indexes.set(names, index)
  const known =
    index.get(target) ??
    new Map(
      ((Object.hasOwn(names, target) && names[target]) || []).map(({ id, title }) => [id, title]),
    )
  index.set(target, known)
  return known
}

const counted = new WeakMap<Names, ReadonlyMap<string, number>>()

/** How many places show a text. */
export function usesIn(names: Names, text: string): number {
  let uses = counted.get(names)
  if (uses === undefined) {
    uses = new Map((names['text'] ?? []).map((each) => [each.id, each.uses ?? 0]))
    counted.set(names, uses)
  }
  return uses.get(text) ?? 0
}
