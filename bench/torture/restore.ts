/**
 * A recovery drill (risks.md X1): a backup is made by its command while learners answer, and
 * restored by its command, on both databases and from each to the other. Nothing that was confirmed
 * before the backup began may be missing, every table has the same rows and the same hash, a server
 * can continue with it, and no request was delayed in the meantime.
 *
 *   npm run torture -- restore     (PEOPLE with sixty answers each, 2000; beside those who answer)
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readBackup, type Manifest } from '#server/operations/backupfile.ts'
import { postgresFolder, startPostgres, type Postgres } from '#tests/support/postgres.ts'
import { chance } from '../support/chance.ts'
import { hold } from '../support/goals.ts'
import { Learner } from '../support/learner.ts'
import { root, startProduct, type Running } from '../support/processes.ts'
import { median, percentile, report, round } from '../support/report.ts'
import { answersOf, asOwner, connectionTo } from '../support/stored.ts'
import { Writer } from './writer.ts'

const PEOPLE = Number(process.env['PEOPLE'] ?? 2000)
const SLICE = 25
const WRITERS = 3
const PORT = 4538
/** How long response times are measured at rest. */
const QUIET_MS = 4000
const MAX_DELAY_MS = 200
const MAX_RESTORE_MS = 10 * 60_000
const SECRET = 'a-secret-for-drills-of-many-letters'

type Where = {
  readonly name: 'PostgreSQL' | 'embedded'
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

const place = mkdtempSync(join(tmpdir(), 'tsela-drill-'))
let places = 0
function embedded(): Where {
  return { name: 'embedded', dataDir: join(place, `data-${++places}`), databaseUrl: undefined }
}
async function onPostgres(postgres: Postgres): Promise<Where> {
  const name = `drill_${++places}`
  await asOwner({ connectionString: postgres.url }, (client) =>
    client.query(`CREATE DATABASE ${name}`),
  )
  const address = new URL(postgres.url)
  address.pathname = `/${name}`
  return { name: 'PostgreSQL', dataDir: join(place, `unused-${places}`), databaseUrl: address.href }
}

type Said = { readonly code: number | null; readonly text: string; readonly ms: number }

/** A command, run as an operator would. */
async function command(
  { dataDir, databaseUrl }: Where,
  args: readonly string[],
  secret = SECRET,
): Promise<Said> {
  const began = performance.now()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    DEMO: '1',
    SECRET: secret,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'operate.js'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text, ms: performance.now() - began }
}

async function done(where: Where, args: readonly string[]): Promise<Said> {
  const said = await command(where, args)
  if (said.code !== 0)
    throw new Error(`${args.join(' ')} on ${where.name} ended with ${said.code}:\n${said.text}`)
  return said
}

function start({ dataDir, databaseUrl }: Where): Promise<Running> {
  return startProduct({ port: PORT, dataDir, databaseUrl, env: { SECRET } })
}

/**
 * Users with everything that a backup must include, a few at a time, with pauses for other
 * requests: the embedded database has one session.
 */
