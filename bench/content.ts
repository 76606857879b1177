/**
 * Records at size: lists with search, filters and counts, over the real content and over a million
 * generated records on PostgreSQL, beside the same SQL by hand without row-level security in the
 * same run; and the import of half a million rows beside COPY.
 *
 *   npm run bench -- content     (RECORDS, 1000000; IMPORTED, 500000; TIMES each list is asked for, 40)
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { importContent } from '#server/catalogue/content.ts'
import { queryOf } from '#server/catalogue/query.ts'
import { countsFrom, summaryFields } from '#server/catalogue/summary.ts'
import { Database, LONG_MS, type Tx } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { readSources } from '#server/release/compose.ts'
import { groupsOf, takeLong } from '#server/store/contentsummary.ts'
import {
  listContent,
  listContentOnce,
  type Counts,
  type Page,
  type Query,
} from '#server/store/content.ts'
import { ensureTenant } from '#server/store/tenants.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { listByHand, type Answered } from './content/byhand.ts'
import { generate, NAMES, nameOf } from './content/generated.ts'
import { measureImport, type ImportFigures } from './content/imported.ts'
import { root, startProduct } from './support/processes.ts'
import { percentile, report, round, type Row } from './support/report.ts'

const RECORDS = Number(process.env['RECORDS'] ?? 1_000_000)
const IMPORTED = Number(process.env['IMPORTED'] ?? 500_000)
const PORT = 4566
const TIMES = Number(process.env['TIMES'] ?? 40)
const FEW = 5
/** Lists over the real content take a few ms, where a p95 of a few dozen is whatever else was running. */
const TIMES_REAL = 10
const MAX_GROUPS = 5000

type List = {
  readonly what: string
  /** A different one each time, so that nothing is cached. */
  readonly ask: (n: number) => Readonly<Record<string, string>>
  /** As for the second page of the same list, whose counts are cached. */
  readonly known?: boolean
  /** Counts of all records, which servers derive from a summary: made each time, so asked fewer times. */
  readonly summed?: boolean
}

/** @param word for the n-th time, as in the records */
const lists = (word: (n: number) => string): readonly List[] => [
  { what: 'a word', ask: (n) => ({ search: word(n) }) },
  {
    what: 'two words and a filter',
    ask: (n) => ({ search: `${word(n)} college`, public: 'true' }),
  },
  { what: 'the beginning of a word', ask: (n) => ({ search: word(n).slice(0, 5) }) },
  { what: 'a typing mistake', ask: (n) => ({ search: mistyped(word(n)) }) },
  { what: 'a page, counts known', ask: () => ({ sort: 'name' }), known: true },
  { what: 'all, its counts for the first time', ask: () => ({}), summed: true },
]

function mistyped(word: string): string {
  return `${word.slice(0, 3)}x${word.slice(4)}`
}

const catalog = new Catalog(
  readSources(join(root, 'schemas')).map(({ value }) => value as AnyDocument),
)
const type = catalog.get('content-type', 'institutions')!

async function measure(
  database: Database,
  client: pg.Client,
  tenant: string,
  { what, ask, known, summed }: List,
  often: number,
): Promise<Figures> {
  const times: { ours: number[]; byHand: number[] } = { ours: [], byHand: [] }
  let counts: Counts | undefined
  // As servers do it: counting a million without the summary takes longer than a request may.
  const countAll = (query: Query, then: (tx: Tx, counts: Counts) => Promise<Page>) =>
    database.tenant(
      tenant,
      async (tx) => {
        await takeLong(tx, LONG_MS)
        const fields = summaryFields(query.facets)
        const groups = await groupsOf(tx, type.id, fields, MAX_GROUPS, query.now)
        return then(tx, countsFrom(groups!, fields, query))
      },
      LONG_MS,
    )
  for (let n = summed === true ? -1 : -3; n < (summed === true ? FEW : TIMES) * often; n++) {
    const query = queryOf(catalog, type, ask(n + 3), { saved: [], seen: [], now: new Date() })
    const list = (tx: Tx, known: Counts) => listContent(tx, query, known)
    if (known === true) counts ??= await countAll(query, list)
    const ours = async () => {
      const began = performance.now()
      const found =
        summed === true
          ? await countAll(query, list)
          : (await listContentOnce(database, tenant, query, counts)).page
      return { found, ms: performance.now() - began }
    }
    const byHand = async () => {
      const began = performance.now()
      const found = await listByHand(client, tenant, query, known !== true)
      return { found, ms: performance.now() - began }
    }
    // In turn, so that both are disturbed equally.
    const [a, b] = n % 2 === 0 ? [await ours(), await byHand()] : [await byHand(), await ours()]
    const [mine, theirs] = n % 2 === 0 ? [a, b] : [b, a]
    requireSame(what, query, mine.found, theirs.found, known !== true)
    if (n < 0) continue
    times.ours.push(mine.ms)
    times.byHand.push(theirs.ms)
  }
  const p95 = { ours: percentile(times.ours, 95), byHand: percentile(times.byHand, 95) }
  const p50 = { ours: percentile(times.ours, 50), byHand: percentile(times.byHand, 50) }
  return {
    p50,
    p95,
    ratio: round(p95.ours / p95.byHand, 2),
    middle: round(p50.ours / p50.byHand, 2),
  }
}

