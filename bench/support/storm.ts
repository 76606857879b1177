/**
 * Sends requests at a rate that does not depend on the responses, as a crowd does, and records each
 * outcome.
 */

import { request, type Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Asked = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
/**
 * `ms` from the time it was sent, and how late that was: on a busy machine the sender waits too,
 * which is not the server's fault. `status` 0: no response before the timeout, or the connection
 * broke.
 */
export type Outcome = {
  readonly status: number
  readonly ms: number
  readonly lateMs: number
  readonly retryAfter: string | undefined
}

const PATIENCE_MS = 20_000

export function ask(
  url: string,
  agent: Agent,
  { method = 'GET', path, headers = {}, body }: Asked,
  due = performance.now(),
): Promise<Outcome> {
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string) =>
      resolve({ status, ms: performance.now() - began, lateMs: began - due, retryAfter })
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        timeout: PATIENCE_MS,
        headers: {
          ...headers,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => end(response.statusCode!, response.headers['retry-after']))
        response.on('error', () => end(0))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => end(0))
    sent.end(body)
  })
}

/** @param of creates the n-th request */
export async function storm(
  url: string,
  agent: Agent,
  perSecond: number,
  seconds: number,
  of: (n: number) => Asked,
): Promise<Outcome[]> {
  const began = performance.now()
  const asked: Promise<Outcome>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1000) / perSecond
    if (due > performance.now()) await wait(due - performance.now())
    asked.push(ask(url, agent, of(n), due))
  }
  return Promise.all(asked)
}

export function times(outcomes: readonly Outcome[], isOne: (status: number) => boolean): number[] {
  return outcomes.filter(({ status }) => isOne(status)).map(({ ms }) => ms)
}

/** Responses that no client should get: errors, none at all, and a "try again" without a time. */
export function faultsOf(outcomes: readonly Outcome[]): string[] {
  const found = new Map<string, number>()
  for (const { status, retryAfter } of outcomes) {
    const wrong =
      status === 0
        ? 'no answer'
        : status === 503 || status === 429
          ? retryAfter === undefined
            ? `${status} without Retry-After`
            : null
          : status >= 500
            ? String(status)
            : null
    if (wrong !== null) found.set(wrong, (found.get(wrong) ?? 0) + 1)
  }
  return [...found].map(([wrong, many]) => `${many} times ${wrong}`)
}
