/** What is over, of all tenants at once: a few statements however many tenants there are, each over so many rows that nobody waits for it. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { Schema } from './schema.ts'
import { overCondition } from './sessionlife.ts'

type Over = { readonly table: keyof Schema; readonly isOver: RawBuilder<boolean> }

/** @param now by the server's clock; the database's own has to agree, or it shows nothing (migration 0008) */
export function whatIsOver(now: Date): Over[] {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return [
    { table: 'sessions', isOver: overCondition(now) },
    { table: 'previews', isOver: sql`expires_at <= ${now}` },
    { table: 'codes', isOver: sql`expires_at < ${before(DAY)}` },
    { table: 'limits', isOver: sql`started_at < ${before(2 * DAY)}` },
    { table: 'announcements', isOver: sql`at < ${before(DAY)}` },
  ]
}

const DAY = 86_400

/** @returns how many went; fewer than `most`: nothing more is over */
export function deleteSome(tx: Tx, { table, isOver }: Over, most: number): Promise<number> {
  // By the place of a row, for the tables have keys of different shapes; a row that was written meanwhile is looked at again.
  return tx.run({
    compile: () =>
      sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${sql.table(table)} WHERE ${isOver} LIMIT ${most})) AND ${isOver}`.compile(
        db,
      ),
  })
}

export type Unsent = {
  readonly id: string
  readonly tenant: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
}

/** Messages that the mail server would not take, or that a server was killed with: young enough to be worth another try. */
export function unsentMessages(
  tx: Tx,
  {
    since,
    mostTries,
    most,
  }: { readonly since: Date; readonly mostTries: number; readonly most: number },
): Promise<Unsent[]> {
  return tx.all({
    compile: () =>
      sql<Unsent>`SELECT id, tenant_id AS tenant, recipient, subject, text FROM messages
        WHERE sent_at IS NULL AND created_at > ${since} AND tries < ${mostTries} AND (tries > 0 OR created_at < now() - interval '2 minutes')
        ORDER BY created_at LIMIT ${most}`.compile(db),
  })
}
