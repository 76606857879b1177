/** What a cell of a table may say for an item of a list: its id, or its name in any language. */

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
    const choices = items && choicesFrom(items, languages)
    known.set(list, choices)
    return choices
  }
}

type Item = { readonly id: string; readonly label?: string; readonly name?: string }

function choicesFrom(
  items: readonly Item[],
  languages: readonly Readonly<Record<string, string>>[],
): ReadonlyMap<string, string> {
  const names = items.flatMap(({ id, label, name }) =>
    [
      ...languages.flatMap((each) => (label === undefined ? [] : (each[label] ?? []))),
      ...(name === undefined ? [] : [name]),
    ].map((word) => [word.toLowerCase(), id] as const),
  )
  // An id always means itself, whatever another item is called.
  return new Map([
    ...names,
    ...items.map(({ id }) => [id.toLowerCase(), id] as const),
    ...items.map(({ id }) => [id, id] as const),
  ])
}
