/**
 * Four servers on one PostgreSQL, once directly and twice through a pooler in transaction mode:
 * with a direct connection for notifications, and without. Learners answer and read on all of them,
 * an editor publishes, and one server after another is killed and restarted. Only clients of the
 * killed server may notice, nothing confirmed is lost, and every server has a new release within a
 * second.
 *
 *   npm run torture -- servers     (KILLS of each way, 8)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { hold } from '../support/goals.ts'
import { answering } from '../support/answering.ts'
import { chance } from '../support/chance.ts'
import { isInstalled, startPooler } from '../support/gateways.ts'
import { Learner } from '../support/learner.ts'
import { Probe, wrongOf, type Call } from '../support/probe.ts'
import { startProduct, type Running } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { median, report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const KILLS = Number(process.env['KILLS'] ?? 8)
const PORTS = [4610, 4611, 4612, 4613]
const POOLER_PORT = 4620
/** Four servers, their listeners, and our own connections must fit into PostgreSQL's limit. */
const CONNECTIONS = 8
const SESSIONS = 20
const WRITERS = 8
const PROBE_MS = 250
const LOOK_MS = 20
/** Five processes share a possibly small machine: this is not about speed. */
const PAUSE_MS = 50
const LIFE_MS = 500
const PICKED_UP_MS = 1000
/** A server that learns of a release later than this is broken. */
const NEVER_MS = 10_000

type Way = {
  readonly name: string
  readonly databaseUrl: string
  readonly env: Readonly<Record<string, string>>
}
type Span = { readonly from: number; to: number }

/** One of the servers, with its learners, and when it was down. */
class Place {
  readonly away: Span[] = []
  readonly probes: Probe[] = []

  private constructor(
    public server: Running,
    readonly start: () => Promise<Running>,
  ) {}

  static async open(start: () => Promise<Running>): Promise<Place> {
    return new Place(await start(), start)
  }

  async settle(): Promise<void> {
    const { url } = this.server
    const learner = new Learner(url)
    await learner.onboard()
    const get =
      (path: string, headers = {}) =>
      () =>
        fetch(`${url}/api/${path}`, { headers, signal: AbortSignal.timeout(30_000) })
    const asks = [
      answering(learner, await learner.begin()),
      get('auth/get-user', learner.headers),
      get('app-configuration'),
    ]
    for (const ask of asks) this.probes.push(new Probe(ask, PROBE_MS))
  }

  async restart(while_: () => Promise<void>): Promise<void> {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    this.away.push(span)
    await this.server.kill()
    await while_()
    this.server = await this.start()
    span.to = performance.now()
  }

  /** Unexpected results while the server was up. */
  get wrong(): Call[] {
    const meets = ({ at, ms }: Call) =>
      this.away.some(({ from, to }) => at + ms >= from && at <= to)
    return this.probes
      .flatMap(({ calls }) => [...wrongOf(calls), ...calls.filter(({ status }) => status === 503)])
      .filter((call) => !meets(call))
  }
}

async function releaseOf(url: string): Promise<string | null> {
  return (await fetch(`${url}/api/auth/ping`)).headers.get('x-release')
}

/**
 * Publishes a change, and checks when each server serves it. @returns ms for each, from the
 * publisher's response
 */
async function publish(
  publisher: Publisher,
  title: string,
  places: readonly Place[],
): Promise<number[]> {
  await publisher.save('screen/cv', (document) => ({ ...document, title }))
  const said = await publisher.publish(title)
  if (said.status !== 201)
    throw new Error(`${title} could not be published: ${said.status} ${await said.text()}`)
  const told = performance.now()
  const release = await releaseOf(publisher.url)
  return Promise.all(
    places.map(async ({ server }) => {
      while ((await releaseOf(server.url)) !== release) {
        if (performance.now() - told > NEVER_MS) return NEVER_MS
        await wait(LOOK_MS)
      }
      return performance.now() - told
    }),
  )
}

