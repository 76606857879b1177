/**
 * Metrics for operators, in the Prometheus format. Every label has a bounded number of values: a
 * route is its pattern and an outcome its code; tenants, addresses and users are never labels.
 */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { RETENTION_DAYS } from '#engine/documents/kinds.ts'
import type { Code } from '#engine/contract/problems.ts'
import type { AnswerOutcome } from '#server/store/answers.ts'
import type { Kept } from '#server/store/retention.ts'
import { APP_VERSION } from './version.ts'

/** In seconds. The goals of docs/reliability.md are in between: 60 ms, 120 ms, 250 ms. */
const LATENCIES = [0.005, 0.01, 0.025, 0.06, 0.12, 0.25, 0.5, 1, 2.5, 5, 10]
const CHECKS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type CheckOutcome = 'sound' | 'problems' | 'failed'
export type EventOutcome = 'stored' | 'duplicate'

/** One per server, so that two servers in one process (as in tests) count separately. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #refusals: Counter<'code'>
  readonly #answers: Counter<'outcome'>
  readonly #events: Counter<'outcome'>
  readonly #messages: Counter<'outcome'>
  readonly #removed: Counter<'kind'>
  readonly #database: Histogram<'outcome'>
  readonly #checks: Histogram<'outcome'>

  constructor() {
    const registers = [this.registry]
    this.#requests = new Histogram({
      name: 'tsela_http_request_duration_seconds',
      help: 'Time from a request to the last byte of its response, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: LATENCIES,
      registers,
    })
    this.#refusals = new Counter({
      name: 'tsela_refusals_total',
      help: 'Requests that were answered with an error, by its code (engine/contract/problems.ts)',
      labelNames: ['code'],
      registers,
    })
    this.#answers = new Counter({
      name: 'tsela_answers_total',
      help: 'Answers to items of assessments, by what became of them',
      labelNames: ['outcome'],
      registers,
    })
    this.#events = new Counter({
      name: 'tsela_events_total',
      help: 'Events of use that devices sent',
      labelNames: ['outcome'],
      registers,
    })
    this.#messages = new Counter({
      name: 'tsela_messages_total',
      help: 'Messages that were handed to the mail server',
      labelNames: ['outcome'],
      registers,
    })
    this.#removed = new Counter({
      name: 'tsela_removed_total',
      help: 'Rows that were removed because their time was over',
      labelNames: ['kind'],
      registers,
    })
    this.#database = new Histogram({
      name: 'tsela_database_duration_seconds',
      help: 'Time that a transaction took, waiting for a connection included',
      labelNames: ['outcome'],
      buckets: LATENCIES,
      registers,
    })
    this.#checks = new Histogram({
      name: 'tsela_check_duration_seconds',
      help: 'Time that the check of a set of documents took, waiting included',
      labelNames: ['outcome'],
      buckets: CHECKS,
      registers,
    })
    new Gauge({
      name: 'tsela_info',
      help: 'Always 1; says which version this is',
      labelNames: ['version'],
      registers,
    }).set({ version: APP_VERSION }, 1)
    // Counters start at 0: an alert on their rate must not miss the first increment.
    for (const outcome of ['sent', 'failed']) this.#messages.inc({ outcome }, 0)
    for (const kind of Object.keys(RETENTION_DAYS)) this.#removed.inc({ kind }, 0)
    for (const outcome of ['stored', 'duplicate', 'late']) this.#answers.inc({ outcome }, 0)
    for (const outcome of ['stored', 'duplicate']) this.#events.inc({ outcome }, 0)
  }

  /** Memory, CPU, event loop and garbage collection of this process; call once per process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry })
  }

  /** A gauge that is read at each scrape. */
  watch(name: string, help: string, read: () => number): void {
    this.registry.removeSingleMetric(name)
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    })
  }

  /** Like {@link watch}, for a number that only increases. */
  count(name: string, help: string, read: () => number): void {
    this.registry.removeSingleMetric(name)
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset()
        counter.inc(read())
      },
    })
  }

  /** @param route its pattern; undefined if no route matched */
  responded(method: string, route: string | undefined, status: number, ms: number): void {
    this.#requests.observe({ method, route: route ?? 'none', status: String(status) }, ms / 1000)
  }

  /** A database call starts. @returns a function to call at its end */
  readonly usesDatabase = (): ((failed: boolean) => void) => {
    const began = performance.now()
    return (failed) =>
      this.#database.observe(
        { outcome: failed ? 'failed' : 'done' },
        (performance.now() - began) / 1000,
      )
  }

  refused(code: Code): void {
    this.#refusals.inc({ code })
  }

  answered(outcome: AnswerOutcome['state']): void {
    this.#answers.inc({ outcome })
  }

  /** Records of this kind were deleted at the end of their tenant's retention period. */
  removed(kind: Kept, many: number): void {
    this.#removed.inc({ kind }, many)
  }

  recorded(outcome: EventOutcome, many: number): void {
    this.#events.inc({ outcome }, many)
  }

  mailed(outcome: 'sent' | 'failed'): void {
    this.#messages.inc({ outcome })
  }

  checked(outcome: CheckOutcome, ms: number): void {
    this.#checks.observe({ outcome }, ms / 1000)
  }
}
