/**
 * The embedded database's own process: PGlite behind a socket that speaks PostgreSQL's protocol.
 *
 * A process of its own, because a query of the embedded database blocks the thread that it runs on. It ends when its
 * parent's pipe closes, however the parent ended.
 */

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { closeToOthers } from './datafolder.ts'

const [folder, socket, explain] = process.argv.slice(2)
if (folder === undefined || socket === undefined || process.send === undefined) {
  process.stderr.write('This is part of the server, which starts it.\n')
  process.exit(2)
}

// What people have told about themselves is nobody else's on this machine.
process.umask(0o077)
// Signals reach the whole group at Ctrl+C; the parent decides when it is time.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Until it is open there is nothing to close.
let end = (): void => process.exit(0)
process.on('disconnect', () => end())

/** Search finds words with typing mistakes by it. */
const extensions = { pg_trgm }

const db = await open(folder).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return process.exit(1)
})
rmSync(socket, { force: true })
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 })
await server.start()
end = () => void close()

/** The database itself says why it does not open only where it says everything, so whoever wants to know that has it opened twice. */
async function open(place: string): Promise<PGlite> {
  if (!existsSync(place) || readdirSync(place).length === 0) await make(place)
  if (explain === 'explain')
    await (await PGlite.create({ dataDir: place, extensions, debug: 1 })).close()
  return PGlite.create({ dataDir: place, extensions })
}

/**
 * Makes a new database beside its place and moves it there when it is whole: PGlite takes a folder that was copied in part
 * for a database, and one whose PG_VERSION is missing for no database at all.
 */
async function make(place: string): Promise<void> {
  const half = `${place}-new`
  // Left by a first start that was killed. Nobody has ever been answered from there.
  rmSync(half, { recursive: true, force: true })
  await (await PGlite.create({ dataDir: half, extensions })).close()
  // PGlite unpacks most of it with rights of its own choosing.
  closeToOthers(half)
  renameSync(half, place)
}

/**
 * Tells the watchdog that the database answers, and not only that this process breathes.
 *
 * All clients share one session, ours included: a query between the Parse and the Bind of somebody's statement would take
 * its place. Everything of theirs runs in transactions, so there we ask nothing; that this thread, on which the database
 * works, came to hear of the ping says enough.
 */
function pong(): void {
  const answered = db.isInTransaction() ? Promise.resolve() : db.query('SELECT 1')
  void answered.then(
    () => process.send?.('pong'),
    () => undefined,
  )
}

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await server.stop()
  await db.exec('CHECKPOINT').catch(() => undefined)
  await db.close()
  process.exit(0)
}

process.on('message', (message) => {
  if (message === 'close') void close()
  if (message === 'ping') pong()
})
process.send('ready')
