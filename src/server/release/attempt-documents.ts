/** The documents of attempts, which may not be those of today. */

import { countedItems } from '#engine/psychometrics/sums.ts'
import { withoutFormer } from '#engine/documents/former.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Tx } from '#server/database/database.ts'
import { blob } from '#server/store/releases.ts'
import type { Release } from './compose.ts'

/** A document as it was when the attempt began: from the release, or else from the stored blobs. */
export async function documentBySha<Kind extends 'assessment' | 'scoring'>(
  tx: Tx,
  release: Release,
  sha: string,
  kind: Kind,
  id: string,
): Promise<DocumentOf<Kind>> {
  const current = release.catalog.get(kind, id)
  if (current !== undefined && release.shas.get(`${kind}/${id}`) === sha) return current
  const body = await blob(tx, sha)
  if (body === undefined) throw new Error(`the document ${sha} of an attempt is gone`)
  return withoutFormer(JSON.parse(body) as Record<string, unknown>) as DocumentOf<Kind>
}

/** Keys that count other points don't belong together; a threshold or a name makes no difference. */
export async function sameBlocks<Block extends { readonly scoring: string }>(
  tx: Tx,
  release: Release,
  blocks: readonly Block[],
  key: DocumentOf<'scoring'>,
): Promise<Block[]> {
  const alike = new Map<string, boolean>()
  const points = JSON.stringify(countedItems(key))
  for (const scoring of new Set(blocks.map((block) => block.scoring))) {
    const other = await documentBySha(tx, release, scoring, 'scoring', key.assessment).catch(
      () => undefined,
    )
    alike.set(scoring, other !== undefined && JSON.stringify(countedItems(other)) === points)
  }
  return blocks.filter(({ scoring }) => alike.get(scoring))
}
