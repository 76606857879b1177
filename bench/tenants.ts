/**
 * The cost of many tenants: ten thousand with documents of their own in one PostgreSQL database,
 * compared with a single one, on the same machine in the same run. Start-up time, memory, and
 * latency of `GET app-configuration` with a warm and a cold cache. Nothing but the database may
 * grow with their number.
 *
 *   npm run bench -- tenants     (TENANTS, 10000; STARTS of the server, 3)
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { canonical, type Json } from '#engine/documents/json.ts'
import { shaOf } from '#server/base/asset.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { startProduct, type Running } from './support/processes.ts'
import { median, percentile, report, round, type Row } from './support/report.ts'
import { asOwner } from './support/stored.ts'

const PORT = 4547
const TENANTS = Number(process.env['TENANTS'] ?? 10_000)
const STARTS = Number(process.env['STARTS'] ?? 3)
/**
 * This many tenants are requested once, and then as many others: more than a server caches. All of
 * them have their own texts too.
 */
const ASKED = Math.min(200, Math.floor((TENANTS - 1) / 2))
const WARM = 2000
/** Rows per statement. */
const BATCH = 500

type Document = Readonly<Record<string, unknown>>
type Made = { readonly n: number; readonly documents: Readonly<Record<string, Document>> }

const slugOf = (n: number) => `school-${n}`
const nameOf = (n: number) => `School ${n}`

/** The product's version of the documents that tenants change. */
async function shippedTo(
  client: pg.Client,
  base: string,
): Promise<Record<'config/default' | 'menu/main' | 'locale/en', Document>> {
  const { rows } = await client.query<{ name: string; body: string }>(
    `SELECT name, blobs.body FROM bases, unnest(ARRAY['config/default', 'menu/main', 'locale/en']) AS name JOIN blobs ON true WHERE bases.id = $1 AND blobs.sha = bases.manifest ->> name`,
    [base],
  )
  return Object.fromEntries(
    rows.map(({ name, body }) => [name, JSON.parse(body) as Document]),
  ) as Awaited<ReturnType<typeof shippedTo>>
}

/**
 * What a publish writes, for many tenants at once: a tenant, its host, its documents, its release
 * and the pointer to it.
 */
async function insertTenants(
  client: pg.Client,
  base: string,
  from: number,
  to: number,
): Promise<void> {
  const shipped = await shippedTo(client, base)
  const { texts } = shipped['locale/en'] as { texts: { home: object } }
  const make = (n: number): Made => ({
    n,
    documents: {
      'config/default': { ...shipped['config/default'], appName: nameOf(n) },
      'menu/main': { ...shipped['menu/main'], title: nameOf(n) },
      ...(n <= 1 + 2 * ASKED && {
        'locale/en': {
          ...shipped['locale/en'],
          texts: { ...texts, home: { ...texts.home, title: nameOf(n) } },
        },
      }),
    },
  })
  for (let at = from; at <= to; at += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, to - at + 1) }, (_, index) =>
      make(at + index),
    )
    const blobs = made.flatMap(({ documents }) =>
      Object.values(documents).map((document) => ({
        sha: shaOf(canonical(document as Json)),
        body: JSON.stringify(document),
      })),
    )
    await client.query(
      'INSERT INTO blobs (sha, body) SELECT * FROM unnest($1::text[], $2::text[])',
      [blobs.map(({ sha }) => sha), blobs.map(({ body }) => body)],
    )
    const changed = made.map(({ documents }) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(documents).map(([name, document]) => [
            name,
            shaOf(canonical(document as Json)),
          ]),
        ),
      ),
    )
    await client.query(
      `WITH made AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS made (tenant, release, slug, changed)),
        tenants AS (INSERT INTO tenants (id, slug, config) SELECT tenant, slug, 'default' FROM made),
        hosts AS (INSERT INTO tenant_hosts (host, tenant_id) SELECT slug || '.test', tenant FROM made),
        releases AS (
          INSERT INTO releases (tenant_id, id, number, kind, base, manifest, changes, message, created_at)
          SELECT tenant, release, 1, 'publish', bases.id, bases.manifest || changed::jsonb, '[]', 'Our own', now() FROM made, bases WHERE bases.id = $5)
      INSERT INTO live_releases (tenant_id, release_id) SELECT tenant, release FROM made`,
      [
        made.map(() => randomUUID()),
        made.map(() => randomUUID()),
        made.map(({ n }) => slugOf(n)),
        changed,
        base,
      ],
    )
  }
  await client.query('ANALYZE')
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * By host name, as in real use. @returns milliseconds from the request to the last byte of the
 * response
 */
function ask(n: number): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: PORT,
        path: '/api/app-configuration',
        agent,
        headers: { host: `${slugOf(n)}.test` },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const ms = performance.now() - began
          const text = Buffer.concat(chunks).toString()
          if (
            response.statusCode !== 200 ||
            (JSON.parse(text) as { appName: string }).appName !== nameOf(n)
          )
            reject(new Error(`${slugOf(n)} got ${response.statusCode}: ${text.slice(0, 200)}`))
          else resolve(ms)
        })
      },
    ).on('error', reject)
  })
}

