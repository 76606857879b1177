/**
 * The product as operators run it: one server process with its own port and data, which a test may
 * kill and restart.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** Everything is run from there; a benchmark that borrows from here is one file elsewhere. */
export const root = process.cwd()

/** Each worker has a product of its own. */
const PORT =
  Number(process.env['E2E_PORT'] ?? 4520) + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
/** A fresh embedded database needs a few seconds, on a busy machine many. */
const READY_MS = 90_000

export class Product {
  readonly url: string
  /** The second demo tenant. */
  readonly pluggedin: string
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'tsela-e2e-'))
  #server: ChildProcess | undefined
  #said: string[] = []

  /** @param secret one of its own, so that what another server signs comes from a stranger */
  constructor(
    readonly port = PORT,
    readonly secret?: string,
  ) {
    this.url = `http://localhost:${port}`
    this.pluggedin = `http://pluggedin.localhost:${port}`
  }

  async start(): Promise<void> {
    if (this.#server !== undefined) throw new Error('the product runs already')
    const { PATH, HOME, DATABASE_URL } = process.env
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      // Nothing else of this environment, because the server refuses unknown settings.
      env: {
        PATH,
        HOME,
        PORT: String(this.port),
        DATA_DIR: this.#dataDir,
        LOG_LEVEL: 'error',
        DEMO: '1',
        ...(DATABASE_URL !== undefined && { DATABASE_URL }),
        ...(this.secret !== undefined && { SECRET: this.secret }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#server = server
    for (const stream of [server.stdout, server.stderr]) {
      stream
        .setEncoding('utf8')
        .on('data', (text: string) => this.#said.push(...text.split('\n').filter(Boolean)))
    }
    await this.#ready(server)
  }

  async #ready(server: ChildProcess): Promise<void> {
    const until = Date.now() + READY_MS
    while (Date.now() < until) {
      if (server.exitCode !== null)
        throw new Error(`the product did not start:\n${this.#said.join('\n')}`)
      const answer = await fetch(`${this.url}/api/ready`).catch(() => null)
      if (answer?.status === 200) return
      await wait(50)
    }
    throw new Error(`the product was not ready in time:\n${this.#said.join('\n')}`)
  }

  /** Like a power cut for the server: no shutdown, nothing flushed. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    const code = await this.#end('SIGTERM')
    if (code !== 0)
      throw new Error(
        `the product ended with ${code} when it was told to stop:\n${this.#said.join('\n')}`,
      )
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined || server.exitCode !== null) return 0
    const gone = once(server, 'exit') as Promise<[number | null]>
    server.kill(signal)
    const [code] = await gone
    return code
  }

  /** Errors that the server has logged since the last call. */
  takeErrors(): string[] {
    return this.#said.splice(0).filter((line) => /"level":(50|60)/.test(line))
  }

  /** Reads the database directly, as the owner of all tenants. */
  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const url = process.env['DATABASE_URL']
    const socket = join(
      tmpdir(),
      `tsela-${createHash('sha256').update(this.#dataDir).digest('hex').slice(0, 16)}`,
    )
    const client = new Client(
      url === undefined
        ? { host: socket, port: 5432, user: 'postgres', database: 'postgres', password: 'none' }
        : { connectionString: url },
    )
    await client.connect()
    try {
      return (await client.query<Row>(sql, [...values])).rows
    } finally {
      await client.end()
    }
  }
}
