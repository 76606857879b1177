/** Errors in users' browsers: one row for each different one, with how often it happened. */

import { sql, type Selectable } from 'kysely'
import type { ErrorReport } from '#engine/contract/errorreports.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'

/** Different errors of a tenant; of more, those seen last are kept. */
export const MAX_ERRORS = 500
/** In days: what hasn't happened for so long was fixed. */
const KEPT_DAYS = 90

export type ErrorRow = Omit<Selectable<Schema['error_log']>, 'tenant_id'>

/** @returns whether it is a new one */
export async function countError(
  tx: Tx,
  id: string,
  { name, message, frame, page, release }: ErrorReport,
  now: Date,
): Promise<boolean> {
  const row = await tx.one(
    db
      .insertInto('error_log')
      .values({
        tenant_id: tx.tenant,
        id,
        name,
        message,
        frame,
        page,
        release,
        count: 1,
        first_at: now,
        last_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'id'])
          .doUpdateSet({ count: sql`error_log.count + 1`, last_at: now }),
      )
      .returning('count'),
  )
  return Number(row.count) === 1
}

/** Deletes what is too old, and the oldest of too many. */
export async function tidyErrors(tx: Tx, now: Date): Promise<void> {
  const kept = db.selectFrom('error_log').select('id').orderBy('last_at', 'desc').limit(MAX_ERRORS)
  await tx.run(
    db
      .deleteFrom('error_log')
      .where((where) =>
        where.or([
          where('id', 'not in', kept),
          where('last_at', '<', sql<Date>`${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`),
        ]),
      ),
  )
}

/** The last ones first. */
export function errorsOf(tx: Tx, page: number, pageSize: number): Promise<ErrorRow[]> {
  return tx.all(
    db
      .selectFrom('error_log')
      .select(['id', 'name', 'message', 'frame', 'page', 'release', 'count', 'first_at', 'last_at'])
      .orderBy('last_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countErrors(tx: Tx): Promise<number> {
  const found = await tx.first(
    db.selectFrom('error_log').select((eb) => eb.fn.countAll().as('count')),
  )
  return Number(found?.count ?? 0)
}
