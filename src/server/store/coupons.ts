/** Coupons: what they take off, and how often each was used. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type CouponRow = Selectable<Schema['coupons']>
export type NewCoupon = Pick<
  CouponRow,
  'code' | 'percent' | 'amount' | 'currency' | 'plans' | 'uses' | 'starts_at' | 'expires_at'
> & { readonly demo?: boolean }

/** @param code in capitals, as it is stored */
export function couponByCode(tx: Tx, code: string): Promise<CouponRow | undefined> {
  return tx.first(db.selectFrom('coupons').select(columnsOf('coupons')).where('code', '=', code))
}

/**
 * Counts one use, if one is left: one conditional statement, because reading and then writing would
 * count too many under load.
 */
export async function takeCoupon(tx: Tx, code: string, now: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('coupons')
      .set({ used: sql`used + 1` })
      .where('code', '=', code)
      .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', now)]))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .where((where) =>
        where.or([where('uses', 'is', null), where('used', '<', where.ref('uses'))]),
      ),
  )
  return written === 1
}

/** A payment that was given up has used nothing. */
export function giveCouponBack(tx: Tx, code: string): Promise<number> {
  return tx.run(
    db
      .updateTable('coupons')
      .set({ used: sql`used - 1` })
      .where('code', '=', code)
      .where('used', '>', 0),
  )
}

/**
 * The money came late, at the reduced price: it counts even if the coupon has ended since.
 *
 * @returns false if no use is left
 */
export async function countCoupon(tx: Tx, code: string): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('coupons')
      .set({ used: sql`used + 1` })
      .where('code', '=', code)
      .where((where) =>
        where.or([where('uses', 'is', null), where('used', '<', where.ref('uses'))]),
      ),
  )
  return written === 1
}

/**
 * Payments of a person that hold a use and can still be paid, the newest first. Not one whose page is
 * only being made: requests at the same time would each take it from the one before.
 */
const held = (userId: string, code: string) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('coupon', '=', code)
    .where('coupon_held', '=', true)
    .where('state', 'in', ['pending', 'declined'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Does an unfinished payment of this person hold a use? */
export async function holdsCoupon(tx: Tx, userId: string, code: string): Promise<boolean> {
  return (await tx.first(held(userId, code))) !== undefined
}

/**
 * Takes the use that an unfinished payment of this person holds, for another payment of theirs. The
 * person is locked by this transaction.
 *
 * @returns whether there was one
 */
export async function takeOwnHold(tx: Tx, userId: string, code: string): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('payments')
      .set({ coupon_held: false })
      .where('id', '=', (where) => where.selectFrom(held(userId, code).as('own')).select('own.id')),
  )
  return written === 1
}

/** @returns false if the code exists */
export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<boolean> {
  const written = await tx.run(
    db
      .insertInto('coupons')
      .values({ tenant_id: tx.tenant, ...coupon })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return written === 1
}

export function allCoupons(tx: Tx, most: number): Promise<CouponRow[]> {
  return tx.all(
    db
      .selectFrom('coupons')
      .select(columnsOf('coupons'))
      .orderBy('created_at', 'desc')
      .orderBy('code')
      .limit(most),
  )
}

/** @returns whether there was such a coupon that hadn't ended */
export async function endCoupon(tx: Tx, code: string, now: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('coupons')
      .set({ expires_at: now })
      .where('code', '=', code)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)])),
  )
  return written === 1
}
