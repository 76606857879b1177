/**
 * What experiments find and cost. Power: simulated experiments with the planned effect, by how many
 * people they have, in parts of what a test with one look would need. Analysis: a million exposures counted on PostgreSQL, and what comes after
 * them. Assignment: the configuration for a device that has the cookie, beside a server on which
 * nothing is running, and how much larger it is. Screen: every byte of the first screen that the
 * experiment is about, for a device that has the cookie, while it is running and paused.
 *
 *   npm run bench -- experiments     (EXPOSURES, 1000000; CALLS of each server, 3000; RUNS, 10000;
 *   ONLY power, analysis, assignment or screen)
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { count, recount } from '#server/experiments/counting.ts'
import { resultsNow } from '#server/experiments/results.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { KINDS, simulate, type Kind } from '#tests/support/trials.ts'
import { openBrowser, PHONE } from './support/browser.ts'
import { hold } from './support/goals.ts'
import { Meter } from './support/meter.ts'
import { startProduct, type Running } from './support/processes.ts'
import { Publisher } from './support/publisher.ts'
import { median, report, round, type Row } from './support/report.ts'
import { asOwner } from './support/stored.ts'
import { Visitor } from './support/visitor.ts'

const EXPOSURES = Number(process.env['EXPOSURES'] ?? 1_000_000)
const CALLS = Number(process.env['CALLS'] ?? 2000)
/** Of people: who makes an account. */
const ACCOUNTS = 0.3
/** People of a minute, who come while an experiment is running. */
const LATER = 1000
/** Times that everybody is counted from the beginning. */
const COUNTS = 3
/** Simulated experiments of each kind and length. */
const RUNS = Number(process.env['RUNS'] ?? 10_000)
/** People, in parts of those of a test with one look; power is promised at `PROMISED`. */
const STRETCHES = [1, 1.3, 1.75, 2] as const
const PROMISED = 1.75
const LEAST_POWER = 0.8
const MOST_MS = 2000
const MOST_SHARE = 2
const MOST_BYTES = 300
const PORTS = [4628, 4629] as const
const WARM = 300
const METER_PORT = 4630
/** No requests for this long: the page has finished loading. */
const QUIET_MS = 700
/** Of two arms at least one phone comes into each, but once in two thousand runs. */
const MOST_PHONES = 12
/** Times that an experiment is started and paused. */
const ROUNDS = 5

const read = <T>(kind: string, id: string) =>
  JSON.parse(readFileSync(join('schemas', kind, `${id}.json`), 'utf8')) as T
const experiment = read<ExperimentDocument>('experiments', 'home-action')
const metric = read<MetricDocument>('metrics', experiment.metrics.primary)

/** A tenant with its people, one every half second. */
const FILL = `
  WITH t AS (INSERT INTO tenants (id, slug, config) VALUES (gen_random_uuid(), 'bench', 'default') RETURNING id) SELECT id FROM t`
const people = (from: number, to: number) => [
  `INSERT INTO experiment_assignments (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at, device, language)
   SELECT $1::uuid, md5('u' || i)::uuid, $2::text, $3::text, CASE WHEN get_byte(decode(md5('a' || i), 'hex'), 0) < 128 THEN 'control' ELSE 'outcome' END, 0.5, at, at, 'phone', 'en'
   FROM (SELECT i, $4::timestamptz + i * interval '0.5 seconds' AS at FROM generate_series(${from}, ${to}) AS i) s`,
  `INSERT INTO users (tenant_id, id, account_type, profile, created_at)
   SELECT $1::uuid, md5('p' || i)::uuid, 'personal', '{"birthDate": "1999-05-01"}', $4::timestamptz + i * interval '0.5 seconds' + interval '1 hour'
   FROM generate_series(${from}, ${to}) AS i WHERE i % 10 < ${ACCOUNTS * 10} AND $2::text <> $3::text`,
  `INSERT INTO person_units (tenant_id, user_id, unit, counted, created_at)
   SELECT $1::uuid, md5('p' || i)::uuid, md5('u' || i)::uuid, true, $4::timestamptz
   FROM generate_series(${from}, ${to}) AS i WHERE i % 10 < ${ACCOUNTS * 10} AND $2::text <> $3::text`,
]

