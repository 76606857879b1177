/**
 * The server is killed (SIGKILL) during a publish, on both databases: at random moments, close to
 * the commit, and on PostgreSQL with all but the last row written. Afterwards the tenant must be on
 * exactly one complete release, no draft may be lost that is not in it, and what was confirmed is
 * live.
 *
 *   npm run torture -- publish     (KILLS on each database, 20)
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { chance } from '../support/chance.ts'
import { startProduct } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { report, round } from '../support/report.ts'
import { asOwner, connectionTo } from '../support/stored.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PORT = 4535
/** Shares of the time that a publish takes. A random kill comes within this one, */
const WHOLE = 1.2
/**
 * and one close to the commit this near to where the commit was found, searching in these steps.
 */
const NEAR = 0.05
const STEP = 0.03

/**
 * Two documents that are changed together: a release with only one of the changes is half a
 * release.
 */
const PAIR = ['menu/main', 'menu/user'] as const

/** Blocks writes to the audit log, which a publish does last, while `work` runs. */
async function holdingUp(
  databaseUrl: string,
  work: (held: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await asOwner(connectionTo('', databaseUrl), async (client) => {
    await client.query('BEGIN')
    await client.query('LOCK TABLE audit IN SHARE MODE')
    await work(async () => {
      for (let patience = 3000; patience > 0; patience--) {
        const { rows } = await client.query(
          "SELECT FROM pg_locks WHERE relation = 'audit'::regclass AND NOT granted",
        )
        if (rows.length > 0) return
        await wait(10)
      }
      throw new Error('a publish did not come as far as the log of the console')
    })
    await client.query('ROLLBACK')
  })
}

async function torture(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-publish-'))
  const draw = chance(7)
  let server = await startProduct({ port: PORT, dataDir, databaseUrl })
  const again = async () => {
    await server.kill()
    server = await startProduct({ port: PORT, dataDir, databaseUrl })
  }
  const outcome = {
    kills: KILLS,
    publish_ms: 0,
    in_transaction: 0,
    published: 0,
    confirmed: 0,
    not_yet: 0,
    half: 0,
    drafts_lost: 0,
    confirmed_lost: 0,
    not_one_live: 0,
  }
  try {
    const person = new Publisher(server.url)
    await person.signIn()
    const edit = async (title: string) => {
      for (const name of PAIR) await person.save(name, (document) => ({ ...document, title }))
    }
    // Every kill hits a server that has just started, so measure one of those.
    await again()
    await edit('Undisturbed')
    const began = performance.now()
    const undisturbed = await person.publish('Undisturbed')
    if (undisturbed.status !== 201)
      throw new Error(`nothing can be published: ${undisturbed.status} ${await undisturbed.text()}`)
    const takes = performance.now() - began
    outcome.publish_ms = round(takes, 0)
    await again()
    let edge = takes
    for (let kill = 1; kill <= KILLS; kill++) {
      const title = `Round ${kill}`
      await edit(title)
      const near = kill % 2 === 0
      const publish = () => person.publish(title).catch(() => null)
      let publishing: Promise<Response | null> = Promise.resolve(null)
      if (databaseUrl !== undefined && kill % 4 === 1) {
        await holdingUp(databaseUrl, async (held) => {
          publishing = publish()
          await held()
          await server.kill()
        })
        outcome.in_transaction++
      } else {
        publishing = publish()
        await wait(near ? edge + (draw() * 2 - 1) * NEAR * takes : draw() * WHOLE * takes)
      }
      await again()
      const confirmed = (await publishing)?.status === 201
      const views = await Promise.all(PAIR.map((name) => person.look(name)))
      const live = views.filter((view) => view.live['title'] === title).length
      if (live === PAIR.length) outcome.published++
      else if (live > 0) outcome.half++
      else outcome.not_yet++
      if (near) edge += (live > 0 ? -STEP : STEP) * takes
      if (confirmed) outcome.confirmed++
      if (confirmed && live < PAIR.length) outcome.confirmed_lost++
      // Either in the release and no longer a draft, or a draft as it was saved.
      if (
        views.some(
          (view) =>
            view.effective['title'] !== title || (view.draft === null) !== (live === PAIR.length),
        )
      )
        outcome.drafts_lost++
      const { items } = await person.call<{ items: { id: string; live: boolean }[] }>(
        'GET',
        'admin/releases',
      )
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

type Outcome = Awaited<ReturnType<typeof torture>>

const outcomes: Record<string, Outcome> = {}
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
  'the server killed during a publish',
  Object.entries(outcomes).map(([what, each]) => ({ what, ...each })),
  outcomes,
)
const wrong = ({ half, drafts_lost, confirmed_lost, not_one_live }: Outcome) =>
  half + drafts_lost + confirmed_lost + not_one_live > 0
// If all kills fell on one side of the commit, nothing was tested.
if (
  Object.values(outcomes).some(
    (outcome) => wrong(outcome) || outcome.published === 0 || outcome.not_yet === 0,
  )
)
  process.exitCode = 1
