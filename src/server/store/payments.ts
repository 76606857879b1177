/** Payments and what was reported about them. */

import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { PaymentEventType } from '#engine/contract/paymentcalls.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type PaymentRow = Selectable<Schema['payments']>
export type NewPayment = Omit<Insertable<Schema['payments']>, 'tenant_id'>

const rows = () => db.selectFrom('payments').select(columnsOf('payments'))

export function insertPayment(tx: Tx, payment: NewPayment): Promise<number> {
  return tx.run(db.insertInto('payments').values({ tenant_id: tx.tenant, ...payment }))
}

export function paymentById(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.first(rows().where('id', '=', id))
}

/** Locked until the transaction ends. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.first(rows().where('id', '=', id).forUpdate())
}

export function updatePayment(
  tx: Tx,
  id: string,
  values: Updateable<Schema['payments']>,
): Promise<number> {
  return tx.run(db.updateTable('payments').set(values).where('id', '=', id))
}

/** The newest first. */
export function paymentsOf(tx: Tx, userId: string, most: number): Promise<PaymentRow[]> {
  return tx.all(
    rows()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most),
  )
}

/** Every payment by one link. */
export function paymentsByRequest(tx: Tx, requestId: string): Promise<PaymentRow[]> {
  return tx.all(rows().where('request_id', '=', requestId).orderBy('created_at').orderBy('id'))
}

/**
 * One that waits on its page already, for the same thing and the same sum. Or one without a page,
 * begun before `unseen`: the server that made it has failed, or was killed.
 */
export function samePayment(
  tx: Tx,
  like: Pick<PaymentRow, 'plan' | 'country' | 'currency' | 'amount' | 'provider' | 'own_key'> & {
    readonly userId: string
    readonly requestId: string | null
    readonly coupon: string | null
    readonly until: Date
    readonly unseen: Date
  },
): Promise<PaymentRow | undefined> {
  const same = rows()
    .where('user_id', '=', like.userId)
    .where((where) =>
      where.or([
        where('state', '=', 'pending').and('url', 'is not', null),
        where('state', '=', 'created').and('created_at', '<', like.unseen),
      ]),
    )
    .where('plan', '=', like.plan)
    .where('country', '=', like.country)
    .where('currency', '=', like.currency)
    .where('amount', '=', like.amount)
    .where('provider', '=', like.provider)
    // A page that was made with other keys leads to another account.
    .where(sql<boolean>`own_key IS NOT DISTINCT FROM ${like.own_key}::uuid`)
    .where('expires_at', '>', like.until)
    .where(sql<boolean>`request_id IS NOT DISTINCT FROM ${like.requestId}::uuid`)
    .where(sql<boolean>`coupon IS NOT DISTINCT FROM ${like.coupon}::text`)
  return tx.first(same.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1))
}

/**
 * May the provider be asked about it now? Counted as asked: two calls at the same time ask once.
 *
 * @param before when it was last asked, at the latest
 */
export async function claimAsking(tx: Tx, id: string, now: Date, before: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('payments')
      .set({ asked_at: now })
      .where('id', '=', id)
      .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', before)])),
  )
  return written === 1
}

// ---- events ----------------------------------------------------------------------------------------------------------

export type Happened = {
  readonly id: string
  readonly type: PaymentEventType
  readonly at: Date
}
export type NewEvent = Happened & {
  readonly provider: string
  readonly payment: string
  readonly receivedAt: Date
  readonly counts: boolean
  readonly money: { readonly amount: number } | null
}

