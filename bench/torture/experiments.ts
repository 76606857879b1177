/**
 * 10,000 learners in two experiments, on four servers that share one PostgreSQL, of which one is
 * killed (SIGKILL) and started again all the time. Their responses are lost, their batches are sent
 * twice, phones come back after a day without a signal, they sign up in between, continue on a second
 * phone, and clear their cookies. One unit, one arm, each exposure and each event once.
 *
 *   npm run torture -- experiments     (LEARNERS, 10000; ACCOUNTS of 100 learners, 15; SEED, 0: with
 *   another one, other learners come; AT_ONCE, 32; KILL_EVERY_MS, 3000)
 *
 * Where the machine isn't quiet for long enough, in parts that add up in a file:
 *
 *   PARTS=/tmp/parts.json LEARNERS=1000 SEED=1 npm run torture -- experiments     (then SEED=2, …)
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EXPOSURE } from '#engine/contract/events.ts'
import { bucketOf, isWithin, rangesOf } from '#engine/experiments/hash.ts'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { chance, type Chance } from '../support/chance.ts'
import { beginPart, endPart, totalOf } from '../support/parts.ts'
import { startProduct, type Running } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { report } from '../support/report.ts'
import { asOwner } from '../support/stored.ts'
import { filledIn, seen, Visitor } from '../support/visitor.ts'

const LEARNERS = Number(process.env['LEARNERS'] ?? 10_000)
const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 15) / 100
const SEED = Number(process.env['SEED'] ?? 0)
/** File in which the parts add up; empty: this run is all. */
const PARTS = process.env['PARTS'] ?? ''
/** More than there are learners in any run, so that no two runs have the same. */
const APART = 1_000_000
const PORTS = [4646, 4647, 4648, 4649]
const CONNECTIONS = 8
/** Learners at the same time; on a machine that is busy with other things, fewer and fewer kills. */
const AT_ONCE = Number(process.env['AT_ONCE'] ?? 32)
/** A server takes seconds to start: then three of four are up. */
const KILL_EVERY_MS = Number(process.env['KILL_EVERY_MS'] ?? 3000)
const MAX_TRIES = 200
const MAX_STARTS = 10
const DAY_MS = 86_400_000
const EXPERIMENT = 'home-action'
const EXPERIMENTS = [EXPERIMENT, 'onboarding-order']
/** Shares of people, or of calls. */
const LOST = 0.15
const TWICE = 0.15
const OFFLINE = 0.1
const CLEARED = 0.3
const SECOND_PHONE = 0.5
const FORGED = 0.02

type Event = ReturnType<typeof seen>
type Arms = Readonly<Record<string, string>>

/** What all learners did, to be compared with what is stored. */
const told = {
  calls: 0,
  /** Ended by a kill, or refused by a server that was starting. */
  failed: 0,
  lost: 0,
  twice: 0,
  offline: 0,
  accounts: 0,
  phones: 0,
  cleared: 0,
  /** An arm that was not the one of before. */
  changed: 0,
  /** A forged unit or arm that was believed. */
  believed: 0,
  wrong: [] as string[],
}
/** Unit -> arms that it was told. */
const units = new Map<string, Arms>()
/** Units whose exposure was confirmed, and events by id. */
const exposed = new Set<string>()
const confirmed = new Set<string>()
const sent = new Set<string>()
const people: { readonly email: string; readonly unit: string }[] = []

/** A phone whose calls go to any of the servers, and are repeated until one responds. */
class Phone extends Visitor {
  readonly address: string

  constructor(
    readonly servers: readonly string[],
    readonly draw: Chance,
  ) {
    super(servers[0]!)
    this.address = `10.${[0, 0, 0].map(() => Math.floor(draw() * 250) + 1).join('.')}`
  }

  override get headers(): Record<string, string> {
    return { ...super.headers, 'x-forwarded-for': this.address }
  }

