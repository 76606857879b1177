/**
 * The first start is killed (risks.md F3): on the embedded database at any moment, on PostgreSQL
 * after any statement of the migrations, the catalogue and the demo, counted on the wire. The next
 * start must resume there, and end with the same data as an undisturbed first start.
 *
 *   npm run torture -- first     (KILLS on each database, 20)
 */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { Wire } from '#tests/support/wire.ts'
import { chance } from '../support/chance.ts'
import { startProduct, type ProductOptions } from '../support/processes.ts'
import { median, report, round } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PORT = 4640
/** Beyond this share, a faster run might already have finished. */
const MAX_OF_IT = 0.98

type Fresh = Omit<ProductOptions, 'port'>
/** Rows of each table, and the migrations applied. */
type Content = Readonly<Record<string, number>>

async function contentOf({ dataDir, databaseUrl }: Fresh): Promise<Content> {
  return asOwner(connectionTo(dataDir, databaseUrl), async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    const content: Record<string, number> = {}
    // The owner is bound by the tenants' policies too, unless it is a superuser, as here.
    for (const { name } of tables)
      content[name] = (
        await client.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${name}`)
      ).rows[0]!.n
    return content
  })
}

type Place = {
  readonly fresh: () => Promise<Fresh>
  /** Progress of a start, in units of its own. */
  readonly progress: () => number
  readonly done: (fresh: Fresh) => Promise<unknown>
}

/** Kills a start at this progress. */
async function killAt(moment: number, fresh: Fresh, progress: () => number): Promise<void> {
  const before = progress()
  let child: ChildProcess | undefined
  const over = new AbortController()
  const start = startProduct({ ...fresh, port: PORT, onSpawn: (process) => (child = process) })
    .catch(() => undefined)
    .finally(() => over.abort())
  while (!over.signal.aborted && progress() - before < moment) await wait(1)
  const gone = once(child!, 'exit')
  if (child!.exitCode === null && child!.signalCode === null) {
    child!.kill('SIGKILL')
    await gone
  }
  await start
}

async function torture({ fresh, progress, done }: Place) {
  const draw = chance(KILLS)
  const whole = await fresh()
  const before = progress()
  const undisturbed = await startProduct({ ...whole, port: PORT })
  const length = progress() - before
  const right = await contentOf(whole)
  await undisturbed.stop()
  await done(whole)
  const readyMs: number[] = []
  const wrong: string[] = []
  const migrations = new Set<number>()
  for (let kill = 0; kill < KILLS; kill++) {
    const place = await fresh()
    // Spread over the whole start, each at a different point.
    await killAt(((kill + draw()) / KILLS) * MAX_OF_IT * length, place, progress)
    if (place.databaseUrl !== undefined)
      migrations.add((await contentOf(place))['kysely_migration'] ?? 0)
    try {
      const server = await startProduct({ ...place, port: PORT })
      readyMs.push(server.readyMs)
      const now = await contentOf(place)
      await server.stop()
      for (const name of new Set([...Object.keys(right), ...Object.keys(now)]))
        if (right[name] !== now[name])
          wrong.push(`kill ${kill}: ${name} has ${now[name]} rows and not ${right[name]}`)
    } catch (error) {
      wrong.push(`kill ${kill}: ${(error as Error).message}`)
    }
    await done(place)
  }
  return {
    kills: KILLS,
    reopened: readyMs.length,
    killed_after_migrations: [...migrations].sort((a, b) => a - b),
    ready_ms: round(median(readyMs), 0),
    ready_ms_most: round(Math.max(...readyMs), 0),
    wrong,
  }
}

function embedded(folder: string): Place {
  let folders = 0
  return {
    fresh: async () => ({ dataDir: join(folder, `data-${folders++}`) }),
    progress: () => performance.now(),
    done: async ({ dataDir }) => rmSync(dataDir, { recursive: true, force: true }),
  }
}

function onPostgres(postgres: Postgres, wire: Wire, folder: string): Place {
  let databases = 0
  const ask = (text: string) =>
    asOwner({ connectionString: postgres.url }, (client) => client.query(text))
  return {
    fresh: async () => {
      const address = new URL(wire.url)
      address.pathname = `/first_${databases++}`
      await ask(`CREATE DATABASE ${address.pathname.slice(1)}`)
      return { dataDir: join(folder, 'unused'), databaseUrl: address.href }
    },
    progress: () => wire.sent,
    done: ({ databaseUrl }) =>
      ask(`DROP DATABASE ${new URL(databaseUrl!).pathname.slice(1)} WITH (FORCE)`),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tsela-first-'))
const outcomes: { name: string; outcome: Awaited<ReturnType<typeof torture>> }[] = []
try {
  if (postgresFolder() === null)
    process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
  else {
    const postgres = await startPostgres()
    const wire = await Wire.to(postgres.folder)
    try {
      outcomes.push({
        name: 'PostgreSQL',
        outcome: await torture(onPostgres(postgres, wire, folder)),
      })
    } finally {
      await wire.close()
      await postgres.stop()
    }
  }
  outcomes.push({ name: 'embedded', outcome: await torture(embedded(folder)) })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report(
  'F3, the first start killed',
  outcomes.map(({ name, outcome }) => ({
    what: name,
    kills: outcome.kills,
    reopened: outcome.reopened,
    'killed after migrations': outcome.killed_after_migrations.join(' '),
    'ready in ms': outcome.ready_ms,
    'at most': outcome.ready_ms_most,
    'not as it should be': outcome.wrong.length,
  })),
  Object.fromEntries(outcomes.map(({ name, outcome }) => [name.toLowerCase(), outcome])),
)
for (const { outcome } of outcomes)
  for (const line of outcome.wrong) process.stderr.write(`${line}\n`)
if (outcomes.some(({ outcome }) => outcome.reopened < outcome.kills || outcome.wrong.length > 0))
  process.exitCode = 1