/** Resident memory of the server's process, in MB. */
function residentOf({ process: { pid } }: Running): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

type Figures = {
  readonly start: number
  readonly restMb: number
  readonly askedMb: number
  readonly moreMb: number
  readonly first: number
  readonly next: readonly number[]
  readonly warm: readonly number[]
}

async function measure(dataDir: string, databaseUrl: string, tenants: number): Promise<Figures> {
  const starts: { start: number; restMb: number; first: number }[] = []
  const server = async () => {
    const running = await startProduct({ port: PORT, dataDir, databaseUrl })
    const restMb = residentOf(running)
    starts.push({ start: running.readyMs, restMb, first: await ask(1) })
    return running
  }
  for (let start = 1; start < STARTS; start++) await (await server()).stop()
  const running = await server()
  try {
    const warm: number[] = []
    for (let index = 0; index < WARM; index++) warm.push(await ask(1))
    const next: number[] = []
    // One tenant is requested as often as the many are.
    const askOthers = async (from: number) => {
      for (let n = from; n < from + ASKED; n++) next.push(await ask(tenants === 1 ? 1 : n))
      return residentOf(running)
    }
    const askedMb = await askOthers(2)
    const moreMb = await askOthers(2 + ASKED)
    const middle = (of: (each: (typeof starts)[number]) => number) => median(starts.map(of))
    return {
      start: middle(({ start }) => start),
      restMb: middle(({ restMb }) => restMb),
      first: middle(({ first }) => first),
      askedMb,
      moreMb,
      next,
      warm,
    }
  } finally {
    await running.stop()
  }
}

function compare(what: string, one: number, many: number, digits = 0): Row {
  return {
    what,
    'one tenant': round(one, digits),
    [`${TENANTS} tenants`]: round(many, digits),
    ratio: round(many / one, 2),
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-tenants-'))
  const postgres = await startPostgres()
  const connection = { connectionString: postgres.url }
  try {
    // Creates the tables, and stores the product's own documents.
    const first = await startProduct({ port: PORT, dataDir, databaseUrl: postgres.url })
    const { release: base } = (await (
      await fetch(`${first.url}/api/app-configuration`)
    ).json()) as { release: string }
    await first.stop()
    await asOwner(connection, (client) => insertTenants(client, base, 1, 1))
    const one = await measure(dataDir, postgres.url, 1)
    const began = performance.now()
    await asOwner(connection, (client) => insertTenants(client, base, 2, TENANTS))
    const inserted = performance.now() - began
    const bytes = await asOwner(connection, async (client) =>
      Number(
        (
          await client.query<{ bytes: string }>(
            'SELECT pg_database_size(current_database()) AS bytes',
          )
        ).rows[0]!.bytes,
      ),
    )
    process.stdout.write(
      `${TENANTS} tenants are there after ${round(inserted / 1000)} s, ${round(bytes / 1e6, 0)} MB\n`,
    )
    const many = await measure(dataDir, postgres.url, TENANTS)
    report(
      `tenants, ${STARTS} starts, ${ASKED} asked`,
      [
        compare('start to ready, ms', one.start, many.start),
        compare('resident after the start, MB', one.restMb, many.restMb),
        compare(`resident after ${ASKED} others were asked, MB`, one.askedMb, many.askedMb),
        compare(`resident after ${ASKED} more, MB`, one.moreMb, many.moreMb),
        compare('configuration, first tenant after the start, ms', one.first, many.first, 1),
        compare('configuration, asked before, median, ms', median(one.warm), median(many.warm), 2),
        compare(
          'configuration, asked before, p99, ms',
          percentile(one.warm, 99),
          percentile(many.warm, 99),
          2,
        ),
        {
          what: 'configuration, first touch of each other tenant, median, ms',
          'one tenant': '',
          [`${TENANTS} tenants`]: round(median(many.next)),
          ratio: '',
        },
        {
          what: 'the same, p99',
          'one tenant': '',
          [`${TENANTS} tenants`]: round(percentile(many.next, 99)),
          ratio: '',
        },
      ],
      {
        tenants: TENANTS,
        database_mb: round(bytes / 1e6, 0),
        start_ms: round(many.start, 0),
        start_ratio: round(many.start / one.start, 3),
        rest_mb: round(many.restMb, 0),
        rest_ratio: round(many.restMb / one.restMb, 3),
        asked_mb: round(many.askedMb, 0),
        more_mb: round(many.moreMb, 0),
        first_ms: round(many.first),
        first_ratio: round(many.first / one.first, 3),
        warm_ms: round(median(many.warm), 2),
        warm_ratio: round(median(many.warm) / median(one.warm), 3),
        next_ms: round(median(many.next)),
      },
    )
  } finally {
    agent.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
