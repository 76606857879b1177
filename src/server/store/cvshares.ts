/** Links that show a CV to others. Only the hash of a link is stored. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type CvShareRow = Selectable<Schema['cv_shares']>

const rows = () => db.selectFrom('cv_shares').select(columnsOf('cv_shares'))

export function insertCvShare(
  tx: Tx,
  share: Omit<CvShareRow, 'tenant_id' | 'revoked_at' | 'opened'>,
): Promise<number> {
  return tx.run(db.insertInto('cv_shares').values({ tenant_id: tx.tenant, ...share }))
}

/** Those that still work, the newest first. */
export function openCvShares(tx: Tx, userId: string, now: Date): Promise<CvShareRow[]> {
  return tx.all(
    rows()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
}

export function cvShareByHash(tx: Tx, hash: Buffer): Promise<CvShareRow | undefined> {
  return tx.first(rows().where('token_hash', '=', hash))
}

export function countOpening(tx: Tx, id: string): Promise<number> {
  return tx.run(
    db
      .updateTable('cv_shares')
      .set({ opened: sql`opened + 1` })
      .where('id', '=', id),
  )
}

/** @returns whether this person has such a link; ending it again changes nothing */
export async function revokeCvShare(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('cv_shares')
      .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(now)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId),
  )
  return written === 1
}
