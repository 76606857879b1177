/**
 * Whole tables, row by row: what a backup reads and a restore writes. In PostgreSQL's text format,
 * which both databases share.
 */

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { required } from '#server/base/required.ts'
import { APP_ROLE } from '#server/database/database.ts'
import { NARROW } from '#server/migrations/0015-last-release.ts'
import { ALSO_NARROW } from '#server/migrations/0077-last-release-sessions.ts'
import type { Table } from './tables.ts'

/** Each column in PostgreSQL's text format; null as null. */
export type TextRow = readonly (string | null)[]
export type Content = {
  readonly rows: number
  /** Hash over the lines of its rows, in their order. */ readonly sha256: string
}

/**
 * Rows in the first page, before their length is known; later pages have about this many
 * characters.
 */
const FIRST_FETCH = 50
const FETCH_LENGTH = 1_000_000
const MAX_FETCHED = 5000
/** Characters per INSERT. */
const MAX_INSERTED = 1000
const INSERT_LENGTH = 2_000_000

const AS_TEXT = { getTypeParser: () => (value: string) => value }

/** Settings that make the text of a value the same on every connection. */
const PLAIN = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`
/** No request waits for it, and it may take an hour. */
const PATIENT = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0`

/** One snapshot of the database for the whole transaction, whatever is written in the meantime. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${PLAIN}; ${PATIENT}`)
}

export async function beginRestore(client: pg.ClientBase): Promise<void> {
  await client.query(`BEGIN; ${PLAIN}; ${PATIENT}`)
}

/**
 * Tenants whose rows have to be read one tenant at a time: row-level security binds the owner of
 * the tables too.
 *
 * @returns [null] if the role sees all rows at once
 */
export async function scopesOf(client: pg.ClientBase): Promise<readonly (string | null)[]> {
  const { rows } = await client.query<{ all: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS all FROM pg_roles WHERE rolname = current_user',
  )
  if (rows[0]?.all === true) return [null]
  return (await client.query<{ id: string }>('SELECT id FROM tenants ORDER BY id')).rows.map(
    ({ id }) => id,
  )
}

/**
 * The rows of a table in pages, in an order that is the same in every database and for every role.
 */
export async function* readRows(
  client: pg.ClientBase,
  table: Table,
  scopes: readonly (string | null)[],
): AsyncGenerator<readonly TextRow[]> {
  const columns = table.columns.map(({ name }) => quote(name)).join(', ')
  for (const scope of table.tenant ? scopes : [null]) {
    const where = scope === null ? '' : ` WHERE tenant_id = '${scope}'`
    const become = scope === null ? '' : `SELECT set_config('app.tenant', '${scope}', true); `
    const declare = `DECLARE dump NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quote(table.name)}${where} ORDER BY ${orderOf(table)}`
    let most = FIRST_FETCH
    let found = await fetch(client, `${become}${declare}; FETCH ${most} FROM dump`)
    while (found.length > 0) {
      yield found
      if (found.length < most) break
      most = Math.min(
        MAX_FETCHED,
        Math.max(1, Math.floor((FETCH_LENGTH * found.length) / lengthOf(found))),
      )
      found = await fetch(client, `FETCH ${most} FROM dump`)
    }
    await client.query('CLOSE dump')
  }
}

async function fetch(client: pg.ClientBase, text: string): Promise<TextRow[]> {
  // Several statements in one message have several results; the driver's types know a single one.
  const results = (await client.query<(string | null)[]>({
    text,
    rowMode: 'array',
    types: AS_TEXT,
  } as pg.QueryArrayConfig)) as unknown
  const last = (Array.isArray(results) ? results.at(-1) : results) as pg.QueryArrayResult<
    (string | null)[]
  >
  return last.rows
}

/**
 * By tenant, then by key. Text in the order of its code points, because databases sort in different
 * ways otherwise.
 */
function orderOf({ tenant, key, columns }: Table): string {
  const names = tenant ? ['tenant_id', ...key.filter((name) => name !== 'tenant_id')] : key
  return names
    .map(
      (name) =>
        `${quote(name)}${columns.find((column) => column.name === name)?.type === 'text' ? ' COLLATE "C"' : ''}`,
    )
    .join(', ')
}

