/** What a language lacks, page by page, as the console shows it. */

import type { Page } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { WordGap } from '#engine/contract/textplace.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import { wordGaps } from '#engine/check/wordgaps.ts'
import type { Catalog } from '#engine/documents/catalog.ts'

/** @throws Refusal `draft/unknown`: there is no such language, or nothing of that name */
export function completenessOf(
  catalog: Catalog,
  code: CodeMeta,
  { language, document }: { readonly language: string; readonly document: string | null },
): Page<WordGap> {
  if (catalog.get('locale', language) === undefined) throw new Refusal('draft/unknown')
  const gaps = wordGaps(catalog, code, language)
  const items =
    document === null
      ? gaps.map(({ keys: _keys, ...gap }) => gap)
      : gaps.filter((gap) => gap.document === document)
  if (items.length === 0) throw new Refusal('draft/unknown')
  return { items, total: items.length, page: 1, pageSize: items.length }
}
