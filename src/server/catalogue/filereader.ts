/**
 * Reads a large file in a thread of its own: half a million rows take seconds, and learners must
 * not wait for that.
 */

import { on } from 'node:events'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
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
  const worker = startThread(job)
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

function startThread(workerData: FileJob): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } }
  const isSource = fileURLToPath(import.meta.url).endsWith('.ts')
  const script = new URL(`./file-worker${isSource ? '.ts' : '.js'}`, import.meta.url)
  if (!isSource) return new Worker(script, options)
  // In tests and in development, the loader has to be registered in the thread itself.
  const loader = new URL('../../../scripts/source-thread.mjs', import.meta.url)
  return new Worker(loader, { ...options, argv: [script.href] })
}
