/**
 * The server is killed (SIGKILL) at random moments while somebody publishes, on both databases: afterwards the tenant must
 * be on exactly one whole release, and no draft may be gone that is not in it.
 *
 *   npm run torture -- publish     (KILLS on each database, 20)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance } from '../support/chance.ts'
import { Learner } from '../support/learner.ts'
import { startProduct } from '../support/processes.ts'
import { report } from '../support/report.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PORT = 4535
/** A publish takes some hundred milliseconds; the kill falls before, into and after it. */
const MOST_MS = 900

/** Two documents that are changed together: a release that has one of them without the other is half a release. */
const PAIR = ['menu/main', 'menu/user'] as const
type View = { readonly effective: { title: string }; readonly live: { title: string }; readonly draft: unknown }

class Publisher extends Learner {
  async signIn(): Promise<void> {
    await this.call('GET', 'auth/ping')
    await this.call('POST', 'auth/login', { email: 'owner@demo.test', password: 'Demo1234' })
  }

  async save(name: string, title: string): Promise<void> {
    const seen = await fetch(`${this.url}/api/admin/documents/${name}`, { headers: this.headers })
    const { effective } = (await seen.json()) as View
    const saved = await fetch(`${this.url}/api/admin/drafts/${name}`, {
      method: 'PUT',
      headers: { ...this.headers, 'if-match': seen.headers.get('etag')! },
      body: JSON.stringify({ document: { ...effective, title } }),
    })
    if (!saved.ok) throw new Error(`${name} could not be saved: ${saved.status} ${await saved.text()}`)
  }

  look(name: string): Promise<View> {
    return this.call<View>('GET', `admin/documents/${name}`)
  }
}

async function torture(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-publish-'))
  const draw = chance(7)
  let server = await startProduct({ port: PORT, dataDir, databaseUrl })
  const outcome = { kills: KILLS, published: 0, not_yet: 0, half: 0, drafts_lost: 0, not_one_live: 0 }
  try {
    const person = new Publisher(server.url)
    await person.signIn()
    for (let kill = 1; kill <= KILLS; kill++) {
      const title = `Round ${kill}`
      for (const name of PAIR) await person.save(name, title)
      const publishing = fetch(`${server.url}/api/admin/releases`, { method: 'POST', headers: person.headers, body: JSON.stringify({ message: title }) }).catch(() => null)
      await wait(draw() * MOST_MS)
      await server.kill()
      await publishing
      server = await startProduct({ port: PORT, dataDir, databaseUrl })
      const views = await Promise.all(PAIR.map((name) => person.look(name)))
      const live = views.map((view) => view.live.title === title)
      if (live.every(Boolean)) outcome.published++
      else if (live.some(Boolean)) outcome.half++
      else outcome.not_yet++
      if (views.some((view) => view.effective.title !== title)) outcome.drafts_lost++
      const { items } = await person.call<{ items: { id: string; live: boolean }[] }>('GET', 'admin/releases')
      const { release } = await person.call<{ release: string }>('GET', 'app-configuration')
      const lives = items.filter((each) => each.live)
      if (lives.length !== 1 || lives[0]!.id !== release) outcome.not_one_live++
    }
    return outcome
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const outcomes: Record<string, Awaited<ReturnType<typeof torture>>> = {}
if (postgresFolder() === null) process.stdout.write('SKIPPED: PostgreSQL, for there is none on this machine\n')
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
  'the server killed while somebody publishes',
  Object.entries(outcomes).map(([what, each]) => ({ what, ...each })),
  outcomes,
)
if (Object.values(outcomes).some(({ half, drafts_lost, not_one_live }) => half + drafts_lost + not_one_live > 0)) process.exitCode = 1
