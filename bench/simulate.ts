/**
 * Learners who take part in an experiment, through the calls that a browser makes, so that its page
 * can be seen full. A seed always makes the same learners.
 *
 *   npm run simulate -- --experiment home-action --learners 2000 --effect 0.06
 *
 * People count only days after they saw their arm. So without `--url` this starts a server of its
 * own whose clock begins in the past and comes up to now day by day; it stays until it is
 * interrupted. With `--url`, learners come to a running demo server at once, and count later.
 */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, FactName } from '#engine/documents/kinds.ts'
import { chance } from './support/chance.ts'
import { startProduct, type Running } from './support/processes.ts'
import { Publisher } from './support/publisher.ts'
import { seen, Visitor } from './support/visitor.ts'

const { values: asked } = parseArgs({
  options: {
    url: { type: 'string' },
    port: { type: 'string', default: '4330' },
    experiment: { type: 'string', default: 'home-action' },
    learners: { type: 'string', default: '1000' },
    /** Share of the control that gets there, and what the other arms add to it. */
    rate: { type: 'string', default: '0.3' },
    effect: { type: 'string', default: '0' },
    /** Share of people of the other arms who don't agree to anything. */
    harm: { type: 'string', default: '0' },
    /** Share of people of the other arms whose phone never says what it saw. */
    silent: { type: 'string', default: '0' },
    days: { type: 'string', default: '28' },
    seed: { type: 'string', default: '1' },
    /** Everything is over then: the server is stopped. */
    stop: { type: 'boolean', default: false },
  },
})
const number = (name: Exclude<keyof typeof asked, 'stop' | 'url' | 'experiment'>) => {
  const value = Number(asked[name])
  if (!Number.isFinite(value)) throw new Error(`--${name} is a number`)
  return value
}

const DAY_MS = 86_400_000
/** The longest window of our metrics, and the grace for phones that were offline. */
const AFTERWARDS_DAYS = 18
const AT_ONCE = 6
const MAX_TRIES = 8
/** The server reads its clock's file that often, or oftener. */
const CLOCK_MS = 60
/** The way through onboarding; each step needs those before it. */
const STEPS = [
  'signed-up',
  'consented',
  'verified',
  'plan-redeemed',
  'onboarded',
] as const satisfies readonly FactName[]

class Person extends Visitor {
  /** As an app does when the server is busy: a clock that jumps ends what is waiting for the database. */
  override async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await super.call<T>(method, path, body)
      } catch (error) {
        // It had arrived after all, only its response hadn't.
        if (
          tries > 1 &&
          path === 'auth/signup' &&
          error instanceof Error &&
          / 409/.test(error.message)
        )
          return super.call<T>('POST', 'auth/login', body)
        const isBusy = error instanceof Error && / answered 503/.test(error.message)
        if (!isBusy || tries >= MAX_TRIES) throw error
        await wait(500 * tries)
      }
  }

  async do(step: (typeof STEPS)[number]): Promise<void> {
    if (step === 'signed-up') return this.signUp()
    if (step === 'consented')
      return this.call('PUT', 'users/consents', {
        terms: true,
        marketing: false,
        researchContact: false,
      })
    if (step === 'verified') {
      const { items } = await this.call<{ items: { text: string }[] }>(
        'GET',
        `demo/outbox?to=${encodeURIComponent(this.email)}`,
      )
      return this.call('POST', 'auth/verify', { code: /\d{6}/.exec(items.at(-1)!.text)![0] })
    }
    if (step === 'plan-redeemed') return this.call('POST', 'plans/redeem', { code: 'DEMO-COMMIT' })
    return this.call('PATCH', 'users/profile', {
      firstName: 'Naledi',
      lastName: 'Mokoena',
      birthDate: '2001-05-19',
    })
  }
}

type World = { readonly url: string; readonly now: () => Date }

/** One learner: sees the arm, and gets as far as chance has it. @returns the arm, if any */
async function takePart(
  { url, now }: World,
  experiment: ExperimentDocument,
  random: () => number,
): Promise<string | undefined> {
  // All chances are drawn first, so that a learner is the same whatever the others do.
  const [speaks, gets, agrees, goesOn] = [random(), random(), random(), random()] as const
  const person = new Person(url)
  const page = experiment.exposure[0]!.screen
  let arm = (await person.open())[experiment.id]
  let done = 0
  if (arm === undefined) {
    await person.do('signed-up')
    done = 1
    arm = (await person.arms())[experiment.id]
  }
  if (arm === undefined) return undefined
  const isOther = arm !== experiment.arms[0]!.id
  if (!isOther || speaks >= number('silent'))
    await person.send(seen(experiment.id, arm, page, now()))
  const goal = STEPS.indexOf(experiment.metrics.primary as (typeof STEPS)[number]) + 1
  const isThere = gets < number('rate') + (isOther ? number('effect') : 0)
  const last = isThere
    ? Math.max(goal, Math.floor(goal + goesOn * (STEPS.length + 1 - goal)))
    : Math.floor(goesOn * goal)
  for (const step of STEPS.slice(done, last)) {
    if (step === 'consented' && isOther && agrees < number('harm')) break
    await person.do(step)
  }
  return arm
}

