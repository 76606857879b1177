/**
 * What single cases don't show: thousands of transactions of two tenants that end in every way,
 * thousands of requests with ids of the other tenant wherever an id may be, and every spelling of a
 * host (risks I1, I3, I4; configuration.test.ts covers another tenant's ETag).
 *
 * Few of each in a normal run; `LEAKS=1000000 REQUESTS=50000` for as many as the goals require.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder, type Tx } from '#server/database/database.ts'
import { dice } from '#tests/support/dice.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TRANSACTIONS = Number(process.env['LEAKS'] ?? 1500)
const REQUESTS = Number(process.env['REQUESTS'] ?? 400)
const WORKERS = 16
/** Users with a session of the other tenant. */
const OURS = 'with our session at their host'

let server: TestServer
let theirs: Awaited<ReturnType<TestServer['another']>>
beforeAll(async () => {
  server = await buildServer()
  theirs = await server.another()
})
afterAll(() => server.close())

const all = <Row>(tx: Tx, text: string): Promise<Row[]> =>
  tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) })

describe('transactions of two tenants', () => {
  it(
    'see only their own rows, however the previous ones on the same connection ended',
    { timeout: 900_000 },
    async () => {
      await signUp(server)
      await signUp(theirs)
      const { database } = server.context
      const tenants = [server.tenant.id, theirs.tenant.id]
      let done = 0
      let aborted = 0
      const leaks: string[] = []
      const work = async (worker: number) => {
        const roll = dice(worker + 1)
        while (done < TRANSACTIONS) {
          done++
          const tenant = tenants[roll(2)]!
          const end = roll(10)
          try {
            await database.tenant(tenant, async (tx) => {
              // Before the query, in it, after it, or not at all.
              if (end === 0) throw new Error('given up before')
              if (end === 1) await all(tx, 'SELECT 1 / 0')
              if (end === 2) await all(tx, `SET LOCAL statement_timeout = 1; SELECT pg_sleep(0.05)`)
              const found = await all<{ tenant_id: string }>(
                tx,
                'SELECT tenant_id FROM users UNION ALL SELECT tenant_id FROM sessions UNION ALL SELECT tenant_id FROM vouchers',
              )
              if (found.length === 0) leaks.push(`${tenant} saw nothing`)
              for (const row of found)
                if (row.tenant_id !== tenant) leaks.push(`${tenant} saw a row of ${row.tenant_id}`)
              if (end === 3) throw new Error('given up after')
            })
          } catch {
            aborted++
          }
          if (roll(20) === 0) {
            const rows = await database.shared((tx) =>
              all<{ tenant_id: string }>(tx, 'SELECT tenant_id FROM users'),
            )
            if (rows.length > 0) leaks.push('nobody saw a row')
          }
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
      expect(leaks).toEqual([])
      expect(aborted).toBeGreaterThan(TRANSACTIONS / 10)
    },
  )
})

describe('requests with ids of another tenant', () => {
  it(
    'never return any of its data, whatever the call and the user',
    { timeout: 900_000 },
    async () => {
      const canary = `kanarie${Math.floor(performance.now())}`
      const mine = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
      await mine.client.patch('users/profile', { nickname: canary, lastName: canary })
      await mine.client.put('users/about', { about: canary })
      const { id: attempt } = (await mine.client.post('assessments/holland_code/attempts'))
        .body as { id: string }
      const { _id: user } = (await mine.client.get('auth/get-user')).body as { _id: string }
      const ids = [
        attempt,
        user,
        mine.email,
        canary,
        server.tenant.id,
        server.tenant.slug,
        mine.client.cookies.get('sid')!,
        'TEST-PLUS',
        'holland_code',
        'worker-type',
        'menu',
        'main',
        '11-1011.00',
        'about',
      ]
      const other = await signUp(theirs, { workerType: [1, 2, 3, 4, 5, 1] })
      const people: Readonly<Record<string, () => Client>> = {
        'of another tenant': () => other.client,
        nobody: () => theirs.client(),
        [OURS]: () => withCookies(theirs.client(), mine.client),
        'a signed-out visitor at our host': () => server.client(),
      }
      const { paths } = (await mine.client.get('docs')).body as unknown as {
        paths: Record<string, Record<string, unknown>>
      }
      const calls = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as 'GET' })),
      )
      expect(calls.length).toBeGreaterThan(60)
      const roll = dice(11)
      const found: string[] = []
      const covered = new Set<string>()
      for (let index = 0; index < REQUESTS; index++) {
        const { path, method } = calls[index % calls.length]!
        // Signing out ends the session of the following requests.
        if (/logout|users\/me$/.test(path)) continue
        const [who, client] = Object.entries(people)[roll(4)]!
        const any = () => ids[roll(ids.length)]!
        const at = path
          .replace(/^\/api\//, '')
          .replace(/\{[^}]+\}|\*/g, () => encodeURIComponent(any()))
        const query =
          roll(3) === 0
            ? `?to=${encodeURIComponent(mine.email)}&user=${user}&tenant=${server.tenant.slug}&search=${canary}`
            : ''
        // Interactions return whatever was sent, so our ids aren't sent there.
        const body =
          method === 'GET'
            ? undefined
            : path.endsWith('/users/interactions')
              ? { event: 'opened', of: { type: 'menu' } }
              : {
                  [['user', 'userId', '_id', 'attempt', 'tenant', 'email', 'code', 'id'][roll(8)]!]:
                    any(),
                  email: mine.email,
                  password: 'Wrong1234',
                  answers: [{ item: 'R_1', value: 1, ms: 1, at: '2026-01-01T00:00:00Z' }],
                }
        // In demo mode a header may name the tenant, and our session is valid for ours: that would
        // be no leak.
        const named = who !== OURS && { 'x-tenant': server.tenant.slug }
        const response = await client().send(
          method,
          at + query,
          body,
          roll(4) === 0 ? { ...named, 'x-forwarded-host': server.host, 'x-user': user } : {},
        )
        covered.add(`${method} ${path}`)
        const sent = decodeURIComponent(at + query) + JSON.stringify(body ?? '')
        // What was sent may come back in an error; anything else must not.
        const leaked = [canary, mine.email, user].filter(
          (text) => response.text.includes(text) && !sent.includes(text),
        )
        if (leaked.length > 0) found.push(`${who} ${method} ${at}: ${leaked.join(', ')}`)
        if (response.status >= 500 && response.body.code !== 'feature/being-built')
          found.push(`${who} ${method} ${at}: ${response.status}`)
      }
      expect(found).toEqual([])
      expect(covered.size).toBeGreaterThan(REQUESTS >= calls.length ? calls.length - 5 : 0)
      expect((await mine.client.get('auth/get-user')).body).toMatchObject({
        profile: { nickname: canary },
      })
    },
  )
})

