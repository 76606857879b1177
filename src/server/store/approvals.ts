/** Releases that somebody asked for and a second person approves or sends back. */

import type { Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { joinedColumnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type ApprovalRow = Selectable<Schema['approvals']> & {
  /** Email addresses; null of an erased account. */
  readonly asker: string | null
  readonly decider: string | null
}

/** What is asked for, and what was sent back; not what was approved. The oldest first. */
export function openApprovals(tx: Tx): Promise<ApprovalRow[]> {
  return tx.all(
    withNames()
      .where('approvals.state', '<>', 'approved')
      .orderBy('approvals.asked_at')
      .orderBy('approvals.id'),
  )
}

export function approvalById(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  return tx.first(withNames().where('approvals.id', '=', id))
}

function withNames() {
  return db
    .selectFrom('approvals')
    .leftJoin('users as askers', (join) =>
      join
        .onRef('askers.tenant_id', '=', 'approvals.tenant_id')
        .onRef('askers.id', '=', 'approvals.asked_by'),
    )
    .leftJoin('users as deciders', (join) =>
      join
        .onRef('deciders.tenant_id', '=', 'approvals.tenant_id')
        .onRef('deciders.id', '=', 'approvals.decided_by'),
    )
    .select([...joinedColumnsOf('approvals'), 'askers.email as asker', 'deciders.email as decider'])
}

export async function insertApproval(
  tx: Tx,
  approval: {
    readonly id: string
    readonly message: string
    /** Document -> hash of its draft. */
    readonly drafts: Readonly<Record<string, string>>
    readonly asked_by: string
    readonly asked_at: Date
    readonly publish_at?: Date
  },
): Promise<void> {
  await tx.run(
    db.insertInto('approvals').values({
      ...approval,
      tenant_id: tx.tenant,
      state: 'asked',
      drafts: JSON.stringify(approval.drafts),
    }),
  )
}

/**
 * One statement, so that two people can't both decide.
 *
 * @returns false if it was decided or withdrawn in the meantime
 */
export async function decideApproval(
  tx: Tx,
  id: string,
  decision: {
    readonly state: 'approved' | 'returned'
    readonly by: string
    readonly at: Date
    readonly comment?: string
    readonly release?: string
  },
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('approvals')
      .set({
        state: decision.state,
        decided_by: decision.by,
        decided_at: decision.at,
        comment: decision.comment ?? null,
        release_id: decision.release ?? null,
      })
      .where('id', '=', id)
      .where('state', '=', 'asked'),
  )
  return written === 1
}

/** @returns false if it was approved or withdrawn in the meantime */
export async function deleteApproval(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(
      db.deleteFrom('approvals').where('id', '=', id).where('state', '<>', 'approved'),
    )) === 1
  )
}

/** What was approved for a later time has become a release. */
export async function publishedApproval(tx: Tx, id: string, release: string): Promise<void> {
  await tx.run(db.updateTable('approvals').set({ release_id: release }).where('id', '=', id))
}
