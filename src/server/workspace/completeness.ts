/** What a language lacks, page by page, as the console shows it. */

import type { Page } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { WordGap } from '#engine/contract/textplace.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import { wordGaps } from '#engine/check/wordgaps.ts'
import type { Catalog } from '#engine/documents/catalog.ts'

export type CompletenessArgs = {
  readonly language: string
  readonly document: string | null
  /** With the texts that each shows, instead of those that the language lacks there. */
  readonly keys: 'all' | null
}

/** @throws Refusal `draft/unknown`: there is no such language, or nothing of that name */
export function completenessOf(
  catalog: Catalog,
  code: CodeMeta,
  { language, document, keys }: CompletenessArgs,
): Page<WordGap> {
  if (catalog.get('locale', language) === undefined) throw new Refusal('draft/unknown')
  const gaps = wordGaps(catalog, code, language)
  const items = gaps
    .filter((gap) => document === null || gap.document === document)
    .map(({ keys: lacking, all, ...gap }) => ({
      ...gap,
      ...(keys === 'all' ? { keys: all } : document !== null && { keys: lacking }),
    }))
  if (items.length === 0) throw new Refusal('draft/unknown')
  return { items, total: items.length, page: 1, pageSize: items.length }
}
