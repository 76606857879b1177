/** Vouchers that were created together. */

import { sql } from 'kysely'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type NewBatch = {
  readonly id: string
  readonly plan: string
  readonly note: string
  /** Per code; null: as often as people like. */ readonly uses: number | null
  readonly expiresAt: Date | null
  readonly cohort: StudyCohort | null
  readonly now: Date
}

export type BatchRow = {
  readonly id: string
  readonly plan: string
  readonly note: string
  readonly uses: number | null
  readonly expires_at: Date | null
  readonly cohort: StudyCohort | null
  readonly created_at: Date
  readonly withdrawn_at: Date | null
  readonly codes: string
  readonly redeemed: string
}

export type CodeRow = { readonly code: string; readonly used: number }

export type RedemptionRow = {
  readonly code: string
  readonly created_at: Date
  readonly email: string | null
  readonly phone: string | null
}

export function insertBatch(tx: Tx, batch: NewBatch): Promise<number> {
  return tx.run(
    db.insertInto('voucher_batches').values({
      tenant_id: tx.tenant,
      id: batch.id,
      plan: batch.plan,
      note: batch.note,
      uses: batch.uses,
      expires_at: batch.expiresAt,
      cohort: batch.cohort === null ? null : JSON.stringify(batch.cohort),
      created_at: batch.now,
      withdrawn_at: null,
    }),
  )
}

const batches = () =>
  db
    .selectFrom('voucher_batches')
    .leftJoin('vouchers', (join) =>
      join
        .onRef('vouchers.tenant_id', '=', 'voucher_batches.tenant_id')
        .onRef('vouchers.batch_id', '=', 'voucher_batches.id'),
    )
    .select((eb) => [
      'voucher_batches.id',
      'voucher_batches.plan',
      'voucher_batches.note',
      'voucher_batches.uses',
      'voucher_batches.expires_at',
      'voucher_batches.cohort',
      'voucher_batches.created_at',
      'voucher_batches.withdrawn_at',
      eb.fn.count<string>('vouchers.code').as('codes'),
      sql<string>`coalesce(sum(vouchers.used), 0)::text`.as('redeemed'),
    ])
    .groupBy(['voucher_batches.tenant_id', 'voucher_batches.id'])

/** The newest first. */
export function batchesOf(tx: Tx, page: number, pageSize: number): Promise<BatchRow[]> {
  return tx.all(
    batches()
      .orderBy('voucher_batches.created_at', 'desc')
      .orderBy('voucher_batches.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countBatches(tx: Tx): Promise<number> {
  const found = await tx.first(
    db.selectFrom('voucher_batches').select((eb) => eb.fn.countAll().as('count')),
  )
  return Number(found?.count ?? 0)
}

export function batchById(tx: Tx, id: string): Promise<BatchRow | undefined> {
  return tx.first(batches().where('voucher_batches.id', '=', id))
}

export function codesOf(tx: Tx, batch: string): Promise<CodeRow[]> {
  return tx.all(
    db
      .selectFrom('vouchers')
      .select(['code', 'used'])
      .where('batch_id', '=', batch)
      .orderBy('code'),
  )
}

/** The newest first. Accounts that were erased are not among them. */
export function redemptionsOf(tx: Tx, batch: string, most: number): Promise<RedemptionRow[]> {
  return tx.all(
    db
      .selectFrom('redemptions')
      .innerJoin('vouchers', (join) =>
        join
          .onRef('vouchers.tenant_id', '=', 'redemptions.tenant_id')
          .onRef('vouchers.code', '=', 'redemptions.code'),
      )
      .innerJoin('users', (join) =>
        join
          .onRef('users.tenant_id', '=', 'redemptions.tenant_id')
          .onRef('users.id', '=', 'redemptions.user_id'),
      )
      .select(['redemptions.code', 'redemptions.created_at', 'users.email', 'users.phone'])
      .where('vouchers.batch_id', '=', batch)
      .orderBy('redemptions.created_at', 'desc')
      .limit(most),
  )
}

/**
 * From now on its codes have expired, which servers of an earlier version understand too. Plans
 * that were unlocked with them stay.
 *
 * @returns false if it had been withdrawn already
 */
export async function withdrawBatch(tx: Tx, id: string, now: Date): Promise<boolean> {
  const first = await tx.run(
    db
      .updateTable('voucher_batches')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null),
  )
  if (first !== 1) return false
  await tx.run(
    db
      .updateTable('vouchers')
      .set({ expires_at: sql<Date>`least(coalesce(expires_at, ${now}), ${now})` })
      .where('batch_id', '=', id),
  )
  return true
}

/** Batches whose codes have all been deleted. */
export function deleteEmptyBatches(tx: Tx): Promise<number> {
  return tx.run(
    db
      .deleteFrom('voucher_batches')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('vouchers')
              .select('code')
              .whereRef('vouchers.tenant_id', '=', 'voucher_batches.tenant_id')
              .whereRef('vouchers.batch_id', '=', 'voucher_batches.id'),
          ),
        ),
      ),
  )
}
