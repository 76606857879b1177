/** Which files of the CV a person made, and when last. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type CvFileRow = Selectable<Schema['cv_files']>

export function recordCvFile(
  tx: Tx,
  userId: string,
  { format, layout }: Pick<CvFileRow, 'format' | 'layout'>,
  now: Date,
): Promise<number> {
  return tx.run(
    db
      .insertInto('cv_files')
      .values({
        tenant_id: tx.tenant,
        user_id: userId,
        format,
        layout,
        first_at: now,
        last_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'format'])
          .doUpdateSet({ layout, last_at: now, made: sql`cv_files.made + 1` }),
      ),
  )
}

export function lastCvFile(tx: Tx, userId: string): Promise<CvFileRow | undefined> {
  return tx.first(
    db
      .selectFrom('cv_files')
      .select(columnsOf('cv_files'))
      .where('user_id', '=', userId)
      .orderBy('last_at', 'desc')
      .orderBy('format')
      .limit(1),
  )
}
