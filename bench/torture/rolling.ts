/**
 * Servers behind nginx (deploy/nginx.conf) that are restarted one after another, as in an upgrade
 * (risks.md F12), while learners send requests at a fixed rate. No request may fail, no user may be
 * signed out, every server must shut down cleanly, and everything confirmed must be stored.
 *
 *   npm run torture -- rolling     (RATE requests a second, 300; TURNS of all servers, 2)
 */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { answering } from '../support/answering.ts'
import { chance } from '../support/chance.ts'
import { isInstalled, startProxy } from '../support/gateways.ts'
import { Learner } from '../support/learner.ts'
import { Probe } from '../support/probe.ts'
import { startProduct, type Running } from '../support/processes.ts'
import { percentile, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const RATE = Number(process.env['RATE'] ?? 300)
const TURNS = Number(process.env['TURNS'] ?? 2)
const PORTS = [4630, 4631, 4632]
const PROXY_PORT = 4635
const WRITERS = 2
const LEARNERS = 3
const PAUSE_MS = 50
/**
 * Pause between two servers. nginx retries an unreachable one after two seconds
 * (deploy/nginx.conf).
 */
const BETWEEN_MS = 2500

async function torture(postgres: Postgres, dataDir: string) {
  const start = (port: number) =>
    startProduct({ port, dataDir, databaseUrl: postgres.url, env: { TRUST_PROXY: '127.0.0.1' } })
  const servers: Running[] = await Promise.all(PORTS.map(start))
  const proxy = await startProxy(PROXY_PORT, PORTS)
  const url = `http://127.0.0.1:${PROXY_PORT}`
  try {
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(await Writer.begin(url, true, chance(index), PAUSE_MS))
    const asks: (() => Promise<Response>)[] = []
    for (let index = 0; index < LEARNERS; index++) {
      const learner = new Learner(url)
      await learner.onboard()
      const get = (path: string) => () =>
        fetch(`${url}/api/${path}`, {
          headers: learner.headers,
          signal: AbortSignal.timeout(30_000),
        })
      asks.push(
        answering(learner, await learner.begin()),
        get('auth/get-user'),
        get('app-configuration'),
      )
    }
    const probes = asks.map((ask) => new Probe(ask, (1000 * asks.length) / RATE))
    for (const each of [...writers, ...probes]) each.start()
    const began = performance.now()
    const drainMs: number[] = []
    const codes: (number | null)[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [index, port] of PORTS.entries()) {
        await wait(BETWEEN_MS)
        const server = servers[index]!.process
        const gone = once(server, 'exit')
        const told = performance.now()
        server.kill('SIGTERM')
        await gone
        drainMs.push(performance.now() - told)
        codes.push(server.exitCode)
        servers[index] = await start(port)
      }
    }
    await wait(BETWEEN_MS)
    const seconds = (performance.now() - began) / 1000
    for (const each of [...writers, ...probes]) await each.stop()
    const stored = await answersOf(
      connectionTo(dataDir, postgres.url),
      writers.map(({ attempt }) => attempt.id),
    )
    const calls = probes.flatMap((probe) => probe.calls)
    // Signed-out users get 204.
    const failed = calls.filter(({ status }) => status !== 200)
    return {
      restarts: codes.length,
      calls: calls.length,
      rate: round(calls.length / seconds, 0),
      failed: failed.length,
      example: failed[0] ?? null,
      p99_ms: round(
        percentile(
          calls.map(({ ms }) => ms),
          99,
        ),
        0,
      ),
      most_ms: round(Math.max(...calls.map(({ ms }) => ms)), 0),
      not_in_good_order: codes.filter((code) => code !== 0).length,
      drained_ms_most: round(Math.max(...drainMs), 0),
      ...balance(writers, stored),
    }
  } finally {
    await proxy.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const missing = [
  postgresFolder() === null && 'PostgreSQL',
  !isInstalled('nginx') && 'nginx',
].filter(Boolean)
if (missing.length > 0)
  process.stdout.write(`SKIPPED: there is no ${missing.join(', no ')} on this machine\n`)
else {
  const place = mkdtempSync(join(tmpdir(), 'tsela-rolling-'))
  const postgres = await startPostgres()
  try {
    const outcome = await torture(postgres, join(place, 'unused'))
    report(
      `F12, ${PORTS.length} servers behind nginx restarted in turn, ${RATE} requests a second wanted`,
      [
        {
          what: 'nginx',
          restarts: outcome.restarts,
          requests: outcome.calls,
          'a second': outcome.rate,
          failed: outcome.failed,
          'p99 ms': outcome.p99_ms,
          'most ms': outcome.most_ms,
          'ended badly': outcome.not_in_good_order,
          'drained in ms': outcome.drained_ms_most,
          confirmed: outcome.confirmed,
          lost: outcome.lost,
          double: outcome.double,
        },
      ],
      outcome,
    )
    const { failed, not_in_good_order, lost, double, strange } = outcome
    if (failed + not_in_good_order + lost + double + strange > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
