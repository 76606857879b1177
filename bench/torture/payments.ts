/**
 * Payments while the server is killed (SIGKILL) between the money and its webhook, on both
 * databases: each event is delivered until it is confirmed, five deliveries a payment, in random
 * order. Then everyone must have the plan, once, with one receipt. Before that, 200 people at once
 * redeem a code with one use, and use a coupon with one use.
 *
 *   npm run torture -- payments     (ROUNDS payments on each database, 200; BATCH a kill, 10)
 *
 * ONLY=postgresql or ONLY=embedded runs on one of them. Runs with another SEED add up.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Secrets } from '#server/base/secrets.ts'
import { demoWebhook } from '#server/payments/demo.ts'
import type { PaymentEvent } from '#server/payments/port.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance, type Chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { startProduct, type Running } from '../support/processes.ts'
import { report } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 200)
const BATCH = Number(process.env['BATCH'] ?? 10)
const SEED = Number(process.env['SEED'] ?? ROUNDS)
const ONLY = process.env['ONLY'] ?? ''
const PORT = 4536
const SECRET = 'a-secret-of-the-torture-and-of-nothing-else'
/** Sign-ups hash passwords: more at once would only wait. */
const AT_ONCE = 8
const AGAIN_MS = 30
/** Providers retry for days; a busy machine takes its time to start a server. */
const PATIENCE_MS = 300_000
/** A killed server's task is free again after two minutes. */
const RECEIPTS_MS = 240_000

type Buyer = { readonly learner: Learner; readonly payment: string }

async function torture(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-payments-'))
  const start = () => startProduct({ port: PORT, dataDir, databaseUrl, env: { SECRET } })
  const draw = chance(SEED)
  let server = await start()
  try {
    const learners = await manyLearners(server, ROUNDS)
    await all(learners, (each) => send(each, 'plans/redeem', { code: 'DEMO-ONCE' }))
    const coupon = { plan: 'powerPlus', country: 'ZA', coupon: 'DEMO-HALF-ONCE' }
    await all(learners, (each) => send(each, 'plans/checkout', coupon))
    const select = <Row extends object>(text: string) => read<Row>(dataDir, databaseUrl, text)
    const [used] = await select<{ redeemed: number; coupons: number }>(USED)
    const [{ id: tenant }] = (await select<{ id: string }>(TENANT)) as [{ id: string }]
    const secrets = new Secrets(SECRET)
    const buyers: Buyer[] = []
    let kills = 0
    let caught = 0
    for (let from = 0; from < learners.length; from += BATCH) {
      const batch = await all(learners.slice(from, from + BATCH), async (learner) => {
        const order = { plan: 'power', country: 'ZA' }
        const begun = await send(learner, 'plans/checkout', order)
        return { learner, payment: (JSON.parse(begun) as { id: string }).id }
      })
      buyers.push(...batch)
      const deliveries = shuffled(
        batch.flatMap(({ payment }) => eventsOf(tenant, payment, draw)),
        draw,
      )
      let running = 0
      const delivered = all(deliveries, async (event) => {
        running++
        await deliver(() => server.url, secrets, event)
        running--
      })
      await wait(draw() * 120)
      if (running > 0) caught++
      await server.kill()
      kills++
      server = await start()
      await delivered
    }
    const stored = await balanceOf(buyers, () => select<Stored>(STORED))
    return {
      payments: buyers.length,
      kills,
      caught,
      redeemed: used!.redeemed,
      coupons: used!.coupons,
      ...stored,
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function manyLearners({ url }: Running, count: number): Promise<Learner[]> {
  const learners = Array.from({ length: count }, () => new Learner(url))
  const left = [...learners]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await next.signUp()
    }),
  )
  return learners
}

function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  return Promise.all(items.map(work))
}

