/**
 * The way into the database, the same for PostgreSQL and for the embedded one.
 *
 * Kysely writes the SQL; this file runs it. Whatever belongs to a tenant runs inside `tenant()`: one transaction, in the
 * application's role and with the tenant set, so that row-level security decides and not a remembered WHERE clause.
 */

import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
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
import pg from 'pg'
import {
  isStalePlan,
  lacksTables,
  outageOf,
  TookTooLong,
  type Outage,
} from '#server/base/outage.ts'
import { counted, patienceLeft } from '#server/base/patience.ts'
import type { Schema } from '#server/store/schema.ts'

/** Role of every request's transaction; it owns nothing and bypasses nothing. */
export const APP_ROLE = 'tsela_app'

/** Role of whoever tidies up: of all tenants it sees what is over, and nothing else. */
export const KEEPER_ROLE = 'tsela_keeper'

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
  readonly size?: number | undefined
  /** PostgreSQL is reached through a pooler that lends a session for one transaction: nothing of a session may be relied on. */
  readonly pooled?: boolean | undefined
}

/** How often a write is done again that met another one. */
const MAX_ROUNDS = 8
/** So long may a transaction wait for the database in all. Whoever asked is told then, and the connection is free again. */
const PATIENCE_MS = 3500
/** For a free connection, or a new one. */
const CONNECT_MS = 3000
/** The same while nobody gets an answer. */
const BRIEF_MS = 500
/** What writes megabytes, or works on many tenants, may take. */
export const LONG_MS = 120_000
/** For the tables of a whole product to be changed. */
const MAX_MS = 24 * 3_600_000
/** Of the advisory locks of this database, the one for whoever prepares it: "tsela" on a telephone. */
const LOCK = 87352
/** How often whoever waits for it looks. */
const LOCK_LOOK_MS = 100
/** The server ends what we no longer wait for, and a transaction whose end got lost. */
const TIMEOUTS = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 } as const
/** What keeps reads going and stops writes: only a write shows that it is over. */
const STOPS_WRITES: ReadonlySet<Outage> = new Set<Outage>(['disk-full', 'read-only', 'failing'])

/** A client whose connection can be cut at any moment: one that waits for an answer cannot be closed in good order. */
class Client extends pg.Client {
  readonly socket: Socket
  readonly since = performance.now()

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket()
    // The pool hides the password from whoever lists its options.
    super({ ...config, password: config.password, stream: () => socket })
    this.socket = socket
  }
}

