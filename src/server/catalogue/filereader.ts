/**
 * Reads a large file in a thread of its own: half a million rows take seconds, and learners must
 * not wait for that.
 */

import { on } from 'node:events'
import { statSync } from 'node:fs'
import { startThread } from '#server/base/thread.ts'
import { readFileRows, type Batch, type FileJob, type FileReport } from './filerows.ts'

/** In bytes; a smaller file is read faster than a thread starts. */
const SMALL = 256 * 1024
const MEMORY_MB = 512

/** `wanted`: the reader has room for one more batch. */
export type Wanted = { readonly wanted: true }
export type Told = { readonly batch: Batch } | { readonly report: FileReport }

export function fileRows(job: FileJob): AsyncGenerator<Batch, FileReport> {
  return statSync(job.path).size <= SMALL ? readFileRows(job) : inThread(job)
}

/** @throws what the thread threw, or that it needed too much memory */
async function* inThread(job: FileJob): AsyncGenerator<Batch, FileReport> {
  const worker = startThread('./file-worker', import.meta.url, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const wanted: Wanted = { wanted: true }
  try {
    for await (const [told] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<
      [Told]
    >) {
      if ('report' in told) return told.report
      // Only the next batch is read while this one is being written.
      worker.postMessage(wanted)
      yield told.batch
    }
    throw new Error('the thread that read a file ended before its end')
  } finally {
    await worker.terminate()
  }
}
