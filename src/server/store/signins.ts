/** Recent sign-ins and wrong passwords of a user: what the security page lists. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type SignInRow = Selectable<Schema['sign_ins']>

/** Days for which they are kept (migration 0025). */
export const SIGN_IN_DAYS = 30
/** The newest ones of a user. */
const MAX_KEPT = 20
const HOUR_MS = 3_600_000

/** Wrong passwords on one device within an hour are one row, which counts them. */
export async function addSignIn(
  tx: Tx,
  entry: Pick<SignInRow, 'id' | 'user_id' | 'outcome' | 'label' | 'how'> & { readonly now: Date },
): Promise<void> {
  if (entry.outcome === 'wrong' && (await countAgain(tx, entry)) > 0) return
  await tx.run(
    db.insertInto('sign_ins').values({
      tenant_id: tx.tenant,
      id: entry.id,
      user_id: entry.user_id,
      outcome: entry.outcome,
      label: entry.label,
      how: entry.how,
      at: entry.now,
    }),
  )
  const beyond = db
    .selectFrom('sign_ins')
    .select('id')
    .where('user_id', '=', entry.user_id)
    .where('outcome', '=', entry.outcome)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_KEPT)
  await tx.run(db.deleteFrom('sign_ins').where('id', 'in', beyond))
}

function countAgain(
  tx: Tx,
  { user_id, outcome, label, how, now }: Parameters<typeof addSignIn>[1],
): Promise<number> {
  return tx.run(
    db
      .updateTable('sign_ins')
      .set({ times: sql`times + 1`, at: now })
      .where('user_id', '=', user_id)
      .where('outcome', '=', outcome)
      .where(sql<boolean>`label IS NOT DISTINCT FROM ${label}`)
      .where(sql<boolean>`how IS NOT DISTINCT FROM ${how}`)
      .where('at', '>', new Date(now.getTime() - HOUR_MS)),
  )
}

/** Newest first. */
export function signInsOf(tx: Tx, userId: string, now: Date): Promise<SignInRow[]> {
  return tx.all(
    db
      .selectFrom('sign_ins')
      .select(columnsOf('sign_ins'))
      .where('user_id', '=', userId)
      .where('at', '>', new Date(now.getTime() - SIGN_IN_DAYS * 24 * HOUR_MS))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_KEPT),
  )
}
