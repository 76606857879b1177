/**
 * The server is killed (SIGKILL) while it imports records, on both databases, at random moments.
 * Afterwards a tenant must have all the records of exactly one file: of the killed import, or of
 * the previous one. Lists, searches and exports must agree about it.
 *
 *   npm run torture -- import     (KILLS on each database, 20; ROWS of a file, 5000)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance } from '../support/chance.ts'
import { startProduct } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { report, round } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const ROWS = Number(process.env['ROWS'] ?? 5000)
const PORT = 4562
/**
 * A killed import keeps the next one of its type waiting for this long, so the types take turns.
 */
const LEASE_MS = 21_000
const TYPES: readonly { readonly id: string; readonly rest: object }[] = [
  { id: 'bursaries', rest: { provider: 'A fund', type: 'bursary' } },
  { id: 'courses', rest: { level: 'beginner' } },
  { id: 'resources', rest: { category: 'cv' } },
  { id: 'study-fields', rest: {} },
]
const PATIENCE_MS = 60_000
/**
 * A kill comes within this share of the time that an import takes on a server that has run for a
 * while.
 */
const WHOLE = 2.2

type Type = (typeof TYPES)[number]

class Importer extends Publisher {
  import({ id, rest }: Type, which: number): Promise<Response> {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      JSON.stringify({ id: `r${row}`, name: `Round${which} row ${row}`, ...rest }),
    )
    return fetch(`${this.url}/api/admin/content/${id}/import?file=${which}.jsonl`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/octet-stream' },
      body: rows.join('\n'),
    })
  }

  /** Imports as soon as the killed import's lease has expired. @returns how long it took, in ms */
  async whole(type: Type, which: number): Promise<number> {
    for (const until = performance.now() + PATIENCE_MS; ; await wait(1000)) {
      const began = performance.now()
      const response = await this.import(type, which)
      if (response.ok) return performance.now() - began
      if (response.status !== 409 || performance.now() > until)
        throw new Error(await response.text())
    }
  }

  /**
   * Which import the records belong to, and how many there are, according to an export, a list and
   * a search.
   */
  async found({ id }: Type): Promise<{ rounds: number[]; rows: number; listed: number[] }> {
    const response = await fetch(`${this.url}/api/admin/content/${id}/export?format=jsonl`, {
      headers: this.headers,
    })
    const rows = (await response.text()).split('\n').filter(Boolean)
    const rounds = [
      ...new Set(
        rows.map((row) =>
          Number(/Round(\d+)/.exec((JSON.parse(row) as { name: string }).name)![1]),
        ),
      ),
    ]
    const total = async (query: string) =>
      (await this.call<{ total: number }>('GET', `admin/content/${id}?show=own${query}`)).total
    const listed = [await total(''), await total(`&search=round${rounds[0]} row`)]
    return { rounds, rows: rows.length, listed }
  }
}

/** Rows of the version that was being written. */
function partlyWritten(connection: pg.PoolConfig, { id }: Type): Promise<number> {
  return asOwner(connection, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM content c JOIN content_sets s USING (tenant_id, type) WHERE s.type = $1 AND c.version = s.writing',
      [id],
    )
    return rows[0]!.n
  })
}

async function torture(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-import-'))
  const draw = chance(11)
  let server = await startProduct({ port: PORT, dataDir, databaseUrl })
  const outcome = {
    kills: 0,
    import_ms: 0,
    taken: 0,
    before: 0,
    // How many of the former were killed with some of the rows written.
    while_writing: 0,
    half: 0,
    confirmed_lost: 0,
  }
  const connection = connectionTo(dataDir, databaseUrl)
  const signedIn = async () => {
    const importer = new Importer(server.url)
    await importer.signIn()
    return importer
  }
  try {
    let importer = await signedIn()
    const there = new Map<Type, number>()
    const killed = new Map<Type, number>()
    for (const type of TYPES) {
      outcome.import_ms = round(await importer.whole(type, 0), 0)
      there.set(type, 0)
    }
    for (let kill = 1; kill <= KILLS; kill++) {
      const type = TYPES[kill % TYPES.length]!
      const before = there.get(type)!
      await wait(Math.max(0, (killed.get(type) ?? -LEASE_MS) + LEASE_MS - performance.now()))
      const responded = importer.import(type, kill).then(
        ({ ok, status }) => ({ ok, status }),
        () => ({ ok: false, status: 0 }),
      )
      await wait(draw() * outcome.import_ms * WHOLE)
      await server.kill()
      killed.set(type, performance.now())
      const { ok: confirmed, status } = await responded
      // A refused import can't be killed.
      if (status >= 400) throw new Error(`the import was refused: ${status}`)
      server = await startProduct({ port: PORT, dataDir, databaseUrl })
      importer = await signedIn()
      const { rounds, rows, listed } = await importer.found(type)
      const [only = -1] = rounds
      outcome.kills++
      const isWhole = rounds.length === 1 && rows === ROWS && listed.every((n) => n === ROWS)
      if (!isWhole || (only !== kill && only !== before)) outcome.half++
      else if (only === kill) outcome.taken++
      else outcome.before++
      if (only === before && (await partlyWritten(connection, type)) > 0) outcome.while_writing++
      if (confirmed && only !== kill) outcome.confirmed_lost++
      there.set(type, only)
    }
    // What killed imports left behind doesn't block anything.
    for (const type of TYPES) {
      await importer.whole(type, KILLS + 1)
      const { rounds, rows } = await importer.found(type)
      if (rounds.length !== 1 || rounds[0] !== KILLS + 1 || rows !== ROWS) outcome.half++
    }
    return outcome
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const outcomes: Record<string, Awaited<ReturnType<typeof torture>>> = {}
if (postgresFolder() === null)
  process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    outcomes['postgresql'] = await torture(postgres.url)
  } finally {
    await postgres.stop()
  }
}
outcomes['embedded'] = await torture(undefined)
report(
  `The server killed during an import of ${ROWS} records`,
  Object.entries(outcomes).map(([what, each]) => ({ what, ...each })),
  { rows: ROWS, ...outcomes },
)
if (Object.values(outcomes).some(({ half, confirmed_lost }) => half + confirmed_lost > 0))
  process.exitCode = 1
