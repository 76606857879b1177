/**
 * Servers that start at the same moment, and servers of two versions, on one database: none
 * disturbs another, and nothing goes backwards.
 */

import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { importContent, readCommonPasswords } from '#server/catalogue/content.ts'
import { Database, sqlBuilder, type Tx } from '#server/database/database.ts'
import { readEnvironment } from '#server/base/environment.ts'
import { outboxOnly } from '#server/accounts/mailer.ts'
import { noSender } from '#server/accounts/sms.ts'
import { migrate } from '#server/database/migrate.ts'
import { prepare } from '#server/start/prepare.ts'
import { ServerContext } from '#server/start/context.ts'
import { catalog, code, root } from '#tests/support/documents.ts'

const given = inject('database')
const contentDir = join(root, 'content')
const raw = (text: string) => ({
  compile: () => sql.raw<Record<string, unknown>>(text).compile(sqlBuilder),
})

let database: Database
beforeAll(() => {
  database = new Database({ kind: given.kind, connection: given.connection })
})
afterAll(() => database.close())
const ask = (text: string, on = database) => on.owner(null, (tx: Tx) => tx.all(raw(text)))

// The embedded database has one server at a time: its folder is locked.
describe.runIf(given.kind === 'postgres')(
  'three servers that start at once on an empty database',
  () => {
    const name = `prepare_${randomUUID().slice(0, 8)}`
    let databases: Database[]
    beforeAll(async () => {
      await database.pool.query(`CREATE DATABASE ${name}`)
      const url = new URL(given.connection.connectionString!)
      url.pathname = `/${name}`
      // As few connections as possible.
      databases = Array.from(
        { length: 3 },
        () =>
          new Database({ kind: 'postgres', connection: { connectionString: url.href }, size: 2 }),
      )
    })
    afterAll(async () => {
      for (const each of databases) await each.close()
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    })

    it('all come up, and everything is there once', async () => {
      const environment = { ...readEnvironment({ LOG_LEVEL: 'silent', DEMO: '1' }, root) }
      const context = (on: Database) =>
        new ServerContext({
          environment,
          database: on,
          base: { catalog, code },
          contentDir,
          clientDir: null,
          prerender: null,
          commonPasswords: readCommonPasswords(contentDir),
          clock: { now: () => new Date() },
          mailer: outboxOnly,
          sms: noSender,
        })
      await Promise.all(databases.map((each) => prepare(context(each), () => undefined)))
      // A demo can be restarted any number of times, but never next to a real tenant.
      await ask(
        `INSERT INTO tenants (id, slug, config) VALUES ('${randomUUID()}', 'school', 'default')`,
        databases[0],
      )
      await expect(prepare(context(databases[0]!), () => undefined)).rejects.toThrow(
        "tenants that aren't demo tenants (school)",
      )
      await ask(`DELETE FROM tenants WHERE slug = 'school'`, databases[0])
      const [counts] = await ask(
        `SELECT (SELECT count(*) FROM careers)::integer AS careers, (SELECT count(*) FROM tenants)::integer AS tenants, (SELECT count(*) FROM bases)::integer AS bases`,
        databases[0],
      )
      const { items } = JSON.parse(readFileSync(join(contentDir, 'careers.json'), 'utf8')) as {
        items: unknown[]
      }
      expect(counts).toEqual({
        careers: items.length,
        tenants: catalog.all('tenant').length,
        bases: 2,
      })
    }, 60_000)

    it('do what must be done alone one after the other, and continue if one of them fails', async () => {
      const steps: string[] = []
      const work = (who: number) => async () => {
        steps.push(`${who} begins`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push(`${who} ends`)
        if (who === 0) throw new Error('one that fails')
        return who
      }
      const outcomes = await Promise.allSettled(databases.map((each, who) => each.alone(work(who))))
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
      for (let at = 0; at < steps.length; at += 2)
        expect(steps[at + 1]).toBe(steps[at]!.replace('begins', 'ends'))
    })

    it('need no session lock: one that a pooler has lent to another client would keep every server from starting', async () => {
      const session = await databases[0]!.pool.connect()
      try {
        // Kysely's own.
        await session.query('SELECT pg_advisory_lock(3853314791062309107)')
        expect(await migrate(databases[1]!)).toEqual({ newer: [] })
      } finally {
        await session.query('SELECT pg_advisory_unlock_all()')
        session.release()
      }
    })
  },
)

describe('an older server on a database that a newer one has prepared', () => {
  it('starts, and leaves unknown tables alone', async () => {
    await ask(
      `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-a-newer-version', '${new Date().toISOString()}')`,
    )
    try {
      expect(await migrate(database)).toEqual({ newer: ['9999-of-a-newer-version'] })
      expect(
        await ask(
          `SELECT count(*)::integer AS there FROM kysely_migration WHERE name LIKE '9999%'`,
        ),
      ).toEqual([{ there: 1 }])
    } finally {
      await ask(`DELETE FROM kysely_migration WHERE name LIKE '9999%'`)
    }
  })

  it('adds texts to careers that were imported before there were any', async () => {
    const text = readFileSync(join(contentDir, 'careers.json'), 'utf8')
    const { version } = JSON.parse(text) as { version: number }
    const sha = createHash('sha256').update(text).digest('hex')
    await ask(
      `UPDATE careers SET title = facts ->> 'title', facts = facts - 'words' - 'also' - 'training' WHERE id = '23-1011.00'`,
    )
    await ask(
      `UPDATE content_versions SET version = ${version}, sha = '${sha}' WHERE name = 'careers'`,
    )
    expect(await importContent(database, contentDir)).toBeGreaterThan(900)
    expect(
      await ask(
        `SELECT title, slug, facts ->> 'title' AS onet, facts #>> '{words,af,title}' AS af, facts #>> '{training,road}' AS road FROM careers WHERE id = '23-1011.00'`,
      ),
    ).toEqual([
      { title: 'Attorney', slug: 'attorney', onet: 'Lawyers', af: 'Prokureur', road: 'articles' },
    ])
  })

  it('never brings back an older catalogue, but takes a newer one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsela-catalogue-'))
    const text = readFileSync(join(contentDir, 'careers.json'), 'utf8')
    const words = readFileSync(join(contentDir, 'career-words.json'), 'utf8')
    const training = readFileSync(join(contentDir, 'career-training.json'), 'utf8')
    const { version, items } = JSON.parse(text) as { version: number; items: unknown[] }
    const others = [words, training].map(
      (file) => (JSON.parse(file) as { version: number }).version,
    )
    const newer = JSON.stringify({ version: version + 1, items: items.slice(0, 3) })
    writeFileSync(join(folder, 'careers.json'), newer)
    writeFileSync(join(folder, 'career-words.json'), words)
    writeFileSync(join(folder, 'career-training.json'), training)
    const there = async () =>
      (
        await ask(
          `SELECT (SELECT count(*) FROM careers)::integer AS careers, version, sha FROM content_versions WHERE name = 'careers'`,
        )
      )[0]
    try {
      expect(await importContent(database, folder)).toBe(3)
      const seen = {
        careers: 3,
        version: others.reduce((sum, each) => sum + each, version + 1),
        sha: createHash('sha256').update(newer).update(words).update(training).digest('hex'),
      }
      expect(await there()).toEqual(seen)
      expect(await importContent(database, contentDir)).toBe(0)
      expect(await there()).toEqual(seen)
      // The same version with other content: a developer is working on it, or a server without
      // versions restored its own.
      writeFileSync(
        join(folder, 'careers.json'),
        JSON.stringify({ version: version + 1, items: items.slice(0, 4) }),
      )
      expect(await importContent(database, folder)).toBe(4)
      await ask(
        `UPDATE content_versions SET version = 0, sha = 'of an older server' WHERE name = 'careers'`,
      )
      expect(await importContent(database, contentDir)).toBe(items.length)
    } finally {
      await ask(`DELETE FROM content_versions WHERE name = 'careers'`)
      await importContent(database, contentDir)
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

it('a changed catalogue has a version of its own', () => {
  const text = readFileSync(join(contentDir, 'careers.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: number }
  // Increase the version in the file's header, and add what the test prints here: servers use it to
  // tell which of two is newer.
  const VERSIONS: Readonly<Record<number, string>> = {
    1: 'f37185606e3e9c6f',
    2: '532cb9e68d7077f8',
  }
  expect([version, createHash('sha256').update(text).digest('hex').slice(0, 16)]).toEqual([
    version,
    VERSIONS[version],
  ])
})
