/**
 * Our tables, as the database's own system tables list them: what to back up, restore and delete, whatever
 * migrations have added.
 */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/**
 * Tables that all tenants share, each with its reason. Every other table belongs to tenants; a test
 * compares this with the database.
 */
export const SHARED_TABLES: Readonly<Record<string, string>> = {
  tenants: 'who there is',
  bases: 'what each version of the product shipped',
  blobs: 'documents by content',
  content_versions: 'what was imported',
  sealing_keys: 'by which secrets something is sealed',
  careers: 'the catalogue',
  shared_content: 'the catalogue',
  chores: 'what one server does for all',
  trusted_installations: 'whose files an operator has decided to trust',
  announcements: 'who has published, for the other servers',
}

export type Column = {
  readonly name: string
  readonly type: string
  /** Numbered by the database. */ readonly identity: boolean
}
export type Table = {
  readonly name: string
  /** Its rows belong to a tenant. */
  readonly tenant: boolean
  readonly columns: readonly Column[]
  /** Columns of the primary key, in order. */
  readonly key: readonly string[]
  /** Tables that its rows refer to. */
  readonly parents: readonly string[]
}

/** Our tables, each after those that it refers to. */
export async function tablesOf(tx: Pick<Tx, 'all'>): Promise<Table[]> {
  const found = await tx.all<Table>({
    compile: () =>
      sql<Table>`
        SELECT c.relname AS name,
          EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS tenant,
          (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'identity', a.attidentity <> '') ORDER BY a.attnum)
            FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
          ARRAY(SELECT a.attname::text FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS key,
          ARRAY(SELECT DISTINCT t.relname::text FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid WHERE k.conrelid = c.oid AND k.contype = 'f' AND t.oid <> c.oid) AS parents
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`.compile(
        db,
      ),
  })
  // A table of the operator's own refers to no tenant of ours.
  return parentsFirst(
    found.filter(
      ({ name, tenant, parents }) =>
        Object.hasOwn(SHARED_TABLES, name) || (tenant && parents.length > 0),
    ),
  )
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = []
  const visit = (table: Table) => {
    if (sorted.includes(table)) return
    for (const parent of table.parents) {
      const above = tables.find(({ name }) => name === parent)
      if (above !== undefined) visit(above)
    }
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}
