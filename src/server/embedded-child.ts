/**
 * The embedded database's own process: PGlite behind a socket that speaks PostgreSQL's protocol.
 *
 * A process of its own, because a query of the embedded database blocks the thread that it runs on. It ends when its
 * parent's pipe closes, however the parent ended.
 */

import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { rmSync } from 'node:fs'

const [folder, socket] = process.argv.slice(2)
if (folder === undefined || socket === undefined || process.send === undefined) {
  process.stderr.write('This is a part of the server and is started by it.\n')
  process.exit(2)
}

const db = await PGlite.create({ dataDir: folder })
rmSync(socket, { force: true })
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 })
await server.start()

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
process.on('disconnect', () => void close())
// Signals reach the whole group at Ctrl+C; the parent decides when it is time.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.send('ready')
