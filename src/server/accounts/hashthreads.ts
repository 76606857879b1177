/**
 * Hashes passwords in threads of their own with less priority than the server. In the pool of libuv
 * two of them took both processors of a small machine, and everybody else's calls waited for a second
 * (docs/decisions/0220).
 */

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '#server/base/thread.ts'
import type { HashWork } from './argon2id.ts'

/** `stored`: the hash that the password is compared with; null: it is hashed. */
export type HashJob = { readonly password: string; readonly stored: string | null }
export type HashDone = string | boolean

type Thread = {
  readonly worker: Worker
  /** Aborted when it ends: it would never answer. */
  readonly ended: AbortSignal
}

export class HashThreads implements HashWork {
  #idle: Thread[] = []

  async hash(password: string): Promise<string> {
    return String(await this.#run({ password, stored: null }))
  }

  async verify(stored: string, password: string): Promise<boolean> {
    return (await this.#run({ password, stored })) === true
  }

  /** Ends the threads that have nothing to do. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ worker }) => worker.terminate()))
  }

  /** One job each: as many threads as there are jobs at once, kept for the next ones. */
  async #run(job: HashJob): Promise<HashDone> {
    const thread = this.#idle.pop() ?? this.#start()
    const { worker, ended } = thread
    worker.ref()
    try {
      worker.postMessage(job)
      const [done] = (await once(worker, 'message', { signal: ended })) as [HashDone]
      worker.unref()
      if (!ended.aborted) this.#idle.push(thread)
      return done
    } catch (error) {
      // The next job gets a new one.
      await worker.terminate()
      throw error
    }
  }

  #start(): Thread {
    const worker = startThread('./hash-worker', import.meta.url)
    const ended = new AbortController()
    const thread = { worker, ended: ended.signal }
    // Its end follows; without a listener an error would end the server.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      this.#idle = this.#idle.filter((each) => each !== thread)
      ended.abort(new Error('a thread that hashes passwords has ended'))
    })
    return thread
  }
}
