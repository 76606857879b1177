/**
 * Mixed use for a long time (risks.md L5): users of twenty tenants sign up, answer, and read the
 * configuration and reports; editors save, check, preview, publish and roll back. The heap must not
 * grow, and there must be no internal error.
 *
 *   npm run torture -- soak     (MINUTES, 10; the goal asks for 120. PEOPLE, 12, and
 *                              EDITORS, 2, work at once: fewer leave the machine to others)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { uuidv7 } from 'uuidv7'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { hold } from '../support/goals.ts'
import { chance, type Chance } from '../support/chance.ts'
import { Learner, type Attempt } from '../support/learner.ts'
import { root, startProduct, type Running } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { report, round } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const MINUTES = Number(process.env['MINUTES'] ?? 10)
const PORT = 4656
const TENANTS = 20
/** Concurrent users; each is replaced after a while. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 12)
const EDITORS = Number(process.env['EDITORS'] ?? 2)
const PAUSE_MS = 150
const EDITOR_PAUSE_MS = 5000
/** Caches fill and code is compiled: heap growth until then means nothing. */
const WARM_SHARE = 1 / 3
/** Each sample collects the garbage first, which stops the server for some 100 ms. */
const SAMPLE_MS = Math.min(60_000, (MINUTES * 60_000) / 60)
const GOAL_MB_AN_HOUR = 1

type Sample = { readonly hours: number; readonly heapMb: number }
type Book = {
  calls: number
  refused: number
  people: number
  publishes: number
  readonly faults: string[]
}

/** Does what users do, and records unexpected outcomes. */
async function attempted(book: Book, what: string, work: () => Promise<unknown>): Promise<void> {
  book.calls++
  await work().catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    // A refusal with a known code is fine; an error, or no response, is a fault.
    if (/(?:answered|saved:) (?:4\d\d|503)/.test(text)) book.refused++
    else book.faults.push(`${what}: ${text.slice(0, 300)}`)
  })
}

/** Most finish, some leave in between. */
async function answer(
  one: Learner,
  { id, items }: Attempt,
  book: Book,
  draw: Chance,
): Promise<void> {
  for (let seq = 1; seq <= items.length; seq += 5) {
    const answers = items.slice(seq - 1, seq + 4).map((item, index) => ({
      id: uuidv7(),
      item,
      value: 1 + Math.floor(draw() * 5),
      ms: 4000,
      at: new Date().toISOString(),
      seq: seq + index,
    }))
    await attempted(book, 'answers', () => one.call('PUT', `attempts/${id}/answers`, { answers }))
    await wait(PAUSE_MS * draw())
    if (draw() < 0.02) return
  }
  await attempted(book, 'complete', () => one.call('POST', `attempts/${id}/complete`, {}))
}

/** A new user each time: signs up, answers some items, looks around, leaves. */
async function person(url: string, tenant: string, book: Book, draw: Chance): Promise<void> {
  const one = new Learner(url, tenant)
  book.people++
  await attempted(book, 'sign-up', () => one.onboard())
  let begun: Attempt | undefined
  await attempted(book, 'begin', async () => (begun = await one.begin()))
  if (begun !== undefined) await answer(one, begun, book, draw)
  for (const path of [
    'app-configuration',
    'auth/get-user',
    'reports/worker-type',
    'assessments',
    'careers?page=1',
    'careers?search=nurse',
    'careers/matches',
    'careers/11-1011.00',
    'users/me/export',
  ].filter(() => draw() < 0.8))
    await attempted(book, path, () => one.call('GET', path))
  await attempted(book, 'favourite', () =>
    one.call('PUT', 'users/favourites/careers/11-1011.00', {}),
  )
  if (draw() < 0.3) await attempted(book, 'erasure', () => one.call('DELETE', 'users/me'))
}