/** @returns false if it was received before */
export async function insertPaymentEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const written = await tx.run(
    db
      .insertInto('payment_events')
      .values({
        tenant_id: tx.tenant,
        provider: event.provider,
        event_id: event.id,
        payment_id: event.payment,
        type: event.type,
        at: event.at,
        received_at: event.receivedAt,
        counts: event.counts,
        amount: event.money?.amount ?? null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return written === 1
}

/** What was given back of a payment so far, in minor units. */
export async function givenBack(tx: Tx, payment: string): Promise<number> {
  const { sum } = await tx.one(
    db
      .selectFrom('payment_events')
      .select(sql<string>`coalesce(sum(amount), 0)`.as('sum'))
      .where('payment_id', '=', payment)
      .where('type', '=', 'refunded'),
  )
  return Number(sum)
}

export async function eventsOfPayment(tx: Tx, payment: string): Promise<Happened[]> {
  const found = await tx.all(
    db
      .selectFrom('payment_events')
      .select(['event_id', 'type', 'at'])
      .where('payment_id', '=', payment)
      .where('counts', '=', true),
  )
  return found.map(({ event_id, type, at }) => ({
    id: event_id,
    type: type as PaymentEventType,
    at,
  }))
}

// ---- receipts and tasks ----------------------------------------------------------------------------------------------

/** The next number of this tenant; without gaps, because it is rolled back with its payment. */
export async function nextReceipt(tx: Tx): Promise<string> {
  const { last } = await tx.one(
    db
      .insertInto('receipt_numbers')
      .values({ tenant_id: tx.tenant, last: '1' })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet({ last: sql`receipt_numbers.last + 1` }),
      )
      .returning('last'),
  )
  return last
}

export type TaskRow = Pick<
  Selectable<Schema['payment_tasks']>,
  'id' | 'tenant_id' | 'payment_id' | 'kind' | 'tries'
>

/** Once for each payment and kind. */
export function addTask(
  tx: Tx,
  task: { readonly id: string; readonly payment: string; readonly kind: TaskRow['kind'] },
  now: Date,
): Promise<number> {
  return tx.run(
    db
      .insertInto('payment_tasks')
      .values({
        tenant_id: tx.tenant,
        id: task.id,
        payment_id: task.payment,
        kind: task.kind,
        next_at: now,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/**
 * Takes a task that is due for this server until `until`, so that no other one works on it.
 *
 * @returns undefined if it is done or taken
 */
export function claimTask(
  tx: Tx,
  id: string,
  now: Date,
  until: Date,
): Promise<TaskRow | undefined> {
  return tx.first(
    db
      .updateTable('payment_tasks')
      .set({ next_at: until, tries: sql`tries + 1` })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .where('next_at', '<=', now)
      .returning(['id', 'tenant_id', 'payment_id', 'kind', 'tries']),
  )
}

/** @returns false if it was done already */
export async function finishTask(tx: Tx, id: string, now: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('payment_tasks')
      .set({ done_at: now })
      .where('id', '=', id)
      .where('done_at', 'is', null),
  )
  return written === 1
}

/** It failed: the next try isn't before that. */
export function postponeTask(tx: Tx, id: string, until: Date): Promise<number> {
  return tx.run(db.updateTable('payment_tasks').set({ next_at: until }).where('id', '=', id))
}

/** Those of one payment that aren't done. */
export function tasksOfPayment(tx: Tx, payment: string): Promise<Pick<TaskRow, 'id' | 'kind'>[]> {
  return tx.all(
    db
      .selectFrom('payment_tasks')
      .select(['id', 'kind'])
      .where('payment_id', '=', payment)
      .where('done_at', 'is', null),
  )
}

export type Due = { readonly tenant: string; readonly id: string }

/** Of all tenants: tasks that are due. As the housekeeper. */
export function dueTasks(tx: Tx, now: Date, mostTries: number, most: number): Promise<Due[]> {
  return tx.all({
    compile: () =>
      sql<Due>`SELECT tenant_id AS tenant, id FROM payment_tasks WHERE done_at IS NULL AND next_at <= ${now} AND tries < ${mostTries} ORDER BY next_at LIMIT ${most}`.compile(
        db,
      ),
  })
}

/** Of all tenants: payments whose time is over. As the housekeeper. */
export function duePayments(tx: Tx, now: Date, most: number): Promise<Due[]> {
  return tx.all({
    compile: () =>
      sql<Due>`SELECT tenant_id AS tenant, id FROM payments WHERE state IN ('created', 'pending', 'declined') AND expires_at <= ${now} ORDER BY expires_at LIMIT ${most}`.compile(
        db,
      ),
  })
}

// ---- plans -----------------------------------------------------------------------------------------------------------

export type Grant = {
  readonly plan: string
  /** What the person had without any payment at that time. */
  readonly held: string
  /** It hasn't been taken back. */
  readonly holds: boolean
}

/** Plans that a person's payments have opened, the oldest first. */
export async function grantsOf(tx: Tx, userId: string): Promise<Grant[]> {
  const found = await tx.all(
    db
      .selectFrom('payments')
      .select(['plan', 'held_plan', 'taken_back_at'])
      .where('user_id', '=', userId)
      .where('granted_at', 'is not', null)
      .orderBy('granted_at'),
  )
  return found.map(({ plan, held_plan, taken_back_at }) => ({
    plan,
    held: held_plan ?? 'free',
    holds: taken_back_at === null,
  }))
}

/** Plans of the vouchers that a person has redeemed. */
export async function redeemedPlans(tx: Tx, userId: string): Promise<string[]> {
  const found = await tx.all(
    db.selectFrom('redemptions').select('plan').where('user_id', '=', userId).orderBy('created_at'),
  )
  return found.map(({ plan }) => plan)
}
