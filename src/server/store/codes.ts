/** One-time codes and recovery tokens: kept as keyed hashes, good once, for a short time, for few tries. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '../database.ts'
import type { Schema } from './schema.ts'

export type CodeRow = Selectable<Schema['codes']>

/** A new code makes every earlier one of the same purpose useless. */
export async function insertCode(tx: Tx, code: { id: string; userId: string; purpose: CodeRow['purpose']; hash: Buffer; expiresAt: Date; now: Date }): Promise<void> {
  await tx.run(db.deleteFrom('codes').where('user_id', '=', code.userId).where('purpose', '=', code.purpose))
  await tx.run(
    db.insertInto('codes').values({
      tenant_id: tx.tenant!,
      id: code.id,
      user_id: code.userId,
      purpose: code.purpose,
      hash: code.hash,
      expires_at: code.expiresAt,
      created_at: code.now,
      used_at: null,
    }),
  )
}

export function latestCode(tx: Tx, userId: string, purpose: CodeRow['purpose']): Promise<CodeRow | undefined> {
  return tx.first(db.selectFrom('codes').selectAll().where('user_id', '=', userId).where('purpose', '=', purpose).orderBy('created_at', 'desc').limit(1))
}

export function codeByHash(tx: Tx, hash: Buffer, purpose: CodeRow['purpose']): Promise<CodeRow | undefined> {
  return tx.first(db.selectFrom('codes').selectAll().where('hash', '=', hash).where('purpose', '=', purpose))
}

/** Uses a code up. One statement: of parallel tries exactly one succeeds. */
export async function useCode(tx: Tx, code: { id: string; hash: Buffer; now: Date; tries: number }): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('codes')
      .set({ used_at: code.now })
      .where('id', '=', code.id)
      .where('hash', '=', code.hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', code.now)
      .where('tries', '<', code.tries),
  )
  return written === 1
}

export function deleteExpiredCodes(tx: Tx, now: Date): Promise<number> {
  return tx.run(db.deleteFrom('codes').where('expires_at', '<', now))
}

export function countTry(tx: Tx, id: string): Promise<number> {
  return tx.run(
    db
      .updateTable('codes')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', id),
  )
}
