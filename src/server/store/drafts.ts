/** Unpublished edits: one draft per document, with a revision that every save increases. */

import { sql, type Selectable } from 'kysely'
import { TENANT } from '#server/base/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { joinedColumnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type DraftRow = Selectable<Schema['drafts']>
export type DraftWithAuthor = DraftRow & { readonly email: string | null }

export function draftOf(tx: Tx, kind: string, id: string): Promise<DraftWithAuthor | undefined> {
  return tx.first(withAuthor().where('drafts.kind', '=', kind).where('drafts.id', '=', id))
}

export function draftsOf(tx: Tx): Promise<DraftWithAuthor[]> {
  return tx.all(withAuthor().orderBy('drafts.kind').orderBy('drafts.id'))
}

function withAuthor() {
  return db
    .selectFrom('drafts')
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'drafts.tenant_id')
        .onRef('users.id', '=', 'drafts.updated_by'),
    )
    .select([...joinedColumnsOf('drafts'), 'users.email'])
}

export type DraftSave = {
  readonly kind: string
  readonly id: string
  readonly document: string | null
  readonly by: string | null
  readonly now: Date
}

/**
 * Saves if the stored revision is the one that the author saw. One statement, so that two saves
 * can't both succeed.
 *
 * @param seen the revision that the edit is based on; 0 if there was no draft
 * @returns the new revision, or null if another editor was faster
 */
export async function saveDraft(
  tx: Tx,
  { kind, id, document, by, now }: DraftSave,
  seen: number,
): Promise<number | null> {
  if (seen === 0) {
    const written = await tx.run(
      db
        .insertInto('drafts')
        .values({
          tenant_id: tx.tenant,
          kind,
          id,
          document,
          revision: 1,
          updated_by: by,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing()),
    )
    return written === 1 ? 1 : null
  }
  const written = await tx.run(
    db
      .updateTable('drafts')
      .set({ document, revision: sql`revision + 1`, updated_by: by, updated_at: now })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('revision', '=', seen),
  )
  return written === 1 ? seen + 1 : null
}

/** Is there room for a draft of this many bytes, beside the tenant's others? */
export async function hasRoom(tx: Tx, kind: string, id: string, bytes: number): Promise<boolean> {
  const row = await tx.first({
    compile: () =>
      sql<{
        drafts: number
        bytes: number
      }>`SELECT count(*)::integer AS drafts, coalesce(sum(octet_length(document)), 0)::float8 AS bytes
        FROM drafts WHERE tenant_id = ${tx.tenant} AND (kind, id) <> (${kind}, ${id})`.compile(db),
  })
  return row === undefined || (row.drafts < TENANT.drafts && row.bytes + bytes <= TENANT.draftBytes)
}

/** @returns false if another editor has saved in the meantime */
export async function deleteDraft(
  tx: Tx,
  kind: string,
  id: string,
  seen: number,
): Promise<boolean> {
  return (
    (await tx.run(
      db
        .deleteFrom('drafts')
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('revision', '=', seen),
    )) === 1
  )
}
