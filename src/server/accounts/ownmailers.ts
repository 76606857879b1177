/**
 * Connections to the mail servers of tenants that have one of their own: a few for each, for so many
 * tenants at most, and only to addresses that everybody on the internet reaches.
 */

import nodemailer from 'nodemailer'
import { FetchRefused, guardedConnect, type GuardedOptions } from '#server/base/guardedfetch.ts'
import { isLoopback } from '#server/base/publicaddress.ts'
import { asSent, type Mail } from './mailer.ts'
import type { OwnSmtp } from './ownkeys.ts'

/** Tenants whose connections are kept; those of the one that has sent nothing the longest go first. */
const MAX_POOLS = 100
const MAX_CONNECTIONS = 2
/** Of one tenant; others are tried again later. */
const MAX_WAITING = 200
const IDLE_MS = 60_000
const CONNECT_MS = 10_000
const SOCKET_MS = 20_000
/** For all of it, waiting for its turn too: less than until it's tried again (store/tidying.ts). */
const MAX_SEND_MS = 90_000

type Pool = {
  /** Of the keys that it was opened with. */
  readonly id: string
  readonly transport: ReturnType<typeof transportTo>
  waiting: number
  /** Others have replaced it: it ends with its last message. */
  isOver: boolean
}

/** A message wasn't sent. It names a code, never a recipient. */
export class NotSent extends Error {
  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`the tenant's mail server didn't accept a message: ${code}`, options)
    this.name = 'NotSent'
  }
}

export class OwnMailers {
  /** By tenant, the one that sent last at the end. */
  readonly #pools = new Map<string, Pool>()

  /** @param patienceMs how long a message may take; shorter in tests */
  constructor(
    readonly guard: Pick<GuardedOptions, 'loopback' | 'resolve'>,
    readonly patienceMs = MAX_SEND_MS,
  ) {}

  /** How many tenants have connections, or may have. */
  get size(): number {
    return this.#pools.size
  }

  /** @throws NotSent */
  async send(tenant: string, smtp: OwnSmtp, mail: Mail): Promise<void> {
    const pool = this.#poolOf(tenant, smtp)
    if (pool.waiting >= MAX_WAITING) throw new NotSent('EBUSY')
    pool.waiting++
    try {
      const signal = AbortSignal.timeout(this.patienceMs)
      await pool.transport.sendMail({ ...asSent(mail), signal })
    } catch (error) {
      throw new NotSent(codeOf(error), { cause: error })
    } finally {
      pool.waiting--
      if (pool.isOver) end(pool)
    }
  }

  /** The tenant has no mail server of its own any more. */
  drop(tenant: string): void {
    const pool = this.#pools.get(tenant)
    if (pool === undefined) return
    this.#pools.delete(tenant)
    end(pool)
  }

  close(): void {
    for (const tenant of this.#pools.keys()) this.drop(tenant)
  }

  #poolOf(tenant: string, smtp: OwnSmtp): Pool {
    const known = this.#pools.get(tenant)
    if (known !== undefined && known.id !== smtp.id) this.drop(tenant)
    const pool =
      known?.id === smtp.id
        ? known
        : { id: smtp.id, transport: transportTo(smtp, this.guard), waiting: 0, isOver: false }
    this.#pools.delete(tenant)
    this.#pools.set(tenant, pool)
    const [oldest] = this.#pools.keys()
    if (this.#pools.size > MAX_POOLS && oldest !== undefined) this.drop(oldest)
    return pool
  }
}

function end(pool: Pool): void {
  pool.isOver = true
  if (pool.waiting === 0) pool.transport.close()
}

/** By its parts, never by its address: a query in it would set any option of the client. */
function transportTo({ url }: OwnSmtp, guard: OwnMailers['guard']) {
  const { protocol, hostname, port: given, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const port = given === '' ? (secure ? 465 : 587) : Number(given)
  return nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    // Codes and passwords don't cross the internet in the clear. On this machine, in a demo, they may.
    requireTLS: !(host === 'localhost' || isLoopback(host)),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // It would look the name up itself, and connect to whatever comes.
    getSocket: (
      _options: unknown,
      done: (error: Error | null, socket?: { readonly connection: unknown }) => void,
    ) =>
      void guardedConnect(host, port, { ...guard, timeoutMs: CONNECT_MS }).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      ),
  } as never)
}

function codeOf(error: unknown): string {
  if (error instanceof FetchRefused) return 'NOT_PUBLIC'
  if (['AbortError', 'TimeoutError'].includes((error as Error).name)) return 'ETIMEDOUT'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const words = [code, responseCode].filter(
    (each) => typeof each === 'string' || typeof each === 'number',
  )
  return words.length === 0 ? 'FAILED' : words.join(' ')
}
