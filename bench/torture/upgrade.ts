/**
 * A version is rolled out: the servers of the last release (deploy/last-release.json) serve users,
 * then one of this version migrates the tables while they do, then both serve the same users, who
 * alternate between them. Nothing confirmed may be lost, and no call may fail on either because of
 * the other.
 *
 *   npm run torture -- upgrade     (SECONDS beside each other, 10)
 */

import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { root, startProduct, startServer, type Running } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { report, round } from '../support/report.ts'
import { answersOf, connectionTo } from '../support/stored.ts'
import { balance, Writer } from './writer.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 10)
const OLD_PORT = 5470
const NEW_PORT = 5471
const last = JSON.parse(readFileSync(join(root, 'deploy', 'last-release.json'), 'utf8')) as {
  version: string
  commit: string
  startsOnNewerTables: boolean
}

/**
 * The last release, built in a folder of its own. @returns null if this repository does not contain
 * it
 */
function buildLast(folder: string): string | null {
  if (spawnSync('git', ['cat-file', '-e', `${last.commit}^{commit}`], { cwd: root }).status !== 0)
    return null
  mkdirSync(folder)
  execFileSync('sh', ['-c', `git archive ${last.commit} | tar -x -C '${folder}'`], { cwd: root })
  // The bundler that built this file sets NODE_ENV to "production" for child processes.
  const { NODE_ENV: _, ...env } = process.env
  const quiet: ExecFileSyncOptions = { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }
  execFileSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    quiet,
  )
  execFileSync(process.execPath, ['scripts/build.mjs'], quiet)
  return folder
}

function startLast(
  folder: string,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<Running> {
  return startServer(join(folder, 'dist', 'server', 'main.js'), OLD_PORT, '/api/ready', {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO: '1',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  })
}

/** A user whose calls go to these servers in turn. */
class Roamer {
  calls = 0
  signUps = 0
  readonly failed: string[] = []
  #working = true
  #done: Promise<void> = Promise.resolve()

  private constructor(
    readonly learner: Learner,
    readonly urls: readonly string[],
  ) {}

  static async begin(urls: readonly string[]): Promise<Roamer> {
    const learner = new Learner(urls[0]!)
    await learner.onboard()
    return new Roamer(learner, urls)
  }

  start(): void {
    this.#done = this.#work()
  }

  async stop(): Promise<void> {
    this.#working = false
    await this.#done
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    this.learner.url = this.urls[this.calls++ % this.urls.length]!
    try {
      return await this.learner.call(method, path, body)
    } catch (error) {
      this.failed.push(`${this.learner.url}: ${String(error).slice(0, 200)}`)
      return undefined
    }
  }

  /** A new user, with a separate cookie jar. */
  async #signUp(): Promise<void> {
    const url = this.urls[this.signUps++ % this.urls.length]!
    try {
      await new Learner(url).signUp()
    } catch (error) {
      this.failed.push(`${url}: ${String(error).slice(0, 200)}`)
    }
  }

  async #work(): Promise<void> {
    while (this.#working) {
      await this.#call('GET', 'app-configuration')
      await this.#call('GET', 'auth/get-user')
      await this.#call('PATCH', 'users/profile', { firstName: `Naledi ${this.calls}` })
      await this.#call('GET', 'plans?country=ZA')
      await this.#call('POST', 'users/interactions', { type: 'tour', step: this.calls % 5 })
      await this.#call('GET', 'assessments')
      await this.#call('POST', 'auth/login', { email: this.learner.email, password: 'Thaba2024' })
      if (this.calls % 5 === 0) await this.#signUp()
      // An odd number of calls, so that each one hits both servers in turn.
      await wait(20)
    }
  }
}

