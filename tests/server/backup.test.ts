/**
 * Everything in the database as one file, and back (docs/decisions/0045): complete or not at all,
 * on both databases.
 */

import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { buildApp } from '#server/start/app.ts'
import { Checkpoints, logSince } from '#server/database/checkpoints.ts'
import { Database, sqlBuilder } from '#server/database/database.ts'
import { copyWhileServing } from '#server/database/datacopy.ts'
import { databaseFolder } from '#server/database/datafolder.ts'
import { connectionOf, startEmbedded } from '#server/database/embedded.ts'
import { adoptKeys } from '#server/database/keys.ts'
import { migrateWithin } from '#server/database/migrate.ts'
import { asTx, backup, backupTo } from '#server/operations/backup.ts'
import {
  readBackup,
  writeBackup,
  type Head,
  type Manifest,
  type Part,
} from '#server/operations/backupfile.ts'
import { checkBackup, restoreInto } from '#server/operations/restore.ts'
import { beginSnapshot, contentOf, scopesOf, type Content } from '#server/store/dump.ts'
import { tablesOf } from '#server/store/tables.ts'
import { setIdNumber, userById } from '#server/store/users.ts'
import { ServerContext } from '#server/start/context.ts'
import { buildServer, Client, signUp, type TestServer } from '#tests/support/server.ts'

const given = inject('database')
const isPostgres = given.kind === 'postgres'

