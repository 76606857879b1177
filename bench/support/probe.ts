/**
 * Sends the same request to a server at intervals, whether or not earlier ones have been answered,
 * and records each outcome.
 */

import { setTimeout as wait } from 'node:timers/promises'

export type Call = {
  /** When it was sent, on this process's clock in ms. */
  readonly at: number
  readonly ms: number
  /** 0: no response at all. */
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

export class Probe {
  readonly calls: Call[] = []
  readonly #under = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  /** @param ask must time out by itself */
  constructor(
    readonly ask: () => Promise<Response>,
    readonly everyMs: number,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      const call = this.#once()
      this.#under.add(call)
      void call.finally(() => this.#under.delete(call))
    }, this.everyMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#under)
  }

  /**
   * Resolves when all requests of the last `ms` milliseconds were answered with 200. @throws if
   * that does not happen within `patience` ms
   */
  async calm(ms: number, patience: number): Promise<void> {
    const began = performance.now()
    const isCalm = () => {
      const now = performance.now()
      const since = this.calls.filter(({ at }) => at >= Math.max(began, now - ms))
      return now - began >= ms && since.length > 0 && since.every(({ status }) => status === 200)
    }
    while (!isCalm()) {
      if (performance.now() - began > patience)
        throw new Error(
          `the server did not come back to itself within ${patience / 1000} s; last it said ${JSON.stringify(this.calls.at(-1))}`,
        )
      await wait(20)
    }
  }

  /** Requests sent, or still open, between two times. */
  between(from: number, to: number): Call[] {
    return this.calls.filter(({ at, ms }) => at + ms >= from && at <= to)
  }

  get waiting(): number {
    return this.#under.size
  }

  async #once(): Promise<void> {
    const at = performance.now()
    const said = await this.#ask()
    this.calls.push({ at, ms: performance.now() - at, ...said })
  }

  async #ask(): Promise<Pick<Call, 'status' | 'retryAfter' | 'body'>> {
    try {
      const response = await this.ask()
      const body = await response.text()
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: response.ok ? '' : body,
      }
    } catch (error) {
      const { message, cause } = error as Error
      return {
        status: 0,
        retryAfter: null,
        body: cause instanceof Error ? `${message}: ${cause.message}` : message,
      }
    }
  }
}

/**
 * Failures that no client should see: neither a success nor a temporary refusal with a time to
 * retry.
 */
export function wrongOf(calls: readonly Call[]): Call[] {
  return calls.filter(
    ({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null),
  )
}