/** A server that is busy, or has just been started, is asked again, as somebody at a page does. */
async function send(learner: Learner, path: string, body: object): Promise<string> {
  for (let round = 0; round < 50; round++) {
    const response = await fetch(`${learner.url}/api/${path}`, {
      method: 'POST',
      headers: learner.headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status < 500) return text
    await wait(500)
  }
  throw new Error(`${path} had no answer fifty times`)
}

/** The money, three times; that it was refused first; and that its time was over later. */
function eventsOf(tenant: string, payment: string, draw: Chance): PaymentEvent[] {
  const now = Date.now()
  const of = (id: string, type: PaymentEvent['type'], at: number): PaymentEvent => ({
    id: `${payment}:${id}`,
    type,
    tenant,
    payment,
    at: new Date(now + at),
    money: { amount: 49_900, currency: 'ZAR' },
  })
  const paid = of('paid', 'paid', 0)
  const sooner = -1000 * Math.ceil(draw() * 9)
  return [paid, paid, paid, of('declined', 'declined', sooner), of('expired', 'expired', -sooner)]
}

function shuffled<T>(items: readonly T[], draw: Chance): T[] {
  const left = [...items]
  return items.map(() => left.splice(Math.floor(draw() * left.length), 1)[0]!)
}

/** As a provider does it: again, until it is confirmed. */
async function deliver(url: () => string, secrets: Secrets, event: PaymentEvent): Promise<void> {
  const { payload, headers } = demoWebhook(secrets, event)
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(AGAIN_MS)) {
    try {
      const response = await fetch(`${url()}/api/payments/demo/webhook`, {
        method: 'POST',
        headers: { ...headers },
        body: payload,
      })
      await response.text()
      if (response.status === 200) return
      if (response.status < 500) throw new Refused(`an event was refused with ${response.status}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
  }
  throw new Error('an event was not confirmed for five minutes')
}

class Refused extends Error {}

// ---- what is stored --------------------------------------------------------------------------------------------------

const USED = `SELECT (SELECT count(*)::int FROM redemptions WHERE code = 'DEMO-ONCE') AS redeemed,
  (SELECT count(*)::int FROM payments WHERE coupon = 'DEMO-HALF-ONCE') AS coupons`
const TENANT = `SELECT id FROM tenants WHERE slug = 'demo'`
type Stored = {
  readonly id: string
  readonly state: string
  readonly plan: string
  readonly opened: number
  readonly mails: number
  readonly open: number
}
const STORED = `
  SELECT p.id, p.state, u.account_type AS plan,
    (SELECT count(*)::int FROM audit a WHERE a.target = p.id::text AND a.action = 'payment.paid') AS opened,
    (SELECT count(*)::int FROM messages m WHERE m.recipient = u.email AND m.subject LIKE 'Receipt%') AS mails,
    (SELECT count(*)::int FROM payment_tasks t WHERE t.payment_id = p.id AND t.done_at IS NULL) AS open
  FROM payments p JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id WHERE p.plan = 'power'`

/** The embedded database has one session, which the server uses too: it waits its turn. */
async function read<Row extends object>(
  dataDir: string,
  databaseUrl: string | undefined,
  text: string,
): Promise<Row[]> {
  return asOwner(
    connectionTo(dataDir, databaseUrl),
    async (client) => (await client.query<Row>(text)).rows,
  )
}

async function balanceOf(buyers: readonly Buyer[], stored: () => Promise<Stored[]>) {
  let rows = await stored()
  for (const until = Date.now() + RECEIPTS_MS; Date.now() < until; await wait(5000)) {
    if (rows.every(({ open }) => open === 0)) break
    rows = await stored()
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  const of = (test: (row: Stored | undefined) => boolean) =>
    buyers.filter(({ payment }) => test(byId.get(payment))).length
  return {
    never: of((row) => row?.state !== 'paid' || row.plan !== 'power'),
    twice: of((row) => (row?.opened ?? 0) > 1),
    unopened: of((row) => row?.opened === 0),
    no_receipt: of((row) => row?.mails === 0),
    receipts_twice: of((row) => (row?.mails ?? 0) > 1),
  }
}

type Outcome = Awaited<ReturnType<typeof torture>>

const outcomes: { name: string; outcome: Outcome }[] = []
/** Said at once: the other database may take as long again. */
function keep(name: string, outcome: Outcome): void {
  outcomes.push({ name, outcome })
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`)
}

if (ONLY !== 'embedded' && postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else if (ONLY !== 'embedded') {
  const postgres = await startPostgres()
  try {
    keep('PostgreSQL', await torture(postgres.url))
  } finally {
    await postgres.stop()
  }
}
if (ONLY !== 'postgresql') keep('embedded', await torture(undefined))
report(
  'Payments, the server killed between the money and its webhook',
  outcomes.map(({ name, outcome }) => ({
    what: name,
    payments: outcome.payments,
    kills: outcome.kills,
    'under load': outcome.caught,
    'never opened': outcome.never + outcome.unopened,
    'opened twice': outcome.twice,
    'no receipt': outcome.no_receipt,
    'two receipts': outcome.receipts_twice,
    [`one code, ${ROUNDS} people`]: outcome.redeemed,
    [`one coupon, ${ROUNDS} people`]: outcome.coupons,
  })),
  Object.fromEntries(outcomes.map(({ name, outcome }) => [name.toLowerCase(), outcome])),
)
const isWrong = ({ never, unopened, twice, no_receipt, receipts_twice, ...one }: Outcome) =>
  never + unopened + twice + no_receipt + receipts_twice > 0 ||
  one.redeemed !== 1 ||
  one.coupons !== 1 ||
  one.caught === 0
if (outcomes.some(({ outcome }) => isWrong(outcome))) process.exitCode = 1
