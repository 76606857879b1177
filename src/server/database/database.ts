/**
 * Access to the database, the same for PostgreSQL and for the embedded one.
 *
 * Kysely writes the SQL; this file runs it. Everything of a tenant runs inside `tenant()`: one
 * transaction in the application's role with the tenant set, so that row-level security decides and
 * not a WHERE clause that could be forgotten.
 */

import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
} from 'kysely'
import type pg from 'pg'
import { isStalePlan, lacksTables, outageOf, type Outage } from '#server/base/outage.ts'
import { counted, patienceLeft } from '#server/base/patience.ts'
import type { Schema } from '#server/store/schema.ts'
import { conditioned } from './condition.ts'
import { enteredQuery } from './entered.ts'
import { Connections, TIMEOUTS, type DatabaseOptions, type Watcher } from './connections.ts'

/** Role of every request's transaction; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'tsela_app'

/** Role of the clean-up: it sees expired rows of all tenants, and nothing else. */
export const KEEPER_ROLE = 'tsela_keeper'

/** Builds queries; never runs them. */
export const sqlBuilder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Compilable<Row> = { compile: () => CompiledQuery<Row> }

/** An open transaction. */
export type Tx = {
  /**
   * Id of the tenant that the transaction works for. @throws Error in a transaction outside of any
   * tenant
   */
  readonly tenant: string
  all: <Row>(query: Compilable<Row>) => Promise<Row[]>
  first: <Row>(query: Compilable<Row>) => Promise<Row | undefined>
  /** The row of a query that always has one. @throws Error if it has none */
  one: <Row>(query: Compilable<Row>) => Promise<Row>
  /** @returns rows written */
  run: (query: Compilable<unknown>) => Promise<number>
}

/** How often a write is retried after a conflict with another one. */
const MAX_ROUNDS = 8
/**
 * How long a transaction may wait for the database in total. Then the caller gets an error, and the
 * connection is free again.
 */