async function beside(folder: string, databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-upgrade-'))
  const running: Running[] = []
  try {
    const old = await startLast(folder, dataDir, databaseUrl)
    running.push(old)
    const writers = [
      await Writer.begin(old.url, true, chance(1), 10),
      await Writer.begin(old.url, false, chance(2), 10),
    ]
    const editor = new Publisher(old.url)
    await editor.signIn()
    for (const writer of writers) writer.start()
    // During and after the new one's migrations, with statements that were prepared before.
    const stayers = [await Roamer.begin([old.url]), await Roamer.begin([old.url])]
    for (const stayer of stayers) stayer.start()
    const fresh = await startProduct({ port: NEW_PORT, dataDir, databaseUrl })
    running.push(fresh)
    writers.push(await Writer.begin(fresh.url, true, chance(3), 10))
    writers[2]!.start()
    const urls = [old.url, fresh.url]
    const roamers = [await Roamer.begin(urls), await Roamer.begin(urls.toReversed())]
    for (const roamer of roamers) roamer.start()
    roamers.push(...stayers)
    await wait((SECONDS / 2) * 1000)
    // The new server serves what the old one publishes.
    const release = async (url: string) =>
      ((await (await fetch(`${url}/api/app-configuration`)).json()) as { release: string }).release
    await editor.save('locale/en', (document) => ({
      ...document,
      title: 'English, renamed by the last release',
    }))
    const published = await editor.publish('By a server of the last release')
    const { id } = (await published.json()) as { id: string }
    await wait(1500)
    const seen = [await release(old.url), await release(fresh.url)]
    await wait((SECONDS / 2) * 1000)
    for (const roamer of roamers) await roamer.stop()
    await old.stop()
    for (const { learner } of writers) learner.url = fresh.url
    for (const writer of writers) await writer.served()
    for (const writer of writers) await writer.stop()
    const kept = balance(
      writers,
      await answersOf(
        connectionTo(dataDir, databaseUrl),
        writers.map(({ attempt }) => attempt.id),
      ),
    )
    const starts = await startLast(folder, dataDir, databaseUrl).then(
      async (again) => {
        await again.stop()
        return true
      },
      () => false,
    )
    const failed = roamers.flatMap((each) => each.failed)
    return {
      calls: roamers.reduce((all, each) => all + each.calls, 0),
      failed,
      published: published.status === 201 && seen.every((each) => each === id),
      starts,
      ...kept,
    }
  } finally {
    for (const each of running) await each.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** On the embedded database one server follows the other. */
async function after(folder: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-upgrade-'))
  let server = await startLast(folder, dataDir, undefined)
  try {
    const writers = [
      await Writer.begin(server.url, true, chance(1), 10),
      await Writer.begin(server.url, false, chance(2), 10),
    ]
    for (const writer of writers) writer.start()
    await wait(2000)
    await server.stop()
    server = await startProduct({ port: NEW_PORT, dataDir })
    for (const { learner } of writers) learner.url = server.url
    for (const writer of writers) await writer.served()
    for (const writer of writers) await writer.stop()
    const stored = await answersOf(
      connectionTo(dataDir, undefined),
      writers.map(({ attempt }) => attempt.id),
    )
    return { ...balance(writers, stored), ready_ms: round(server.readyMs, 0) }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const place = mkdtempSync(join(tmpdir(), 'tsela-last-'))
try {
  const folder = buildLast(join(place, 'last'))
  if (folder === null)
    process.stdout.write(
      `SKIPPED: the last release, for this repository does not hold its commit ${last.commit}\n`,
    )
  else {
    const rows: {
      what: string
      calls: number | string
      failed: number | string
      confirmed: number
      lost: number
      double: number
    }[] = []
    let wrong = 0
    let figures: object = {}
    if (postgresFolder() === null)
      process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
    else {
      const postgres = await startPostgres()
      try {
        const { failed, ...outcome } = await beside(folder, postgres.url)
        for (const each of new Set(failed.map((text) => text.replace(/[0-9a-f-]{36}/g, '...'))))
          process.stderr.write(`${each}\n`)
        if (!outcome.published)
          process.stderr.write('what the last release published is not served by both\n')
        if (outcome.starts !== last.startsOnNewerTables)
          process.stderr.write(
            `the last release ${outcome.starts ? 'starts' : 'does not start'} on newer tables: deploy/last-release.json says otherwise\n`,
          )
        wrong +=
          failed.length +
          outcome.lost +
          outcome.double +
          outcome.strange +
          Number(!outcome.published) +
          Number(outcome.starts !== last.startsOnNewerTables)
        rows.push({
          what: 'PostgreSQL, beside each other',
          calls: outcome.calls,
          failed: failed.length,
          confirmed: outcome.confirmed,
          lost: outcome.lost,
          double: outcome.double,
        })
        figures = { postgresql: { failed: failed.length, ...outcome } }
      } finally {
        await postgres.stop()
      }
    }
    const embedded = await after(folder)
    wrong += embedded.lost + embedded.double + embedded.strange
    rows.push({
      what: 'embedded, one after the other',
      calls: '',
      failed: '',
      confirmed: embedded.confirmed,
      lost: embedded.lost,
      double: embedded.double,
    })
    report(`an upgrade from ${last.version}`, rows, { ...figures, embedded })
    if (wrong > 0) process.exitCode = 1
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
