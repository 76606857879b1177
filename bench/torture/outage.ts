/**
 * PostgreSQL is unreachable, slow, or silent (risks.md F4), simulated by a proxy in between. No
 * request may wait for long, cached responses must be served, `ready` must say why it isn't, and
 * when the database is back everything must work again, without leaked connections in the pool.
 *
 *   npm run torture -- outage     (OUTAGE seconds of each kind, 10)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { Wire } from '#tests/support/wire.ts'
import { answering } from '../support/answering.ts'
import { chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { Probe, wrongOf } from '../support/probe.ts'
import { startProduct } from '../support/processes.ts'
import { percentile, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const OUTAGE_MS = Number(process.env['OUTAGE'] ?? 10) * 1000
const WRITERS = 8
const PORT = 4604
const PROBE_MS = 50
const WELL_MS = 2000
const CALM_MS = 1000
const PATIENCE_MS = 60_000
const MAX_CALL_MS = 5000
const MAX_BACK_MS = 5000
const SLOW_MS = 2000

type Fault = {
  readonly name: string
  readonly begin: (wire: Wire) => void
  readonly end: (wire: Wire) => void
}

const FAULTS: readonly Fault[] = [
  { name: 'out of reach', begin: (wire) => (wire.down = true), end: (wire) => (wire.down = false) },
  {
    name: `${SLOW_MS / 1000} s slower, each query`,
    begin: (wire) => (wire.delayMs = SLOW_MS),
    end: (wire) => (wire.delayMs = 0),
  },
  // Silenced connections stay silent: the server has to find out by itself that they are dead.
  {
    name: 'silent, half open',
    begin: (wire) => (wire.silent = true),
    end: (wire) => (wire.silent = false),
  },
]

async function figureOf(url: string, name: string): Promise<number> {
  const text = await fetch(`${url}/api/metrics`).then((response) => response.text())
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

async function torture(postgres: Postgres, dataDir: string) {
  const wire = await Wire.to(postgres.folder)
  const server = await startProduct({ port: PORT, dataDir, databaseUrl: wire.url })
  const call = (path: string, headers = {}) =>
    fetch(`${server.url}/api/${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  try {
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(
        await Writer.begin(server.url, index % 2 === 0, chance(index), 5, OUTAGE_MS + PATIENCE_MS),
      )
    const learner = new Learner(server.url)
    await learner.onboard()
    const writing = new Probe(answering(learner, await learner.begin()), PROBE_MS)
    const asking = new Probe(() => call('auth/get-user', learner.headers), PROBE_MS)
    const reading = new Probe(() => call('app-configuration'), 2 * PROBE_MS)
    const ready = new Probe(() => call('ready'), 10 * PROBE_MS)
    const probes = [writing, asking, reading, ready]
    for (const each of [...writers, ...probes]) each.start()
    const rows = []
    for (const { name, begin, end } of FAULTS) {
      await wait(WELL_MS)
      const began = performance.now()
      begin(wire)
      await wait(OUTAGE_MS)
      const over = performance.now()
      end(wire)
      for (const each of [writing, asking, ready]) await each.calm(CALM_MS, PATIENCE_MS)
      const calm = performance.now()
      const failed = probes
        .flatMap((probe) => probe.between(over, calm))
        .filter(({ status }) => status !== 200)
      const asked = [...writing.between(began, over), ...asking.between(began, over)]
      const refused = asked.filter(({ status }) => status === 503).map(({ ms }) => ms)
      const read = reading.between(began, over)
      const reasons = ready
        .between(began, over)
        .flatMap(({ body }) => /"reason":"([^"]+)"/.exec(body)?.[1] ?? [])
      const all = probes.flatMap((probe) => probe.between(began, calm))
      const wrong = [
        ...wrongOf(all),
        ...reading.between(began, calm).filter(({ status }) => status !== 200),
      ]
      rows.push({
        name,
        calls: asked.length,
        refused: refused.length,
        median_ms: refused.length === 0 ? 0 : round(percentile(refused, 50), 0),
        most_ms: round(Math.max(0, ...[...asked, ...all].map(({ ms }) => ms)), 0),
        read: read.length,
        read_ms_p99: round(
          percentile(
            read.map(({ ms }) => ms),
            99,
          ),
          0,
        ),
        ready: [...new Set(reasons)],
        back_ms: round(Math.max(0, ...failed.map(({ at, ms }) => at + ms - over)), 0),
        wrong: wrong.length,
        example: wrong[0] ?? null,
      })
    }
    for (const each of [...writers, ...probes]) await each.stop()
    const lives = server.process.exitCode === null && server.process.signalCode === null
    const waiting = await figureOf(server.url, 'tsela_database_waiting')
    const [open, idle] = [
      await figureOf(server.url, 'tsela_database_connections'),
      await figureOf(server.url, 'tsela_database_connections_idle'),
    ]
    const stored = await answersOf(
      connectionTo(dataDir, postgres.url),
      writers.map(({ attempt }) => attempt.id),
    )
    return { rows, lives, waiting, left_hanging: open - idle, ...balance(writers, stored) }
  } finally {
    await server.stop()
    await wire.close()
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const place = mkdtempSync(join(tmpdir(), 'tsela-outage-'))
  const postgres = await startPostgres()
  try {
    const outcome = await torture(postgres, join(place, 'unused'))
    report(
      `F4, PostgreSQL away for ${OUTAGE_MS / 1000} s in three ways, ${WRITERS} writers; ${outcome.confirmed} answers confirmed, ${outcome.lost} lost, ${outcome.double} double; ${outcome.left_hanging} connections left hanging, ${outcome.waiting} calls`,
      outcome.rows.map((row) => ({
        what: row.name,
        calls: row.calls,
        'said 503': row.refused,
        'after ms': row.median_ms,
        [`most (${MAX_CALL_MS})`]: row.most_ms,
        'given from memory': row.read,
        'p99 ms': row.read_ms_p99,
        ready: row.ready.join(' '),
        [`back in ms (${MAX_BACK_MS})`]: row.back_ms,
        'other failures': row.wrong,
      })),
      outcome,
    )
    const { rows, lives, waiting, left_hanging, lost, double, strange } = outcome
    if (
      !lives ||
      waiting + left_hanging + lost + double + strange > 0 ||
      rows.some(
        (row) =>
          row.wrong > 0 ||
          row.refused === 0 ||
          row.ready.length === 0 ||
          row.most_ms > MAX_CALL_MS ||
          row.back_ms > MAX_BACK_MS,
      )
    )
      process.exitCode = 1
  } finally {
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
