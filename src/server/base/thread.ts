/** Starts a thread from a file of ours, as it is built and, in tests and in development, as it is written. */

import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * @param name without its ending, such as `./file-worker`
 * @param from `import.meta.url` of a file beside it
 */
export function startThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  const isSource = fileURLToPath(from).endsWith('.ts')
  const script = new URL(`${name}${isSource ? '.ts' : '.js'}`, from)
  if (!isSource) return new Worker(script, options)
  // The loader has to be registered in the thread itself.
  const loader = new URL('../../../scripts/source-thread.mjs', import.meta.url)
  return new Worker(loader, { ...options, argv: [script.href] })
}
