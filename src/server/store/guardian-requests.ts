/** Requests for a guardian's consent, and what came of each. Only the hash of a link is stored. */

import type { Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type GuardianRequestRow = Selectable<Schema['guardian_requests']>

const rows = () => db.selectFrom('guardian_requests').select(columnsOf('guardian_requests'))

/** A new one ends those that were not answered: the address may have been wrong. */
export async function insertGuardianRequest(
  tx: Tx,
  request: Pick<
    GuardianRequestRow,
    'id' | 'user_id' | 'token_hash' | 'channel' | 'language' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  await tx.run(
    db
      .updateTable('guardian_requests')
      .set({ state: 'replaced' })
      .where('user_id', '=', request.user_id)
      .where('state', '=', 'open'),
  )
  await tx.run(
    db.insertInto('guardian_requests').values({ tenant_id: tx.tenant, state: 'open', ...request }),
  )
}

export function guardianRequestByHash(
  tx: Tx,
  hash: Buffer,
): Promise<GuardianRequestRow | undefined> {
  return tx.first(rows().where('token_hash', '=', hash))
}

/** The last one that wasn't replaced. */
export function lastGuardianRequest(
  tx: Tx,
  userId: string,
): Promise<GuardianRequestRow | undefined> {
  return tx.first(
    rows()
      .where('user_id', '=', userId)
      .where('state', '!=', 'replaced')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  )
}

export function setGuardianRequest(
  tx: Tx,
  id: string,
  values: Partial<Pick<GuardianRequestRow, 'state' | 'version' | 'answered_at' | 'withdrawn_at'>>,
): Promise<number> {
  return tx.run(db.updateTable('guardian_requests').set(values).where('id', '=', id))
}

/** Whom a request went to, sealed; null once it isn't needed any more. */
export function setGuardian(tx: Tx, userId: string, sealed: string | null): Promise<number> {
  return tx.run(db.updateTable('users').set({ guardian_sealed: sealed }).where('id', '=', userId))
}
