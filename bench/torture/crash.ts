/**
 * The server is killed (SIGKILL) again and again while learners send answers and resend unconfirmed
 * ones (risks.md F1), on both databases. Nothing confirmed may be lost, nothing stored twice; and
 * it must recover quickly.
 *
 *   npm run torture -- crash     (KILLS on each database, 20)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { hold } from '../support/goals.ts'
import { chance } from '../support/chance.ts'
import { startProduct } from '../support/processes.ts'
import { median, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const WRITERS = 8
const PORT = 4534
/** After this many kills a writer is replaced. */
const KILLS_A_WRITER = 20
/** How long the server runs after it is ready, in ms. */
const LIFE = { least: 50, most: 700 }

async function torture(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-crash-'))
  const draw = chance(KILLS)
  let server = await startProduct({ port: PORT, dataDir, databaseUrl })
  try {
    const writers: Writer[] = []
    const readyMs: number[] = []
    let caught = 0
    for (let kill = 0; kill < KILLS;) {
      // Replaced every few kills, because one item may be answered at most a hundred times.
      const working: Writer[] = []
      for (let index = 0; index < WRITERS; index++)
        working.push(await Writer.begin(server.url, index % 2 === 0, chance(kill + index)))
      for (const writer of working) writer.start()
      for (const until = Math.min(KILLS, kill + KILLS_A_WRITER); kill < until; kill++) {
        await wait(LIFE.least + draw() * (LIFE.most - LIFE.least))
        if (working.some(({ waiting }) => waiting)) caught++
        await server.kill()
        server = await startProduct({ port: PORT, dataDir, databaseUrl })
        readyMs.push(server.readyMs)
      }
      for (const writer of working) await writer.stop()
      writers.push(...working)
    }
    const stored = await answersOf(
      connectionTo(dataDir, databaseUrl),
      writers.map(({ attempt }) => attempt.id),
    )
    return {
      kills: KILLS,
      caught,
      ...balance(writers, stored),
      ready_ms: round(median(readyMs), 0),
      ready_ms_most: round(Math.max(...readyMs), 0),
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Outcome = Awaited<ReturnType<typeof torture>>

function row(what: string, goal: number, outcome: Outcome) {
  return {
    what,
    kills: outcome.kills,
    'under load': outcome.caught,
    confirmed: outcome.confirmed,
    'sent again': outcome.repeated,
    lost: outcome.lost,
    double: outcome.double,
    'ready in ms': outcome.ready_ms,
    'at most': outcome.ready_ms_most,
    goal,
  }
}

const outcomes: { name: string; goal: number; outcome: Outcome }[] = []
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    outcomes.push({ name: 'PostgreSQL', goal: 2000, outcome: await torture(postgres.url) })
  } finally {
    await postgres.stop()
  }
}
outcomes.push({ name: 'embedded', goal: 3000, outcome: await torture(undefined) })
report(
  `F1, the server killed under load, ${WRITERS} writers`,
  outcomes.map(({ name, goal, outcome }) => row(name, goal, outcome)),
  Object.fromEntries(outcomes.map(({ name, outcome }) => [name.toLowerCase(), outcome])),
)
hold(
  outcomes.flatMap(({ name, goal, outcome }) => [
    { what: `${name}: ready after a kill, median`, figure: outcome.ready_ms, most: goal },
    { what: `${name}: ready after a kill, at most`, figure: outcome.ready_ms_most, most: 5000 },
  ]),
)
if (
  outcomes.some(
    ({ outcome }) => outcome.lost + outcome.double + outcome.strange > 0 || outcome.caught === 0,
  )
)
  process.exitCode = 1