/** Changes a title, previews and publishes it, and sometimes rolls back. */
async function editor(url: string, tenant: string, book: Book, draw: Chance): Promise<void> {
  const one = new Publisher(url, tenant)
  await attempted(book, 'sign in', () => one.signIn())
  await attempted(book, 'save', () =>
    one.save('menu/main', (document) => ({
      ...document,
      title: `Menu ${Math.floor(draw() * 1e6)}`,
    })),
  )
  await attempted(book, 'check', () => one.call('POST', 'admin/check', {}))
  await attempted(book, 'preview', () =>
    one.call('POST', 'admin/previews', {
      persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    }),
  )
  await attempted(book, 'publish', async () => {
    const response = await one.publish('soak')
    const text = await response.text()
    if (response.status === 201) book.publishes++
    else throw new Error(`publish answered ${response.status}: ${text}`)
  })
  for (const path of [
    'admin/documents',
    'admin/users?page=1',
    'admin/audit?page=1',
    'admin/releases?page=1',
    'admin/names',
  ])
    await attempted(book, path, () => one.call('GET', path))
}

/** Twenty tenants like the demo, with its users. @returns their slugs */
async function makeTenants(databaseUrl: string): Promise<string[]> {
  const slugs = Array.from({ length: TENANTS - 1 }, (_, index) => `soak-${index}`)
  await asOwner(connectionTo('', databaseUrl), async (client) => {
    await client.query(
      `INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'slug', made.slug))).* FROM tenants t, unnest($1::text[]) AS made(slug) WHERE t.slug = 'demo'`,
      [slugs],
    )
    for (const table of ['vouchers', 'users'])
      await client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(row, jsonb_build_object('tenant_id', t.id))).* FROM ${table} row JOIN tenants d ON d.id = row.tenant_id AND d.slug = 'demo', tenants t WHERE t.slug = ANY ($1::text[])`,
        [slugs],
      )
  })
  return ['demo', ...slugs]
}

/** Linear regression of the samples. @returns its slope, and the half-width of its 95 % interval */
function slopeOf(samples: readonly Sample[]): { slope: number; error: number } {
  const n = samples.length
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / n
  const [x, y] = [mean(({ hours }) => hours), mean(({ heapMb }) => heapMb)]
  const xx = samples.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0)
  const slope = samples.reduce((sum, { hours, heapMb }) => sum + (hours - x) * (heapMb - y), 0) / xx
  const rest = samples.reduce(
    (sum, { hours, heapMb }) => sum + (heapMb - y - slope * (hours - x)) ** 2,
    0,
  )
  return { slope, error: 1.96 * Math.sqrt(rest / (n - 2) / xx) }
}

/** A publish that is under way holds 20 MB: the least of three samples is measured beside none. */
function withoutPublishes(samples: readonly Sample[]): Sample[] {
  return samples
    .filter((_, index) => index % 3 === 0)
    .map((_, group) =>
      samples
        .slice(group * 3, group * 3 + 3)
        .reduce((low, each) => (each.heapMb < low.heapMb ? each : low)),
    )
}

/** The heap in use after a collection. See collect.ts. */
class RetainedHeap {
  #text = ''
  /** Receives what the server says. */
  hear(text: string): void {
    this.#text += text
  }
  /** @returns megabytes */
  async measure({ process: child }: Running): Promise<number> {
    this.#text = ''
    child.kill('SIGUSR2')
    for (let tries = 0; tries < 200; tries++) {
      const [, bytes] = /retained (\d+)\n/.exec(this.#text) ?? []
      if (bytes !== undefined) return Number(bytes) / 2 ** 20
      await wait(50)
    }
    throw new Error('The server did not say how much of its heap is in use.')
  }
}

async function torture(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-soak-'))
  const said: string[] = []
  const heap = new RetainedHeap()
  const server = await startProduct({
    port: PORT,
    dataDir,
    databaseUrl,
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'dist', 'torture', 'collect.js')).href}`,
    },
    onOutput: (text) => {
      heap.hear(text)
      said.push(text)
    },
  })
  const { url } = server
  try {
    const tenants = await makeTenants(databaseUrl)
    said.length = 0
    const book: Book = { calls: 0, refused: 0, people: 0, publishes: 0, faults: [] }
    const began = performance.now()
    const until = began + MINUTES * 60_000
    const samples: Sample[] = []
    const busy = async (
      seed: number,
      pauseMs: number,
      work: (tenant: string, draw: Chance) => Promise<void>,
    ) => {
      const draw = chance(seed)
      while (performance.now() < until) {
        await work(tenants[Math.floor(draw() * tenants.length)]!, draw)
        await wait(pauseMs)
      }
    }
    const watch = async () => {
      while (performance.now() < until) {
        await wait(SAMPLE_MS)
        const heapMb = await heap.measure(server)
        samples.push({ hours: (performance.now() - began) / 3_600_000, heapMb })
        if (process.env['VERBOSE'] !== undefined)
          process.stdout.write(
            `${round((performance.now() - began) / 60_000)} min, ${round(heapMb)} MB\n`,
          )
      }
    }
    // Sign-ups per hour are limited to the size of a school, and this is one address for all.
    const lift = async () => {
      while (performance.now() < until) {
        await asOwner(connectionTo(dataDir, databaseUrl), (client) =>
          client.query('DELETE FROM limits'),
        )
        await wait(10_000)
      }
    }
    await Promise.all([
      ...Array.from({ length: PEOPLE }, (_, index) =>
        busy(index, PAUSE_MS, (tenant, draw) => person(url, tenant, book, draw)),
      ),
      ...Array.from({ length: EDITORS }, (_, index) =>
        busy(100 + index, EDITOR_PAUSE_MS, (tenant, draw) => editor(url, tenant, book, draw)),
      ),
      watch(),
      lift(),
    ])
    const warm = samples.slice(Math.ceil(samples.length * WARM_SHARE))
    const metrics = await (await fetch(`${url}/api/metrics`)).text()
    const mistakes = metrics
      .split('\n')
      .filter(
        (line) =>
          line.startsWith('tsela_http_request_duration_seconds_count') &&
          /status="5(?!01|03)\d\d"/.test(line),
      )
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
    return {
      book,
      samples: warm,
      mistakes,
      said: said.join(''),
      alive: server.process.exitCode === null,
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    const { book, samples, mistakes, said, alive } = await torture(postgres.url)
    const lows = withoutPublishes(samples)
    const { slope, error } = slopeOf(lows)
    const figures = {
      minutes: MINUTES,
      tenants: TENANTS,
      people: book.people,
      calls: book.calls,
      refused: book.refused,
      publishes: book.publishes,
      mistakes,
      heap_mb: round(lows.at(-1)?.heapMb ?? Number.NaN),
      slope_mb_an_hour: round(slope),
      plus_minus: round(error),
      samples: lows.length,
    }
    report(
      `L5, mixed use for ${MINUTES} minutes`,
      [
        {
          what: 'heap after a collection',
          MB: figures.heap_mb,
          'MB an hour': figures.slope_mb_an_hour,
          'plus or minus': figures.plus_minus,
          goal: GOAL_MB_AN_HOUR,
          people: book.people,
          calls: book.calls,
          publishes: book.publishes,
          '5xx': mistakes,
        },
      ],
      figures,
    )
    if (!(error <= GOAL_MB_AN_HOUR))
      process.stdout.write(`too short to tell a slope of ${GOAL_MB_AN_HOUR} MB an hour from none\n`)
    const faults = [...book.faults]
    hold([
      {
        what: 'memory, MB an hour beyond what its error allows',
        figure: round(slope - error),
        most: GOAL_MB_AN_HOUR,
      },
    ])
    if (mistakes > 0) faults.push(`${mistakes} mistakes of ours`)
    if (!alive) faults.push('the server has ended')
    if (/unhandled|"level":[56]0/i.test(said))
      faults.push(`the server said: ${said.slice(0, 2000)}`)
    if (book.publishes === 0 || book.people === 0) faults.push('no user or no publish got through')
    for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}
