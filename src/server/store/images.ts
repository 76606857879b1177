/** Images of a tenant: their bytes, names and descriptions, and the places that show them. */

import { sql } from 'kysely'
import type { PictureUse } from '#engine/contract/pictures.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type StoredImage = { readonly type: string; readonly body: Buffer }

export function insertImage(
  tx: Tx,
  { now, ...image }: { sha: string; type: string; body: Buffer; now: Date },
): Promise<number> {
  return tx.run(
    db
      .insertInto('images')
      .values({ tenant_id: tx.tenant, ...image, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function imageBySha(tx: Tx, sha: string): Promise<StoredImage | undefined> {
  return tx.first(db.selectFrom('images').select(['type', 'body']).where('sha', '=', sha))
}

/** The narrowest version that is at least as wide; undefined if only the image itself is. */
export function imageOfWidth(tx: Tx, sha: string, width: number): Promise<StoredImage | undefined> {
  return tx.first(
    db
      .selectFrom('picture_widths')
      .select(['type', 'body'])
      .where('sha', '=', sha)
      .where('width', '>=', width)
      .orderBy('width')
      .limit(1),
  )
}

export function insertWidth(
  tx: Tx,
  version: { sha: string; width: number; type: string; body: Buffer },
): Promise<number> {
  return tx.run(
    db
      .insertInto('picture_widths')
      .values({ tenant_id: tx.tenant, ...version })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Narrower versions, the narrowest first. */
export function widthsOf(tx: Tx, sha: string): Promise<StoredImage[]> {
  return tx.all(
    db
      .selectFrom('picture_widths')
      .select(['type', 'body'])
      .where('sha', '=', sha)
      .orderBy('width'),
  )
}

export async function countImages(tx: Tx): Promise<number> {
  return Number(
    (await tx.first(db.selectFrom('images').select((eb) => eb.fn.countAll().as('count'))))?.count ??
      0,
  )
}

export type PictureRow = {
  readonly sha: string
  readonly type: string
  readonly bytes: number
  readonly created_at: Date
  readonly name: string
  readonly words: Readonly<Record<string, string>>
  readonly width: number | null
  readonly height: number | null
  readonly removed_at: Date | null
  readonly widths: readonly number[]
}

/** @param sha only this one */
export function pictureRows(tx: Tx, sha: string | null = null): Promise<PictureRow[]> {
  return tx.all<PictureRow>({
    compile: () =>
      sql<PictureRow>`
      SELECT i.sha, i.type, length(i.body) AS bytes, i.created_at, coalesce(p.name, '') AS name, coalesce(p.words, '{}') AS words,
        p.width, p.height, p.removed_at,
        ARRAY(SELECT w.width FROM picture_widths w WHERE w.tenant_id = i.tenant_id AND w.sha = i.sha ORDER BY w.width) AS widths
      FROM images i LEFT JOIN pictures p ON p.tenant_id = i.tenant_id AND p.sha = i.sha
      WHERE ${sha}::text IS NULL OR i.sha = ${sha} ORDER BY i.created_at DESC, i.sha`.compile(db),
  })
}

export type PictureFacts = {
  readonly sha: string
  readonly name: string
  readonly words: Readonly<Record<string, string>>
  readonly width?: number | null
  readonly height?: number | null
}

/** A name and words that exist are replaced; sizes are not. */
export function savePicture(tx: Tx, { words, ...facts }: PictureFacts): Promise<number> {
  const json = JSON.stringify(words)
  return tx.run(
    db
      .insertInto('pictures')
      .values({ tenant_id: tx.tenant, width: null, height: null, ...facts, words: json })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'sha']).doUpdateSet({ name: facts.name, words: json }),
      ),
  )
}

/** Of these images those that say nothing in a language. */
export function wordlessImages(
  tx: Tx,
  shas: readonly string[],
  language: string,
): Promise<{ sha: string; name: string }[]> {
  return tx.all<{ sha: string; name: string }>({
    compile: () =>
      sql<{ sha: string; name: string }>`
      SELECT i.sha, coalesce(p.name, '') AS name
      FROM images i LEFT JOIN pictures p ON p.tenant_id = i.tenant_id AND p.sha = i.sha
      WHERE i.sha = ANY(${shas}::text[]) AND coalesce(p.words ->> ${language}::text, '') = ''`.compile(
        db,
      ),
  })
}

/** What an image shows, unless something is said of it already. */
export function describeImage(
  tx: Tx,
  sha: string,
  words: Readonly<Record<string, string>>,
): Promise<number> {
  return tx.run(
    db
      .updateTable('pictures')
      .set({ words: JSON.stringify(words) })
      .where('sha', '=', sha)
      .where(sql<boolean>`words = '{}'`),
  )
}

/** @param at null: it is back */
export function setRemoved(tx: Tx, sha: string, at: Date | null): Promise<number> {
  return tx.run(
    db
      .insertInto('pictures')
      .values({
        tenant_id: tx.tenant,
        sha,
        name: '',
        words: '{}',
        width: null,
        height: null,
        removed_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'sha']).doUpdateSet({ removed_at: at }),
      ),
  )
}

export type UseRow = PictureUse & { readonly sha: string }

/** Where images are shown, or would be once a draft is published. */
export function imageUses(tx: Tx): Promise<UseRow[]> {
  return tx.all<UseRow>({
    compile: () =>
      sql<UseRow>`
      WITH places AS (
        SELECT 'live' AS kind, m.key AS name, b.body FROM live_releases l
          JOIN releases r ON r.tenant_id = l.tenant_id AND r.id = l.release_id
          CROSS JOIN LATERAL jsonb_each_text(r.manifest) m JOIN blobs b ON b.sha = m.value
          WHERE l.tenant_id = ${tx.tenant} AND b.body LIKE '%/api/images/%'
        UNION ALL SELECT 'draft', kind || '/' || id, document FROM drafts WHERE tenant_id = ${tx.tenant} AND document LIKE '%/api/images/%'
        UNION ALL SELECT 'record', type || '/' || id, data::text FROM content WHERE tenant_id = ${tx.tenant} AND data::text LIKE '%/api/images/%'
      )
      SELECT DISTINCT kind, name, found[1] AS sha FROM places, regexp_matches(body, '/api/images/([0-9a-f]{20})', 'g') AS found
      ORDER BY kind, name`.compile(db),
  })
}

/**
 * Images that were removed, or are in no library, and that no record, draft or release shows,
 * however old the release: it may be restored.
 */
export function deleteUnusedImages(tx: Tx, before: Date): Promise<number> {
  return tx.run({
    compile: () =>
      sql`
      WITH shown AS (
        SELECT body FROM blobs WHERE sha IN (SELECT value FROM releases, jsonb_each_text(manifest) WHERE releases.tenant_id = ${tx.tenant}) AND body LIKE '%/api/images/%'
        UNION ALL SELECT document FROM drafts WHERE tenant_id = ${tx.tenant} AND document LIKE '%/api/images/%'
        UNION ALL SELECT data::text FROM content WHERE tenant_id = ${tx.tenant} AND data::text LIKE '%/api/images/%'
      )
      DELETE FROM images WHERE created_at < ${before}
        AND NOT EXISTS (SELECT FROM pictures p WHERE p.tenant_id = images.tenant_id AND p.sha = images.sha AND (p.removed_at IS NULL OR p.removed_at >= ${before}))
        AND sha NOT IN (SELECT found[1] FROM shown, regexp_matches(body, '/api/images/([0-9a-f]{20})', 'g') AS found)`.compile(
        db,
      ),
  })
}
