/**
 * How instruments work, at size: a million answers counted into sums on PostgreSQL, what a later
 * hundred people add to it, and what the console waits for its figures.
 *
 *   npm run bench -- health     (ANSWERS, 1000000)
 */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { healthIn } from '#server/routes/admin-instruments.ts'
import { readCommonPasswords } from '#server/catalogue/content.ts'
import { Database, LONG_MS } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { DocumentWorkers } from '#server/release/document-workers.ts'
import { Papers } from '#server/papers/papers.ts'
import { outboxOnly } from '#server/accounts/mailer.ts'
import { noSender } from '#server/accounts/sms.ts'
import { readEnvironment } from '#server/base/environment.ts'
import { countInstruments } from '#server/start/instruments.ts'
import { ServerContext } from '#server/start/context.ts'
import { ensureTenant } from '#server/store/tenants.ts'
import { catalog, code } from '#tests/support/documents.ts'
import { addPeople } from '#tests/support/manypeople.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { root } from './support/processes.ts'
import { report, round } from './support/report.ts'

const ANSWERS = Number(process.env['ANSWERS'] ?? 1_000_000)
const LATER = 100
const GOAL_S = 5

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
try {
  await migrate(database)
  const tenant = await database.owner(null, (tx) =>
    ensureTenant(tx, { id: randomUUID(), slug: 'bench', config: 'default', demo: true }),
  )
  const context = new ServerContext({
    environment: readEnvironment({ LOG_LEVEL: 'silent', DEMO: '1' }, root),
    database,
    base: { catalog, code },
    contentDir: join(root, 'content'),
    clientDir: null,
    prerender: null,
    commonPasswords: readCommonPasswords(join(root, 'content')),
    clock: { now: () => new Date() },
    mailer: outboxOnly,
    sms: noSender,
    documentWorkers: new DocumentWorkers(),
    papers: new Papers(),
  })
  const release = await context.live(tenant)
  const id = 'holland_code'
  const instrument = {
    key: release.catalog.get('scoring', id)!,
    document: release.catalog.get('assessment', id)!,
    documentSha: release.shas.get(`assessment/${id}`)!,
    scoringSha: release.shas.get(`scoring/${id}`)!,
  }
  const add = (name: string, people: number, seed: number) =>
    database.owner(tenant.id, (tx) => addPeople(tx, instrument, { name, people, seed }))
  const timed = async <Result>(work: () => Promise<Result>) => {
    const began = performance.now()
    const result = await work()
    return { result, seconds: round((performance.now() - began) / 1000, 2) }
  }
  const people = Math.ceil(ANSWERS / instrument.key.items.length)
  for (let from = 0; from < people; from += 2000)
    await add(`first ${from}`, Math.min(2000, people - from), from + 1)
  await database.owner(tenant.id, (tx) =>
    tx.run({ compile: () => ({ sql: 'ANALYZE', parameters: [] }) } as never),
  )
  const all = await timed(() => countInstruments(context))
  await add('later', LATER, 7)
  const more = await timed(() => countInstruments(context))
  const none = await timed(() => countInstruments(context))
  const read = await timed(() =>
    database.tenant(tenant.id, (tx) => healthIn(tx, release, id, {}, new Date()), LONG_MS),
  )
  report(
    'health',
    [
      {
        what: `${people * instrument.key.items.length} answers`,
        people: all.result,
        seconds: all.seconds,
        goal: GOAL_S,
      },
      { what: `${LATER} people more`, people: more.result, seconds: more.seconds, goal: '' },
      { what: 'nothing new', people: none.result, seconds: none.seconds, goal: '' },
      {
        what: 'figures read',
        people: read.result.health.people ?? 0,
        seconds: read.seconds,
        goal: '',
      },
    ],
    {
      answers: people * instrument.key.items.length,
      seconds: all.seconds,
      later_seconds: more.seconds,
      read_seconds: read.seconds,
      ok: all.seconds < GOAL_S,
    },
  )
} finally {
  await database.close()
  await postgres.stop()
}
