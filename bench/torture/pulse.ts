/**
 * Requests two servers every ten milliseconds, in a process of its own, and reports how long the
 * first one took; and how often it was slow while the second, which does nothing at all, was not.
 */

import { Agent, get } from 'node:http'
import { percentile, round } from '../support/report.ts'

export type Pulse = {
  readonly polls: number
  readonly p50: number
  readonly p99: number
  readonly most: number
  readonly over: number
  readonly ours: number
  readonly failed: number
  readonly late: readonly (readonly number[])[]
}

const EVERY_MS = 10
const GOAL_MS = 100
/** If an idle server takes longer, the machine is busy. */
const QUICK_MS = 25
const MAX_LATE = 500

const [url, still] = process.argv.slice(2) as [string, string]
const agents = new Map([url, still].map((each) => [each, new Agent({ keepAlive: true })]))

function ask(address: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const call = get(address, { agent: agents.get(address)!, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve(response.statusCode === 200 ? performance.now() - began : Number.NaN),
      )
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(Number.NaN))
  })
}

const asked: Promise<readonly [at: number, ms: number, stillMs: number]>[] = []
let timer: NodeJS.Timeout | undefined
process.on('message', (word) => {
  if (word !== 'begin') return void tell()
  timer = setInterval(() => {
    const at = Date.now()
    asked.push(
      Promise.all([ask(url), ask(still)]).then(([ms, stillMs]) => [at, ms, stillMs] as const),
    )
  }, EVERY_MS)
})

async function tell(): Promise<void> {
  clearInterval(timer)
  const all = await Promise.all(asked)
  const times = all.map(([, ms]) => ms).filter((ms) => !Number.isNaN(ms))
  const late = all.filter(([, ms]) => ms > GOAL_MS)
  const ours = late.filter(([, , stillMs]) => stillMs < QUICK_MS)
  const pulse: Pulse = {
    polls: all.length,
    p50: round(percentile(times, 50)),
    p99: round(percentile(times, 99)),
    most: round(percentile(times, 100)),
    over: late.length,
    ours: ours.length,
    failed: all.length - times.length,
    late: late.slice(0, MAX_LATE).map((each) => each.map((value) => round(value))),
  }
  process.send!(pulse)
}
process.on('disconnect', () => process.exit())
