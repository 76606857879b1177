/**
 * Logins, checks of codes and redemptions a second, beside the password hash alone, which bounds the
 * first: on both databases, the load generator on the same machine. And how long a start takes with
 * fifty sign-in services configured.
 *
 *   npm run bench -- accounts     (BENCH_SECONDS of logins, 5; PEOPLE who have a code and a plan, 300;
 *   STARTS of each kind, 3)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Passwords } from '#server/accounts/passwords.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { Learner } from './support/learner.ts'
import { startProduct, type ProductOptions, type Running } from './support/processes.ts'
import { Publisher } from './support/publisher.ts'
import { median, percentile, report, round, type Row } from './support/report.ts'
import { asOwner, connectionTo } from './support/stored.ts'

const PORT = 4538
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const PEOPLE = Number(process.env['PEOPLE'] ?? 300)
const AT_ONCE = 16
const SERVICES = 50
const STARTS = Number(process.env['STARTS'] ?? 3)
const PASSWORD = 'Thaba2024'

type Rate = { readonly perSecond: number; readonly p50: number; readonly p99: number }

function rateOf(times: readonly number[], tookMs: number): Rate {
  return {
    perSecond: round((times.length * 1000) / tookMs),
    p50: round(percentile(times, 50)),
    p99: round(percentile(times, 99)),
  }
}

/** Sixteen at a time, until there is nothing left. */
async function rate(left: Iterator<() => Promise<unknown>>): Promise<Rate> {
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        const sent = performance.now()
        await next.value()
        times.push(performance.now() - sent)
      }
    }),
  )
  return rateOf(times, performance.now() - began)
}

function* during(seconds: number, of: (n: number) => Promise<unknown>) {
  const until = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < until; n++) yield () => of(n)
}

function* each<T>(list: readonly T[], of: (one: T) => Promise<unknown>) {
  for (const one of list) yield () => of(one)
}

/** The hash alone, as many at once as the server allows. */
async function hashes(): Promise<Rate> {
  const passwords = new Passwords()
  const stored = await passwords.hash(PASSWORD)
  return rate(during(SECONDS, () => passwords.verify(stored, PASSWORD)))
}

async function logins(server: Running, dataDir: string, databaseUrl: string | undefined) {
  const model = new Learner(server.url)
  await model.onboard()
  await asOwner(connectionTo(dataDir, databaseUrl), (client) =>
    client.query(
      `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'login' || n || '@crowd.test'))).*
       FROM users u, generate_series(0, 999) AS n WHERE u.email = $1`,
      [model.email],
    ),
  )
  const guest = new Learner(server.url)
  await guest.call('GET', 'auth/ping')
  return rate(
    during(SECONDS, async (n) => {
      const response = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { ...guest.headers, 'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}` },
        body: JSON.stringify({ email: `login${n % 1000}@crowd.test`, password: PASSWORD }),
      })
      await response.text()
      if (response.status !== 200) throw new Error(`a login was answered ${response.status}`)
    }),
  )
}

async function codesAndPlans(server: Running): Promise<{ codes: Rate; plans: Rate }> {
  const people = Array.from({ length: PEOPLE }, () => new Learner(server.url))
  await rate(each(people, (one) => one.signUp()))
  const codes = new Map<Learner, string>()
  await rate(
    each(people, async (one) => {
      const { items } = await one.call<{ items: { text: string }[] }>(
        'GET',
        `demo/outbox?to=${encodeURIComponent(one.email)}`,
      )
      codes.set(one, /\d{6}/.exec(items.at(-1)!.text)![0])
    }),
  )
  return {
    codes: await rate(
      each(people, (one) => one.call('POST', 'auth/verify', { code: codes.get(one)! })),
    ),
    plans: await rate(
      each(people, (one) => one.call('POST', 'plans/redeem', { code: 'DEMO-COMMIT' })),
    ),
  }
}

/**
 * Restarts without the services, with them, and without them again: the machine may be busier at
 * one time than at another. The tenant has a release of its own each time, which takes a start
 * longer than the one that is shipped.
 */
async function starts(options: ProductOptions): Promise<{ without: number; with: number }> {
  const ready = async (times: number[]) => {
    for (let turn = 0; turn < STARTS; turn++) {
      const server = await startProduct(options)
      times.push(server.readyMs)
      await server.stop()
    }
  }
  const [without, withThem]: [number[], number[]] = [[], []]
  for (const [services, times] of [
    [0, without],
    [SERVICES, withThem],
    [0, without],
  ] as const) {
    await running(options, (server) => publishServices(server, services))
    await ready(times)
  }
  return { without: round(median(without)), with: round(median(withThem)) }
}

async function publishServices(server: Running, count: number): Promise<void> {
  const publisher = new Publisher(server.url)
  await publisher.signIn()
  await publisher.save('config/default', (document) => ({
    ...document,
    title: `With ${count} sign-in services`,
    authProviders: {
      basic: true,
      phone: true,
      ...Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `service${n}`,
          { label: `Service ${n}`, issuer: `https://id${n}.example/oidc`, clientId: `tsela-${n}` },
        ]),
      ),
    },
  }))
  const published = await publisher.publish(`${count} sign-in services`)
  if (published.status !== 201)
    throw new Error(`publishing was answered ${published.status}: ${await published.text()}`)
}

async function running<T>(options: ProductOptions, work: (server: Running) => Promise<T>) {
  const server = await startProduct(options)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function measure(name: string, databaseUrl: string | undefined, hash: Rate): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-accounts-'))
  const options: ProductOptions = {
    port: PORT,
    dataDir,
    databaseUrl,
    env: { TRUST_PROXY: '127.0.0.1' },
  }
  try {
    const login = await running(options, (server) => logins(server, dataDir, databaseUrl))
    const { codes, plans } = await running(options, codesAndPlans)
    const start = await starts(options)
    const row = (what: string, { perSecond, p50, p99 }: Rate): Row => ({
      what: `${name}: ${what}`,
      'a second': perSecond,
      p50,
      p99,
      'of the hash alone': round(perSecond / hash.perSecond, 2),
    })
    return [
      row('logins', login),
      row('checks of a code', codes),
      row('redemptions', plans),
      { what: `${name}: start, ms`, p50: start.without },
      { what: `${name}: start with ${SERVICES} services, ms`, p50: start.with },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const hash = await hashes()
const rows: Row[] = [
  { what: 'the hash alone', 'a second': hash.perSecond, p50: hash.p50, p99: hash.p99 },
]
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    rows.push(...(await measure('PostgreSQL', postgres.url, hash)))
  } finally {
    await postgres.stop()
  }
}
rows.push(...(await measure('embedded', undefined, hash)))
report(`accounts, ${AT_ONCE} at once`, rows, { rows })
