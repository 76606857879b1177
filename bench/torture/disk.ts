/**
 * The disk is full (risks.md F5): a small file system of its own under each database, filled to the
 * last byte while learners answer, and freed again. Writes get a 503 with a time to retry, the
 * server survives, requests that need no writes succeed, and when there is space again it recovers
 * by itself with everything that it had confirmed.
 *
 *   npm run torture -- disk     (ROUNDS of each, 3; FULL seconds, 15)
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { answering } from '../support/answering.ts'
import { chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { Probe, wrongOf } from '../support/probe.ts'
import { startProduct } from '../support/processes.ts'
import { median, percentile, report, round } from '../support/report.ts'
import { answersOf, asOwner, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const FULL_MS = Number(process.env['FULL'] ?? 15) * 1000
const MEGABYTES = 450
const WRITERS = 4
const PORT = 4602
const PROBE_MS = 50
const WELL_MS = 2000
const CALM_MS = 1000
const PATIENCE_MS = 60_000

/** Uses up all remaining space. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (let piece = Buffer.alloc(1 << 20, 1); piece.length > 0;) {
    try {
      writeSync(handle, piece)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      piece = piece.subarray(0, piece.length >> 1)
    }
  }
  closeSync(handle)
}

async function torture(disk: string, postgres: Postgres | null) {
  const dataDir = join(disk, 'data')
  const databaseUrl = postgres?.url
  const server = await startProduct({ port: PORT, dataDir, databaseUrl })
  const ballast = join(disk, 'ballast')
  try {
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(await Writer.begin(server.url, index % 2 === 0, chance(index), 5))
    const learner = new Learner(server.url)
    await learner.onboard()
    const writing = new Probe(answering(learner, await learner.begin()), PROBE_MS)
    const reading = new Probe(
      () => fetch(`${server.url}/api/app-configuration`, { signal: AbortSignal.timeout(30_000) }),
      2 * PROBE_MS,
    )
    const asking = new Probe(
      () => fetch(`${server.url}/api/ready`, { signal: AbortSignal.timeout(30_000) }),
      10 * PROBE_MS,
    )
    const probes = [writing, reading, asking]
    for (const each of [...writers, ...probes]) each.start()
    const backMs: number[] = []
    let [databaseEnded, told] = [0, 0]
    for (let index = 0; index < ROUNDS; index++) {
      await wait(WELL_MS)
      const filled = performance.now()
      fill(ballast)
      // A table that cannot grow is an error; a write-ahead log that cannot grow ends every process
      // of the database. Both occur: every other round requests a new log segment.
      if (index % 2 === 1) await growLog(connectionTo(dataDir, databaseUrl))
      await wait(FULL_MS)
      const freed = performance.now()
      rmSync(ballast)
      // A database that has ended is restarted, as an operator's supervisor would.
      if (postgres !== null && (await isGone(postgres))) {
        databaseEnded++
        await postgres.restart()
      }
      await writing.calm(CALM_MS, PATIENCE_MS)
      await asking.calm(CALM_MS, PATIENCE_MS)
      backMs.push(
        Math.max(
          0,
          ...[...writing.calls, ...asking.calls]
            .filter(({ status, at, ms }) => status !== 200 && at + ms > freed)
            .map(({ at, ms }) => at + ms - freed),
        ),
      )
      if (writing.between(filled, freed).some(({ status }) => status === 503)) told++
    }
    for (const each of [...writers, ...probes]) await each.stop()
    const lives = server.process.exitCode === null && server.process.signalCode === null
    const stored = await answersOf(
      connectionTo(dataDir, databaseUrl),
      writers.map(({ attempt }) => attempt.id),
    )
    const refused = writing.calls.filter(({ status }) => status === 503)
    const reasons = new Set(
      asking.calls.flatMap(({ body }) => /"reason":"([^"]+)"/.exec(body)?.[1] ?? []),
    )
    const wrong = [
      ...wrongOf(writing.calls),
      ...wrongOf(asking.calls),
      ...reading.calls.filter(({ status }) => status !== 200),
    ]
    return {
      rounds: ROUNDS,
      told,
      lives,
      database_ended: databaseEnded,
      ...balance(writers, stored),
      refused: refused.length,
      refused_ms_p99:
        refused.length === 0
          ? 0
          : round(
              percentile(
                refused.map(({ ms }) => ms),
                99,
              ),
              0,
            ),
      refused_ms_most: round(Math.max(0, ...refused.map(({ ms }) => ms)), 0),
      read_meanwhile: reading.calls.length,
      reasons: [...reasons],
      back_ms: round(median(backMs), 0),
      back_ms_most: round(Math.max(...backMs), 0),
      wrong: wrong.length,
      example: wrong[0] ?? null,
    }
  } finally {
    await server.stop()
  }
}

/** Requests new log segments until there is no space. */
async function growLog(connection: pg.PoolConfig): Promise<void> {
  const grow = asOwner({ ...connection, connectionTimeoutMillis: 5000 }, async (client) => {
    client.on('error', () => undefined)
    for (let piece = 0; piece < MEGABYTES / 16; piece++)
      await client.query(
        "SELECT pg_switch_wal(), pg_logical_emit_message(false, 'torture', 'one more')",
      )
  })
  await grow.catch(() => undefined)
}

