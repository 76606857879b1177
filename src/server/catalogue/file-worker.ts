/** The thread that reads a file for an import: one batch per request. */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Told } from './filereader.ts'
import { readFileRows, type FileJob } from './filerows.ts'

const port = parentPort!
const tell = (told: Told) => port.postMessage(told)

const batches = readFileRows(workerData as FileJob)
for (let next = await batches.next(); ; next = await batches.next()) {
  if (next.done === true) {
    tell({ report: next.value })
    break
  }
  const wanted = once(port, 'message')
  tell({ batch: next.value })
  await wanted
}
// Otherwise its open port would keep it alive.
port.close()