let place: string
let server: TestServer
let tenant: string
let person: string
/** Characters that some consider line endings, and everything that JSON escapes. */
const NAME = 'Thabo\u2028 “Nkosi”\t\\ \u2029 é 🙂 \r\n x'
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'tsela-backup-'))
  // Other tests have left users here, and everything is saved and restored several times.
  await withClient(given.connection, (client) =>
    client.query('TRUNCATE tenants, blobs, bases, sealing_keys CASCADE'),
  )
  server = await buildServer()
  tenant = server.tenant.id
  await adoptKeys(server.context.database, server.context.secrets)
  const { client } = await signUp(server)
  person = (await client.get('auth/get-user')).body['_id'] as string
  await client.put('users/about', { about: NAME })
  await server.context.database.tenant(server.tenant.id, (tx) =>
    setIdNumber(tx, person, server.context.secrets.seal('8001015009087', server.tenant.id, person)),
  )
  await client.post('events', {
    device: randomUUID(),
    events: [
      {
        id: randomUUID(),
        name: 'pageView',
        at: '2026-11-21T08:00:00.123Z',
        props: { pageName: NAME },
      },
    ],
  })
  await server.context.database.pool.query(
    `INSERT INTO images (tenant_id, sha, type, body) VALUES ('${server.tenant.id}', 'x', 'image/png', decode(repeat('00ff5c0a', 50000), 'hex'))`,
  )
})
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Hash and count of every table. */
function contents(connection: pg.ClientConfig): Promise<Record<string, Content>> {
  return withClient(connection, async (client) => {
    await beginSnapshot(client)
    const scopes = await scopesOf(client)
    const found: Record<string, Content> = {}
    for (const table of await tablesOf(asTx(client)))
      found[table.name] = await contentOf(client, table, scopes)
    return found
  })
}
/** The structure of a database besides its rows: columns, keys, policies, rights and sequences. */
function structure(connection: pg.ClientConfig): Promise<unknown> {
  return withClient(connection, async (client) => {
    const rows = async (text: string) => (await client.query(text)).rows as unknown[]
    return {
      columns: await rows(
        `SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
      ),
      constraints: await rows(
        `SELECT conrelid::regclass::text AS of, conname, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
      ),
      indexes: await rows(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
      policies: await rows(
        `SELECT tablename, policyname, replace(roles::text, tableowner, 'the owner') AS roles, cmd, qual, with_check FROM pg_policies JOIN pg_tables USING (schemaname, tablename) ORDER BY 1, 2`,
      ),
      security: await rows(
        `SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
      ),
      rights: await rows(
        `SELECT table_name, privilege_type FROM information_schema.role_table_grants WHERE grantee = 'tsela_app' AND table_schema = 'public' ORDER BY 1, 2`,
      ),
      migrations: await rows('SELECT name FROM kysely_migration ORDER BY 1'),
    }
  })
}

let made = 0
/** An empty database next to the test run's own. */
async function emptyDatabase(owner?: string): Promise<pg.ClientConfig> {
  const name = `empty_${process.pid}_${++made}`
  await withClient(given.connection, (client) =>
    client.query(`CREATE DATABASE ${name}${owner === undefined ? '' : ` OWNER ${owner}`}`),
  )
  const address = new URL(given.connection.connectionString!)
  address.pathname = `/${name}`
  if (owner !== undefined) address.username = owner
  return { connectionString: address.href }
}

async function* inPieces<Row>(
  ...pieces: readonly (readonly Row[])[]
): AsyncGenerator<readonly Row[]> {
  yield* pieces
}
async function* noTables(): AsyncGenerator<never> {}
const file = () => join(place, `${randomUUID()}.tsela`)
const secretsOf = (more: { secret?: string; previousSecrets?: readonly string[] } = {}) => ({
  ...server.context.options.environment,
  ...more,
})

describe('a backup', () => {
  let path: string
  let manifest: Manifest
  let before: Record<string, Content>
  beforeAll(async () => {
    path = file()
    before = await contents(given.connection)
    manifest = await backupTo(path, given.connection, server.context.options.environment)
  })

  it.each<[string, string, RegExp]>([
    [
      'a folder that is missing',
      join('nowhere', 'x.tsela'),
      /^There is no folder .+nowhere\. Create it first, .+install -d -m 0700 .+nowhere$/,
    ],
    ['a file for a folder', join('file', 'x.tsela'), /file is not a folder\.$/],
  ])('is refused with one sentence: %s', async (_what, name, sentence) => {
    writeFileSync(join(place, 'file'), '')
    const { environment } = server.context.options
    const typed = {
      environment,
      childFile: new URL('file:///nothing'),
      say: () => undefined,
      complain: () => undefined,
      pathOf: (each: string) => join(place, each),
    }
    await expect(backup(typed, [name])).rejects.toThrow(sentence)
  })

  it('contains every table, counted and hashed, and says what it is a backup of', async () => {
    expect(Object.fromEntries(manifest.tables)).toEqual(before)
    expect(before['users']!.rows).toBeGreaterThan(0)
    expect(manifest.head).toMatchObject({
      format: 1,
      secrets: [server.context.secrets.keyId],
      migrations: expect.arrayContaining(['0001-foundation', '0011-operations']) as unknown,
    })
    expect(manifest.rows).toBe(Object.values(before).reduce((all, { rows }) => all + rows, 0))
    expect(await checkBackup(path, secretsOf())).toEqual(manifest)
  })

  it('is readable only by its owner, gets its name only when complete, and doesn’t reveal the secret', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(`${path}.part`)).toBe(false)
    const text = gunzipSync(readFileSync(path)).toString()
    expect(text).not.toContain(server.context.options.environment.secret)
    expect(text).not.toContain('8001015009087')
    expect(text.split('\n')[0]).toMatch(/^\{"tsela":"backup","format":1,/)
  })

  it('is the same file again, except for its date, if nothing has happened', async () => {
    const again = await backupTo(file(), given.connection, server.context.options.environment)
    expect(Object.fromEntries(again.tables)).toEqual(Object.fromEntries(manifest.tables))
  })

  it('leaves nothing behind if it fails', async () => {
    const broken = file()
    await expect(
      backupTo(broken, given.connection, {
        ...server.context.options.environment,
        get databaseUrl(): string | null {
          throw new Error('in the middle')
        },
      }),
    ).rejects.toThrow('in the middle')
    expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false])
  })

  it.each<[string, (written: string, other: string) => void, RegExp]>([
    [
      'a bit of it',
      (written) => {
        const bytes = readFileSync(written)
        bytes[bytes.length >> 1]! ^= 4
        writeFileSync(written, bytes)
      },
      /is damaged: /,
    ],
    [
      'all of it, for another that is sound',
      (written, other) => copyFileSync(other, written),
      /^The backup couldn't be read back as it was written\. Is the disk healthy\?$/,
    ],
  ])('is read back, and isn’t kept if the disk changed %s', async (_what, change, refusal) => {
    const [path, other] = [file(), file()]
    await writeBackup(other, { ...manifest.head, tables: [] }, noTables())
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
    // The snapshot ends when everything has been written.
    const ending = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      if (args[0] === 'COMMIT') change(`${path}.part`, other)
      return query.apply(this, args)
    })
    try {
      await expect(
        backupTo(path, given.connection, server.context.options.environment),
      ).rejects.toThrow(refusal)
    } finally {
      ending.mockRestore()
    }
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
  })

  describe('that is damaged is refused before anything is touched', () => {
    const changed = (change: (bytes: Buffer) => Buffer): string => {
      const other = file()
      writeFileSync(other, change(readFileSync(path)))
      return other
    }
    const rewritten = (change: (text: string) => string): string =>
      changed((bytes) => gzipSync(change(gunzipSync(bytes).toString())))
    const lastLine = /\n[^\n]*\n$/

    it.each<[string, () => string, RegExp]>([
      [
        'cut off in the middle',
        () => changed((bytes) => bytes.subarray(0, bytes.length >> 1)),
        /is damaged: it is cut off, or was changed\.$/,
      ],
      [
        'cut off at its very end',
        () => changed((bytes) => bytes.subarray(0, -3)),
        /is damaged: it is cut off, or was changed\.$/,
      ],
      [
        'with a bit turned',
        () =>
          changed((bytes) => {
            const other = Buffer.from(bytes)
            other[bytes.length >> 1]! ^= 4
            return other
          }),
        /is damaged: /,
      ],
      [
        'without its last line',
        () => rewritten((text) => text.replace(lastLine, '\n')),
        /is damaged: its end is missing\.$/,
      ],
      [
        'with one row less',
        () => rewritten((text) => text.replace(/\n\["[^\n]*\n/, '\n')),
        /is damaged: the table \w+ is not what it was\.$/,
      ],
      [
        'with another value',
        () => rewritten((text) => text.replace(NAME.slice(0, 5), 'Xxxxx')),
        /is damaged: the table \w+ is not what it was\.$/,
      ],
      [
        'with a table less',
        () =>
          rewritten((text) => text.replace(/\{"table":"events"[^]*?\{"end":"events"[^\n]*\n/, '')),
        /is damaged: it is not what it was when it was made\.$/,
      ],
      [
        'with something behind its end',
        () => rewritten((text) => `${text}[]\n`),
        /is damaged: there is something after its end\.$/,
      ],
      [
        'with a line of nonsense',
        () => rewritten((text) => text.replace('\n{"table"', '\n{"tabl')),
        /is damaged: one of its lines can't be read\.$/,
      ],
      [
        'empty',
        () => changed(() => Buffer.alloc(0)),
        /is damaged: it is cut off, or was changed\.$/,
      ],
      [
        'of another kind, compressed',
        () => changed(() => gzipSync('hello\n')),
        /is not a backup of this product\.$/,
      ],
      [
        'of another kind',
        () => changed(() => Buffer.from('PGDMP and so on')),
        /is not a backup of this product\.$/,
      ],
      [
        'of a newer format',
        () => rewritten((text) => text.replace('"format":1', '"format":2')),
        /was made by a newer version \(.+\)\. Use that one/,
      ],
      [
        'of a newer version',
        () =>
          rewritten((text) =>
            text.replace('"0011-operations"', '"0011-operations","0999-tomorrow"'),
          ),
        /was made by a newer version \(.+, with 0999-tomorrow\)\..+ Nothing was changed\.$/,
      ],
      ['not there', () => file(), /cannot be read: ENOENT/],
    ])('%s', async (_how, make, refusal) => {
      await expect(checkBackup(make(), secretsOf())).rejects.toThrow(refusal)
    })
  })

  describe('needs its secret', () => {
    it('and says so before anything is touched', async () => {
      const other = 'another-secret-of-thirty-two-letters'
      await expect(checkBackup(path, secretsOf({ secret: other }))).rejects.toThrow(
        /needs another secret \(key [\w-]{10}\) than SECRET.+ Nothing was changed\.$/,
      )
      await expect(
        checkBackup(
          path,
          secretsOf({
            secret: other,
            previousSecrets: [server.context.options.environment.secret],
          }),
        ),
      ).resolves.toBeDefined()
    })

    it.each([
      ['users', ['tenant_id', 'id', 'id_number_sealed'], ['t', 'p'], 'the person p'],
      [
        'provider_secrets',
        ['tenant_id', 'provider', 'client', 'secret_sealed'],
        ['t', 'bank', 'us'],
        'the service bank',
      ],
      [
        'own_keys',
        ['tenant_id', 'service', 'id', 'keys_sealed'],
        ['t', 'stripe', 'k'],
        'the stripe keys of a tenant',
      ],
    ])(
      'for every single value, whatever the backup claims: of %s',
      async (where, columns, owner, words) => {
        const lying = file()
        async function* tables() {
          for (const table of manifest.tables.keys())
            yield {
              line: { table, columns: table === where ? columns : ['id'] },
              rows: inPieces(
                table === where
                  ? [[...owner, 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA']]
                  : [],
              ),
            }
        }
        await writeBackup(lying, manifest.head, tables())
        await expect(checkBackup(lying, secretsOf())).rejects.toThrow(
          `A sealed value of ${words} can't be opened with SECRET or SECRET_PREVIOUS. Nothing was changed.`,
        )
      },
    )
  })

  describe('becomes a database', () => {
    /**
     * On PostgreSQL another database, with an owner who can't bypass anything, as in production;
     * there is only one embedded database.
     */
    let target: pg.ClientConfig
    const wrong = (): Manifest => ({
      ...manifest,
      tables: new Map([...manifest.tables, ['users', { rows: 1, sha256: 'x' }]]),
    })
    const NOT_SO = 'The restored table users differs from the backup. Nothing was changed.'
    beforeAll(async () => {
      if (!isPostgres) return void (target = given.connection)
      await withClient(given.connection, (client) =>
        client.query(
          `CREATE ROLE plain_owner LOGIN NOSUPERUSER NOBYPASSRLS; GRANT tsela_app TO plain_owner`,
        ),
      )
      target = await emptyDatabase('plain_owner')
    })

    it.runIf(isPostgres)(
      'if there is none yet, or nothing at all if something is wrong with it',
      async () => {
        const empty = () =>
          withClient(
            target,
            async (client) =>
              (
                await client.query(
                  `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
                )
              ).rows as unknown[],
          )
        await expect(restoreInto(target, 'postgres', path, wrong(), false)).rejects.toThrow(NOT_SO)
        expect(await empty()).toEqual([])
        await expect(backupTo(file(), target, server.context.options.environment)).rejects.toThrow(
          'There is nothing in this database: it has no tenant.',
        )
        await restoreInto(target, 'postgres', path, manifest, false)
      },
    )

    it('with the same rows, tables, keys, policies and rights, whatever role owns them', async () => {
      expect(await contents(target)).toEqual(before)
      expect(await structure(target)).toEqual(await structure(given.connection))
    })

    it('in place of an existing one only if told so explicitly, and the old data stays until the new is complete', async () => {
      const was = await structure(target)
      await expect(restoreInto(target, given.kind, path, manifest, false)).rejects.toThrow(
        /^The database is not empty: it has the tenants? ".+\. To delete everything in it, add --replace\. Nothing was changed\.$/,
      )
      await withClient(target, async (client) => {
        await client.query(`UPDATE tenants SET config = 'pluggedin' WHERE id = '${tenant}'`)
        const refused =
          'Error: 1 other connection is open to this database. Stop every server first. Nothing was changed.'
        // The embedded database has a single connection.
        const told = isPostgres
          ? await restoreInto(target, given.kind, path, manifest, true).then(() => '', String)
          : refused
        expect(told).toContain(refused.slice('Error: '.length))
      })
      const changed = await contents(target)
      expect(changed).not.toEqual(before)
      await expect(restoreInto(target, given.kind, path, wrong(), true)).rejects.toThrow(NOT_SO)
      expect(await contents(target)).toEqual(changed)
      await restoreInto(target, given.kind, path, manifest, true)
      expect(await contents(target)).toEqual(before)
      expect(await structure(target)).toEqual(was)
    })

    it('that a server can continue with: sealed values open, and sequences continue', async () => {
      const database = new Database({ kind: given.kind, connection: target })
      const app = await buildApp(new ServerContext({ ...server.context.options, database }))
      expect(
        (
          await new Client(app, server.host).post('auth/signup', {
            email: 'later@school.test',
            password: 'Thaba2024',
          })
        ).status,
      ).toBe(201)
      await app.close()
      const kept = await database.tenant(tenant, (tx) => userById(tx, person))
      expect(kept!.profile['about']).toBe(NAME)
      expect(server.context.secrets.open(kept!.id_number_sealed!, tenant, person)).toBe(
        '8001015009087',
      )
      await database.close()
      const numbers = await withClient(
        target,
        async (other) =>
          (
            await other.query<{ next: string; last: string }>(
              `SELECT nextval(pg_get_serial_sequence('answers', 'received')) AS next, coalesce(max(received), 0) AS last FROM answers`,
            )
          ).rows[0]!,
      )
      expect(Number(numbers.next)).toBeGreaterThan(Number(numbers.last))
    })
  })
})

describe('the file', () => {
  const head: Head = {
    format: 1,
    product: '1',
    made: 'now',
    database: 'none',
    migrations: [],
    secrets: [],
    tables: ['a', 'b'],
  }
  async function* sources(rows: readonly (string | null)[][]) {
    yield { line: { table: 'a', columns: ['x', 'y'] }, rows: inPieces(rows) }
    yield { line: { table: 'b', columns: ['x'] }, rows: inPieces<(string | null)[]>() }
  }

  it('restores every character, and nothing from nothing', async () => {
    const rows = [
      [NAME, null],
      ['', 'null'],
      ['{"end":"a"}', '[]'],
      ['\u0001\u001f\ud7ff\uffff', 'x'.repeat(300_000)],
    ]
    const path = file()
    await writeBackup(path, head, sources(rows))
    const parts: Part[] = []
    for await (const part of readBackup(path)) parts.push(part)
    expect(parts.flatMap((part) => (part.kind === 'row' ? [part.row] : []))).toEqual(rows)
    expect(parts.map(({ kind }) => kind)).toEqual([
      'head',
      'table',
      'row',
      'row',
      'row',
      'row',
      'end',
      'table',
      'end',
      'complete',
    ])
  })

  it('never overwrites another', async () => {
    const path = file()
    await writeBackup(path, head, sources([]))
    await expect(writeBackup(path, head, sources([]))).rejects.toMatchObject({ code: 'EEXIST' })
  })
})

describe.runIf(isPostgres)('on PostgreSQL', () => {
  it('is a snapshot of one moment, whatever is written meanwhile', async () => {
    const path = file()
    const at = await contents(given.connection)
    // The header is written inside the snapshot; later changes aren't included.
    const environment = { ...server.context.options.environment }
    let wrote: Promise<unknown> | undefined
    const meanwhile = Object.defineProperty(environment, 'databaseUrl', {
      get: () => {
        wrote ??= withClient(given.connection, (client) =>
          client.query(
            `INSERT INTO tenants (id, slug, config) VALUES ('${randomUUID()}', 'late-${randomUUID().slice(0, 8)}', 'default')`,
          ),
        )
        return 'postgres://x'
      },
    })
    const manifest = await backupTo(path, given.connection, meanwhile)
    await wrote
    expect(Object.fromEntries(manifest.tables)).toEqual(at)
    expect((await contents(given.connection))['tenants']!.rows).toBe(at['tenants']!.rows + 1)
  })

  it('of an older version is upgraded by later migrations, which see its rows', async () => {
    const [old, path] = [await emptyDatabase(), file()]
    await withClient(old, async (client) => {
      await migrateWithin(client, [
        '0001-foundation',
        '0002-releases',
        '0003-events',
        '0004-tasks',
        '0005-cohorts',
        '0006-leaving',
      ])
      await client.query(
        `INSERT INTO tenants (id, slug, config) VALUES ('${server.tenant.id}', 'old', 'default')`,
      )
      await client.query(
        `INSERT INTO users (tenant_id, id, email, account_type) VALUES ('${server.tenant.id}', '${person}', 'old@school.test', 'free')`,
      )
    })
    const manifest = await backupTo(path, old, server.context.options.environment)
    expect([manifest.head.migrations.at(-1), manifest.head.secrets]).toEqual([
      '0006-leaving',
      [server.context.secrets.keyId],
    ])
    const now = await emptyDatabase()
    await restoreInto(now, 'postgres', path, await checkBackup(path, secretsOf()), false)
    expect(await structure(now)).toEqual(await structure(given.connection))
    const [row] = await withClient(
      now,
      async (client) =>
        (await client.query(`SELECT slug, suspended_at FROM tenants`)).rows as unknown[],
    )
    expect(row).toEqual({ slug: 'old', suspended_at: null })
  })
})

describe.runIf(!isPostgres)('of a running embedded database', () => {
  it('is a copy that opens on its own, with everything that was there when it began and nothing half-written', async () => {
    const database = new Database({ kind: 'embedded', connection: given.connection })
    const checkpoints = new Checkpoints(database)
    const copy = join(place, 'copy')
    const done = new AbortController()
    let confirmed = 0
    // Two rows per transaction, continuously: one without the other would be a half-written state.
    const writing = (async () => {
      while (!done.signal.aborted) {
        await database.owner(null, async (tx) => {
          for (const half of ['a', 'b'])
            await tx.run({
              compile: () =>
                sql
                  .raw(
                    `INSERT INTO bases (id, manifest) VALUES ('${half}-${confirmed}', '{"x":"${'y'.repeat(2000)}"}')`,
                  )
                  .compile(sqlBuilder),
            })
        })
        confirmed++
      }
    })()
    await vi.waitFor(() => expect(confirmed).toBeGreaterThan(20))
    const sure = confirmed
    await copyWhileServing(
      database,
      checkpoints,
      databaseFolder(given.dataDir!),
      databaseFolder(copy),
      () => false,
    )
    done.abort()
    await writing
    const embedded = await startEmbedded({
      dataDir: copy,
      childFile: new URL('../../src/server/database/embedded-child.ts', import.meta.url),
      log: () => undefined,
      execArgv: ['--import', 'tsx'],
    })
    try {
      const halves = await withClient(
        connectionOf(copy),
        async (client) =>
          (
            await client.query<{ a: number; b: number }>(
              `SELECT count(*) FILTER (WHERE id LIKE 'a-%')::int AS a, count(*) FILTER (WHERE id LIKE 'b-%')::int AS b FROM bases`,
            )
          ).rows[0]!,
      )
      expect(halves.a).toBe(halves.b)
      expect(halves.a).toBeGreaterThanOrEqual(sure)
      const path = file()
      await backupTo(path, connectionOf(copy), server.context.options.environment)
      const { bases: _copied, ...others } = Object.fromEntries(
        (await checkBackup(path, secretsOf())).tables,
      )
      const { bases: _now, ...own } = await contents(given.connection)
      expect(others).toEqual(own)
    } finally {
      await embedded.stop()
    }
    await database.owner(null, (tx) =>
      tx.run({
        compile: () => sql.raw(`DELETE FROM bases WHERE id ~ '^[ab]-'`).compile(sqlBuilder),
      }),
    )
    // The running database keeps no trace of it: the next one begins like the first.
    await copyWhileServing(
      database,
      checkpoints,
      databaseFolder(given.dataDir!),
      databaseFolder(join(place, 'again')),
      () => false,
    )
    await database.close()
  })

  it('doesn’t wait for a checkpoint of hours: one is made whenever enough has been written, except while a copy needs the log', async () => {
    const database = new Database({ kind: 'embedded', connection: given.connection })
    const checkpoints = new Checkpoints(database)
    const run = (text: string) =>
      database.owner(null, (tx) => tx.run({ compile: () => sql.raw(text).compile(sqlBuilder) }))
    const log = () => database.owner(null, logSince)
    await run('CHECKPOINT')
    await checkpoints.makeIfDue()
    await run(
      `INSERT INTO blobs (sha, body) SELECT 'log-' || n, string_agg(md5(n || 'x' || m), '') FROM generate_series(1, 300) AS n, generate_series(1, 2000) AS m GROUP BY n`,
    )
    expect(await log()).toBeGreaterThan(16 * 2 ** 20)
    await checkpoints.pausedDuring(() => checkpoints.makeIfDue())
    expect(await log()).toBeGreaterThan(16 * 2 ** 20)
    await checkpoints.makeIfDue()
    expect(await log()).toBeLessThan(2 ** 20)
    await run(`DELETE FROM blobs WHERE sha LIKE 'log-%'`)
    await database.close()
  })

  it('is abandoned when its caller has gone, and the next one begins', async () => {
    const database = new Database({ kind: 'embedded', connection: given.connection })
    const checkpoints = new Checkpoints(database)
    const to = databaseFolder(join(place, 'given-up'))
    let asked = 0
    await expect(
      copyWhileServing(
        database,
        checkpoints,
        databaseFolder(given.dataDir!),
        to,
        () => ++asked > 50,
      ),
    ).rejects.toThrow('The backup was abandoned: its client has disconnected.')
    expect(existsSync(to)).toBe(false)
    await copyWhileServing(database, checkpoints, databaseFolder(given.dataDir!), to, () => false)
    expect(existsSync(join(to, 'backup_label'))).toBe(true)
    await database.close()
  })
})
