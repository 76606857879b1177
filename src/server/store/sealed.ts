/** Columns of users that are sealed by a secret; a test compares them with the tables. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type SealedRow = {
  readonly id: string
  readonly id_number_sealed: string | null
  readonly guardian_sealed: string | null
  readonly factor_sealed: string | null
}
export const SEALED_COLUMNS = ['id_number_sealed', 'guardian_sealed', 'factor_sealed'] as const

/**
 * A page of users by id who have something sealed with another key than this; locked until the
 * transaction ends.
 */
export function sealedByOthers(
  tx: Tx,
  keyId: string,
  after: string,
  most: number,
): Promise<SealedRow[]> {
  const ending = `.${keyId}`
  const byAnother = (column: (typeof SEALED_COLUMNS)[number]) =>
    sql<boolean>`right(${sql.ref(column)}, ${ending.length}::integer) <> ${ending}`
  return tx.all(
    db
      .selectFrom('users')
      .select(['id', ...SEALED_COLUMNS])
      .where((where) => where.or(SEALED_COLUMNS.map(byAnother)))
      .$if(after !== '', (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(most)
      .forUpdate(),
  )
}

export async function replaceSealed(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  if (rows.length === 0) return
  const column = (of: (row: SealedRow) => string | null) => rows.map(of)
  await tx.run({
    compile: () =>
      sql`UPDATE users SET id_number_sealed = new.id_number_sealed, guardian_sealed = new.guardian_sealed, factor_sealed = new.factor_sealed
        FROM unnest(${column(({ id }) => id)}::uuid[], ${column((row) => row.id_number_sealed)}::text[], ${column((row) => row.guardian_sealed)}::text[], ${column((row) => row.factor_sealed)}::text[]) AS new (id, id_number_sealed, guardian_sealed, factor_sealed)
        WHERE users.id = new.id`.compile(db),
  })
}
