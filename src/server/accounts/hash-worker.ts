/** A thread that hashes passwords, one at a time, and yields to everything else. */

import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashNow, verifyNow } from './argon2id.ts'
import type { HashDone, HashJob } from './hashthreads.ts'

/** A tenth of a processor is left where others want it too (docs/decisions/0220). */
const NICE = 10
const port = parentPort!

try {
  // Linux gives it to the thread that asks; elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(0, NICE)
} catch {
  // Where that isn't allowed, hashes are as important as everything else.
}

port.on('message', ({ password, stored }: HashJob) => {
  const done: HashDone = stored === null ? hashNow(password) : verifyNow(stored, password)
  port.postMessage(done)
})
