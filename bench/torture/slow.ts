/**
 * The thread of SlowDatabase: passes on what the server says to its database, as late as it is told
 * to. In a thread of its own, because a load generator that is busy would delay it further.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { Wire } from '#tests/support/wire.ts'

const wire = await Wire.to((workerData as { folder: string }).folder)
parentPort!.on('message', (delayMs: number | 'close') => {
  if (delayMs !== 'close') wire.delayMs = delayMs
  else void wire.close().then(() => process.exit())
})
parentPort!.postMessage(wire.url)