function withCookies(client: Client, of: Client): Client {
  for (const [name, value] of of.cookies) client.cookies.set(name, value)
  return client
}

describe('a host', () => {
  it(
    'written in any of about two hundred ways is this tenant or none, but never another',
    { timeout: 120_000 },
    async () => {
      const strict = await buildServer({ environment: { demo: false } })
      const foreign = await strict.another()
      try {
        // Without demo mode the email can't be read, so this is a user who has just signed up.
        const mine = await signUp(strict, {
          verified: false,
          consented: false,
          plan: null,
          profile: false,
        })
        const canary = mine.email
        const own = strict.host
        const their = foreign.client().host
        const hosts = [
          their,
          `${their}:443`,
          `${their}.`,
          their.toUpperCase(),
          ` ${their}`,
          `${their} `,
          `${their}/`,
          `${their}@${own}`,
          `${own}@${their}`,
          `${own}.${their}`,
          `${their}#${own}`,
          `${their}?${own}`,
          `${their},${own}`,
          `x.${own}`,
          `${own}.evil.test`,
          'localhost',
          '127.0.0.1',
          '[::1]',
          '0',
          '',
          'x'.repeat(300),
          `${own}%00`,
          `${own}\\${their}`,
        ]
        const headers: Record<string, string>[] = [
          {},
          { 'x-forwarded-host': own },
          { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': own, 'x-forwarded-proto': 'https' },
          { forwarded: `host=${own}` },
          { 'x-tenant': strict.tenant.slug },
          { 'x-host': own, 'x-original-host': own },
          { 'x-original-url': `https://${own}/api/auth/get-user` },
          { 'x-rewrite-url': '/api/auth/get-user' },
        ]
        const found: string[] = []
        let asked = 0
        for (const host of hosts) {
          for (const more of headers) {
            asked++
            const response = await mine.client.app.inject({
              method: 'GET',
              url: '/api/auth/get-user',
              headers: {
                host,
                cookie: [...mine.client.cookies]
                  .map(([name, value]) => `${name}=${value}`)
                  .join('; '),
                ...more,
              },
            })
            if (response.body.includes(canary))
              found.push(`${host} ${JSON.stringify(more)}: ${response.statusCode}`)
            if (![204, 400, 401, 421].includes(response.statusCode))
              found.push(
                `${host} ${JSON.stringify(more)}: ${response.statusCode} ${response.body.slice(0, 80)}`,
              )
          }
        }
        expect(asked).toBeGreaterThan(180)
        expect(found).toEqual([])
        // Written in capitals or with a port it is still ours.
        for (const host of [own, own.toUpperCase(), `${own}:4310`])
          expect(
            (
              await mine.client.app.inject({
                url: '/api/auth/get-user',
                headers: { host, cookie: `sid=${mine.client.cookies.get('sid')!}` },
              })
            ).body,
            host,
          ).toContain(canary)
      } finally {
        await strict.close()
      }
    },
  )
})
