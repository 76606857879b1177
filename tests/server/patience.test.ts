/** One call, several transactions: its total wait for a slow database is limited. */

import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Batcher } from '#server/base/batcher.ts'
import { outageOf } from '#server/base/outage.ts'
import { apart, bounded, counted, Patience, patienceLeft, within } from '#server/base/patience.ts'
import { Remembered } from '#server/base/remembered.ts'
import { Database, LONG_MS, sqlBuilder } from '#server/database/database.ts'
import { errorsPlugin } from '#server/plugins/errors.ts'
import { patiencePlugin } from '#server/plugins/patience.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'
import { folderOf, Wire } from '#tests/support/wire.ts'

const given = inject('database')
const one = { compile: () => sql<{ one: number }>`SELECT 1 AS one`.compile(sqlBuilder) }
/** A transaction is three messages: BEGIN, the query, COMMIT. */
const DELAY_MS = 100
const TRANSACTION_MS = 3 * DELAY_MS
const CALL_MS = 3 * TRANSACTION_MS

describe('a call with several transactions on a slow database', () => {
  let server: TestServer
  let wire: Wire
  let database: Database
  let app: FastifyInstance
  let done = 0
  const ask = async (patience?: number) => {
    await database.shared((tx) => tx.all(one), patience)
    done++
  }
  beforeAll(async () => {
    server = await buildServer()
    wire = await Wire.to(folderOf(given.connection))
    database = new Database({ kind: given.kind, connection: wire.connection, size: 4 })
    app = Fastify()
    await app.register(patiencePlugin, { ms: CALL_MS })
    await app.register(errorsPlugin, { context: server.context })
    const inTurn = async (patience?: number) => {
      for (let each = 0; each < 6; each++) await ask(patience)
      return { done }
    }
    app.get('/turns', () => inTurn())
    // A body is read in another context than the request's.
    app.post('/turns', () => inTurn())
    app.get('/long', () => inTurn(LONG_MS))
    app.get('/left-behind', () => {
      void wait(2 * DELAY_MS).then(() => inTurn())
      return {}
    })
    app.get('/at-once', async () => {
      await Promise.all([ask(), ask()])
      await Promise.all([ask(), ask()])
      return { left: patienceLeft() }
    })
    wire.delayMs = 0
    await Promise.all(Array.from({ length: 4 }, () => ask()))
    wire.delayMs = DELAY_MS
  })
  beforeEach(() => (done = 0))
  afterAll(async () => {
    await app.close()
    await database.close()
    await wire.close()
    await server.close()
  })

  it.each([
    ['without a body', { method: 'GET' }],
    ['with a body', { method: 'POST', payload: { a: 1 } }],
  ] as const)('is refused when it has waited long enough, %s', async (_how, how) => {
    const response = await app.inject({ url: '/turns', ...how })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(4)
  })

  it('may take long for what is declared to', async () => {
    expect((await app.inject('/long')).json()).toEqual({ done: 6 })
  })

  it('doesn’t wait for background work, which may take as long as it needs', async () => {
    await app.inject('/left-behind')
    await expect.poll(() => done, { timeout: 20_000 }).toBe(6)
  })

  // The embedded database has one connection.
  it.runIf(given.kind === 'postgres')('counts parallel waits once', async () => {
    const { left } = (await app.inject('/at-once')).json<{ left: number }>()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(CALL_MS - 2 * TRANSACTION_MS)
  })
})

describe('patience', () => {
  const never = new Promise<never>(() => undefined)

  it('belongs to one call, and to none outside it', async () => {
    expect(patienceLeft()).toBe(Infinity)
    await within(new Patience(50), async () => {
      expect(patienceLeft()).toBe(50)
      await wait(30)
      // Time spent computing doesn't count.
      expect(patienceLeft()).toBe(50)
      await counted(() => wait(30))
      expect(patienceLeft()).toBeLessThan(25)
      expect(apart(() => patienceLeft())).toBe(Infinity)
      expect(outageOf(await bounded(never).catch((error: unknown) => error))).toBe('slow')
    })
  })

  it('may end before that of another call that waits for the same read', async () => {
    const remembered = new Remembered<number>({ freshMs: 1000, most: 10 })
    let answer: (value: number) => void = () => undefined
    const load = () => new Promise<number>((resolve) => (answer = resolve))
    const read = (ms: number) =>
      within(new Patience(ms), () => remembered.read('a', load).catch(outageOf))
    const [short, long] = [read(20), read(5000)]
    expect(await short).toBe('slow')
    answer(1)
    expect(await long).toBe(1)
  })

  it('doesn’t apply to a write on behalf of several calls', async () => {
    const seen: number[] = []
    const batcher = new Batcher<number, number>({
      run: async (_group, jobs) => {
        seen.push(patienceLeft())
        await wait(60)
        return jobs
      },
      keys: () => ['all'],
      atOnce: 1,
      most: 5,
    })
    const add = (job: number, ms: number) =>
      within(new Patience(ms), () => batcher.add('t', job).catch(outageOf))
    expect(await Promise.all([add(1, 20), add(2, 5000)])).toEqual(['slow', 2])
    expect(seen).toEqual([Infinity, Infinity])
  })
})
