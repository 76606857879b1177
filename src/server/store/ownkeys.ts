/** A tenant's own keys of payment providers and its own mail server, sealed. */

import { sql, type Selectable } from 'kysely'
import type { OwnKeyService } from '#engine/contract/ownkeys.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'

export type OwnKeyRow = Selectable<Schema['own_keys']>

const COLUMNS = [
  'tenant_id',
  'id',
  'service',
  'keys_sealed',
  'set_at',
  'set_by',
  'retired_at',
  'failed_at',
  'failure',
] as const

/** Former ones of a service that are tried for a payment, at most. */
const MAX_FORMER = 20

/** Those that count first, then the former ones, the last first. */
export function ownKeys(tx: Tx): Promise<OwnKeyRow[]> {
  return tx.all(
    db
      .selectFrom('own_keys')
      .select(COLUMNS)
      .orderBy(sql`retired_at DESC NULLS FIRST`)
      .orderBy('id', 'desc')
      .limit(3 * (1 + MAX_FORMER)),
  )
}

/** Those that count, each with the address of the person who set it, if there still is one. */
export function currentOwnKeys(
  tx: Tx,
): Promise<(OwnKeyRow & { readonly email: string | null; readonly phone: string | null })[]> {
  return tx.all(
    db
      .selectFrom('own_keys')
      .leftJoin('users', (join) =>
        join
          .onRef('users.tenant_id', '=', 'own_keys.tenant_id')
          .onRef('users.id', '=', 'own_keys.set_by'),
      )
      .select(COLUMNS.map((column) => `own_keys.${column}` as const))
      .select(['users.email', 'users.phone'])
      .where('retired_at', 'is', null),
  )
}

/** All of them, locked until the transaction ends. */
export function lockOwnKeys(tx: Tx): Promise<OwnKeyRow[]> {
  return tx.all(db.selectFrom('own_keys').select(COLUMNS).orderBy('id').forUpdate())
}

export function insertOwnKey(
  tx: Tx,
  row: Pick<OwnKeyRow, 'id' | 'service' | 'keys_sealed' | 'set_at' | 'set_by'>,
): Promise<number> {
  return tx.run(db.insertInto('own_keys').values({ ...row, tenant_id: tx.tenant }))
}

/** Nothing new begins with it; payments that began with it still find it. */
export function retireOwnKey(tx: Tx, service: OwnKeyService, now: Date): Promise<number> {
  return tx.run(
    db
      .updateTable('own_keys')
      .set({ retired_at: now })
      .where('service', '=', service)
      .where('retired_at', 'is', null),
  )
}

/** Those that no payment began with. @param before when they were retired, at the latest */
export function deleteUnusedOwnKeys(tx: Tx, before: Date): Promise<number> {
  return tx.run(
    db
      .deleteFrom('own_keys')
      .where('retired_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.tenant_id', '=', 'own_keys.tenant_id')
              .whereRef('payments.own_key', '=', 'own_keys.id'),
          ),
        ),
      ),
  )
}

export function deleteOwnKey(tx: Tx, id: string): Promise<number> {
  return tx.run(db.deleteFrom('own_keys').where('id', '=', id))
}

export function deleteOwnKeyOf(tx: Tx, service: OwnKeyService): Promise<number> {
  return tx.run(db.deleteFrom('own_keys').where('service', '=', service))
}

/** The same keys under another secret. */
export function resealOwnKey(tx: Tx, id: string, sealed: string): Promise<number> {
  return tx.run(db.updateTable('own_keys').set({ keys_sealed: sealed }).where('id', '=', id))
}

/** What became of the last message; null: it was accepted. */
export function noteFailure(
  tx: Tx,
  id: string,
  failure: { readonly at: Date; readonly code: string } | null,
): Promise<number> {
  const update = db
    .updateTable('own_keys')
    .set({ failed_at: failure?.at ?? null, failure: failure?.code ?? null })
    .where('id', '=', id)
  // Most messages are accepted after one that was: then there is nothing to write.
  return tx.run(failure === null ? update.where('failed_at', 'is not', null) : update)
}