function lengthOf(rows: readonly TextRow[]): number {
  return rows.reduce(
    (all, row) => row.reduce((sum, value) => sum + (value?.length ?? 0), all + 1),
    0,
  )
}

export function lineOf(row: TextRow): string {
  return JSON.stringify(row)
}

/** Counts and hashes rows as they pass. */
export class Tally {
  #rows = 0
  readonly #hash = createHash('sha256')

  add(line: string): void {
    this.#rows++
    this.#hash.update(line).update('\n')
  }

  /** Called once, at the end. */
  done(): Content {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** The number of rows in a table, and their hash. */
export async function contentOf(
  client: pg.ClientBase,
  table: Table,
  scopes: readonly (string | null)[],
): Promise<Content> {
  const tally = new Tally()
  for await (const rows of readRows(client, table, scopes))
    for (const row of rows) tally.add(lineOf(row))
  return tally.done()
}

/** Writes rows into an empty table in batches; `end` writes the rest. */
export class Inserter {
  readonly #text: string
  #waiting: TextRow[] = []
  #length = 0

  constructor(
    readonly client: pg.ClientBase,
    { name, columns }: Pick<Table, 'name' | 'columns'>,
  ) {
    const names = columns.map((column) => quote(column.name))
    const places = columns.map((_, index) => `$${index + 1}::text[]`)
    const values = columns.map(({ type }, index) => `v.c${index}::${type}`)
    const from = `unnest(${places.join(', ')}) AS v (${columns.map((_, index) => `c${index}`).join(', ')})`
    this.#text = `INSERT INTO ${quote(name)} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM ${from}`
  }

  async add(row: TextRow): Promise<void> {
    this.#waiting.push(row)
    this.#length += lengthOf([row])
    if (this.#waiting.length >= MAX_INSERTED || this.#length >= INSERT_LENGTH) await this.end()
  }

  async end(): Promise<void> {
    const [first] = this.#waiting
    if (first === undefined) return
    await this.client.query(
      this.#text,
      first.map((_, column) => this.#waiting.map((row) => row[column] ?? null)),
    )
    this.#waiting = []
    this.#length = 0
  }
}

/**
 * While a restore loads a table, its owner sees all rows; no other session does, because nothing is
 * committed yet.
 */
export async function bindOwner(
  client: pg.ClientBase,
  table: Table,
  bound: boolean,
): Promise<void> {
  if (table.tenant)
    await client.query(
      `ALTER TABLE ${quote(table.name)} ${bound ? 'FORCE' : 'NO FORCE'} ROW LEVEL SECURITY`,
    )
}

/** The next number that the database assigns comes after the restored ones. */
export async function continueNumbers(
  client: pg.ClientBase,
  { name, columns }: Table,
): Promise<void> {
  for (const column of columns) {
    if (!column.identity) continue
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${quote(column.name)}), 0) + 1, false) FROM ${quote(name)}`,
      [`public.${quote(name)}`, column.name],
    )
  }
}

export async function dropTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  // Views on them for servers of the previous version (migrations 0015 and 0077).
  const views = Object.keys({ ...NARROW, ...ALSO_NARROW }).map((name) => `${APP_ROLE}.${name}`)
  await client.query(`DROP VIEW IF EXISTS ${views.join(', ')}`)
  if (names.length > 0) await client.query(`DROP TABLE ${names.map(quote).join(', ')}`)
}

/** Kysely's own tables, with the list of migrations. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'] as const

export async function tableExists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [`public.${quote(name)}`],
  )
  return rows[0]?.there === true
}

export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  if (!(await tableExists(client, MIGRATION_TABLES[0]))) return []
  return (
    await client.query<{ name: string }>(`SELECT name FROM ${MIGRATION_TABLES[0]} ORDER BY name`)
  ).rows.map(({ name }) => name)
}

/** Other connections of our role to this database: running servers. */
export async function countOtherConnections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  return required(rows[0], 'a count').count
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
