/** The authenticator of a user, and recovery codes for the day it is lost. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export function setFactor(
  tx: Tx,
  userId: string,
  factor: { readonly sealed: string; readonly step: number; readonly now: Date } | null,
): Promise<number> {
  return tx.run(
    db
      .updateTable('users')
      .set({
        factor_sealed: factor?.sealed ?? null,
        factor_since: factor?.now ?? null,
        factor_step: factor?.step ?? null,
      })
      .where('id', '=', userId),
  )
}

/**
 * Uses up the code of a time step. One statement, so that of parallel tries exactly one succeeds.
 *
 * @returns false if this step, or a later one, was used before
 */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('users')
      .set({ factor_step: step })
      .where('id', '=', userId)
      .where('factor_since', 'is not', null)
      .where(sql<boolean>`coalesce(factor_step, 0) < ${step}`),
  )
  return written === 1
}

/** A new set; the earlier one is worth nothing any more. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  codes: readonly { readonly id: string; readonly hash: Buffer }[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx.run(
    db.insertInto('recovery_codes').values(
      codes.map(({ id, hash }) => ({
        tenant_id: tx.tenant,
        id,
        user_id: userId,
        hash,
        used_at: null,
        created_at: now,
      })),
    ),
  )
}

export function deleteRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  return tx.run(db.deleteFrom('recovery_codes').where('user_id', '=', userId))
}

/** Uses a recovery code up. One statement, so that of parallel tries exactly one succeeds. */
export async function useRecoveryCode(
  tx: Tx,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null),
  )
  return written === 1
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const row = await tx.first(
    db
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null),
  )
  return row?.count ?? 0
}
