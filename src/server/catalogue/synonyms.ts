/** What users type and what records say instead: the list that a content type names. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { Synonyms } from './words.ts'

export function synonymsOf(catalog: Catalog, { synonyms }: ContentType): Synonyms {
  const items = synonyms === undefined ? [] : (catalog.get('list', synonyms)?.items ?? [])
  return (word) => items.flatMap(({ id, means = [] }) => (id.toLowerCase() === word ? means : []))
}