/** Told of each use of the database as it begins; what it gives is told of the end. */
export type Watcher = () => (failed: boolean) => void

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export class Database {
  readonly kind: DatabaseOptions['kind']
  readonly pool: pg.Pool
  readonly watchers: Watcher[] = []

  readonly #pooled: boolean
  /** What stopped the last write that could not be done, until one can. */
  #trouble: Outage | null = null
  /** Somebody has waited in vain, and nobody has got an answer since. */
  #isSilent = false
  #heard = 0
  /** Those who wait as long as ever. While it is silent that is one at a time: it may be slow, and not away. */
  #scouts = 0
  /** Connections of before may have prepared statements for tables that have changed since. */
  #staleBefore = 0

  constructor({ kind, connection, size = 10, pooled = false }: DatabaseOptions) {
    this.kind = kind
    this.#pooled = pooled
    const embedded = kind === 'embedded'
    this.pool = new pg.Pool({
      ...connection,
      Client,
      // Messages of two clients would mix inside the embedded database: Parse of one, Bind of the other.
      max: embedded ? 1 : size,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // A pooler refuses settings that are made with the connection; they are made with each transaction then.
      ...(!embedded && !pooled && TIMEOUTS),
      ...(!embedded && { pipeline: true }),
    })
    // A connection that breaks fails the queries that wait for it, and is replaced at its next use. It says so itself as
    // well, idle or lent out, and what is said to no listener ends the process.
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => void client.on('error', () => undefined))
  }

  /**
   * Runs `work` as the application, for one tenant. Everything in it happens, or nothing.
   *
   * @param patience in ms, waiting for a connection included; after it the connection is cut
   */
  tenant<Result>(
    tenant: string,
    work: (tx: Tx) => Promise<Result>,
    patience = PATIENCE_MS,
  ): Promise<Result> {
    return this.#transaction(this.#begin(APP_ROLE, tenant), tenant, work, patience)
  }

  /** Reads one state of the database, as the application and for one tenant, whatever is written meanwhile. */
  snapshot<Result>(
    tenant: string,
    work: (tx: Tx) => Promise<Result>,
    patience = PATIENCE_MS,
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
   * One tenant's write that needs no look at its result in between: sent in one go, without waiting for each step.
   *
   * It sees one state of the database and writes on that one only: where another write came in between, it is done again.
   *
   * @returns the rows of the one query
   */
  async tenantOnce<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    if (this.kind === 'embedded') return this.tenant(tenant, (tx) => tx.all(query))
    for (let round = 1; ; round++) {
      try {
        return await this.#once(tenant, query)
      } catch (error) {
        if (round === MAX_ROUNDS || !(cameInBetween(error) || isStalePlan(error))) throw error
      }
    }
  }

  #once<Row>(tenant: string, query: Compilable<Row>): Promise<Row[]> {
    const begin = this.#begin(APP_ROLE, tenant).replace(
      'BEGIN',
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
    )
    return this.#lend(PATIENCE_MS, async (client) => {
      const [opened, result, committed] = await Promise.allSettled([
        client.query(begin),
        client.query<Row & pg.QueryResultRow>(this.#prepared(query.compile())),
        // COMMIT of a failed transaction is its ROLLBACK.
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

  /** Runs `work` outside of any tenant: what all tenants share, and the look-up of tenants themselves. */
  shared<Result>(work: (tx: Tx) => Promise<Result>, patience = PATIENCE_MS): Promise<Result> {
    return this.#transaction(this.#begin(APP_ROLE, null), null, work, patience)
  }

  /** Runs `work` on what is over, in all tenants. */
  keeper<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transaction(this.#begin(KEEPER_ROLE, null), null, work, PATIENCE_MS)
  }

  /** Runs `work` as the owner of the tables: migrations, imports, demo accounts. Never for a request. */
  owner<Result>(tenant: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transaction(this.#begin(null, tenant), tenant, work, LONG_MS)
  }

  /**
   * Runs `work` while no other server does anything of this kind. The embedded database has one server anyway.
   *
   * The lock ends with its transaction, and so with the server that holds it. Whoever waits holds no session meanwhile: a
   * pooler may have fewer of them than there are servers.
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

  /** What keeps the database from serving everybody; null when it reads and writes. */
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
    return this.#trouble && this.#tryToWrite(patience)
  }

  /** Writes as much as would need a new page of a table, and takes it back. */
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
      return (this.#trouble = error === undo ? null : (outageOf(error) ?? 'failing'))
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
    return this.#lend(patience, async (client) => {
      await client.query(begin)
      const result = await work(this.#tx(client, tenant))
      requireCommitted(await client.query('COMMIT'))
      return result
    })
  }

  /** The first message of a transaction: who it is, for whom, and how long it may take. All of it ends with the transaction. */
  #begin(role: string | null, tenant: string | null): string {
    if (tenant !== null && !UUID.test(tenant)) throw new Error('a tenant is named by its id')
    const settings = {
      // By name: under the role's own name servers of 1.52.2 find tables without the newer columns (migration 0015).
      ...(role !== null && { role, search_path: 'public' }),
      ...(tenant !== null && { 'app.tenant': tenant }),
      ...(this.#pooled && TIMEOUTS),
    }
    const all = Object.entries(settings).map(
      ([name, value]) => `set_config('${name}', '${value}', true)`,
    )
    return all.length === 0 ? 'BEGIN' : `BEGIN; SELECT ${all.join(', ')}`
  }

  /** A connection for as long as `use` takes, and not for longer than there is patience. */
  #lend<Result>(
    patience: number,
    use: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    // What may take long is nobody's call.
    if (patience >= LONG_MS) return this.#lendFor(patience, use)
    return counted(() => this.#lendBriefly(Math.min(patience, patienceLeft()), use))
  }

  async #lendBriefly<Result>(
    patience: number,
    use: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    if (patience <= 0) throw new TookTooLong()
    if (this.#isSilent && this.#scouts > 0) return this.#lendFor(Math.min(patience, BRIEF_MS), use)
    const began = performance.now()
    this.#scouts++
    try {
      return await this.#lendFor(patience, use)
    } catch (error) {
      // A request with almost no patience left says nothing about the database.
      const isKnown = patience >= BRIEF_MS && outageOf(error) === 'slow'
      if (isKnown && this.#heard < began) this.#isSilent = true
      throw error
    } finally {
      this.#scouts--
    }
  }

  async #lendFor<Result>(
    patience: number,
    use: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + patience
    let isKnown = true
    let failed = true
    const ends = this.watchers.map((watch) => watch())
    const client = await this.#connect(patience).catch((error: unknown) => {
      for (const end of ends) end(true)
      return this.#noted(error)
    })
    const timer = setTimeout(
      () => void (client instanceof Client && client.socket.destroy(new TookTooLong())),
      until - performance.now(),
    )
    try {
      const result = await use(client)
      failed = false
      this.#hear()
      return result
    } catch (error) {
      // A connection whose state is not known for sure is thrown away: a leaked tenant would be worse than a reconnect.
      isKnown = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      if (isKnown) this.#hear()
      if (isStalePlan(error)) this.#staleBefore = performance.now()
      return this.#noted(error)
    } finally {
      clearTimeout(timer)
      client.release(!isKnown || this.#isStale(client))
      for (const end of ends) end(failed)
    }
  }

  #hear(): void {
    this.#heard = performance.now()
    this.#isSilent = false
  }

  async #connect(patience: number): Promise<pg.PoolClient> {
    const until = performance.now() + patience
    for (;;) {
      const client = await this.#connectWithin(until - performance.now())
      if (!this.#isStale(client)) return client
      client.release(true)
    }
  }

  #isStale(client: pg.PoolClient): boolean {
    return client instanceof Client && client.since < this.#staleBefore
  }

  /** The pool begins to count anew when a place is free and a connection has to be made: it would wait twice. What comes for those who have gone goes back. */
  async #connectWithin(patience: number): Promise<pg.PoolClient> {
    const coming = this.pool.connect()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>(
      (_resolve, reject) => (timer = setTimeout(() => reject(new TookTooLong()), patience)),
    )
    try {
      return await Promise.race([coming, late])
    } catch (error) {
      coming.then(
        (client) => client.release(),
        () => undefined,
      )
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws what it is given */
  #noted(error: unknown): never {
    const outage = outageOf(error)
    if (outage !== null && STOPS_WRITES.has(outage)) this.#trouble = outage
    throw error
  }

  #tx(client: pg.PoolClient, tenant: string | null): Tx {
    const query = async <Row>(compilable: Compilable<Row>) =>
      client.query<Row & pg.QueryResultRow>(this.#prepared(compilable.compile()))
    return {
      tenant,
      all: async (compilable) => (await query(compilable)).rows,
      first: async (compilable) => (await query(compilable)).rows[0],
      run: async (compilable) => (await query(compilable)).rowCount ?? 0,
    }
  }

  /** Named statements on PostgreSQL's own sessions alone: in the embedded database the names of all clients would collide, and a pooler lends another session each time. */
  #prepared({ sql: text, parameters }: CompiledQuery<unknown>): pg.QueryConfig {
    const config: pg.QueryConfig = { text, values: parameters as unknown[] }
    return this.kind === 'postgres' && !this.#pooled
      ? { ...config, name: statementName(text) }
      : config
  }
}

const names = new Map<string, string>()

/** A name per text; texts are bounded, for lists are passed as arrays and never spelt out. */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

/** A transaction one of whose queries failed ends without an error when it's told to commit. Nobody may take that for a success. */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT')
    throw new Error('the transaction was given up, for one of its queries had failed')
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
