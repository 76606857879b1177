/** Lists as whoever fills in a table may write them: an id, or what any language calls it. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { Choices } from './cells.ts'

/** @param texts of each language of the tenant */
export function choicesOf(
  catalog: Catalog,
  texts: Iterable<Readonly<Record<string, string>>>,
): Choices {
  const known = new Map<string, ReadonlyMap<string, string> | undefined>()
  const languages = [...texts]
  return (list) => {
    if (known.has(list)) return known.get(list)
    const items = catalog.get('list', list)?.items
    const words = items?.flatMap(({ id, label, name }) =>
      [
        ...languages.flatMap((each) => (label === undefined ? [] : (each[label] ?? []))),
        ...(name === undefined ? [] : [name]),
      ].map((word) => [word.toLowerCase(), id] as const),
    )
    // An id always means itself, whatever another item is called.
    const choices =
      items === undefined
        ? undefined
        : new Map([
            ...words!,
            ...items.map(({ id }) => [id.toLowerCase(), id] as const),
            ...items.map(({ id }) => [id, id] as const),
          ])
    known.set(list, choices)
    return choices
  }
}