async function simulate(world: World, moveTo: (day: number) => Promise<void>): Promise<void> {
  const owner = new Publisher(world.url)
  await owner.signIn()
  const path = `admin/experiments/${asked.experiment}`
  const view = await owner.call<ExperimentView>('GET', path)
  const experiment = view.document as ExperimentDocument
  if (!(STEPS as readonly string[]).includes(experiment.metrics.primary))
    throw new Error(
      `Learners can get to ${STEPS.join(', ')}, but not to ${experiment.metrics.primary}.`,
    )
  if (view.state !== 'running') await owner.call('POST', `${path}/start`, {})
  const arms = new Map<string, number>()
  const [learners, days] = [number('learners'), number('days')]
  const draw = chance(number('seed'))
  let come = 0
  for (let day = 0; day < days; day++) {
    await moveTo(day)
    const until = Math.round((learners * (day + 1)) / days)
    while (come < until) {
      const some = Array.from({ length: Math.min(AT_ONCE, until - come) }, () =>
        takePart(world, experiment, draw),
      )
      for (const arm of await Promise.all(some))
        arms.set(arm ?? '(none)', (arms.get(arm ?? '(none)') ?? 0) + 1)
      come += some.length
    }
    process.stdout.write(`\r  day ${day + 1} of ${days}: ${come} learners`)
  }
  process.stdout.write('\n')
  console.table(Object.fromEntries(arms))
}

/** A busy server counts thousands of learners, who have become due all at once, for minutes. */
const MAX_LOOKS = 120
const LOOK_MS = 5000

/** What the page says then. Figures are counted once a minute. */
async function say(url: string): Promise<void> {
  const owner = new Publisher(url)
  await owner.signIn()
  const path = `admin/experiments/${asked.experiment}/results`
  const read = () => owner.call<ExperimentResults>('GET', path)
  let results = await read()
  for (
    let looks = 0;
    looks < MAX_LOOKS && !results.srm.alarm && results.metrics.some(({ n }) => n === 0);
    looks++
  ) {
    if (looks === 0) process.stdout.write('  waiting until they are counted\n')
    await wait(LOOK_MS)
    results = await read()
  }
  if (results.metrics.some(({ n }) => n === 0))
    process.stdout.write('  nobody, or too few, are counted yet: the page will show them\n')
  const { n, arms, srm, metrics } = results
  console.table(arms)
  console.table(
    metrics.map(({ id, role, arm, value, control, low, high, verdict, harmed }) => ({
      id,
      role,
      arm,
      value,
      control,
      low,
      high,
      verdict,
      harmed,
    })),
  )
  console.log(
    JSON.stringify({
      simulate: asked.experiment,
      n,
      alarm: srm.alarm,
      verdict: metrics[0]?.verdict,
    }),
  )
}

async function onOwnServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tsela-simulate-'))
  const file = join(folder, 'clock')
  const begin = -(number('days') + AFTERWARDS_DAYS) * DAY_MS
  let ahead = begin
  const set = async (ms: number) => {
    ahead = ms
    writeFileSync(file, String(Math.round(ms)))
    await wait(CLOCK_MS)
  }
  await set(begin)
  const clock = pathToFileURL(resolve('bench', 'support', 'movedclock.mjs'))
  clock.searchParams.set('file', file)
  const server: Running = await startProduct({
    port: number('port'),
    dataDir: join(folder, 'data'),
    env: { NODE_OPTIONS: `--import=${clock.href}` },
  })
  try {
    const began = Date.now()
    // A simulated day takes as long as it takes; what has really passed is taken off.
    await simulate({ url: server.url, now: () => new Date(Date.now() + ahead) }, (day) =>
      set(begin + day * DAY_MS - (Date.now() - began)),
    )
    await set(0)
    await say(server.url)
    if (asked.stop) return
    console.log(
      `${server.url}/admin/experiments/${asked.experiment} (owner@demo.test); Ctrl+C stops it.`,
    )
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done))
  } finally {
    await server.stop()
  }
}

if (asked.url === undefined) await onOwnServer()
else {
  await simulate(
    { url: asked.url.replace(/\/$/, ''), now: () => new Date() },
    async () => undefined,
  )
  await say(asked.url.replace(/\/$/, ''))
}