async function fill({ dataDir, databaseUrl }: Where): Promise<void> {
  await asOwner(connectionTo(dataDir, databaseUrl), async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM tenants WHERE slug = 'demo'`,
    )
    const tenant = rows[0]!.id
    for (let from = 0; from < PEOPLE; from += SLICE) {
      const people = `generate_series(${from + 1}, ${Math.min(PEOPLE, from + SLICE)}) AS n`
      const id = (what: string) => `md5('${what}' || n)::uuid`
      await client.query(`BEGIN; SELECT set_config('app.tenant', '${tenant}', true);
        INSERT INTO users (tenant_id, id, email, account_type, profile) SELECT '${tenant}', ${id('u')}, 'drill' || n || '@school.test', 'power', jsonb_build_object('about', repeat(md5(n::text), 8)) FROM ${people};
        INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, started_at)
          SELECT '${tenant}', ${id('a')}, ${id('u')}, 'holland_code', 'x', 'x', '{R_1}', 'complete', false, 'en', now() FROM ${people};
        INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
          SELECT '${tenant}', md5(n || 'i' || i)::uuid, ${id('a')}, 'R_' || i, to_jsonb(1 + (n + i) % 5), 4000, now(), i, ${id('d')}, false FROM ${people}, generate_series(1, 60) AS i;
        COMMIT`)
      await wait(5)
    }
  })
}

/** Sends one request after another, and records how long each took. */
class Prober {
  readonly calls: { readonly at: number; readonly ms: number }[] = []
  readonly #stop = new AbortController()
  #done: Promise<void> = Promise.resolve()

  constructor(readonly learner: Learner) {}

  start(): void {
    this.#done = (async () => {
      while (!this.#stop.signal.aborted) {
        const at = performance.now()
        await this.learner.call('PATCH', 'users/profile', { lastName: `N${Math.floor(at)}` })
        this.calls.push({ at, ms: performance.now() - at })
        await wait(5)
      }
    })()
    this.#done.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  between(from: number, to: number): number[] {
    return this.calls.filter(({ at, ms }) => at + ms >= from && at <= to).map(({ ms }) => ms)
  }
}

async function manifestOf(file: string): Promise<Manifest> {
  for await (const part of readBackup(file)) if (part.kind === 'complete') return part.manifest
  throw new Error(`${file} has no end`)
}

type Made = {
  readonly from: Where
  readonly file: string
  readonly manifest: Manifest
  readonly email: string
  readonly sure: ReadonlyMap<string, readonly string[]>
  readonly figures: Record<string, number>
}

async function makeBackup(from: Where): Promise<Made> {
  const server = await start(from)
  try {
    await fill(from)
    const writers: Writer[] = []
    for (let index = 0; index < WRITERS; index++)
      writers.push(await Writer.begin(server.url, true, chance(index), 5))
    const prober = new Prober(new Learner(server.url))
    await prober.learner.onboard()
    for (const writer of writers) writer.start()
    prober.start()
    await wait(QUIET_MS)
    const began = performance.now()
    const sure = new Map(writers.map((writer) => [writer.attempt.id, [...writer.confirmed.keys()]]))
    const file = join(place, `${from.name}.tsela`)
    const { ms } = await done(from, ['backup', file])
    const ended = performance.now()
    await prober.stop()
    for (const writer of writers) await writer.stop()
    const [quiet, meanwhile] = [
      prober.between(began - QUIET_MS, began),
      prober.between(began, ended),
    ]
    const figures = {
      backup_ms: round(ms, 0),
      megabytes: round(statSync(file).size / 2 ** 20),
      calls: meanwhile.length,
      median_before: round(median(quiet)),
      median_meanwhile: round(median(meanwhile)),
      p99_meanwhile: round(percentile(meanwhile, 99)),
      most_before: round(Math.max(...quiet)),
      most_meanwhile: round(Math.max(...meanwhile)),
    }
    return {
      from,
      file,
      manifest: await manifestOf(file),
      email: prober.learner.email,
      sure,
      figures,
    }
  } finally {
    await server.stop()
  }
}

type Drill = {
  readonly from: string
  readonly to: string
  readonly rows: number
  readonly restoreMs: number
  readonly wrong: readonly string[]
}

async function drill({ from, file, manifest, email, sure }: Made, to: Where): Promise<Drill> {
  const wrong: string[] = []
  const other = await command(to, ['restore', file], 'another-secret-of-as-many-letters-as-that')
  if (other.code !== 1 || !other.text.includes('needs another secret'))
    wrong.push(`another secret was not refused: ${other.text}`)
  const { ms } = await done(to, ['restore', file])
  const again = await command(to, ['restore', file])
  if (again.code !== 1 || !again.text.includes('is not empty'))
    wrong.push(`a database that is full was not refused: ${again.text}`)
  const copy = join(place, `again-${++places}.tsela`)
  await done(to, ['backup', copy])
  const now = await manifestOf(copy)
  for (const [table, content] of manifest.tables) {
    const found = now.tables.get(table)
    if (found?.rows !== content.rows || found.sha256 !== content.sha256)
      wrong.push(`${table}: ${JSON.stringify(content)} became ${JSON.stringify(found)}`)
  }
  const server = await start(to)
  try {
    const learner = new Learner(server.url)
    await learner.call('GET', 'auth/ping')
    const user = await learner.call<{ email: string }>('POST', 'auth/login', {
      email,
      password: 'Thaba2024',
    })
    if (user.email !== email) wrong.push('login found another account')
    const stored = new Set(
      (await answersOf(connectionTo(to.dataDir, to.databaseUrl), [...sure.keys()])).map(
        ({ id }) => id,
      ),
    )
    const lost = [...sure.values()].flat().filter((id) => !stored.has(id))
    if (lost.length > 0)
      wrong.push(`${lost.length} answers that were confirmed before the backup began are missing`)
  } finally {
    await server.stop()
  }
  rmSync(copy)
  return { from: from.name, to: to.name, rows: manifest.rows, restoreMs: round(ms, 0), wrong }
}

let postgres: Postgres | null = null
try {
  if (postgresFolder() === null)
    process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
  else postgres = await startPostgres()
  const made: Made[] = []
  if (postgres !== null) made.push(await makeBackup(await onPostgres(postgres)))
  made.push(await makeBackup(embedded()))
  const drills: Drill[] = []
  for (const each of made) {
    if (postgres !== null) drills.push(await drill(each, await onPostgres(postgres)))
    drills.push(await drill(each, embedded()))
    const left = existsSync(each.from.dataDir)
      ? readdirSync(each.from.dataDir).filter((name) => name.startsWith('backup-copy'))
      : []
    if (left.length > 0) throw new Error(`a copy was left behind: ${left.join(', ')}`)
  }
  report(
    `X1, backups made under load of ${WRITERS} writers, ${PEOPLE} people`,
    made.map(({ from, manifest, figures }) => ({
      what: from.name,
      rows: manifest.rows,
      ...figures,
      'goal ms': MAX_DELAY_MS,
    })),
    Object.fromEntries(
      made.map(({ from, manifest, figures }) => [
        from.name.toLowerCase(),
        { rows: manifest.rows, ...figures },
      ]),
    ),
  )
  report(
    'X1, restored',
    drills.map(({ from, to, rows, restoreMs, wrong }) => ({
      what: `${from} to ${to}`,
      rows,
      'restored in ms': restoreMs,
      'goal ms': MAX_RESTORE_MS,
      wrong: wrong.length,
    })),
    { drills },
  )
  for (const { from, to, wrong } of drills)
    for (const line of wrong) process.stderr.write(`${from} to ${to}: ${line}\n`)
  hold(
    made.map(({ from, figures }) => ({
      what: `${from.name}: a call longer than the longest before the backup, in ms`,
      figure: round(figures['most_meanwhile']! - figures['most_before']!),
      most: MAX_DELAY_MS,
    })),
  )
  if (drills.some(({ wrong, restoreMs }) => wrong.length > 0 || restoreMs > MAX_RESTORE_MS))
    process.exitCode = 1
} finally {
  await postgres?.stop()
  rmSync(place, { recursive: true, force: true })
}
