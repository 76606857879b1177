/** Releases that are published at a time that somebody chose, and those that couldn't be. */

import { sql, type Selectable } from 'kysely'
import type { NotPublished } from '#engine/contract/approvals.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { joinedColumnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type ScheduledRow = Selectable<Schema['scheduled_releases']> & {
  /** Email address of the one who scheduled it; null of an erased account. */
  readonly scheduler: string | null
  /** Who approved it, where a second person had to; null of an erased account. */
  readonly approver_id: string | null
  readonly approver: string | null
}

/** The next one first. */
export function scheduledReleases(tx: Tx): Promise<ScheduledRow[]> {
  return tx.all(
    withNames().orderBy('scheduled_releases.publish_at').orderBy('scheduled_releases.id'),
  )
}

export function scheduledById(tx: Tx, id: string): Promise<ScheduledRow | undefined> {
  return tx.first(withNames().where('scheduled_releases.id', '=', id))
}

/** Those whose time has come, the earliest first. */
export function dueReleases(tx: Tx, now: Date): Promise<ScheduledRow[]> {
  return tx.all(
    withNames()
      .where('scheduled_releases.state', '=', 'waiting')
      .where('scheduled_releases.publish_at', '<=', now)
      .orderBy('scheduled_releases.publish_at')
      .orderBy('scheduled_releases.id'),
  )
}

/** Tenants with a release that is due. Run as the housekeeper. */
export function tenantsDue(tx: Tx, now: Date): Promise<{ readonly id: string }[]> {
  return tx.all({
    compile: () =>
      sql<{
        id: string
      }>`SELECT DISTINCT tenant_id AS id FROM scheduled_releases WHERE state = 'waiting' AND publish_at <= ${now}`.compile(
        db,
      ),
  })
}

/** When the next one after this time is due; null if none waits. Run as the housekeeper. */
export async function nextDueAfter(tx: Tx, time: Date): Promise<Date | null> {
  const found = await tx.one<{ next: Date | null }>({
    compile: () =>
      sql<{
        next: Date | null
      }>`SELECT min(publish_at) AS next FROM scheduled_releases WHERE state = 'waiting' AND publish_at > ${time}`.compile(
        db,
      ),
  })
  return found.next
}

function withNames() {
  return db
    .selectFrom('scheduled_releases')
    .leftJoin('users as schedulers', (join) =>
      join
        .onRef('schedulers.tenant_id', '=', 'scheduled_releases.tenant_id')
        .onRef('schedulers.id', '=', 'scheduled_releases.scheduled_by'),
    )
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.tenant_id', '=', 'scheduled_releases.tenant_id')
        .onRef('approvals.id', '=', 'scheduled_releases.approval_id'),
    )
    .leftJoin('users as approvers', (join) =>
      join
        .onRef('approvers.tenant_id', '=', 'approvals.tenant_id')
        .onRef('approvers.id', '=', 'approvals.decided_by'),
    )
    .select([
      ...joinedColumnsOf('scheduled_releases'),
      'schedulers.email as scheduler',
      'approvals.decided_by as approver_id',
      'approvers.email as approver',
    ])
}

export type NewScheduled = {
  readonly id: string
  readonly message: string
  /** Document -> hash of its draft. */
  readonly drafts: Readonly<Record<string, string>>
  readonly publish_at: Date
  readonly scheduled_by: string | null
  readonly scheduled_at: Date
  /** The request that it was approved for. */
  readonly approval_id: string | null
}

export async function insertScheduled(tx: Tx, scheduled: NewScheduled): Promise<void> {
  await tx.run(
    db.insertInto('scheduled_releases').values({
      ...scheduled,
      tenant_id: tx.tenant,
      state: 'waiting',
      drafts: JSON.stringify(scheduled.drafts),
    }),
  )
}

/** @returns false if it was published or cancelled, or has failed, in the meantime */
export async function failScheduled(
  tx: Tx,
  id: string,
  reason: NotPublished,
  detail: string | null,
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('scheduled_releases')
      .set({ state: 'failed', reason, detail })
      .where('id', '=', id)
      .where('state', '=', 'waiting'),
  )
  return written === 1
}

/**
 * One statement, so that of two servers only one publishes it.
 *
 * @returns false if it isn't in that state any more
 */
export async function deleteScheduled(
  tx: Tx,
  id: string,
  state: ScheduledRow['state'],
): Promise<boolean> {
  const gone = await tx.run(
    db.deleteFrom('scheduled_releases').where('id', '=', id).where('state', '=', state),
  )
  return gone === 1
}

/** The role that somebody has now; null of an erased account. */
export async function roleNow(tx: Tx, user: string): Promise<string | null> {
  const row = await tx.first(db.selectFrom('users').select('role').where('id', '=', user))
  return row?.role ?? null
}
