/**
 * Limits the total time that one request waits for the database. Each transaction has its own
 * limit, but a request may run several in sequence, and may wait for data that another request is
 * reading or writing. Only waiting counts: computing, or checking documents in another process, may
 * take longer.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { TookTooLong } from './outage.ts'

/** Leaves a second for computing within the five in which every request gets its response. */
const CALL_MS = 4000

/** What one request has left. Waits that overlap are counted once. */
export class Patience {
  #spent = 0
  #waits = 0
  #since = 0
  #isOver = false

  constructor(readonly ms = CALL_MS) {}

  /**
   * In ms; Infinity once the response is out, so that work left running in the background isn't cut
   * off.
   */
  get left(): number {
    if (this.#isOver) return Infinity
    return this.ms - this.#spent - (this.#waits === 0 ? 0 : performance.now() - this.#since)
  }

  begin(): void {
    if (this.#waits++ === 0) this.#since = performance.now()
  }

  end(): void {
    if (--this.#waits === 0) this.#spent += performance.now() - this.#since
  }

  over(): void {
    this.#isOver = true
  }
}

const storage = new AsyncLocalStorage<Patience>()

/** Runs `work`, and everything it starts, as part of one request. */
export function within<Result>(patience: Patience, work: () => Result): Result {
  return storage.run(patience, work)
}

/**
 * Runs `work` outside of any request: for several requests at once, or for a job that may take
 * long.
 */
export function apart<Result>(work: () => Result): Result {
  return storage.exit(work)
}

/** In ms; Infinity outside of a request. */
export function patienceLeft(): number {
  return storage.getStore()?.left ?? Infinity
}

/** Counts how long `work` takes. It must observe `patienceLeft()` itself. */
export async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
  const patience = storage.getStore()
  if (patience === undefined) return work()
  patience.begin()
  try {
    return await work()
  } finally {
    patience.end()
  }
}

/**
 * Waits for work that is shared between requests, and that continues when this one gives up.
 *
 * @throws TookTooLong when the request has no patience left
 */
export async function bounded<Result>(promise: Promise<Result>): Promise<Result> {
  const left = patienceLeft()
  if (left === Infinity) return promise
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong()), left)
  })
  try {
    return await counted(() => Promise.race([promise, late]))
  } finally {
    clearTimeout(timer)
  }
}
