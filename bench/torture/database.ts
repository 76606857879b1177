/**
 * The database fails under a running server (risks.md F2): the embedded one's process is killed;
 * PostgreSQL ends every connection, has one of its processes killed, which makes it end and recover
 * all others, and is killed as a whole and started again. The server survives, responds with 503 in
 * the meantime, and recovers by itself; nothing confirmed is lost or duplicated.
 *
 *   npm run torture -- database     (KILLS of each kind, 20)
 */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readHolder } from '#server/database/holder.ts'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { hold } from '../support/goals.ts'
import { chance } from '../support/chance.ts'
import { Probe, wrongOf } from '../support/probe.ts'
import { startProduct } from '../support/processes.ts'
import { median, percentile, report, round } from '../support/report.ts'
import { answersOf, asOwner, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const WRITERS = 8
const PORT = 4600
const PROBE_MS = 25
/** Time without faults between two kills, in ms. */
const LIFE = { least: 50, most: 700 }
const CALM_MS = 300
/** Beyond this it is a bug, not a slow machine. */
const MAX_CALL_MS = 10_000
const PATIENCE_MS = 60_000

type Fault = {
  readonly name: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly strike: () => unknown
}

async function torture({ dataDir, databaseUrl, strike }: Fault) {
  const draw = chance(KILLS)
  const start = () => startProduct({ port: PORT, dataDir, databaseUrl })
  let server = await start()
  try {
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(await Writer.begin(server.url, index % 2 === 0, chance(index)))
    const { headers } = writers[0]!.learner
    // A request that needs the database, and one that must work without it.
    const asking = new Probe(
      () =>
        fetch(`${server.url}/api/auth/get-user`, { headers, signal: AbortSignal.timeout(30_000) }),
      PROBE_MS,
    )
    const reading = new Probe(
      () => fetch(`${server.url}/api/app-configuration`, { signal: AbortSignal.timeout(30_000) }),
      4 * PROBE_MS,
    )
    for (const each of [...writers, asking, reading]) each.start()
    const backMs: number[] = []
    let end = once(server.process, 'exit')
    let [crashed, caught] = [0, 0]
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(LIFE.least + draw() * (LIFE.most - LIFE.least))
      if (writers.some(({ waiting }) => waiting) || asking.waiting > 0) caught++
      const at = performance.now()
      await strike()
      const isUp = await Promise.race([
        asking.calm(CALM_MS, PATIENCE_MS).then(() => true),
        end.then(() => false),
      ])
      if (!isUp) {
        crashed++
        server = await start()
        end = once(server.process, 'exit')
        await asking.calm(CALM_MS, PATIENCE_MS)
      }
      const failed = asking.calls.filter((call) => call.status !== 200 && call.at + call.ms > at)
      backMs.push(Math.max(0, ...failed.map((call) => call.at + call.ms - at)))
    }
    for (const each of [...writers, asking, reading]) await each.stop()
    const stored = await answersOf(
      connectionTo(dataDir, databaseUrl),
      writers.map(({ attempt }) => attempt.id),
    )
    const calls = [...asking.calls, ...reading.calls]
    const refused = asking.calls.filter(({ status }) => status === 503).map(({ ms }) => ms)
    const wrong = [
      ...wrongOf(asking.calls),
      ...reading.calls.filter(({ status }) => status !== 200),
      ...calls.filter(({ ms }) => ms > MAX_CALL_MS),
    ]
    return {
      kills: KILLS,
      caught,
      crashed,
      ...balance(writers, stored),
      calls: calls.length,
      refused: refused.length,
      refused_ms_p99: refused.length === 0 ? 0 : round(percentile(refused, 99), 0),
      refused_ms_most: round(Math.max(0, ...refused), 0),
      back_ms: round(median(backMs), 0),
      back_ms_most: round(Math.max(...backMs), 0),
      wrong: wrong.length,
      example: wrong[0] ?? null,
    }
  } finally {
    await server.stop()
  }
}

function faultsOfPostgres(postgres: Postgres, dataDir: string): Fault[] {
  const { url: databaseUrl } = postgres
  const others =
    "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
  const ask = (text: string) =>
    asOwner(
      { connectionString: databaseUrl },
      async (client) => (await client.query<{ pid: number }>(text)).rows,
    )
  return [
    {
      name: 'PostgreSQL ends every connection',
      dataDir,
      databaseUrl,
      strike: () => ask(`SELECT pid, pg_terminate_backend(pid) ${others}`),
    },
    {
      name: 'one of its processes is killed',
      dataDir,
      databaseUrl,
      strike: async () =>
        process.kill(
          (await ask(`SELECT pid ${others} ORDER BY random() LIMIT 1`))[0]!.pid,
          'SIGKILL',
        ),
    },
    {
      name: 'it is killed and started again',
      dataDir,
      databaseUrl,
      strike: async () => {
        await postgres.kill()
        await postgres.restart()
      },
    },
  ]
}

const place = mkdtempSync(join(tmpdir(), 'tsela-database-'))
const outcomes: { name: string; outcome: Awaited<ReturnType<typeof torture>> }[] = []
try {
  if (postgresFolder() === null)
    process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
  else {
    const postgres = await startPostgres()
    try {
      for (const fault of faultsOfPostgres(postgres, join(place, 'unused')))
        outcomes.push({ name: fault.name, outcome: await torture(fault) })
    } finally {
      await postgres.stop()
    }
  }
  const dataDir = join(place, 'data')
  const strike = () => process.kill(readHolder(join(dataDir, 'child.pid'))!.pid, 'SIGKILL')
  const name = 'the embedded database is killed'
  outcomes.push({ name, outcome: await torture({ name, dataDir, databaseUrl: undefined, strike }) })
} finally {
  rmSync(place, { recursive: true, force: true })
}
report(
  `F2, the database broken under load, ${WRITERS} writers`,
  outcomes.map(({ name, outcome }) => ({
    what: name,
    kills: outcome.kills,
    'under load': outcome.caught,
    'server ended': outcome.crashed,
    confirmed: outcome.confirmed,
    lost: outcome.lost,
    double: outcome.double,
    'said 503': outcome.refused,
    'after ms, p99': outcome.refused_ms_p99,
    'most (1000)': outcome.refused_ms_most,
    'back in ms': outcome.back_ms,
    'most (5000)': outcome.back_ms_most,
    'other failures': outcome.wrong,
  })),
  Object.fromEntries(outcomes.map(({ name, outcome }) => [name, outcome])),
)
hold(
  outcomes.flatMap(({ name, outcome }) => [
    { what: `${name}: refused after ms, p99`, figure: outcome.refused_ms_p99, most: 1000 },
    { what: `${name}: back after ms`, figure: outcome.back_ms_most, most: 5000 },
  ]),
)
if (
  outcomes.some(
    ({ outcome }) =>
      outcome.crashed + outcome.lost + outcome.double + outcome.strange + outcome.wrong > 0 ||
      outcome.caught < outcome.kills / 2,
  )
)
  process.exitCode = 1
