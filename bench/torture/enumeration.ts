/**
 * Can a stranger tell by the clock, the status or the words whether an account exists (risks.md
 * A2)? A wrong password for an account and for none, by email and by phone, and a link to recover
 * one, each from a network of its own, in random order.
 *
 *   npm run torture -- enumeration     (SAMPLES of each, 2,000)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance, type Chance } from '../support/chance.ts'
import { hold } from '../support/goals.ts'
import { Learner } from '../support/learner.ts'
import { startProduct } from '../support/processes.ts'
import { median, report, round, type Row } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const SAMPLES = Number(process.env['SAMPLES'] ?? 2000)
const PORT = 4537
/** risks.md A2. */
const MOST_MS = 20
/** A message to somebody who has an account is written after the response: it is given the time. */
const SETTLE_MS = 25

type Way = {
  readonly what: string
  readonly path: string
  /** The same call for an account, and for none. */
  readonly body: (n: number, exists: boolean) => object
}
const WAYS: readonly Way[] = [
  {
    what: 'a wrong password, by email',
    path: 'auth/login',
    body: (n, exists) => ({ email: email(n, exists), password: 'Wrong1234' }),
  },
  {
    what: 'a wrong password, by phone',
    path: 'auth/login',
    body: (n, exists) => ({ phone: phone(n, exists), password: 'Wrong1234' }),
  },
  {
    what: 'a link to recover, by email',
    path: 'auth/recover',
    body: (n, exists) => ({ email: email(n, exists) }),
  },
  {
    what: 'a link to recover, by phone',
    path: 'auth/recover',
    body: (n, exists) => ({ phone: phone(n, exists) }),
  },
]

const email = (n: number, exists: boolean) => `${exists ? 'known' : 'other'}${n}@crowd.test`
const phone = (n: number, exists: boolean) => `+2782${exists ? 4 : 5}${String(100_000 + n)}`

type Sample = { readonly ms: number; readonly said: string }
type Found = Row & { readonly apart: number; readonly same: number }

async function torture(name: string, databaseUrl: string | undefined): Promise<Found[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-enumeration-'))
  const server = await startProduct({
    port: PORT,
    dataDir,
    databaseUrl,
    env: { TRUST_PROXY: '127.0.0.1' },
  })
  const draw = chance(SAMPLES)
  try {
    await makeAccounts(server.url, dataDir, databaseUrl)
    const guest = new Learner(server.url)
    await guest.call('GET', 'auth/ping')
    const found: Found[] = []
    for (const [index, way] of WAYS.entries()) {
      const arms = await sample(way, draw, (n, body) => ask(guest, way.path, index, n, body))
      const middle = [true, false].map((exists) => median(arms.get(exists)!.map(({ ms }) => ms)))
      found.push({
        what: `${name}: ${way.what}`,
        'an account, ms': round(middle[0]!),
        'none, ms': round(middle[1]!),
        apart: round(Math.abs(middle[0]! - middle[1]!), 2),
        same: new Set([...arms.values()].flat().map(({ said }) => said)).size,
      })
    }
    return found
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Copies of one account: two thousand sign-ups would measure password hashes. */
async function makeAccounts(url: string, dataDir: string, databaseUrl: string | undefined) {
  const model = new Learner(url)
  await model.onboard()
  await asOwner(connectionTo(dataDir, databaseUrl), (client) =>
    client.query(
      `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
        'email', 'known' || n || '@crowd.test', 'phone', '+27824' || (100000 + n), 'phone_verified', true))).*
       FROM users u, generate_series(0, $1::int - 1) AS n WHERE u.email = $2`,
      [SAMPLES, model.email],
    ),
  )
}

async function sample(
  { body }: Way,
  draw: Chance,
  send: (n: number, body: object) => Promise<Sample>,
): Promise<Map<boolean, Sample[]>> {
  const arms = new Map<boolean, Sample[]>([
    [true, []],
    [false, []],
  ])
  for (let n = 0; n < SAMPLES; n++)
    for (const exists of draw() < 0.5 ? [true, false] : [false, true]) {
      arms.get(exists)!.push(await send(2 * n + Number(exists), body(n, exists)))
      await wait(SETTLE_MS)
    }
  return arms
}

/** From a network of its own, so that nothing is slowed down for having been tried before. */
async function ask(
  guest: Learner,
  path: string,
  way: number,
  n: number,
  body: object,
): Promise<Sample> {
  const began = performance.now()
  const response = await fetch(`${guest.url}/api/${path}`, {
    method: 'POST',
    headers: { ...guest.headers, 'x-forwarded-for': `${10 + way}.${n >> 8}.${n & 255}.1` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { ms: performance.now() - began, said: `${response.status} ${text}` }
}

const found: Found[] = []
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    found.push(...(await torture('PostgreSQL', postgres.url)))
  } finally {
    await postgres.stop()
  }
}
found.push(...(await torture('embedded', undefined)))
report(`Does the account exist? ${SAMPLES} tries of each`, found, {
  apart_ms: Object.fromEntries(found.map(({ what, apart }) => [what, apart])),
})
for (const { what, same } of found)
  if (same !== 1) {
    process.stdout.write(`${what}: ${same} different responses\n`)
    process.exitCode = 1
  }
hold(found.map(({ what, apart }) => ({ what: String(what), figure: apart, most: MOST_MS })))
