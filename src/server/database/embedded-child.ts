/**
 * The embedded database's own process: PGlite behind a socket that speaks PostgreSQL's protocol.
 *
 * A process of its own, because a query of the embedded database blocks the thread that it runs on.
 * It ends when its parent's pipe closes, however the parent ended.
 */

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { restrictToOwner } from './datafolder.ts'

const [folder, socket, explain] = process.argv.slice(2)
if (folder === undefined || socket === undefined || process.send === undefined) {
  process.stderr.write('This is part of the server, which starts it.\n')
  process.exit(2)
}

// No other user of this machine may read personal data.
process.umask(0o077)
// Ctrl+C signals the whole process group; the parent decides when to end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Until it is open there is nothing to close.
let end = (): void => process.exit(0)
process.on('disconnect', () => end())

/** Search finds misspelt words with it. */
const extensions = { pg_trgm }

const db = await open(folder).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return process.exit(1)
})
rmSync(socket, { force: true })
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 })
await server.start()
end = () => void close()

/**
 * The database only explains why it doesn't open when it logs everything, so the caller opens it a
 * second time for that.
 */
async function open(place: string): Promise<PGlite> {
  if (!existsSync(place) || readdirSync(place).length === 0) await make(place)
  if (explain === 'explain')
    await (await PGlite.create({ dataDir: place, extensions, debug: 1 })).close()
  return PGlite.create({ dataDir: place, extensions })
}

/**
 * Creates a new database beside its final place and moves it there when it is complete: PGlite
 * takes a half-copied folder for a database, and one without PG_VERSION for none.
 */
async function make(place: string): Promise<void> {
  const half = `${place}-new`
  // Left by a first start that was killed. No request was ever answered from it.
  rmSync(half, { recursive: true, force: true })
  await (await PGlite.create({ dataDir: half, extensions })).close()
  // PGlite unpacks most files with permissions of its own.
  restrictToOwner(half)
  renameSync(half, place)
}

/**
 * Tells the watchdog that the database answers, not just that this process runs.
 *
 * All clients share one session with us: a query between the Parse and the Bind of a client's
 * statement would take its place. Everything of theirs runs in transactions, so there we send no
 * query; that this thread, which the database runs on, handled the ping is enough.
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
