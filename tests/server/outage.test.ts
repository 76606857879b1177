/**
 * A database that breaks, or is unavailable, slow or full: requests are told so at once, and
 * nothing has to be restarted.
 */

import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { APP_ROLE, Database, sqlBuilder } from '#server/database/database.ts'
import { outageOf, type Outage } from '#server/base/outage.ts'
import { errorsPlugin } from '#server/plugins/errors.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'
import { folderOf, Wire } from '#tests/support/wire.ts'

const given = inject('database')
let wire: Wire
beforeAll(async () => {
  wire = await Wire.to(folderOf(given.connection))
})
afterAll(() => wire.close())

const one = { compile: () => sql<{ one: number }>`SELECT 1 AS one`.compile(sqlBuilder) }
const raw = (text: string) => ({ compile: () => sql.raw(text).compile(sqlBuilder) })
const raise = (code: string) =>
  raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)
/** The same database, as another role. */
function withUser(url: string, user: string): string {
  const changed = new URL(url)
  changed.username = user
  return changed.href
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a connection that breaks', () => {
  let database: Database
  beforeAll(() => {
    database = new Database({ kind: given.kind, connection: wire.connection })
  })
  afterAll(() => database.close())

  it('between two queries fails the transaction and nothing else', async () => {
    for (let round = 0; round < 20; round++) {
      const broken = database.shared(async (tx) => {
        await tx.all(one)
        wire.cut()
        // The break is noticed while no query is running.
        await pause(5)
        return tx.all(one)
      })
      await expect(broken).rejects.toThrow(/connection|Connection|EPIPE|ECONNRESET/)
      expect(await database.shared((tx) => tx.all(one))).toEqual([{ one: 1 }])
    }
    expect([database.pool.totalCount, database.pool.waitingCount]).toEqual([1, 0])
  })
})

describe('a server whose connections break', () => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await buildServer({ connection: wire.connection })
    ;({ client } = await signUp(server))
  })
  afterAll(() => server.close())

  it('responds with 503 to running calls, and as usual to the next ones', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 20; round++) {
      const asked = wire.asked()
      const calls = Array.from({ length: 6 }, () => client.get('auth/get-user'))
      await asked
      wire.cut()
      const responses = await Promise.all(calls)
      for (const { status } of responses) seen.add(status)
      for (const { status, body, headers } of responses.filter((each) => each.status !== 200))
        expect([status, body.code, headers['retry-after']]).toEqual([
          503,
          'server/unavailable',
          '2',
        ])
      expect((await client.get('auth/get-user')).status).toBe(200)
    }
    expect(seen).toContain(503)
  })

  it('says so in its readiness check', async () => {
    wire.down = true
    const away = await server.client().get('ready')
    wire.down = false
    while (server.context.database.pool.totalCount > 0) await pause(1)
    expect([away.status, away.headers['retry-after'], away.body]).toEqual([
      503,
      '1',
      expect.objectContaining({ status: 'waiting', reason: 'away' }),
    ])
    const back = await server.client().get('ready')
    expect([back.status, back.body]).toEqual([
      200,
      expect.not.objectContaining({ reason: expect.anything() }),
    ])
  })
})

describe('a server whose database is unavailable', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await buildServer({ connection: wire.connection })
  })
  afterAll(() => server.close())

  it.each<[string, () => void, () => void]>([
    ['down', () => (wire.down = true), () => (wire.down = false)],
    ['silent', () => (wire.silent = true), () => (wire.silent = false)],
  ])(
    'serves reads from memory, and says that it is unavailable otherwise: %s',
    async (_how, begin, end) => {
      const { client } = await signUp(server)
      const guest = server.client()
      const { bundles } = (await guest.get('app-configuration')).body as unknown as {
        bundles: { en: string }
      }
      const paths = [
        'app-configuration',
        `bundles/${bundles.en}.json`,
        'help/account-help',
        'school-curricula',
        'auth/ping',
      ]
      const before = await Promise.all(paths.map((path) => guest.get(path)))
      // Nothing that has to be read again is still trusted.
      vi.useFakeTimers({ toFake: ['performance'] })
      vi.advanceTimersByTime(60_000)
      begin()
      const during = await Promise.all(paths.map((path) => guest.get(path)))
      const [nobody, person] = await Promise.all([
        guest.get('auth/get-user'),
        client.get('auth/get-user'),
      ])
      vi.useRealTimers()
      end()
      wire.cut()
      expect(during.map(({ status, text }) => [status, text])).toEqual(
        before.map(({ status, text }) => [status, text]),
      )
      expect(during.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      // Without a session no user is looked up; this session's user can't be determined, so it
      // isn't ended.
      expect([
        nobody.status,
        person.status,
        person.body.code,
        person.headers['retry-after'],
        client.cookies.has('sid'),
      ]).toEqual([204, 503, 'server/unavailable', '2', true])
      while (server.context.database.pool.totalCount > 0) await pause(1)
      expect((await client.get('auth/get-user')).status).toBe(200)
    },
  )
})

