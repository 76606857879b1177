/**
 * Requests per second and latency of the two calls that matter most: the configuration, and saving
 * an answer; on both databases, compared with bare Fastify on the same database in the same run.
 * The two take turns, so that both are disturbed equally; load generator, servers and database
 * share the machine.
 *
 *   npm run bench -- server     (BENCH_SECONDS of each round, 2; ROUNDS, 3)
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon, { type Request } from 'autocannon'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { Learner, type Attempt } from './support/learner.ts'
import { startProduct, startServer, type Running } from './support/processes.ts'
import { median, report, round, type Row } from './support/report.ts'
import { asOwner, connectionTo } from './support/stored.ts'

const PRODUCT_PORT = 4530
const BARE_PORT = 4531
const CONNECTIONS = 32
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)

/**
 * One kind of request: the same for all connections, or created for each request of each
 * connection.
 */
type Load = { url: string; expect: number; request: Request | ((connection: number) => Request) }
type Figure = { rps: number; p50: number; p99: number }

async function shoot({ url, request, expect }: Load, duration: number): Promise<Figure> {
  let connection = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    setupClient: (client) => {
      const own = connection++
      client.setRequests([
        typeof request === 'function'
          ? { method: 'PUT', setupRequest: () => request(own) }
          : request,
      ])
    },
  })
  const answered = expect === 200 ? result['2xx'] : result['3xx']
  if (result.errors > 0 || result.timeouts > 0 || answered !== result.requests.total)
    throw new Error(
      `${url}: of ${result.requests.total} requests ${answered} answered ${expect}, ${result.errors} failed`,
    )
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Product and peer in turn; the median of the rounds. */
async function compare(
  product: Load,
  bare: Load,
): Promise<{ product: Figure; bare: Figure; ratio: number }> {
  await shoot(product, 1)
  await shoot(bare, 1)
  const figures: { product: Figure[]; bare: Figure[] } = { product: [], bare: [] }
  for (let turn = 0; turn < ROUNDS; turn++) {
    figures.product.push(await shoot(product, SECONDS))
    figures.bare.push(await shoot(bare, SECONDS))
  }
  const middle = (all: Figure[]): Figure => ({
    rps: Math.round(median(all.map(({ rps }) => rps))),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
  })
  const ratio = median(figures.product.map(({ rps }, index) => rps / figures.bare[index]!.rps))
  return { product: middle(figures.product), bare: middle(figures.bare), ratio: round(ratio, 3) }
}

/** The bytes on the wire; fetch would decompress them. */
function wireBytes(url: string): Promise<{ body: Buffer; etag: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          body: Buffer.concat(chunks),
          etag: response.headers.etag!,
          cookie: response.headers['set-cookie']![0]!.split(';')[0]!,
        }),
      )
    }).on('error', reject)
  })
}

type Taking = { learner: Learner; attempt: Attempt }

async function someLearners(url: string): Promise<Taking[]> {
  const taking: Taking[] = []
  for (let index = 0; index < CONNECTIONS; index++) {
    const learner = new Learner(url)
    await learner.onboard()
    taking.push({ learner, attempt: await learner.begin() })
  }
  return taking
}

let answers = 0

/** A new answer to an item, as the app sends it. */
function nextAnswer({ items }: Attempt) {
  const n = answers++
  return {
    id: uuidv7(),
    item: items[n % items.length]!,
    value: 1 + (n % 5),
    ms: 3000 + (n % 1000),
    at: new Date().toISOString(),
    seq: n + 1,
  }
}

type Measured = { database: string; row: Row; figures: Readonly<Record<string, number>> }

