/** All records of a type at once, for what a server keeps in memory. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import type { RecordRow } from './content.ts'
import type { OwnRow } from './contentsets.ts'

/** What a tenant sees of a type changes only if one of these does, or at a moment of a record. */
export type TypeVersion = {
  /** Of the shared records. */
  readonly shared: string
  /** Of the tenant's own. */
  readonly own: string
}

export function typeVersion(tx: Tx, type: string): Promise<TypeVersion> {
  return tx.one<TypeVersion>(
    query(sql<TypeVersion>`
      SELECT coalesce((SELECT sha FROM content_versions WHERE name = ${type}), '') AS shared,
        coalesce((SELECT concat(current, '.', changes) FROM content_sets WHERE type = ${type}), '') AS own`),
  )
}

/** Whatever their dates: shared careers have none. */
export function sharedRecords(tx: Tx, type: string): Promise<RecordRow[]> {
  return tx.all<RecordRow>(
    query(
      sql<RecordRow>`SELECT id, title, data FROM shared_content WHERE type = ${type} ORDER BY id`,
    ),
  )
}

export type OwnRecord = Pick<OwnRow, 'id' | 'title' | 'data' | 'state' | 'starts' | 'ends'>

/**
 * A tenant's own, in any state, and what hides a shared one.
 *
 * @param most those that are more are left out, the last by title first
 */
export function ownRecords(tx: Tx, type: string, most: number): Promise<OwnRecord[]> {
  return tx.all<OwnRecord>(
    query(sql<OwnRecord>`
      SELECT id, title, data, state, starts, ends FROM content
      WHERE type = ${type} AND version = (SELECT coalesce(max(current), 0) FROM content_sets WHERE type = ${type})
      ORDER BY (data = '{}') DESC, order_by COLLATE "C", id LIMIT ${most}`),
  )
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}
