/** Links by which someone else pays for a person's plan. Only the hash of a link is stored. */

import type { Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type PayRequestRow = Selectable<Schema['pay_requests']>

const rows = () => db.selectFrom('pay_requests').select(columnsOf('pay_requests'))

export function insertPayRequest(
  tx: Tx,
  request: Omit<PayRequestRow, 'tenant_id' | 'revoked_at'>,
): Promise<number> {
  return tx.run(db.insertInto('pay_requests').values({ tenant_id: tx.tenant, ...request }))
}

/** The newest first. */
export function payRequestsOf(tx: Tx, userId: string, most: number): Promise<PayRequestRow[]> {
  return tx.all(
    rows().where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').limit(most),
  )
}

export function payRequestByHash(tx: Tx, hash: Buffer): Promise<PayRequestRow | undefined> {
  return tx.first(rows().where('token_hash', '=', hash))
}

/** @returns whether this person has such a link; revoking it again changes nothing */
export async function revokePayRequest(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('pay_requests')
      .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(now)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId),
  )
  return written === 1
}
