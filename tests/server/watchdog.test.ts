/**
 * The embedded database's real process: how it creates a database, what its watchdog may query
 * (never in the middle of a user's statement, because they share one session), and what it reports
 * about a damaged database.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DATABASE_MAJOR, requireUsable } from '#server/database/datafolder.ts'
import { startEmbedded } from '#server/database/embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'tsela-ping-'))
const path = join(folder, '.s.PGSQL.5432')
let child: ChildProcess
let socket: Socket
let heard = ''

beforeAll(async () => {
  // As left by a first start that was killed while writing the files of the new database.
  mkdirSync(join(folder, 'pglite-new', 'base'), { recursive: true })
  writeFileSync(join(folder, 'pglite-new', 'PG_VERSION'), DATABASE_MAJOR)
  child = fork(
    new URL('../../src/server/database/embedded-child.ts', import.meta.url),
    [join(folder, 'pglite'), path],
    { execArgv: ['--import', 'tsx'] },
  )
  await once(child, 'message')
  socket = connect(path).on('data', (bytes) => (heard += bytes.toString('latin1')))
  socket.write(
    Buffer.concat([
      int32(41),
      int32(196_608),
      Buffer.from('user\0postgres\0database\0postgres\0\0'),
    ]),
  )
  await hear(READY)
})

async function close(): Promise<void> {
  if (!child.connected) return
  socket.destroy()
  child.send('close')
  await once(child, 'exit')
}

afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/** ReadyForQuery: outside of a transaction, and within one. */
const READY = 'Z\0\0\0\x05I'
const IN_TRANSACTION = 'Z\0\0\0\x05T'

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** A message of PostgreSQL's protocol. */
function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

/**
 * Waits for a message of the database, and discards it. @throws with the message if it is an error
 */
async function hear(what: string): Promise<void> {
  while (!heard.includes(what)) {
    if (/E\0\0.{2}SERROR/s.test(heard)) throw new Error(heard)
    await once(socket, 'data')
  }
  heard = ''
}

async function ping(): Promise<unknown> {
  const answered = once(child, 'message')
  child.send('ping')
  const [said] = (await answered) as unknown[]
  return said
}

it('gets a response while the database is idle, and while a statement is running', async () => {
  expect(await ping()).toBe('pong')
  socket.write(message('Q', 'BEGIN\0'))
  await hear(IN_TRANSACTION)
  // A long statement arrives in pieces: this is the first one.
  socket.write(message('P', '\0', 'SELECT $1::text\0', '\0\0'))
  socket.write(message('H'))
  await hear('1\0\0\0\x04')
  expect(await ping()).toBe('pong')
  socket.write(
    Buffer.concat([
      message('B', '\0\0', '\0\0', '\0\x01', int32(5), 'hello', '\0\0'),
      message('E', '\0', int32(0)),
      message('S'),
    ]),
  )
  await hear('hello')
  socket.write(message('Q', 'COMMIT\0'))
  await hear(READY)
  expect(await ping()).toBe('pong')
})

it('makes a complete database before it is visible, of the version that a start expects, for its owner only', () => {
  expect(readFileSync(join(folder, 'pglite', 'PG_VERSION'), 'utf8').trim()).toBe(DATABASE_MAJOR)
  requireUsable(folder)
  expect(existsSync(join(folder, 'pglite-new'))).toBe(false)
  // PGlite writes its caches of the system tables with rights of its own; they contain no user
  // data, and their folders are closed.
  const names = [
    '',
    ...readdirSync(join(folder, 'pglite'), { recursive: true, encoding: 'utf8' }),
  ].filter((name) => !name.endsWith('pg_internal.init'))
  const open = names.filter((name) => (statSync(join(folder, 'pglite', name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

it('says what is wrong with a damaged database, and leaves it alone', async () => {
  await close()
  const wal = join(folder, 'pglite', 'pg_wal')
  for (const name of readdirSync(wal)) if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(wal, name))
  const start = () =>
    startEmbedded({
      dataDir: folder,
      childFile: new URL('../../src/server/database/embedded-child.ts', import.meta.url),
      log: () => undefined,
      execArgv: ['--import', 'tsx'],
    })
  await expect(start()).rejects.toThrow(
    /^The database in .+pglite doesn't open: could not locate a valid checkpoint record at .+\. It was left as it is\. Copy the folder before/,
  )
  expect(readdirSync(folder).filter((name) => name !== 'child.pid')).toEqual(['pglite'])
})
