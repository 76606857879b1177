/**
 * The connections to the database: checked out for one piece of work at a time, with a time limit,
 * and replaced when they break or become stale.
 */

import { Socket } from 'node:net'
import pg from 'pg'
import { isStalePlan, outageOf, TookTooLong, type Outage } from '#server/base/outage.ts'

export type DatabaseOptions = {
  readonly connection: pg.PoolConfig
  readonly kind: 'postgres' | 'embedded'
  /** Connections; the embedded database has a single session, so it gets one. */
  readonly size?: number | undefined
  /**
   * PostgreSQL is behind a pooler that lends a session for one transaction: nothing that belongs to
   * a session can be relied on.
   */
  readonly pooled?: boolean | undefined
  /**
   * How long a transaction of a request may wait for the database in total, in ms; default 3500.
   * Tests of what happens on a full server have longer, so that a slow machine doesn't decide them.
   */
  readonly patienceMs?: number | undefined
}

/** For a free connection, or a new one. */
const CONNECT_MS = 3000
/** The same while the database doesn't answer. */
const BRIEF_MS = 500
/**
 * PostgreSQL cancels statements that we no longer wait for, and transactions whose end was lost.
 */
export const TIMEOUTS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const
/** Outages that stop writes but not reads: only a write shows that they are over. */
const STOPS_WRITES: ReadonlySet<Outage> = new Set<Outage>(['disk-full', 'read-only', 'failing'])

/**
 * A client whose connection can be cut at any moment: one that waits for an answer can't be closed
 * properly.
 */
class Client extends pg.Client {
  readonly socket: Socket
  readonly since = performance.now()

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket()
    // The pool hides the password from anything that lists its options.
    super({ ...config, password: config.password, stream: () => socket })
    this.socket = socket
  }
}

/**
 * Called at the start of each use of the database; the function that it returns is called at the
 * end.
 */
export type Watcher = () => (failed: boolean) => void

export class Connections {
  readonly pool: pg.Pool
  readonly watchers: Watcher[] = []

  /** What stopped the last write that failed for an outage, until a write succeeds. */
  trouble: Outage | null = null
  /** A call has timed out, and none has succeeded since. */
  #isSilent = false
  #heard = 0
  /**
   * Calls with the usual patience. While the database is silent that is one at a time: it may be
   * slow rather than gone.
   */
  #scouts = 0
  /** Earlier connections may have prepared statements for tables that have changed since. */
  #staleBefore = 0

  constructor({ kind, connection, size = 10, pooled = false, patienceMs = 0 }: DatabaseOptions) {
    const embedded = kind === 'embedded'
    this.pool = new pg.Pool({
      ...connection,
      Client,
      // Messages of two clients would mix inside the embedded database: Parse of one, Bind of the
      // other.
      max: embedded ? 1 : size,
      connectionTimeoutMillis: Math.max(CONNECT_MS, patienceMs),
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // A pooler refuses settings that are made with the connection; they are made with each
      // transaction then.
      ...(!embedded && !pooled && TIMEOUTS),
      ...(!embedded && { pipeline: true }),
    })
    // A broken connection fails the queries that wait for it, and is replaced at its next use. It
    // also emits an error, idle or checked out, and an error without a listener ends the process.
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => void client.on('error', () => undefined))
  }

  /**
   * The same for a user's request: while the database is silent, only one call at a time waits with
   * its full patience, and the others give up soon.
   */
  async checkOutBriefly<Result>(
    patience: number,
    use: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    if (patience <= 0) throw new TookTooLong()
    if (this.#isSilent && this.#scouts > 0) return this.checkOut(Math.min(patience, BRIEF_MS), use)
    const began = performance.now()
    this.#scouts++
    try {
      return await this.checkOut(patience, use)
    } catch (error) {
      // A timeout of a request with almost no patience left says nothing about the database.
      const isKnown = patience >= BRIEF_MS && outageOf(error) === 'slow'
      if (isKnown && this.#heard < began) this.#isSilent = true
      throw error
    } finally {
      this.#scouts--
    }
  }

  /**
   * A connection for as long as `use` takes; after `patience` ms it is cut.
   *
   * @throws TookTooLong, or the error of `use`
   */
  async checkOut<Result>(
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
      // A connection in an unknown state is discarded: a leaked tenant would be worse than a
      // reconnect.
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

  /**
   * The pool starts its timeout again when a place is free and a connection has to be opened, which
   * would double the wait. A connection that arrives too late is given back.
   */
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

  /** @throws its argument */
  #noted(error: unknown): never {
    const outage = outageOf(error)
    if (outage !== null && STOPS_WRITES.has(outage)) this.trouble = outage
    throw error
  }
}
