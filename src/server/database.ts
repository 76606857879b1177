/**
 * The way into the database, the same for PostgreSQL and for the embedded one.
 *
 * Kysely writes the SQL; this file runs it. Whatever belongs to a tenant runs inside `tenant()`: one transaction, in the
 * application's role and with the tenant set, so that row-level security decides and not a remembered WHERE clause.
 */

import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Schema } from './store/schema.ts'

/** Role of every request's transaction; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'tsela_app'

/** Builds queries, never runs them. */
export const sqlBuilder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Compilable<Row> = { compile: () => CompiledQuery<Row> }

/** A transaction that is under way. */
export type Tx = {
  readonly tenant: string | null
  all: <Row>(query: Compilable<Row>) => Promise<Row[]>
  first: <Row>(query: Compilable<Row>) => Promise<Row | undefined>
  /** @returns how many rows were written */
  run: (query: Compilable<unknown>) => Promise<number>
}

export type DatabaseOptions = {
  readonly connection: pg.PoolConfig
  readonly kind: 'postgres' | 'embedded'
  /** Connections; the embedded database has one session for all, so it gets one. */
  readonly size?: number
}

/** How often a write is done again that met another one. */
const MOST_ROUNDS = 8

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export class Database {
  readonly kind: DatabaseOptions['kind']
  readonly pool: pg.Pool

  constructor(options: DatabaseOptions) {
    this.kind = options.kind
    const embedded = options.kind === 'embedded'
    this.pool = new pg.Pool({
      ...options.connection,
      // Messages of two clients would mix inside the embedded database: Parse of one, Bind of the other.
      max: embedded ? 1 : (options.size ?? 10),
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      ...(!embedded && { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000, pipeline: true }),
    } as pg.PoolConfig)
    // A connection that breaks while idle is replaced at its next use; without a listener it would end the process.
    this.pool.on('error', () => undefined)
  }

  /** Runs `work` as the application, for one tenant. Everything in it happens, or nothing. */
  tenant<Result>(tenant: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (!UUID.test(tenant)) throw new Error('a tenant is named by its id')
    return this.#transaction(`BEGIN; SELECT set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true)`, tenant, work)
  }

  /**
   * One tenant's write that needs no look at its result in between: sent in one go, without waiting for each step.
   *
   * It sees one state of the database and writes on that one only: where another write came in between, it is done again.
   *
   * @returns the rows of the one query
   */
  async tenantOnce<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    if (this.kind === 'embedded') return this.tenant(tenant, (tx) => tx.all(query))
    if (!UUID.test(tenant)) throw new Error('a tenant is named by its id')
    for (let round = 1; ; round++) {
      try {
        return await this.#once(tenant, query)
      } catch (error) {
        if (round === MOST_ROUNDS || !cameInBetween(error)) throw error
      }
    }
  }

  async #once<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      const begin = client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true)`)
      const main = client.query<Row & pg.QueryResultRow>(this.#prepared(query.compile()))
      // COMMIT of a failed transaction is its ROLLBACK.
      const commit = client.query('COMMIT')
      const [opened, result, committed] = await Promise.allSettled([begin, main, commit])
      const failed = [result, opened, committed].find((each): each is PromiseRejectedResult => each.status === 'rejected')
      if (failed) throw failed.reason
      return (result as PromiseFulfilledResult<pg.QueryResult<Row & pg.QueryResultRow>>).value.rows
    } catch (error) {
      if (isConnectionError(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Runs `work` outside of any tenant: what all tenants share, and the look-up of tenants themselves. */
  shared<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transaction(`BEGIN; SELECT set_config('role', '${APP_ROLE}', true)`, null, work)
  }

  /** Runs `work` as the owner of the tables: migrations, imports, demo accounts. Never for a request. */
  owner<Result>(tenant: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (tenant !== null && !UUID.test(tenant)) throw new Error('a tenant is named by its id')
    return this.#transaction(tenant === null ? 'BEGIN' : `BEGIN; SELECT set_config('app.tenant', '${tenant}', true)`, tenant, work)
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  async #transaction<Result>(begin: string, tenant: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await client.query(begin)
      const result = await work(this.#tx(client, tenant))
      await client.query('COMMIT')
      return result
    } catch (error) {
      // A connection whose state is not known for sure is thrown away: a leaked tenant would be worse than a reconnect.
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  #tx(client: pg.PoolClient, tenant: string | null): Tx {
    const query = async <Row>(compilable: Compilable<Row>) => client.query<Row & pg.QueryResultRow>(this.#prepared(compilable.compile()))
    return {
      tenant,
      all: async (compilable) => (await query(compilable)).rows,
      first: async (compilable) => (await query(compilable)).rows[0],
      run: async (compilable) => (await query(compilable)).rowCount ?? 0,
    }
  }

  /** Named statements on PostgreSQL alone: in the embedded database the names of all clients would collide. */
  #prepared({ sql, parameters }: CompiledQuery<unknown>): pg.QueryConfig {
    const config: pg.QueryConfig = { text: sql, values: parameters as unknown[] }
    return this.kind === 'postgres' ? { ...config, name: statementName(sql) } : config
  }
}

const names = new Map<string, string>()

/** A name per text; texts are bounded, for lists are passed as arrays and never spelt out. */
function statementName(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}

/** Has the database gone away, as opposed to having said no? */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|08|57P0)/.test(code) || /connection|terminat|timeout exceeded|Client (has encountered|was closed)/i.test(error.message)
}

/** Has another transaction written what this one was about to write, or blocked it? */
function cameInBetween(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code
  return code === '40001' || code === '40P01'
}

/** Does a row name a person, or an attempt of one, who was erased while it was on its way? */
export function namesNobody(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23503' && /_(user_id|attempt_id)_fkey$/.test(constraint ?? '')
}

/** Did a unique key refuse? */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '23505'
}
