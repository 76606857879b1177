/** Releases that are visible only with their link, for an hour. */

import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Manifest } from './releases.ts'

export type PreviewRow = {
  readonly manifest: Manifest
  readonly persona: unknown
  readonly expires_at: Date
}

export function insertPreview(
  tx: Tx,
  preview: { tokenHash: Buffer; manifest: Manifest; persona: unknown; by: string; expiresAt: Date },
): Promise<number> {
  return tx.run(
    db.insertInto('previews').values({
      tenant_id: tx.tenant,
      token_hash: preview.tokenHash,
      manifest: JSON.stringify(preview.manifest),
      persona: JSON.stringify(preview.persona),
      created_by: preview.by,
      expires_at: preview.expiresAt,
    }),
  )
}

export function previewByHash(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<PreviewRow | undefined> {
  return tx.first(
    db
      .selectFrom('previews')
      .select(['manifest', 'persona', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now),
  )
}