describe('a database that doesn’t respond', () => {
  it('isn’t waited for, and every connection becomes free again', async () => {
    const held = await Wire.to(folderOf(given.connection))
    const database = new Database({ kind: given.kind, connection: held.connection, size: 3 })
    await Promise.all(Array.from({ length: 3 }, () => database.shared((tx) => tx.all(one))))
    held.silent = true
    const began = performance.now()
    const asked = await Promise.allSettled(
      Array.from({ length: 9 }, () => database.shared((tx) => tx.all(one), 200)),
    )
    expect(asked.map((each) => each.status === 'rejected' && outageOf(each.reason))).toEqual(
      Array.from({ length: 9 }, () => 'slow'),
    )
    expect(await database.check(50)).toBe('slow')
    // How long it takes depends on the machine, except for the order of magnitude.
    expect(performance.now() - began).toBeLessThan(20_000)
    held.silent = false
    held.cut()
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => database.shared((tx) => tx.all(one))),
    )
    expect(answers).toEqual(Array.from({ length: 9 }, () => [{ one: 1 }]))
    // A connection for a caller that has gone may come last.
    await vi.waitFor(
      () =>
        expect([
          database.pool.waitingCount,
          database.pool.idleCount,
          database.pool.totalCount <= 3,
        ]).toEqual([0, database.pool.totalCount, true]),
      5000,
    )
    await database.close()
    await held.close()
  })

  it('is waited for by one call at a time after a timeout, and by all again once it responds', async () => {
    const held = await Wire.to(folderOf(given.connection))
    const database = new Database({ kind: given.kind, connection: held.connection, size: 2 })
    const ask = (patience = 1500) => database.shared((tx) => tx.all(one), patience)
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      const outage = await work().then(() => null, outageOf)
      return { outage, ms: performance.now() - began }
    }
    held.silent = true
    expect((await timed(ask)).outage).toBe('slow')
    const scout = timed(ask)
    const others = await Promise.all(Array.from({ length: 6 }, () => timed(ask)))
    expect(others.map(({ outage, ms }) => [outage, ms < 1300])).toEqual(
      Array.from({ length: 6 }, () => ['slow', true]),
    )
    expect((await scout).ms).toBeGreaterThan(1300)
    held.silent = false
    held.cut()
    await ask()
    // Slower than the wait of those that were refused at once.
    held.delayMs = 250
    expect(await Promise.all(Array.from({ length: 2 }, () => timed(() => ask(10_000))))).toEqual(
      Array.from({ length: 2 }, () => ({ outage: null, ms: expect.any(Number) })),
    )
    await database.close()
    await held.close()
  }, 30_000)
})

