/**
 * Deletes what has expired, in all tenants at once: a few statements however many tenants there
 * are, each limited to a batch, so that no request waits for it.
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'
import { expiredCondition } from './sessionlife.ts'
import { SIGN_IN_DAYS } from './signins.ts'

type Expired = { readonly table: keyof Schema; readonly expired: RawBuilder<boolean> }

/**
 * @param now by the server's clock; the database's own has to agree, otherwise it shows no rows
 *   (migration 0008)
 */
export function expiredRows(now: Date): Expired[] {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return [
    { table: 'sessions', expired: expiredCondition(now) },
    { table: 'previews', expired: sql`expires_at <= ${now}` },
    { table: 'challenges', expired: sql`expires_at < ${now}` },
    {
      table: 'codes',
      // Owners see which invitations nobody has used.
      expired: sql`expires_at < CASE purpose WHEN 'invite' THEN ${before(30 * DAY)}::timestamptz ELSE ${before(DAY)}::timestamptz END`,
    },
    // Until then a link says that it has ended.
    { table: 'cv_shares', expired: sql`expires_at < ${before(30 * DAY)}` },
    // Long after everything about them was counted.
    {
      table: 'experiment_assignments',
      expired: sql`assigned_at < ${before(ASSIGNMENT_DAYS * DAY)}`,
    },
    // Until then a payment that began with them can still be given back.
    { table: 'own_keys', expired: sql`retired_at < ${before(OWN_KEY_DAYS * DAY)}` },
    { table: 'limits', expired: sql`started_at < ${before(2 * DAY)}` },
    { table: 'sign_ins', expired: sql`at < ${before(SIGN_IN_DAYS * DAY)}` },
    { table: 'announcements', expired: sql`at < ${before(DAY)}` },
  ]
}

const DAY = 86_400
/** A tenant's own keys of a payment provider, after others came or they were removed. */
const OWN_KEY_DAYS = 180
/** Who saw which arm of an experiment. */
export const ASSIGNMENT_DAYS = 730

/** @returns how many were deleted; fewer than `most` if nothing else has expired */
export function deleteSome(tx: Tx, { table, expired }: Expired, most: number): Promise<number> {
  // By the physical position of a row, because keys differ between tables; a row that was changed
  // in the meantime is checked again.
  return tx.run({
    compile: () =>
      sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${sql.table(table)} WHERE ${expired} LIMIT ${most})) AND ${expired}`.compile(
        db,
      ),
  })
}

export type Unsent = {
  readonly id: string
  readonly tenant: string
  readonly channel: 'email' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly text: string
}

/**
 * Messages that the mail server refused, or that were being sent when a server was killed: recent
 * enough to be tried again. Tenants take turns, so that thousands of one don't hold up another's.
 *
 * @param except tenants whose messages wait
 */
export function unsentMessages(
  tx: Tx,
  {
    since,
    mostTries,
    most,
    except,
  }: {
    readonly since: Date
    readonly mostTries: number
    readonly most: number
    readonly except: readonly string[]
  },
): Promise<Unsent[]> {
  return tx.all({
    compile: () =>
      sql<Unsent>`SELECT id, tenant_id AS tenant, channel, recipient, subject, text FROM messages
        WHERE sent_at IS NULL AND created_at > ${since} AND tries < ${mostTries} AND (tries > 0 OR created_at < now() - interval '2 minutes')
          AND tenant_id <> ALL (${[...except]}::uuid[])
        ORDER BY row_number() OVER (PARTITION BY tenant_id ORDER BY created_at), created_at LIMIT ${most}`.compile(
        db,
      ),
  })
}
