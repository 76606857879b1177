/** Favourites, interactions, vouchers, messages and blobs: small tables, a few statements each. */

import { sql, type Selectable } from 'kysely'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { PERSON } from '#server/base/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export async function favouritesOf(tx: Tx, userId: string): Promise<Record<string, string[]>> {
  const rows = await tx.all(
    db
      .selectFrom('favourites')
      .select(['type', 'item_id'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('item_id'),
  )
  const lists: Record<string, string[]> = {}
  for (const { type, item_id } of rows) (lists[type] ??= []).push(item_id)
  return lists
}

/** What was saved last, of every type. */
export async function newestFavourites(
  tx: Tx,
  userId: string,
  most: number,
): Promise<{ type: string; id: string }[]> {
  const rows = await tx.all(
    db
      .selectFrom('favourites')
      .select(['type', 'item_id'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('item_id')
      .limit(most),
  )
  return rows.map(({ type, item_id }) => ({ type, id: item_id }))
}

/** What was opened last, of every type: each record once. */
export async function newestOpened(
  tx: Tx,
  userId: string,
  most: number,
): Promise<{ type: string; id: string; at: Date }[]> {
  const rows = await tx.all<{ type: string; id: string; at: Date }>({
    compile: () =>
      sql<{
        type: string
        id: string
        at: Date
      }>`SELECT body ->> 'type' AS type, body ->> 'id' AS id, max(created_at) AS at FROM interactions
        WHERE user_id = ${userId} AND body ->> 'event' = 'opened' AND body ->> 'type' IS NOT NULL AND body ->> 'id' IS NOT NULL
        GROUP BY 1, 2 ORDER BY 3 DESC, 2 LIMIT ${most}`.compile(db),
  })
  return rows
}

export function addFavourite(
  tx: Tx,
  userId: string,
  type: string,
  itemId: string,
): Promise<number> {
  return tx.run(
    db
      .insertInto('favourites')
      .values({ tenant_id: tx.tenant, user_id: userId, type, item_id: itemId })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function removeFavourite(
  tx: Tx,
  userId: string,
  type: string,
  itemId: string,
): Promise<number> {
  return tx.run(
    db
      .deleteFrom('favourites')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .where('item_id', '=', itemId),
  )
}

/**
 * The newest ones, oldest first, because a user object must stay small. Each as it was returned
 * when it was added.
 */
export async function interactionsOf(
  tx: Tx,
  userId: string,
  most: number,
): Promise<Record<string, unknown>[]> {
  const rows = await tx.all(
    db
      .selectFrom('interactions')
      .select(['id', 'body'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most),
  )
  return rows.map(({ id, body }) => ({ ...(body as Record<string, unknown>), _id: id })).reverse()
}

/** What pages add by themselves when a user opens, saves or filters records. */
export const TRACES: readonly string[] = ['opened', 'saved', 'unsaved', 'filtered']

const isTrace = sql<boolean>`coalesce(body ->> 'event' = ANY (${[...TRACES]}::text[]), false)`
const isReport = sql<boolean>`coalesce(body ->> 'event' = 'report', false)`

/**
 * Of a record that was opened before, only the last time counts. The oldest beyond the limit are
 * deleted: nothing ever reads them. Reports of wrong records are counted apart, so that nothing
 * pushes them out before they have been handled.
 */
export async function addInteraction(
  tx: Tx,
  id: string,
  userId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { event } = body
  const trace = typeof event === 'string' && TRACES.includes(event)
  if (event === 'opened')
    await tx.run(
      db
        .deleteFrom('interactions')
        .where('user_id', '=', userId)
        .where(sql<boolean>`body = ${JSON.stringify(body)}::jsonb`),
    )
  await tx.run(
    db
      .insertInto('interactions')
      .values({ tenant_id: tx.tenant, id, user_id: userId, body: JSON.stringify(body) }),
  )
  const beyond = db
    .selectFrom('interactions')
    .select('id')
    .where('user_id', '=', userId)
    .where(isTrace, '=', trace)
    .where(isReport, '=', event === 'report')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(trace ? PERSON.traces : PERSON.interactions)
  await tx.run(
    db.deleteFrom('interactions').where('user_id', '=', userId).where('id', 'in', beyond),
  )
}

/**
 * Finds the voucher for a code typed by hand: an exact match first, otherwise ignoring spaces,
 * hyphens and case. If two codes differ in nothing else, only an exact match counts.
 */
export async function voucher(
  tx: Tx,
  typed: string,
): Promise<Selectable<Schema['vouchers']> | undefined> {
  const code = typed.trim().toUpperCase()
  const exact = await tx.first(
    db.selectFrom('vouchers').select(columnsOf('vouchers')).where('code', '=', code),
  )
  if (exact !== undefined) return exact
  // Phones insert dashes and spaces of their own.
  const letters = code.replace(/[\s\p{Pd}]/gu, '')
  const [found, other] = await tx.all(
    db
      .selectFrom('vouchers')
      .select(columnsOf('vouchers'))
      .where('tenant_id', '=', tx.tenant)
      .where(sql`translate(upper(code), '- ', '')`, '=', letters)
      .limit(2),
  )
  return other === undefined ? found : undefined
}

/**
 * Uses a voucher once. Reading and then writing would redeem too often under load; one conditional
 * statement doesn't.
 */
export async function takeVoucher(tx: Tx, code: string, now: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('vouchers')
      .set({ used: sql`used + 1` })
      .where('code', '=', code)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .where((where) =>
        where.or([where('uses', 'is', null), where('used', '<', where.ref('uses'))]),
      ),
  )
  return written === 1
}

/** @returns false if this user has redeemed this code before */
export async function insertRedemption(
  tx: Tx,
  redemption: { id: string; code: string; userId: string; plan: string },
): Promise<boolean> {
  const written = await tx.run(
    db
      .insertInto('redemptions')
      .values({
        tenant_id: tx.tenant,
        id: redemption.id,
        code: redemption.code,
        user_id: redemption.userId,
        plan: redemption.plan,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'code', 'user_id']).doNothing()),
  )
  return written === 1
}

export function insertVoucher(
  tx: Tx,
  entry: {
    code: string
    plan: string
    uses: number | null
    expiresAt: Date | null
    cohort?: StudyCohort | null
    demo?: boolean
  },
): Promise<number> {
  return tx.run(
    db
      .insertInto('vouchers')
      .values({
        tenant_id: tx.tenant,
        code: entry.code,
        plan: entry.plan,
        uses: entry.uses,
        expires_at: entry.expiresAt,
        cohort: entry.cohort == null ? null : JSON.stringify(entry.cohort),
        demo: entry.demo ?? false,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Codes that can no longer be redeemed and never were. */
export function deleteSpentVouchers(tx: Tx, expiredBefore: Date): Promise<number> {
  return tx.run(
    db.deleteFrom('vouchers').where('used', '=', 0).where('expires_at', '<', expiredBefore),
  )
}

export async function countVouchers(tx: Tx): Promise<number> {
  return Number(
    (await tx.first(db.selectFrom('vouchers').select((eb) => eb.fn.countAll().as('count'))))
      ?.count ?? 0,
  )
}

/** Many at once, in one statement. @returns the new ones; an existing code stays as it is */
export async function insertVouchers(
  tx: Tx,
  codes: readonly string[],
  entry: {
    batch: string
    plan: string
    uses: number | null
    expiresAt: Date | null
    cohort: StudyCohort | null
  },
): Promise<string[]> {
  const cohort = entry.cohort === null ? null : JSON.stringify(entry.cohort)
  const rows = await tx.all<{ code: string }>({
    compile: () =>
      sql<{
        code: string
      }>`INSERT INTO vouchers (tenant_id, code, plan, uses, expires_at, cohort, batch_id)
        SELECT ${tx.tenant}::uuid, code, ${entry.plan}, ${entry.uses}::integer, ${entry.expiresAt}::timestamptz, ${cohort}::jsonb, ${entry.batch}::uuid FROM unnest(${[...codes]}::text[]) AS code
        ON CONFLICT DO NOTHING RETURNING code`.compile(db),
  })
  return rows.map(({ code }) => code)
}

export type Message = {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  text: string
  /** Null: the recipient has no account. */
  userId: string | null
}

export function insertMessage(tx: Tx, { userId, ...message }: Message): Promise<number> {
  return tx.run(
    db.insertInto('messages').values({
      tenant_id: tx.tenant,
      ...message,
      user_id: userId,
      sent_at: null,
    }),
  )
}

export function messagesTo(tx: Tx, recipient: string): Promise<Selectable<Schema['messages']>[]> {
  return tx.all(
    db
      .selectFrom('messages')
      .select(columnsOf('messages'))
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .orderBy('id'),
  )
}

/**
 * Marks a message as sent. Its text contained a code or a link for signing in, so it is deleted,
 * except in a demo's outbox.
 */
export function markSent(tx: Tx, id: string, now: Date, keepText: boolean): Promise<number> {
  return tx.run(
    db
      .updateTable('messages')
      .set({ sent_at: now, tries: sql`tries + 1`, ...(!keepText && { text: '' }) })
      .where('id', '=', id),
  )
}

export function countSendTry(tx: Tx, id: string): Promise<number> {
  return tx.run(
    db
      .updateTable('messages')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', id),
  )
}
