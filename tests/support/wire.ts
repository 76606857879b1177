/**
 * A proxy between a server and its database that can be cut, paused and slowed down: failures look
 * as in real life.
 */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'

/** The name of PostgreSQL's socket, and of the embedded database's. */
const SOCKET = '.s.PGSQL.5432'

/** The folder of the database's socket. */
export function folderOf({ host, connectionString }: PoolConfig): string {
  return connectionString === undefined
    ? host!
    : new URL(connectionString).searchParams.get('host')!
}

export class Wire {
  /** Delay of each message to the database, in milliseconds. */
  delayMs = 0
  /** Connections accepted since the start. */
  connections = 0
  /** Chunks of data sent to the database: one statement each, or several together. */
  sent = 0
  #silent = false
  #down = false
  readonly #folder = mkdtempSync(join(tmpdir(), 'tsela-wire-'))
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #asked: (() => void)[] = []

  private constructor(readonly target: string) {
    this.#server = createServer({ allowHalfOpen: false }, (client) => this.#join(client))
  }

  /** @param folder of the database's socket */
  static async to(folder: string): Promise<Wire> {
    const wire = new Wire(join(folder, SOCKET))
    wire.#server.listen(join(wire.#folder, SOCKET))
    await once(wire.#server, 'listening')
    return wire
  }

  get connection(): PoolConfig {
    return {
      host: this.#folder,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: 'none',
    }
  }

  get url(): string {
    return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(this.#folder)}`
  }

  /** Closes every connection, like a killed database; the next one is accepted again. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Refuses new connections, and closes existing ones. */
  set down(value: boolean) {
    this.#down = value
    if (value) this.cut()
  }

  /**
   * Half-open connections: no data passes any more, and neither side is told. Silenced connections
   * stay silent.
   */
  set silent(value: boolean) {
    this.#silent = value
  }

  /** Resolves at the next message to the database. */
  asked(): Promise<void> {
    return new Promise((resolve) => this.#asked.push(resolve))
  }

  async close(): Promise<void> {
    this.#server.close()
    this.cut()
    await once(this.#server, 'close')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #join(client: Socket): void {
    this.connections++
    if (this.#down) return void client.destroy()
    const database = connect(this.target)
    const ends = [client, database]
    let mute = false
    for (const end of ends) {
      this.#sockets.add(end)
      end.on('error', () => undefined)
      end.once('close', () => {
        this.#sockets.delete(end)
        if (!mute) for (const each of ends) each.destroy()
      })
    }
    const pass = (bytes: Buffer, to: Socket) => {
      mute ||= this.#silent
      if (!mute && to.writable) to.write(bytes)
    }
    client.on('data', (bytes: Buffer) => {
      this.sent++
      for (const tell of this.#asked.splice(0)) tell()
      if (this.delayMs === 0) pass(bytes, database)
      else setTimeout(() => pass(bytes, database), this.delayMs).unref()
    })
    database.on('data', (bytes: Buffer) => pass(bytes, client))
  }
}