/**
 * What the arms came to, for the owner of the tables, whom no policy binds: no batches, no funnel, no
 * groups, nobody's age, and nothing that could be continued.
 */
const BARE = `
  SELECT a.arm, count(*), count(u.id) FROM experiment_assignments a
    LEFT JOIN person_units p ON p.tenant_id = a.tenant_id AND p.unit = a.unit AND p.counted
    LEFT JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id AND u.created_at >= a.exposed_at AND u.created_at < a.exposed_at + make_interval(days => $4)
  WHERE a.tenant_id = $1 AND a.experiment = $2 AND a.phase = $3 GROUP BY a.arm`
/** Somebody who saw their arm a day before the last ones turns out to be twelve. */
const LATE = `
  UPDATE users SET profile = jsonb_build_object('birthDate', (now() - interval '12 years')::date) WHERE id = (
    SELECT p.user_id FROM experiment_assignments a JOIN person_units p ON p.tenant_id = a.tenant_id AND p.unit = a.unit
    WHERE a.tenant_id = $1 AND a.exposed_at > $2 ORDER BY a.exposed_at LIMIT 1)`

const TICK_MS = 10
/** Time of a processor that a PostgreSQL and all that it started have used; NaN where that isn't told. */
function processorMs(server: number): number {
  const statOf = (pid: string) => {
    try {
      // After the name, which may have any characters.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    } catch {
      return null
    }
  }
  if (statOf(String(server)) === null) return Number.NaN
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid)
    if (stat !== null && (pid === String(server) || stat[1] === String(server)))
      // Its own, and of those that have ended.
      for (const at of [11, 12, 13, 14]) ticks += Number(stat[at])
  }
  return ticks * TICK_MS
}

type Analysis = Readonly<
  Record<'bare' | 'first' | 'processor' | 'next' | 'read' | 'late' | 'again', number>
>