  /** @returns the response of the first server that had one, and whether an earlier call may have arrived */
  async ask(
    path: string,
    init: RequestInit = {},
  ): Promise<{ response: Response; text: string; again: boolean }> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const url = this.servers[Math.floor(this.draw() * this.servers.length)]!
      told.calls++
      // The response doesn't arrive: often the call did.
      const isLost = this.draw() < LOST
      if (isLost) told.lost++
      try {
        const response = await fetch(url + path, {
          ...init,
          headers: this.headers,
          signal: AbortSignal.timeout(isLost ? 1 + Math.floor(this.draw() * 40) : 30_000),
        })
        const text = await response.text()
        if (response.status !== 503) {
          this.keepCookies(response)
          return { response, text, again: tries > 0 }
        }
        told.failed++
      } catch {
        if (!isLost) told.failed++
      }
      await wait(20 + this.draw() * 100)
    }
    throw new Error(`${path} was never answered`)
  }

  override async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { response, text, again } = await this.ask(`/api/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // The account is there already: only the response had been lost.
    if (path === 'auth/signup' && response.status === 409 && again)
      return this.call<T>('POST', 'auth/login', body)
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  override async open(path = '/home'): Promise<Arms> {
    await this.ask(path)
    return this.arms()
  }

  /** As the outbox of the app does it: the same batch until it is confirmed, and sometimes once more. */
  async report(events: readonly Event[]): Promise<void> {
    for (const { id, name } of events) if (name !== EXPOSURE) sent.add(id)
    const unit = this.unit!
    const times = this.draw() < TWICE ? 2 : 1
    if (times === 2) told.twice++
    for (let time = 0; time < times; time++) {
      const { refused } = await this.send(...events)
      if (refused.length > 0) told.wrong.push(`refused: ${JSON.stringify(refused)}`)
    }
    for (const { id, name } of events) {
      if (name === EXPOSURE) exposed.add(unit)
      else confirmed.add(id)
    }
  }
}

/** Remembers what a unit was told, and complains if it had been told something else. */
function heard(unit: string | undefined, arms: Arms, before: Arms = {}): void {
  if (unit === undefined) {
    told.wrong.push('no unit')
    return
  }
  const known = { ...units.get(unit), ...before }
  for (const [experiment, arm] of Object.entries(arms))
    if (known[experiment] !== undefined && known[experiment] !== arm) told.changed++
  units.set(unit, { ...arms, ...known })
}

async function live(phone: Phone): Promise<void> {
  const { draw } = phone
  let arms = await phone.open()
  const unit = phone.unit
  heard(unit, arms)
  const isOffline = draw() < OFFLINE
  const at = new Date(Date.now() - (isOffline ? DAY_MS : 0))
  const events = [seen(EXPERIMENT, arms[EXPERIMENT] ?? '', 'home', at), filledIn('begin', at)]
  if (isOffline) told.offline++
  else await phone.report(events)
  if (draw() < FORGED) await forge(phone, arms)
  if (draw() < ACCOUNTS) {
    told.accounts++
    await phone.signUp()
    // Nobody changes arms by making an account.
    if (phone.unit !== unit) told.wrong.push('another unit after the sign-up')
    arms = await phone.arms()
    heard(unit, arms)
    people.push({ email: phone.email, unit: unit! })
    if (draw() < SECOND_PHONE) await onSecondPhone(phone, unit!, arms)
    if (draw() < CLEARED) await afterClearing(phone, unit!, arms)
  }
  // What had waited on the phone is sent under the unit that it has now.
  if (isOffline) await phone.report(events)
  await phone.report([filledIn('end', new Date())])
  heard(phone.unit, await phone.arms())
}

async function signIn(phone: Phone, email: string): Promise<Arms> {
  await phone.call('GET', 'auth/ping')
  await phone.call('POST', 'auth/login', { email, password: 'Thaba2024' })
  return phone.arms()
}

async function onSecondPhone(first: Phone, unit: string, arms: Arms): Promise<void> {
  told.phones++
  const second = new Phone(first.servers, first.draw)
  // It has been a visitor's before, with a unit of its own.
  heard(await second.open().then(() => second.unit), await second.arms())
  const now = await signIn(second, first.email)
  if (second.unit !== unit) told.wrong.push('another unit on the second phone')
  heard(unit, now, arms)
  await second.report([seen(EXPERIMENT, now[EXPERIMENT] ?? '', 'home', new Date())])
}

async function afterClearing(phone: Phone, unit: string, arms: Arms): Promise<void> {
  told.cleared++
  phone.cookies.clear()
  heard(await phone.open().then(() => phone.unit), await phone.arms())
  const now = await signIn(phone, phone.email)
  if (phone.unit !== unit) told.wrong.push('another unit after the cookies were cleared')
  heard(unit, now, arms)
}

/** Another arm, an unknown experiment, tomorrow's events, and a unit that was made up. */
async function forge(phone: Phone, arms: Arms): Promise<void> {
  const other = arms[EXPERIMENT] === 'control' ? 'outcome' : 'control'
  const lies = [
    seen(EXPERIMENT, other, 'home', new Date()),
    seen('none', 'control', 'home', new Date()),
    filledIn('tomorrow', new Date(Date.now() + 2 * DAY_MS)),
  ]
  const { refused } = await phone.send(...lies)
  told.believed += lies.length - refused.length
  const liar = new Phone(phone.servers, phone.draw)
  // All but its unit is as the server gave it.
  await liar.open()
  const name = [...phone.cookies.keys()].find((each) => each.endsWith('unit'))!
  const [, ...rest] = phone.cookies.get(name)!.split('.')
  liar.cookies.set(name, [randomUUID(), ...rest].join('.'))
  const { refused: all } = await liar.send(seen(EXPERIMENT, arms[EXPERIMENT]!, 'home', new Date()))
  told.believed += 1 - all.length
}

/** What is stored, against what was told. */
async function compare(postgres: Postgres) {
  return asOwner({ connectionString: postgres.url }, async (client) => {
    const { rows: assigned } = await client.query<{
      unit: string
      arm: string
      exposed: boolean
      probability: number
    }>(
      `SELECT unit, arm, exposed_at IS NOT NULL AS exposed, probability FROM experiment_assignments WHERE experiment = $1`,
      [EXPERIMENT],
    )
    const { rows: happened } = await client.query<{ id: string }>(
      `SELECT id FROM events WHERE name = 'formComplete'`,
    )
    const { rows: owned } = await client.query<{ email: string; unit: string; counted: boolean }>(
      `SELECT u.email, p.unit, p.counted FROM person_units p JOIN users u ON u.id = p.user_id WHERE u.email LIKE 'learner.%'`,
    )
    const ranges = rangesOf([0.5, 0.5], 1)
    const byHash = (unit: string) =>
      ['control', 'outcome'][
        ranges.findIndex((range) => isWithin(bucketOf(EXPERIMENT, unit), range))
      ]
    const rows = new Map(assigned.map((row) => [row.unit, row]))
    const stored = new Set(happened.map(({ id }) => id))
    const persons = new Map(owned.map((row) => [row.email, row]))
    return {
      'units with two rows': assigned.length - rows.size,
      'exposures lost': [...exposed].filter((unit) => rows.get(unit)?.exposed !== true).length,
      'exposures of nobody': assigned.filter(({ unit, exposed: was }) => was && !exposed.has(unit))
        .length,
      'rows with another arm than was told': assigned.filter(
        ({ unit, arm }) => units.get(unit)?.[EXPERIMENT] !== arm,
      ).length,
      'rows with another arm than the hash': assigned.filter(
        ({ unit, arm }) => byHash(unit) !== arm,
      ).length,
      'events lost': [...confirmed].filter((id) => !stored.has(id)).length,
      'events of nobody': [...stored].filter((id) => !sent.has(id)).length,
      'events twice': happened.length - stored.size,
      'people with another unit': people.filter(
        ({ email, unit }) => persons.get(email)?.unit !== unit,
      ).length,
      'people not counted': people.filter(({ email }) => persons.get(email)?.counted !== true)
        .length,
      figures: {
        control: assigned.filter(({ arm, exposed: was }) => was && arm === 'control').length,
        outcome: assigned.filter(({ arm, exposed: was }) => was && arm === 'outcome').length,
        events: happened.length,
      },
    }
  })
}

/** On a busy machine the check of the release may be stopped before it is through. */
async function startExperiment(owner: Publisher, id: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await owner.call('POST', `admin/experiments/${id}/start`, {})
    } catch (error) {
      if (tries === MAX_STARTS || !String(error).includes('check/stopped')) throw error
    }
}

async function torture(postgres: Postgres, dataDir: string) {
  const start = (port: number) =>
    startProduct({
      port,
      dataDir,
      databaseUrl: postgres.url,
      env: { DATABASE_CONNECTIONS: String(CONNECTIONS), TRUST_PROXY: '127.0.0.1' },
    })
  const servers: Running[] = []
  const urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
  const run = { isOver: false, kills: 0 }
  try {
    // The first prepares the database for all.
    servers.push(await start(PORTS[0]!))
    servers.push(...(await Promise.all(PORTS.slice(1).map(start))))
    const owner = new Publisher(urls[0]!)
    await owner.signIn()
    for (const each of EXPERIMENTS) await startExperiment(owner, each)
    // All of them have heard of it before the first learner comes.
    for (const url of urls)
      while ((await new Visitor(url).open())[EXPERIMENT] === undefined) await wait(100)
    const draw = chance(LEARNERS + SEED * APART)
    const began = performance.now()
    const killing = (async () => {
      while (!run.isOver) {
        await wait(KILL_EVERY_MS)
        const at = Math.floor(draw() * servers.length)
        await servers[at]!.kill()
        run.kills++
        servers[at] = await start(PORTS[at]!)
      }
    })()
    // If one doesn't come up again, it's over for everybody, and nothing is left running.
    killing.catch(() => (run.isOver = true))
    let come = 0
    let gone = 0
    const some = async () => {
      while (come < LEARNERS && !run.isOver) {
        const phone = new Phone(urls, chance(++come + SEED * APART))
        await live(phone).catch((error: unknown) => told.wrong.push(String(error)))
        if (++gone % 500 === 0) {
          const seconds = Math.round((performance.now() - began) / 1000)
          process.stdout.write(`  ${gone} learners, ${run.kills} kills, ${seconds} s\n`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, some))
    run.isOver = true
    await killing
    return { kills: run.kills, ...(await compare(postgres)) }
  } finally {
    run.isOver = true
    await Promise.all(servers.map((server) => server.stop()))
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  if (PARTS !== '') beginPart(PARTS, SEED, LEARNERS, new Date())
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-experiments-'))
  const postgres = await startPostgres()
  try {
    const { kills, figures, ...faults } = await torture(postgres, dataDir)
    const { wrong, changed, believed, ...did } = told
    const all = {
      ...faults,
      'arms changed': changed,
      'lies believed': believed,
      'otherwise wrong': wrong.length,
    }
    report(
      `${LEARNERS} learners in experiments, four servers`,
      Object.entries({ learners: LEARNERS, kills, ...did, ...figures, ...all }).map(
        ([what, n]) => ({
          what,
          n,
        }),
      ),
      { learners: LEARNERS, kills, ...did, ...figures, faults: all, examples: wrong.slice(0, 5) },
    )
    const isFaulty = (faults: Readonly<Record<string, number>>) =>
      Object.values(faults).some((n) => n > 0)
    if (isFaulty(all) || kills === 0 || told.failed === 0) process.exitCode = 1
    if (PARTS !== '') {
      const total = totalOf(endPart(PARTS, SEED, { kills, ...did, ...figures }, all))
      const { whole, brokenOff, learners } = total
      report(
        `${learners} learners in ${whole} parts that were run to their ends, ${brokenOff} broken off`,
        Object.entries({ ...total.figures, ...total.faults }).map(([what, n]) => ({ what, n })),
        { parts: total },
      )
      if (isFaulty(total.faults)) process.exitCode = 1
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