async function isGone(postgres: Postgres): Promise<boolean> {
  await wait(500)
  try {
    process.kill(postgres.pid(), 0)
    return false
  } catch {
    return true
  }
}

const outcomes: { name: string; outcome: Awaited<ReturnType<typeof torture>> }[] = []
const place = mkdtempSync(join(tmpdir(), 'tsela-disk-'))
// PostgreSQL runs as another user than root.
chmodSync(place, 0o755)

/** @returns false if this machine cannot mount a file system for us */
async function onSmallDisk(name: string, work: (disk: string) => Promise<void>): Promise<boolean> {
  const disk = join(place, name)
  mkdirSync(disk)
  if (
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=755`, 'tmpfs', disk], {
      stdio: 'ignore',
    }).status !== 0
  )
    return false
  try {
    await work(disk)
  } finally {
    spawnSync('umount', ['-l', disk], { stdio: 'ignore' })
  }
  return true
}

try {
  const isPossible = await onSmallDisk(
    'embedded',
    async (disk) => void outcomes.push({ name: 'embedded', outcome: await torture(disk, null) }),
  )
  if (!isPossible)
    process.stdout.write(
      'SKIPPED: full disks, for this machine does not let us mount a small one (root may)\n',
    )
  else if (postgresFolder() === null)
    process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
  else
    await onSmallDisk('postgres', async (disk) => {
      const postgres = await startPostgres(disk)
      try {
        outcomes.push({ name: 'PostgreSQL', outcome: await torture(disk, postgres) })
      } finally {
        await postgres.stop()
      }
    })
} finally {
  rmSync(place, { recursive: true, force: true })
}
report(
  `F5, a full disk for ${FULL_MS / 1000} s, ${WRITERS} writers`,
  outcomes.map(({ name, outcome }) => ({
    what: name,
    rounds: outcome.rounds,
    'writes told 503': outcome.told,
    'server lives': String(outcome.lives),
    'database ended': outcome.database_ended,
    confirmed: outcome.confirmed,
    lost: outcome.lost,
    double: outcome.double,
    'said 503': outcome.refused,
    'after ms, p99': outcome.refused_ms_p99,
    most: outcome.refused_ms_most,
    ready: outcome.reasons.join(' '),
    'back in ms': outcome.back_ms,
    'most (15000)': outcome.back_ms_most,
    'other failures': outcome.wrong,
  })),
  Object.fromEntries(outcomes.map(({ name, outcome }) => [name.toLowerCase(), outcome])),
)
// Speed depends on the machine; survival, data and honest errors are our responsibility.
if (
  outcomes.some(
    ({ outcome }) =>
      !outcome.lives ||
      outcome.told < outcome.rounds ||
      outcome.lost + outcome.double + outcome.strange + outcome.wrong > 0,
  )
)
  process.exitCode = 1