async function torture({ databaseUrl, env }: Way, postgres: Postgres, dataDir: string) {
  const draw = chance(KILLS)
  const start = (port: number) => () =>
    startProduct({
      port,
      dataDir,
      databaseUrl,
      env: { DATABASE_CONNECTIONS: String(CONNECTIONS), ...env },
    })
  // All at once: the first time they find an empty database.
  const places = await Promise.all(PORTS.map((port) => Place.open(start(port))))
  try {
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(
        await Writer.begin(
          places[index % places.length]!.server.url,
          index % 2 === 0,
          chance(index),
          PAUSE_MS,
        ),
      )
    for (const place of places) await place.settle()
    const publisher = new Publisher(places[0]!.server.url)
    await publisher.signIn()
    for (const each of [...writers, ...places.flatMap(({ probes }) => probes)]) each.start()
    const picked: number[] = []
    const readyMs: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(LIFE_MS)
      picked.push(...(await publish(publisher, `All there ${kill}`, places)))
      const place = places[Math.floor(draw() * places.length)]!
      const others = places.filter((each) => each !== place)
      // A proxy would send them to another server.
      for (const { learner } of writers)
        if (learner.url === place.server.url)
          learner.url = others[Math.floor(draw() * others.length)]!.server.url
      publisher.url = others[0]!.server.url
      await place.restart(
        async () => void picked.push(...(await publish(publisher, `One away ${kill}`, others))),
      )
      readyMs.push(place.server.readyMs)
      // A restarted server has the latest release from its first response.
      picked.push(
        (await releaseOf(place.server.url)) === (await releaseOf(publisher.url)) ? 0 : NEVER_MS,
      )
    }
    for (const each of [...writers, ...places.flatMap(({ probes }) => probes)]) await each.stop()
    const stored = await answersOf(
      connectionTo(dataDir, postgres.url),
      writers.map(({ attempt }) => attempt.id),
    )
    const calls = places.flatMap(({ probes }) => probes.flatMap((probe) => probe.calls))
    const wrong = places.flatMap((place) => place.wrong)
    return {
      kills: KILLS,
      calls: calls.length,
      failed_at_the_killed: calls.filter(({ status }) => status !== 200).length - wrong.length,
      ...balance(writers, stored),
      ready_ms: round(median(readyMs), 0),
      publishes: 2 * KILLS,
      picked_up_ms: round(median(picked), 0),
      picked_up_ms_most: round(Math.max(...picked), 0),
      wrong: wrong.length,
      example: wrong[0] ?? null,
    }
  } finally {
    await Promise.all(places.map(({ server }) => server.stop()))
  }
}

const outcomes: { name: string; outcome: Awaited<ReturnType<typeof torture>> }[] = []

async function tortureOn(way: (postgres: Postgres) => Way): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'tsela-servers-'))
  const postgres = await startPostgres()
  const pooler = isInstalled('pgbouncer')
    ? await startPooler(postgres.folder, POOLER_PORT, SESSIONS)
    : null
  try {
    const each = way(postgres)
    outcomes.push({
      name: each.name,
      outcome: await torture(each, postgres, join(place, 'unused')),
    })
  } finally {
    await pooler?.stop()
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  await tortureOn(({ url }) => ({ name: 'directly', databaseUrl: url, env: {} }))
  if (!isInstalled('pgbouncer'))
    process.stdout.write('SKIPPED: a pooler, for there is no pgbouncer on this machine\n')
  else {
    const pooled = `postgresql://postgres:none@127.0.0.1:${POOLER_PORT}/postgres`
    await tortureOn(({ url }) => ({
      name: 'through pgbouncer, listening past it',
      databaseUrl: pooled,
      env: { DATABASE_POOLER: '1', DATABASE_LISTEN_URL: url },
    }))
    await tortureOn(() => ({
      name: 'through pgbouncer, asking',
      databaseUrl: pooled,
      env: { DATABASE_POOLER: '1' },
    }))
  }
  report(
    `four servers on one PostgreSQL, ${WRITERS} writers`,
    outcomes.map(({ name, outcome }) => ({
      what: name,
      killed: outcome.kills,
      confirmed: outcome.confirmed,
      lost: outcome.lost,
      double: outcome.double,
      calls: outcome.calls,
      'failed at the killed one': outcome.failed_at_the_killed,
      'failed elsewhere': outcome.wrong,
      'ready in ms': outcome.ready_ms,
      publishes: outcome.publishes,
      'picked up in ms': outcome.picked_up_ms,
      [`most (${PICKED_UP_MS})`]: outcome.picked_up_ms_most,
    })),
    Object.fromEntries(outcomes.map(({ name, outcome }) => [name, outcome])),
  )
  hold(
    outcomes.map(({ name, outcome }) => ({
      what: `${name}: a release picked up after ms`,
      figure: outcome.picked_up_ms_most,
      most: PICKED_UP_MS,
    })),
  )
  if (
    outcomes.some(
      ({ outcome }) =>
        outcome.lost + outcome.double + outcome.strange + outcome.wrong > 0 ||
        outcome.failed_at_the_killed === 0 ||
        outcome.picked_up_ms_most >= NEVER_MS,
    )
  )
    process.exitCode = 1
}