const PATIENCE_MS = 3500
/** For writes of megabytes, and for work on many tenants. */
export const LONG_MS = 120_000
/** For migrations of the whole product. */
const MAX_MS = 24 * 3_600_000
/** The advisory lock of servers that prepare this database: "tsela" on a telephone keypad. */
const LOCK = 87352
/** How often a waiting server tries again. */
const LOCK_LOOK_MS = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export class Database {
  readonly kind: DatabaseOptions['kind']
  readonly pool: pg.Pool
  readonly watchers: Watcher[]

  readonly #connections: Connections
  readonly #pooled: boolean
  readonly #patience: number

  constructor(options: DatabaseOptions) {
    this.kind = options.kind
    this.#pooled = options.pooled === true
    this.#patience = options.patienceMs ?? PATIENCE_MS
    this.#connections = new Connections(options)
    this.pool = this.#connections.pool
    this.watchers = this.#connections.watchers
  }

  /**
   * Runs `work` as the application, for one tenant, in one transaction.
   *
   * @param patience in ms, including the wait for a connection; after that the connection is cut
   */
  tenant<Result>(
    tenant: string,
    work: (tx: Tx) => Promise<Result>,
    patience = this.#patience,
  ): Promise<Result> {
    return this.#transaction(this.#begin(APP_ROLE, tenant), tenant, conditioned(work), patience)
  }

  /**
   * Reads one snapshot of the database, as the application and for one tenant, whatever is written
   * in the meantime.
   */
  snapshot<Result>(
    tenant: string,
    work: (tx: Tx) => Promise<Result>,
    patience = this.#patience,
  ): Promise<Result> {
    return this.#transaction(
      this.#begin(APP_ROLE, tenant).replace(
        'BEGIN',
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      ),
      tenant,
      work,
      patience,
    )
  }

  /**
   * A write of one tenant whose result isn't needed before the commit: sent in one message, without
   * a round trip for each step.
   *
   * It runs on one snapshot of the database: if another write came in between, it is retried.
   *
   * @returns the rows of the query
   */
  async tenantOnce<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    if (this.kind === 'embedded') return this.tenant(tenant, (tx) => tx.all(query))
    for (let round = 1; ; round++) {
      try {
        return await this.#once(tenant, query)
      } catch (error) {
        if (round === MAX_ROUNDS || !(isWriteConflict(error) || isStalePlan(error))) throw error
      }
    }
  }

  #once<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    const begin = this.#begin(APP_ROLE, tenant).replace(
      'BEGIN',
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
    )
    return this.#checkOut(this.#patience, async (client) => {
      const [opened, result, committed] = await Promise.allSettled([
        client.query(begin),
        client.query<Row & pg.QueryResultRow>(this.#prepared(query.compile())),
        // COMMIT of a failed transaction is a ROLLBACK.
        client.query('COMMIT'),
      ])
      const failed = [result, opened, committed].find(
        (each): each is PromiseRejectedResult => each.status === 'rejected',
      )
      if (failed) throw failed.reason
      requireCommitted((committed as PromiseFulfilledResult<pg.QueryResult>).value)
      return (result as PromiseFulfilledResult<pg.QueryResult<Row & pg.QueryResultRow>>).value.rows
    })
  }

  /**
   * One statement that only reads, on one snapshot like any statement: sent together with its tenant
   * where sessions are our own.
   */
  async readOnce<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    if (this.kind === 'embedded' || this.#pooled) return this.tenant(tenant, (tx) => tx.all(query))
    if (!UUID.test(tenant)) throw new Error('a tenant is named by its id')
    for (let round = 1; ; round++) {
      try {
        return await this.#checkOut(this.#patience, (client) =>
          enteredQuery<Row & pg.QueryResultRow>(
            client,
            APP_ROLE,
            tenant,
            this.#prepared(query.compile()),
          ),
        )
      } catch (error) {
        if (round === MAX_ROUNDS || !isStalePlan(error)) throw error
      }
    }
  }

  /** Runs `work` outside any tenant: on shared data, and to look up tenants themselves. */
  shared<Result>(work: (tx: Tx) => Promise<Result>, patience = this.#patience): Promise<Result> {
    return this.#transaction(this.#begin(APP_ROLE, null), null, work, patience)
  }

  /** Runs `work` on expired rows, in all tenants. */
  keeper<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transaction(this.#begin(KEEPER_ROLE, null), null, work, this.#patience)
  }

  /**
   * Runs `work` as the owner of the tables: migrations, imports, demo accounts. Never for a
   * request.
   */
  owner<Result>(tenant: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transaction(this.#begin(null, tenant), tenant, work, LONG_MS)
  }

  /**
   * Runs `work` while no other server runs work of this kind. The embedded database has a single
   * server anyway.
   *
   * The lock ends with its transaction, and so with the server that holds it. A waiting server
   * holds no session: a pooler may have fewer of them than there are servers.
   */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.kind === 'embedded') return work()
    const lock = {
      compile: () =>
        sql<{
          got: boolean
        }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS got, set_config('idle_in_transaction_session_timeout', '0', true)`.compile(
          sqlBuilder,
        ),
    }
    for (
      const until = performance.now() + LONG_MS;
      performance.now() < until;
      await wait(LOCK_LOOK_MS)
    ) {
      const done = await this.#transaction(
        this.#begin(null, null),
        null,
        async (tx) => ((await tx.first(lock))?.got === true ? { result: await work() } : null),
        MAX_MS,
      )
      if (done !== null) return done.result
    }
    throw new Error(
      'Another server has been preparing the database for two minutes. Check its output, then start this one again.',
    )
  }

  /** What keeps the database from serving all requests; null if it reads and writes. */
  async check(patience: number): Promise<Outage | null> {
    const look = {
      compile: () =>
        sql<{
          readOnly: boolean
        }>`SELECT current_setting('transaction_read_only')::boolean AS "readOnly", EXISTS (SELECT FROM tenants)`.compile(
          sqlBuilder,
        ),
    }
    try {
      const found = await this.shared((tx) => tx.first(look), patience)
      if (found?.readOnly !== false) return 'read-only'
    } catch (error) {
      return outageOf(error) ?? (lacksTables(error) ? 'no-tables' : 'failing')
    }
    return this.#connections.trouble && this.#tryToWrite(patience)
  }

  /** Writes enough to need a new page of a table, and rolls back. */
  async #tryToWrite(patience: number): Promise<Outage | null> {
    const undo = new Error('taken back')
    try {
      await this.shared(async (tx) => {
        await tx.run({
          compile: () =>
            sql`INSERT INTO blobs (sha, body) SELECT 'a try', string_agg(md5(random()::text), '') FROM generate_series(1, 2000)`.compile(
              sqlBuilder,
            ),
        })
        throw undo
      }, patience)
    } catch (error) {
      return (this.#connections.trouble = error === undo ? null : (outageOf(error) ?? 'failing'))
    }
    return null
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  #transaction<Result>(
    begin: string,
    tenant: string | null,
    work: (tx: Tx) => Promise<Result>,
    patience: number,
  ): Promise<Result> {
    return this.#checkOut(patience, async (client) => {
      await client.query(begin)
      const result = await work(this.#tx(client, tenant))
      requireCommitted(await client.query('COMMIT'))
      return result
    })
  }

  /**
   * The first message of a transaction: role, tenant and timeouts. All of them end with the
   * transaction.
   */
  #begin(role: string | null, tenant: string | null): string {
    if (tenant !== null && !UUID.test(tenant)) throw new Error('a tenant is named by its id')
    const settings = {
      // By name: under the role's own name, servers of 1.52.2 find tables without the newer columns
      // (migration 0015).
      ...(role !== null && { role, search_path: 'public' }),
      ...(tenant !== null && { 'app.tenant': tenant }),
      ...(this.#pooled && TIMEOUTS),
    }
    const all = Object.entries(settings).map(
      ([name, value]) => `set_config('${name}', '${value}', true)`,
    )
    return all.length === 0 ? 'BEGIN' : `BEGIN; SELECT ${all.join(', ')}`
  }

  /** A connection for as long as `use` takes, limited by the caller's patience. */
  #checkOut<Result>(
    patience: number,
    use: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    // Work with more patience isn't a user's request.
    if (patience >= LONG_MS) return this.#connections.checkOut(patience, use)
    return counted(() => this.#connections.checkOutBriefly(Math.min(patience, patienceLeft()), use))
  }

  #tx(client: pg.PoolClient, tenant: string | null): Tx {
    const query = async <Row>(compilable: Compilable<Row>) =>
      client.query<Row & pg.QueryResultRow>(this.#prepared(compilable.compile()))
    const statements: Omit<Tx, 'tenant'> = {
      all: async (compilable) => (await query(compilable)).rows,
      first: async (compilable) => (await query(compilable)).rows[0],
      async one(compilable) {
        const [row] = (await query(compilable)).rows
        if (row === undefined) throw new Error('a query that must give a row gave none')
        return row
      },
      run: async (compilable) => (await query(compilable)).rowCount ?? 0,
    }
    const get = () => {
      if (tenant === null) throw new Error('this transaction is outside of any tenant')
      return tenant
    }
    return Object.defineProperty(statements, 'tenant', { get }) as Tx
  }

  /**
   * Prepared statements only on PostgreSQL's own sessions: in the embedded database the names of
   * all clients would collide, and a pooler lends a different session each time.
   */
  #prepared({ sql: text, parameters }: CompiledQuery<unknown>): pg.QueryConfig {
    const config: pg.QueryConfig = { text, values: parameters as unknown[] }
    return this.kind === 'postgres' && !this.#pooled
      ? { ...config, name: statementName(text) }
      : config
  }
}

const names = new Map<string, string>()

/**
 * A name for each text. There are a limited number of texts, because lists are passed as arrays.
 */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

/**
 * A transaction with a failed query ends without an error when it is told to commit; that must not
 * count as success.
 */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back because one of its queries had failed')
}

/** Has another transaction written what this one was about to write, or blocked it? */
function isWriteConflict(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code
  return code === '40001' || code === '40P01'
}

/** Does a row refer to a user or an attempt that was erased in the meantime? */
export function refersToErased(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23503' && /_(user_id|attempt_id)_fkey$/.test(constraint ?? '')
}

/** Was it refused by a unique key? */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23505'
}