type Times = { readonly ours: number; readonly byHand: number }
type Figures = {
  readonly p50: Times
  readonly p95: Times
  readonly ratio: number
  readonly middle: number
}

/** How many times as long each list takes over the many records as over the real ones. */
function growths(figures: Readonly<Record<string, Figures>>): Record<string, Times> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, many]) => {
      const few = figures[name.replace(/^generated/, 'real')]
      if (!name.startsWith('generated') || few === undefined) return []
      const times = (of: keyof Times) => round(many.p95[of] / few.p95[of], 1)
      return [[name.slice(11), { ours: times('ours'), byHand: times('byHand') }]]
    }),
  )
}

/** Two queries with different results can't be compared. */
function requireSame(
  what: string,
  query: Query,
  ours: Answered,
  byHand: Answered,
  counted: boolean,
): void {
  const told = ({ items, total, facets }: Answered) =>
    JSON.stringify([
      items.slice(0, query.pageSize).map(({ id }) => id),
      ...(counted ? [total, Object.entries(facets['type'] ?? {}).sort()] : []),
    ])
  if (told(ours) !== told(byHand))
    throw new Error(`${what}: ours found ${told(ours)}, by hand ${told(byHand)}`)
}

if (postgresFolder() === null) {
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
  process.exit()
}
const postgres = await startPostgres()
const database = new Database({
  kind: 'postgres',
  connection: { connectionString: postgres.url },
  size: 2,
})
const client = new pg.Client({ connectionString: postgres.url })
try {
  await migrate(database)
  await importContent(database, join(root, 'content'), catalog.all('content-type'))
  const tenant = await database.owner(null, (tx) =>
    // As a demo tenant: the product starts on the same database in demo mode later.
    ensureTenant(tx, { id: randomUUID(), slug: 'bench', config: 'default', demo: true }),
  )
  await client.connect()
  await client.query('SET pg_trgm.word_similarity_threshold = 0.5')
  await client.query('ANALYZE')
  const rows: Row[] = []
  const figures: Record<string, Figures> = {}
  const places = JSON.parse(readFileSync(join(root, 'content', 'institutions.json'), 'utf8')) as {
    items: { name: string }[]
  }
  const sizes = [
    {
      name: `${places.items.length} real`,
      word: (n: number) =>
        places.items[(n * 7) % places.items.length]!.name.split(/\W+/).find(
          (each) => each.length > 4,
        ) ?? 'college',
    },
    { name: `${RECORDS} generated`, word: (n: number) => nameOf((n * 37) % NAMES) },
  ]
  for (const [index, { name, word }] of sizes.entries()) {
    if (index === 1) await generate(client, tenant.id, RECORDS)
    for (const list of lists(word)) {
      const found = await measure(database, client, tenant.id, list, index === 0 ? TIMES_REAL : 1)
      const { p50, p95, ratio, middle } = found
      process.stdout.write(`${name}: ${list.what} ${JSON.stringify(found)}\n`)
      rows.push({
        what: `${name}: ${list.what}`,
        'p50 ms': round(p50.ours),
        'p95 ms': round(p95.ours),
        'by hand p50': round(p50.byHand),
        'by hand p95': round(p95.byHand),
        'p50 ratio': middle,
        'p95 ratio': ratio,
      })
      figures[`${index === 0 ? 'real' : 'generated'}: ${list.what}`] = found
    }
  }
  for (const [what, { ours, byHand }] of Object.entries(growths(figures)))
    rows.push({ what: `growth: ${what}`, 'p95 ms': ours, 'by hand p95': byHand })
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-bench-content-'))
  let imported: ImportFigures
  const server = await startProduct({ port: PORT, dataDir, databaseUrl: postgres.url })
  try {
    const folder = postgres.folder
    imported = await measureImport(server, client, { rows: IMPORTED, folder })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  report('content', rows, { ...figures, growth: growths(figures), import: imported })
  const { memory, ...times } = imported
  console.table({ import: times })
  console.table({ 'MB of the server': memory })
} finally {
  await client.end()
  await database.close()
  await postgres.stop()
}