async function measure(
  database: 'PostgreSQL' | 'embedded',
  databaseUrl: string | undefined,
): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-bench-'))
  const running: Running[] = []
  try {
    const product = await startProduct({ port: PRODUCT_PORT, dataDir, databaseUrl })
    running.push(product)
    const taking = await someLearners(product.url)
    // The embedded database has one session for all: while one side is measured, the other is idle.
    const connection = connectionTo(dataDir, databaseUrl)
    const { owners, tenant } = await prepare(connection)
    const { body, etag, cookie } = await wireBytes(`${product.url}/api/app-configuration`)
    const file = join(dataDir, 'configuration.br')
    writeFileSync(file, body)
    const bare = await startServer('dist/bench/bare.js', BARE_PORT, '/ready', {
      CONFIGURATION: file,
      CONNECTION: JSON.stringify(connection),
      POOL: databaseUrl === undefined ? '1' : '10',
    })
    running.push(bare)

    const configuration = (
      headers: Record<string, string>,
      bareHeaders: Record<string, string>,
      expect: number,
    ) =>
      compare(
        {
          url: `${product.url}/api/app-configuration`,
          request: { method: 'GET', headers: { 'accept-encoding': 'br', ...headers } },
          expect,
        },
        {
          url: `${bare.url}/api/app-configuration`,
          request: {
            method: 'GET',
            headers: { 'accept-encoding': 'br', ...headers, ...bareHeaders },
          },
          expect,
        },
      )
    const device = randomUUID()
    // Each connection is one learner, who sends one answer after another.
    const saving = (
      url: string,
      send: (attempt: Attempt) => { path: string; body: object },
    ): Load => ({
      url,
      expect: 200,
      request: (connection) => {
        const { learner, attempt } = taking[connection]!
        const { path, body } = send(attempt)
        return { method: 'PUT', path, headers: learner.headers, body: JSON.stringify(body) }
      },
    })
    const savings = (path: string) =>
      compare(
        saving(product.url, (attempt) => ({
          path: `/api/attempts/${attempt.id}/answers`,
          body: { answers: [nextAnswer(attempt)] },
        })),
        saving(bare.url, (attempt) => ({
          path,
          body: { tenant, attempt: attempt.id, device, answers: [nextAnswer(attempt)] },
        })),
      )
    const calls = [
      {
        id: 'configuration_200',
        what: 'configuration, 200',
        must: 0.7,
        result: await configuration({ cookie }, {}, 200),
      },
      {
        id: 'configuration_304',
        what: 'configuration, 304',
        must: '',
        result: await configuration(
          { cookie, 'if-none-match': etag },
          { 'if-none-match': '"bare"' },
          304,
        ),
      },
      {
        id: 'configuration_first',
        what: 'configuration, first visit',
        must: '',
        result: await configuration({}, {}, 200),
      },
      { id: 'answer', what: 'saving an answer', must: 0.6, result: await savings('/api/answers') },
      {
        id: 'answer_tenant',
        what: 'the same, the peer as a tenant',
        must: 0.6,
        result: await savings('/api/tenant-answers'),
      },
    ]
    await requireStored(connection, owners)
    return calls.map(({ id, what, must, result }) => ({
      database,
      row: {
        what: `${database}: ${what}`,
        'a second': result.product.rps,
        p50: result.product.p50,
        p99: result.product.p99,
        'bare a second': result.bare.rps,
        'bare p50': result.bare.p50,
        'bare p99': result.bare.p99,
        ratio: result.ratio,
        must,
      },
      figures: {
        [`${id}_rps`]: result.product.rps,
        [`${id}_p99`]: result.product.p99,
        [`${id}_bare_rps`]: result.bare.rps,
        [`${id}_ratio`]: result.ratio,
      },
    }))
  } finally {
    for (const each of running.toReversed()) await each.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The peer's table: the same columns, keys and indexes as ours, without row-level security. */
async function prepare(connection: pg.PoolConfig): Promise<{ owners: number; tenant: string }> {
  return asOwner(connection, async (client) => {
    await client.query(
      'CREATE TABLE bare_answers (LIKE answers INCLUDING ALL, FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts (tenant_id, id) ON DELETE CASCADE)',
    )
    await client.query('GRANT INSERT ON bare_answers TO tsela_app')
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM tenants WHERE slug = 'demo'",
    )
    return { owners: await countAnswers(client), tenant: rows[0]!.id }
  })
}

/**
 * Both sides must have stored what they were sent: a fast server that loses answers doesn't count.
 */
async function requireStored(connection: pg.PoolConfig, before: number): Promise<void> {
  await asOwner(connection, async (client) => {
    const stored = (await countAnswers(client)) - before
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM bare_answers')
    const all = stored + Number(rows[0]!.n)
    // Requests running at the end of a round may be stored without being counted, at most one per
    // connection.
    if (all > answers || answers - all > CONNECTIONS * 2 * (ROUNDS + 1) * 4)
      throw new Error(`${answers} answers were sent, ${all} are stored`)
  })
}

async function countAnswers(client: pg.Client): Promise<number> {
  return Number((await client.query<{ n: string }>('SELECT count(*) AS n FROM answers')).rows[0]!.n)
}

const measured: Measured[] = []
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    measured.push(...(await measure('PostgreSQL', postgres.url)))
  } finally {
    await postgres.stop()
  }
}
answers = 0
measured.push(...(await measure('embedded', undefined)))
report(
  `server, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each`,
  measured.map(({ row }) => row),
  Object.fromEntries(
    ['PostgreSQL', 'embedded'].map((name) => [
      name.toLowerCase(),
      Object.assign(
        {},
        ...measured.filter(({ database }) => database === name).map(({ figures }) => figures),
      ) as object,
    ]),
  ),
)
