/** The watchdog of the embedded database asks it, and never in the middle of somebody's statement: they share one session. */

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tsela-ping-'))
const path = join(folder, '.s.PGSQL.5432')
let child: ChildProcess
let socket: Socket
let heard = ''

beforeAll(async () => {
  child = fork(new URL('../../src/server/embedded-child.ts', import.meta.url), [join(folder, 'pglite'), path], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  socket = connect(path).on('data', (bytes) => (heard += bytes.toString('latin1')))
  socket.write(Buffer.concat([int32(41), int32(196_608), Buffer.from('user\0postgres\0database\0postgres\0\0')]))
  await hear(READY)
})

afterAll(async () => {
  socket.destroy()
  child.send('close')
  await once(child, 'exit')
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

/** Waits until the database has said something, and forgets it. @throws with what it said instead, when that is an error */
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

it('gets its answer while nobody uses the database, and while somebody is in the middle of a statement', async () => {
  expect(await ping()).toBe('pong')
  socket.write(message('Q', 'BEGIN\0'))
  await hear(IN_TRANSACTION)
  // A long statement comes in pieces: this is the first of them.
  socket.write(message('P', '\0', 'SELECT $1::text\0', '\0\0'))
  socket.write(message('H'))
  await hear('1\0\0\0\x04')
  expect(await ping()).toBe('pong')
  socket.write(Buffer.concat([message('B', '\0\0', '\0\0', '\0\x01', int32(5), 'hello', '\0\0'), message('E', '\0', int32(0)), message('S')]))
  await hear('hello')
  socket.write(message('Q', 'COMMIT\0'))
  await hear(READY)
  expect(await ping()).toBe('pong')
})
