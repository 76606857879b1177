/** Comments on drafts. The database deletes them with the draft. */

import { sql } from 'kysely'
import { TENANT } from '#server/base/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type CommentRow = {
  readonly id: string
  readonly text: string
  readonly created_at: Date
  readonly resolved_at: Date | null
  /** Of the author; null of an erased account. */
  readonly email: string | null
}

/** The oldest first. */
export function commentsOn(tx: Tx, kind: string, document: string): Promise<CommentRow[]> {
  return tx.all(
    db
      .selectFrom('draft_comments')
      .leftJoin('users', (join) =>
        join
          .onRef('users.tenant_id', '=', 'draft_comments.tenant_id')
          .onRef('users.id', '=', 'draft_comments.created_by'),
      )
      .select([
        'draft_comments.id',
        'draft_comments.text',
        'draft_comments.created_at',
        'draft_comments.resolved_at',
        'users.email',
      ])
      .where('draft_comments.kind', '=', kind)
      .where('draft_comments.document', '=', document)
      .orderBy('draft_comments.created_at')
      .orderBy('draft_comments.id'),
  )
}

/** How many comments of each draft are open; only of drafts that have any. */
export function openComments(
  tx: Tx,
): Promise<{ kind: string; document: string; count: string | number | bigint }[]> {
  return tx.all(
    db
      .selectFrom('draft_comments')
      .select(['kind', 'document'])
      .select((eb) => eb.fn.countAll().as('count'))
      .where('resolved_at', 'is', null)
      .groupBy(['kind', 'document']),
  )
}

/** Keeps a draft from being published or discarded in this transaction. @returns false without one */
export async function holdDraft(tx: Tx, kind: string, id: string): Promise<boolean> {
  const found = await tx.first({
    compile: () =>
      sql<{
        id: string
      }>`SELECT id FROM drafts WHERE kind = ${kind} AND id = ${id} FOR KEY SHARE`.compile(db),
  })
  return found !== undefined
}

/** @returns the last comment on a draft, if it's this one: the same words of the same person */
export async function sameComment(
  tx: Tx,
  comment: { readonly kind: string; readonly document: string; readonly text: string },
  author: string,
): Promise<string | undefined> {
  const last = await tx.first(
    db
      .selectFrom('draft_comments')
      .select(['id', 'text', 'created_by', 'resolved_at'])
      .where('kind', '=', comment.kind)
      .where('document', '=', comment.document)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  )
  const isSame =
    last?.text === comment.text && last.created_by === author && last.resolved_at === null
  return isSame ? last.id : undefined
}

/** @returns false if the draft has as many as it may */
export async function insertComment(
  tx: Tx,
  comment: {
    readonly id: string
    readonly kind: string
    readonly document: string
    readonly text: string
    readonly created_by: string
    readonly created_at: Date
  },
): Promise<boolean> {
  const { kind, document } = comment
  const found = await tx.first(
    db
      .selectFrom('draft_comments')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('kind', '=', kind)
      .where('document', '=', document),
  )
  if (Number(found?.count ?? 0) >= TENANT.commentsADraft) return false
  await tx.run(db.insertInto('draft_comments').values({ ...comment, tenant_id: tx.tenant }))
  return true
}

/** @returns which document it is about; undefined if it is gone */
export function resolveComment(
  tx: Tx,
  id: string,
  at: Date | null,
): Promise<{ kind: string; document: string; text: string } | undefined> {
  return tx.first({
    compile: () =>
      sql<{ kind: string; document: string; text: string }>`
        UPDATE draft_comments SET resolved_at = ${at} WHERE id = ${id}
        RETURNING kind, document, text`.compile(db),
  })
}