async function analysis(): Promise<Analysis> {
  const postgres = await startPostgres()
  const connection = { connectionString: postgres.url }
  const database = new Database({ kind: 'postgres', connection })
  try {
    await migrate(database)
    const now = new Date()
    // The last of them are due: the window and the grace are over.
    const begin = new Date(now.getTime() - (metric.windowDays + 4) * 86_400_000 - EXPOSURES * 500)
    const phase = {
      experiment: experiment.id,
      phase: phaseOf(experiment, () => metric),
      now,
      legalAge: 18,
      consent: null,
    }
    const fill = (tenant: string, from: number, to: number) =>
      asOwner(connection, async (client) => {
        for (const text of people(from, to))
          await client.query(text, [tenant, phase.experiment, phase.phase, begin])
      })
    const tenant = await asOwner(connection, async (client) => {
      const made = await client.query<{ id: string }>(FILL)
      return made.rows[0]!.id
    })
    await fill(tenant, 1, EXPOSURES)
    // As the database does by itself, a while after so much was written.
    await asOwner(connection, (client) => client.query('VACUUM ANALYZE'))
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const counting = () => count(database, tenant, experiment, [metric], phase)
    const release = { catalog: { get: () => metric } } as never
    const bare = () =>
      asOwner(connection, (client) =>
        client.query(BARE, [tenant, phase.experiment, phase.phase, metric.windowDays]),
      )
    const forget = () =>
      asOwner(connection, (client) => client.query('DELETE FROM experiment_sums'))
    // In turn, so that both meet the same machine.
    const bares: number[] = []
    const firsts: number[] = []
    const processors: number[] = []
    for (let round = 0; round < COUNTS; round++) {
      await forget()
      bares.push(await timed(bare))
      const before = processorMs(postgres.pid())
      firsts.push(await timed(counting))
      processors.push(processorMs(postgres.pid()) - before)
    }
    const first = median(firsts)
    await fill(tenant, EXPOSURES + 1, EXPOSURES + LATER)
    const next = await timed(counting)
    const results = () =>
      database.tenant(tenant, (tx) => resultsNow(tx, release, experiment, phase))
    const reading = await timed(results)
    const last = new Date(begin.getTime() + EXPOSURES * 500)
    const isLate = (days: number) =>
      asOwner(connection, (client) =>
        client.query(LATE, [tenant, new Date(last.getTime() - days * 86_400_000)]),
      )
    const recounting = async () => {
      if (!(await recount(database, tenant, phase, new Date(0))))
        throw new Error('nobody was left out')
      await counting()
    }
    await isLate(1)
    const late = await timed(recounting)
    await isLate(EXPOSURES)
    const again = await timed(recounting)
    return {
      bare: median(bares),
      first,
      processor: median(processors),
      next,
      read: reading,
      late,
      again,
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Median times of the same call on both servers in turn, so that both meet the same machine. */
async function configurations(visitors: readonly Visitor[]) {
  const times = visitors.map((): number[] => [])
  const sizes = visitors.map(() => 0)
  for (let call = 0; call < CALLS + WARM; call++) {
    // Neither is always the first.
    const order = [...visitors.keys()]
    if (call % 2 === 1) order.reverse()
    for (const at of order) {
      const visitor = visitors[at]!
      const headers = { ...visitor.headers, prefer: 'return=minimal' }
      const began = performance.now()
      const text = await (await fetch(`${visitor.url}/api/app-configuration`, { headers })).text()
      if (call >= WARM) times[at]!.push(performance.now() - began)
      sizes[at] = gzipSync(text).length
    }
  }
  return { ms: times.map((each) => median(each)), sizes }
}

/**
 * Two processes are never equally fast, so what counts is by how much the second is slower while an
 * experiment is running on it than while none is: in turn, several times, so that neither a busy
 * minute nor whatever the first publish changes is taken for the experiment.
 */
async function assignment() {
  const folders = PORTS.map(() => mkdtempSync(join(tmpdir(), 'tsela-bench-')))
  const servers: Running[] = []
  try {
    for (const [at, port] of PORTS.entries())
      servers.push(await startProduct({ port, dataDir: folders[at]! }))
    const owner = new Publisher(servers[1]!.url)
    await owner.signIn()
    const visitors = servers.map(({ url }) => new Visitor(url))
    const step = (name: string) =>
      owner.call('POST', `admin/experiments/${experiment.id}/${name}`, {})
    const measured = async (name: 'start' | 'pause') => {
      await step(name)
      for (const visitor of visitors) await visitor.open()
      const { ms, sizes } = await configurations(visitors)
      return { ratio: ms[1]! / ms[0]!, ms: ms[0]!, bytes: sizes[1]! }
    }
    // A tenant that has published is served in another way than one that never has.
    await step('start')
    let before = await measured('pause')
    const rounds = []
    for (let at = 0; at < ROUNDS; at++) {
      const during = await measured('start')
      const after = await measured('pause')
      const without = Math.sqrt(before.ratio * after.ratio)
      rounds.push({
        without: during.ms * without,
        with: during.ms * during.ratio,
        share: (during.ratio / without - 1) * 100,
        bytes: during.bytes - before.bytes,
      })
      before = after
    }
    return {
      without: median(rounds.map((each) => each.without)),
      with: median(rounds.map((each) => each.with)),
      share: median(rounds.map(({ share }) => share)),
      shares: rounds.map(({ share }) => round(share, 1)),
      bytes: rounds[0]!.bytes,
    }
  } finally {
    for (const server of servers) await server.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Bytes and requests down the wire of a home page that is opened for the second time, on a phone
 * that has kept its cookies and nothing else.
 */
async function firstScreens() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-bench-'))
  const server = await startProduct({ port: PORTS[0], dataDir })
  const meter = new Meter(new URL(server.url))
  const browser = await openBrowser()
  try {
    await meter.listen(METER_PORT)
    const owner = new Publisher(server.url)
    await owner.signIn()
    const step = (name: string) =>
      owner.call('POST', `admin/experiments/${experiment.id}/${name}`, {})
    const settled = async () => {
      for (let seen = -1; seen !== meter.fetched.length || !meter.quiet;) {
        seen = meter.fetched.length
        await wait(QUIET_MS)
      }
    }
    const opened = async () => {
      const baseURL = `http://localhost:${METER_PORT}`
      const options = { viewport: PHONE, baseURL, serviceWorkers: 'block' } as const
      const before = await browser.newContext(options)
      await (await before.newPage()).goto('/home')
      await settled()
      const storageState = { cookies: await before.cookies(), origins: [] }
      await before.close()
      await settled()
      const from = meter.fetched.length
      const context = await browser.newContext({ ...options, storageState })
      await (await context.newPage()).goto('/home')
      await settled()
      const fetched = meter.fetched.slice(from)
      const unit = storageState.cookies.find(({ name }) => name === 'unit')?.value ?? ''
      await context.close()
      await settled()
      return {
        arm: decodeURIComponent(unit).split(':')[1] ?? '',
        bytes: fetched.reduce((all, { bytes }) => all + bytes, 0),
        requests: fetched.length,
        fetched,
      }
    }
    await step('start')
    await step('pause')
    const paused = await opened()
    await step('start')
    const byArm = new Map<string, Awaited<ReturnType<typeof opened>>>()
    for (let phones = 0; byArm.size < experiment.arms.length && phones < MOST_PHONES; phones++) {
      const found = await opened()
      byArm.set(found.arm, found)
    }
    return { paused, running: [...byArm.values()] }
  } finally {
    await browser.close()
    await meter.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** With ONLY, one of `power`, `analysis`, `assignment` and `screen`. */
const wants = (part: string) => (process.env['ONLY'] ?? part) === part
const rows: Row[] = []
const goals = []
const figures: Record<string, unknown> = {}
const power: Record<string, object> = {}
for (const kind of wants('power') ? (Object.keys(KINDS) as Kind[]) : [])
  for (const stretch of STRETCHES) {
    const { found, medianStop, planned, missed } = simulate(kind, {
      runs: RUNS,
      effect: 1,
      seed: 41,
      stretch,
    })
    power[`${kind}, ${stretch} times`] = {
      people: planned,
      'found of 100': round(found * 100, 1),
      'found after, median': medianStop,
      'truth outside, of 100': round(missed * 100, 1),
    }
    if (stretch === PROMISED)
      goals.push({
        what: `${kind}: not found of 100 at ${PROMISED} times`,
        figure: round((1 - found) * 100, 1),
        most: (1 - LEAST_POWER) * 100,
      })
  }
if (wants('power')) console.table(power)
figures['power'] = power
if (!wants('analysis')) process.stdout.write('Without the analysis\n')
else if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const found = await analysis()
  rows.push(
    { what: `${EXPOSURES} exposures by arm, bare SQL, ms`, figure: round(found.bare) },
    {
      what: `${EXPOSURES} exposures counted, one metric, ms (${COUNTS} times)`,
      figure: round(found.first),
    },
    { what: 'of a processor in the database, ms', figure: round(found.processor) },
    { what: `${LATER} more, ms`, figure: round(found.next) },
    { what: 'results read, ms', figure: round(found.read) },
    { what: 'one of the last day left out, ms', figure: round(found.late) },
    { what: 'the first of all left out, ms', figure: round(found.again) },
  )
  goals.push({ what: 'analysis of all exposures, ms', figure: round(found.first), most: MOST_MS })
  figures['analysis'] = found
}
if (wants('assignment')) {
  const cost = await assignment()
  rows.push(
    { what: 'configuration without experiments, ms', figure: round(cost.without, 3) },
    { what: 'configuration with one, ms', figure: round(cost.with, 3) },
    { what: 'configuration larger by bytes (gzip)', figure: cost.bytes },
  )
  goals.push(
    { what: 'assignment adds %', figure: round(cost.share), most: MOST_SHARE },
    { what: 'assignment adds bytes', figure: cost.bytes, most: MOST_BYTES },
  )
  figures['assignment'] = cost
}
if (wants('screen')) {
  const { paused, running } = await firstScreens()
  const most = Math.max(...running.map(({ bytes }) => bytes)) - paused.bytes
  rows.push(
    { what: 'first screen, paused, bytes', figure: paused.bytes },
    ...running.map(({ arm, bytes }) => ({ what: `first screen, ${arm}, bytes`, figure: bytes })),
    ...running.map(({ arm, requests }) => ({
      what: `more requests, ${arm}`,
      figure: requests - paused.requests,
    })),
  )
  goals.push({ what: 'first screen larger by bytes', figure: most, most: MOST_BYTES })
  figures['screen'] = { paused, running }
}
report('experiments', rows, figures)
hold(goals)
