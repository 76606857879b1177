/** The documents of an attempt. */

import { withoutFormer } from '#engine/documents/former.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { blob } from '../store/releases.ts'

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