describe('a database that can’t serve', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await buildServer()
  })
  afterAll(() => server.close())
  const asOwner = (text: string) => server.context.database.owner(null, (tx) => tx.run(raw(text)))

  it.each<[string, Outage, string]>([
    ['53100', 'disk-full', '30'],
    ['53300', 'too-many-connections', '2'],
    ['53200', 'failing', '10'],
    ['25006', 'read-only', '10'],
    ['57014', 'slow', '2'],
    ['57P03', 'starting', '2'],
    ['55P03', 'busy', '1'],
    ['40001', 'busy', '1'],
    ['58030', 'failing', '10'],
    ['08006', 'away', '2'],
  ])('leads to 503 for %s (%s), with the time to retry', async (code, outage, seconds) => {
    const app = Fastify()
    await app.register(errorsPlugin, { context: server.context })
    app.get('/', () => server.context.database.shared((tx) => tx.run(raise(code))))
    const { statusCode, headers, json } = await app.inject('/')
    expect([statusCode, headers['retry-after'], json<{ code: string }>().code]).toEqual([
      503,
      seconds,
      'server/unavailable',
    ])
    expect(outageOf(Object.assign(new Error('no'), { code }))).toBe(outage)
  })

  it.each(['22P02', '23505', '42501', '42P01', 'P0001', 'XX000'])(
    'reports %s as an error, which is no outage',
    async (code) => {
      const failed = await server.context.database
        .shared((tx) => tx.run(raise(code)))
        .catch((error: unknown) => error)
      expect((failed as { code: string }).code).toBe(code)
      expect(outageOf(failed)).toBe(null)
    },
  )

  it('isn’t ready, and says why, if it has none of our tables', async () => {
    const { kind, connection } = inject('database')
    const bare = new Database({ kind, connection })
    bare.shared = (work) =>
      bare.owner(
        null,
        async (tx) => (await tx.run(raw('SET LOCAL search_path TO pg_temp')), work(tx)),
      )
    expect(await bare.check(5000)).toBe('no-tables')
    expect(await server.context.database.check(5000)).toBeNull()
    await bare.close()
  })

  it('isn’t ready while it accepts no writes, and is ready again when it does', async () => {
    const ready = async () => {
      const { status, body } = await server.client().get('ready')
      return [status, body['reason']]
    }
    const seen: unknown[] = [await ready()]
    await asOwner(
      `CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    )
    await asOwner(
      'CREATE TRIGGER refuse_write BEFORE INSERT ON blobs EXECUTE FUNCTION refuse_write()',
    )
    await expect(
      server.context.database.shared((tx) =>
        tx.run(raw(`INSERT INTO blobs (sha, body) VALUES ('never', '')`)),
      ),
    ).rejects.toThrow('could not extend file')
    seen.push(await ready(), await ready())
    await asOwner('DROP TRIGGER refuse_write ON blobs')
    await asOwner('DROP FUNCTION refuse_write')
    seen.push(await ready())
    expect(seen).toEqual([
      [200, undefined],
      [503, 'disk-full'],
      [503, 'disk-full'],
      [200, undefined],
    ])
  })

  it('isn’t ready if it is only a read replica', async () => {
    const database = new Database({ kind: given.kind, connection: given.connection, size: 1 })
    await database.pool.query('SET default_transaction_read_only = on')
    const seen = await database.check(5000)
    await database.pool.query('SET default_transaction_read_only = off')
    expect([seen, await database.check(5000)]).toEqual(['read-only', null])
    await database.close()
  })

  it.runIf(given.kind === 'postgres')(
    'may have no connection left: 503 with the reason while its only one is busy, and success afterwards',
    async () => {
      await asOwner(`CREATE ROLE tsela_few LOGIN CONNECTION LIMIT 1 IN ROLE ${APP_ROLE}`)
      const few = new Database({
        kind: 'postgres',
        connection: { connectionString: withUser(given.connection.connectionString!, 'tsela_few') },
        size: 2,
      })
      const app = Fastify()
      await app.register(errorsPlugin, { context: server.context })
      app.get('/', () => few.shared((tx) => tx.all(one)))
      let refused: { statusCode: number; headers: Record<string, unknown> } | undefined
      await few.shared(async (tx) => {
        await tx.all(one)
        refused = await app.inject('/')
      })
      expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([503, '2'])
      expect(await few.check(5000)).toBeNull()
      expect((await app.inject('/')).statusCode).toBe(200)
      await few.close()
      await app.close()
      await asOwner('DROP ROLE tsela_few')
    },
  )

  it('never confirms what it has given up', async () => {
    const swallowed = server.context.database.shared(async (tx) => {
      await tx.run(raise('22012')).catch(() => undefined)
      return 'done'
    })
    await expect(swallowed).rejects.toThrow('rolled back')
  })
})
