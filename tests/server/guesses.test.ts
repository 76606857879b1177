/**
 * Guessing and flooding: attempts are counted before they are tried, networks take turns, and the
 * victim never pays (risks A1, R3).
 */

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { Passwords } from '#server/accounts/passwords.ts'
import {
  buildServer,
  codeFor,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const HOUR = 3600
const DAY = 86_400
const PASSWORD = 'Thaba2024'
const WRONG = 'Wrong1234'
const NEW = { verified: false, consented: false, plan: null, profile: false } as const

let server: TestServer
/** Replaces argon2: as fast as configured, and records its calls. */
const tried: string[] = []
let hold: Promise<void> = Promise.resolve()
let release: () => void = () => undefined
let under = 0
let most = 0

beforeAll(async () => {
  // What refuses is the limit under test, not a machine that is slow.
  server = await buildServer({
    patienceMs: 60_000,
    environment: { trustProxy: ['127.0.0.1'] },
  })
  const work = async <T>(what: string, result: T): Promise<T> => {
    tried.push(what)
    most = Math.max(most, ++under)
    await hold
    under--
    return result
  }
  const passwords = new Passwords({
    hash: (password) => work('hash', `hash of ${password}`),
    verify: (stored, password) => work(`verify ${password}`, stored === `hash of ${password}`),
  })
  Object.assign(server.context, { passwords })
  // The dummy hash is computed once beforehand, not in the middle of a test that counts.
  await passwords.verify(null, WRONG)
})
afterEach(() => {
  release()
  tried.length = 0
  most = 0
})
afterAll(() => server.close())

/** From now on running hashes don't end. @returns a function that lets them continue */
function holdAll(): () => void {
  hold = new Promise<void>((resolve) => {
    release = () => {
      hold = Promise.resolve()
      resolve()
    }
  })
  return release
}

type Tenant = Awaited<ReturnType<TestServer['another']>>

function query<Row>(tenant: Tenant, text: string): Promise<Row[]> {
  return server.context.database.owner(tenant.tenant.id, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
}

const limits = (tenant: Tenant, kind: string) =>
  query<{ key: string; count: number }>(
    tenant,
    `SELECT key, count FROM limits WHERE tenant_id = '${tenant.tenant.id}' AND key LIKE '${kind}:%' ORDER BY key`,
  )

/** A browser with this IP address. */
function at(address: string, client: Client): Client {
  const { send } = client
  client.send = (method, path, body, headers) =>
    send.call(client, method, path, body, { 'x-forwarded-for': address, ...headers })
  return client
}

/** Browsers that have the anti-forgery value, so that what they send next is one request each. */
async function browsers(
  tenant: Pick<Tenant, 'client'>,
  addresses: readonly string[],
): Promise<Client[]> {
  const first = tenant.client()
  await first.get('auth/ping')
  return addresses.map((address) =>
    Object.assign(at(address, tenant.client()), { cookies: new Map(first.cookies) }),
  )
}

/** A busy machine may take its time. */
const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 })

const from = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => address(index))
const login = (client: Client, email: string, password: string) =>
  client.post('auth/login', { email, password })

function statuses(answers: readonly ApiResponse[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1
  return found
}

describe('guesses at one account', () => {
  it('are tried two at a time; a few wait, and the rest are refused at once', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const attackers = await browsers(
      tenant,
      from(30, () => '203.0.113.1'),
    )
    tried.length = 0
    const go = holdAll()
    let refused = 0
    const answers = attackers.map((client) =>
      login(client, email, WRONG).then(
        (answer) => ((refused += Number(answer.status === 429)), answer),
      ),
    )
    await until(() => expect([refused, tried.length]).toEqual([22, 2]))
    expect(
      (await limits(tenant, 'login')).map(({ count }) => count),
      'counted before it is known that they are wrong',
    ).toEqual([2])
    go()
    const all = await Promise.all(answers)
    expect(statuses(all)).toEqual({ 401: 8, 429: 22 })
    expect([tried.length, most, (await limits(tenant, 'login'))[0]!.count]).toEqual([8, 2, 8])
    for (const { body, headers } of all.filter(({ status }) => status === 429))
      expect([body.code, headers['retry-after']]).toEqual(['request/rate-limited', '3'])
  })

  it('are slowed by those that are still in progress', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const [attacker, other] = (await browsers(tenant, ['203.0.113.1', '203.0.113.2'])) as [
      Client,
      Client,
    ]
    for (let time = 0; time < 4; time++) await login(attacker, email, WRONG)
    const go = holdAll()
    const fifth = login(attacker, email, WRONG)
    await until(async () => expect((await limits(tenant, 'login'))[0]!.count).toBe(5))
    const began = performance.now()
    const sixth = login(other, email, WRONG).then(() => performance.now() - began)
    await until(async () => expect((await limits(tenant, 'login'))[0]!.count).toBe(6))
    go()
    await fifth
    expect(await sixth).toBeGreaterThan(249)
  })

  it('don’t lock out the owner elsewhere, whose turn comes after those in progress', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const attackers = await browsers(
      tenant,
      from(20, () => '203.0.113.1'),
    )
    const [owner] = (await browsers(tenant, ['198.51.100.1'])) as [Client]
    tried.length = 0
    const go = holdAll()
    const guesses = attackers.map((client) => login(client, email, WRONG))
    await until(() => expect(tried.length).toBe(2))
    const mine = login(owner, email, PASSWORD)
    await new Promise((resolve) => setTimeout(resolve, 50))
    go()
    expect((await mine).status).toBe(200)
    await Promise.all(guesses)
    expect(tried.indexOf(`verify ${PASSWORD}`)).toBeLessThanOrEqual(3)
  })

  it('from everywhere don’t lock the owner out on a device that the account was used on', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const [phone] = (await browsers(tenant, ['198.51.100.1'])) as [Client]
    expect((await login(phone, email, PASSWORD)).status).toBe(200)
    await phone.get('auth/logout')
    expect(phone.cookies.has('known'), 'the mark outlives the session').toBe(true)
    const attackers = await browsers(
      tenant,
      from(30, (index) => `203.0.113.${index}`),
    )
    tried.length = 0
    const go = holdAll()
    const guesses = attackers.map((client) => login(client, email, WRONG))
    await until(() => expect(tried.length).toBe(2))
    const mine = login(phone, email, PASSWORD)
    await until(() =>
      expect(server.context.passwords.figures.waiting, 'for its turn, and for nothing else').toBe(
        1,
      ),
    )
    go()
    expect((await mine).status).toBe(200)
    expect(statuses(await Promise.all(guesses))).toEqual({ 401: 8, 429: 22 })
    expect(
      (await limits(tenant, 'login')).map(({ count }) => count),
      'theirs stay counted',
    ).toEqual([8])
  })

  it('gain nothing from the cookie of another device, tenant or account', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const other = await signUp(tenant, NEW)
    const [phone, thief] = (await browsers(tenant, ['198.51.100.1', '203.0.113.1'])) as [
      Client,
      Client,
    ]
    await login(phone, email, PASSWORD)
    const mark = phone.cookies.get('known')!
    expect(mark).toMatch(/^[\w-]{43}$/)
    for (const cookie of [mark, `${mark}.${mark}`, '', '.', 'x'.repeat(43), 'x'.repeat(4000)]) {
      thief.cookies.set('known', cookie)
      await login(thief, email, WRONG)
    }
    // All of them count as strangers, although each had a cookie of the right name.
    expect((await limits(tenant, 'login')).map(({ count }) => count)).toEqual([6])
    await login(phone, other.email, PASSWORD)
    expect(phone.cookies.get('known')!.split('.'), 'two people share a phone').toHaveLength(2)
    expect(phone.cookies.get('known')!.split('.')[1]).toBe(mark)
  })

  it('at unknown names fill no table', async () => {
    const tenant = await server.another()
    const [attacker] = (await browsers(tenant, ['203.0.113.1'])) as [Client]
    for (let name = 0; name < 3; name++)
      expect((await login(attacker, `nobody${name}@school.test`, WRONG)).status).toBe(401)
    for (const { key } of await limits(tenant, 'login'))
      expect(key).toMatch(/^login:nobody-\d{1,5}$/)
  })

  it('don’t count if they were never tried', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const busy = vi
      .spyOn(server.context.passwords, 'verify')
      .mockRejectedValueOnce(new Error('away'))
    await login(at('203.0.113.1', tenant.client()), email, WRONG)
    expect(busy).toHaveBeenCalled()
    expect((await limits(tenant, 'login')).map(({ count }) => count)).toEqual([0])
    expect((await limits(tenant, 'login-net')).map(({ count }) => count)).toEqual([0])
  })
})

describe('a network', () => {
  it('is the first 64 bits of an IPv6 address, so that its other addresses aren’t another network', async () => {
    const tenant = await server.another()
    for (const client of await browsers(tenant, [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::9',
      '2001:db8:1:3::1',
    ]))
      await login(client, 'nobody@school.test', WRONG)
    expect((await limits(tenant, 'login-net')).map(({ count }) => count).sort()).toEqual([1, 2])
  })

  it(
    'lets in 300 learners of a school who all log in at once, and stops the one who guesses beside them',
    { timeout: 60_000 },
    async () => {
      const tenant = await server.another()
      const stored = `hash of ${PASSWORD}`
      await server.context.database.owner(tenant.tenant.id, (tx) =>
        tx.run({
          compile: () =>
            sql`INSERT INTO users (tenant_id, id, email, password_hash, account_type)
            SELECT ${tenant.tenant.id}::uuid, gen_random_uuid(), 'learner' || n || '@school.test', ${stored}, 'free' FROM generate_series(1, 301) AS n`.compile(
              sqlBuilder,
            ),
        }),
      )
      const learners = await browsers(
        tenant,
        from(300, () => '203.0.113.1'),
      )
      let busy = 0
      // Meanwhile one of them tries passwords for a classmate's account, twenty at a time.
      const guesses: ApiResponse[] = []
      const guessers = await browsers(
        tenant,
        from(20, () => '203.0.113.1'),
      )
      const guess = async (): Promise<void> => {
        for (let burst = 0; burst < 3; burst++)
          guesses.push(
            ...(await Promise.all(
              guessers.map((client) => login(client, 'learner301@school.test', WRONG)),
            )),
          )
      }
      // Like a user who reads that lots of people are here right now.
      const patiently = async (client: Client, index: number): Promise<number> => {
        for (;;) {
          const { status, headers } = await login(
            client,
            `learner${index + 1}@school.test`,
            PASSWORD,
          )
          if (status !== 503) return status
          busy++
          expect(Number(headers['retry-after'])).toBeGreaterThan(0)
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
      }
      const guessing = guess()
      expect(new Set(await Promise.all(learners.map(patiently)))).toEqual(new Set([200]))
      await guessing
      expect(busy, 'times that one of them was asked to wait').toBeLessThan(3000)
      const said = statuses(guesses)
      expect(said[200], 'no guess is right').toBeUndefined()
      expect(
        said[401],
        'two run, six wait, and the rest are refused before they are tried',
      ).toBeLessThanOrEqual(24)
      // A few may come while the queue for passwords is full.
      expect(said[429]! + (said[503] ?? 0)).toBeGreaterThanOrEqual(36)
      expect(
        (await limits(tenant, 'login-net')).map(({ count }) => count),
        'counted against the network',
      ).toEqual([said[401]])
      expect((await limits(tenant, 'login')).map(({ count }) => count)).toEqual([said[401]])
    },
  )

  it('that guesses at many accounts is slowed down, ten at a time, and other users aren’t', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    await login(at('203.0.113.1', tenant.client()), 'nobody@school.test', WRONG)
    await query(
      tenant,
      `UPDATE limits SET count = 299 WHERE tenant_id = '${tenant.tenant.id}' AND key LIKE 'login-net:%'`,
    )
    const attackers = await browsers(
      tenant,
      from(80, () => '203.0.113.1'),
    )
    const [owner] = (await browsers(tenant, ['198.51.100.1'])) as [Client]
    tried.length = 0
    const go = holdAll()
    let refused = 0
    const guesses = attackers.map((client, index) =>
      login(client, `nobody${index}@school.test`, WRONG).then(
        (answer) => ((refused += Number(answer.status === 429)), answer),
      ),
    )
    await until(() => expect(refused).toBe(19))
    const mine = login(owner, email, PASSWORD)
    await until(() => expect(server.context.passwords.figures.running).toBe(2))
    go()
    expect((await mine).status).toBe(200)
    const answers = statuses(await Promise.all(guesses))
    // The first is the three hundredth, and so isn't slowed: ten more run, fifty wait, the rest are
    // refused.
    expect([answers[401], answers[429]]).toEqual([61, 19])
  })
})

describe('a school behind one address, with the real hash of passwords', () => {
  const LEARNERS = Number(process.env['LEARNERS'] ?? 60)

  it(
    `lets in ${LEARNERS} who log in at once, while the one who guesses beside them is stopped`,
    { timeout: 300_000 },
    async () => {
      const real = await buildServer({
        patienceMs: 60_000,
        environment: { trustProxy: ['127.0.0.1'] },
      })
      try {
        const stored = await real.context.passwords.hash(PASSWORD)
        expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,/)
        await real.context.database.owner(real.tenant.id, (tx) =>
          tx.run({
            compile: () =>
              sql`INSERT INTO users (tenant_id, id, email, password_hash, account_type)
              SELECT ${real.tenant.id}::uuid, gen_random_uuid(), 'learner' || n || '@school.test', ${stored}, 'free' FROM generate_series(0, ${LEARNERS}) AS n`.compile(
                sqlBuilder,
              ),
          }),
        )
        const learners = await browsers(
          real,
          from(LEARNERS, () => '203.0.113.1'),
        )
        const guessers = await browsers(
          real,
          from(20, () => '203.0.113.1'),
        )
        const school = { isIn: false }
        const guesses: ApiResponse[] = []
        const guessing = (async () => {
          while (!school.isIn)
            guesses.push(
              ...(await Promise.all(
                guessers.map((client) => login(client, 'learner0@school.test', WRONG)),
              )),
            )
        })()
        const began = performance.now()
        const patiently = async (client: Client, index: number): Promise<number> => {
          for (;;) {
            const { status } = await login(client, `learner${index + 1}@school.test`, PASSWORD)
            if (status !== 503) return status
            await new Promise((resolve) => setTimeout(resolve, 500))
          }
        }
        const answers = await Promise.all(learners.map(patiently)).finally(
          () => (school.isIn = true),
        )
        const took = performance.now() - began
        await guessing
        expect(new Set(answers)).toEqual(new Set([200]))
        expect(took, 'all of them, in milliseconds').toBeLessThan(300_000)
        const said = statuses(guesses)
        expect(said[200], 'no guess is right').toBeUndefined()
        expect(said[429], 'most are refused before they are tried').toBeGreaterThan(said[401]!)
        // The victim isn't locked out by it.
        const [victim] = (await browsers(real, ['198.51.100.1'])) as [Client]
        expect((await login(victim, 'learner0@school.test', PASSWORD)).status).toBe(200)
        if (process.env['LEARNERS'] !== undefined)
          process.stdout.write(
            `${LEARNERS} in within ${Math.round(took)} ms; guesses: ${JSON.stringify(said)}\n`,
          )
      } finally {
        await real.close()
      }
    },
  )
})

describe('one password at many accounts', () => {
  /** The goal is 10,000 (risks.md A1): `SPRAY=10000 npx vitest run tests/server/guesses.test.ts`. */
  const NETWORKS = Number(process.env['SPRAY'] ?? 1000)
  const PEOPLE = NETWORKS / 10
  /** As many as one server lets wait. */
  const AT_ONCE = 100
  const COMMON = [
    'Password1',
    'Qwerty123',
    'Welcome1',
    'Johannes1',
    'Summer2024',
    'Bafana123',
    'Football1',
    'Princess1',
    'Sunshine1',
    'Letmein123',
  ]

  it(
    `from ${NETWORKS} networks locks no user out and tells the attacker nothing`,
    { timeout: NETWORKS * 60 },
    async () => {
      const tenant = await server.another()
      const stored = `hash of ${PASSWORD}`
      await server.context.database.owner(tenant.tenant.id, (tx) =>
        tx.run({
          compile: () =>
            sql`INSERT INTO users (tenant_id, id, email, password_hash, account_type)
            SELECT ${tenant.tenant.id}::uuid, gen_random_uuid(), 'learner' || n || '@school.test', ${stored}, 'free' FROM generate_series(1, ${PEOPLE}) AS n`.compile(
              sqlBuilder,
            ),
        }),
      )
      const attackers = await browsers(
        tenant,
        from(NETWORKS, (index) => `203.${index >> 8}.${index & 255}.1`),
      )
      const loginAll = async (clients: readonly Client[], password: string) => {
        const answers: ApiResponse[] = []
        for (let first = 0; first < clients.length; first += AT_ONCE) {
          const some = clients.slice(first, first + AT_ONCE)
          answers.push(
            ...(await Promise.all(
              some.map((client, index) =>
                login(client, `learner${first + index + 1}@school.test`, password),
              ),
            )),
          )
        }
        return answers
      }
      const answers: ApiResponse[] = []
      // Each password is tried at all accounts before the next one, hours apart, as an attacker
      // does to stay unnoticed.
      for (const [round, word] of COMMON.entries()) {
        const turn = attackers.slice(round * PEOPLE, (round + 1) * PEOPLE)
        answers.push(...(await loginAll(turn, word)))
        server.wait(HOUR / 8)
      }
      expect(statuses(answers)).toEqual({ 401: NETWORKS })
      expect(new Set(answers.map(({ text }) => text)).size, 'the same words for each of them').toBe(
        1,
      )
      // None of the targeted users is kept out.
      const owners = await browsers(
        tenant,
        from(PEOPLE, (index) => `198.51.${index >> 8}.${index & 255}`),
      )
      const own = await loginAll(owners, PASSWORD)
      expect(statuses(own)).toEqual({ 200: PEOPLE })
    },
  )
})

describe('a flood of sign-ups', () => {
  it('refuses no login, and lets others sign up', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const flood = await browsers(
      tenant,
      from(260, (index) => `203.0.113.${index % 2}`),
    )
    const [owner, newcomer] = (await browsers(tenant, ['198.51.100.1', '198.51.100.2'])) as [
      Client,
      Client,
    ]
    tried.length = 0
    const go = holdAll()
    let refused = 0
    const sent = flood.map((client, index) =>
      client
        .post('auth/signup', { email: `flood${index}@evil.test`, password: PASSWORD })
        .then((answer) => ((refused += Number(answer.status === 503)), answer)),
    )
    await until(() =>
      expect([refused, server.context.passwords.figures.waiting]).toEqual([58, 200]),
    )
    const mine = login(owner, email, PASSWORD)
    const theirs = newcomer.post('auth/signup', {
      email: 'newcomer@school.test',
      password: PASSWORD,
    })
    await until(() =>
      expect([refused, server.context.passwords.figures.waiting]).toEqual([59, 201]),
    )
    go()
    expect((await mine).status).toBe(200)
    expect(tried.indexOf(`verify ${PASSWORD}`), 'at the next turn').toBeLessThanOrEqual(3)
    expect((await theirs).status).toBe(201)
    const answers = await Promise.all(sent)
    expect(statuses(answers)).toEqual({ 201: 201, 503: 59 })
    for (const { body, headers } of answers.filter(({ status }) => status === 503))
      expect([body.code, headers['retry-after']]).toEqual(['server/busy', '2'])
  })

  it('with one address creates one account out of five hundred at once, and hashes once for each that can’t tell in advance', async () => {
    const tenant = await server.another()
    const crowd = await browsers(
      tenant,
      from(500, (index) => `203.0.113.${index % 250}`),
    )
    tried.length = 0
    const answers = await Promise.all(
      crowd.map((client) =>
        client.post('auth/signup', { email: 'race@school.test', password: PASSWORD }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([])
    expect(
      await query(tenant, `SELECT id FROM users WHERE tenant_id = '${tenant.tenant.id}'`),
    ).toHaveLength(1)
    tried.length = 0
    expect(
      (await crowd[0]!.post('auth/signup', { email: 'race@school.test', password: PASSWORD }))
        .status,
    ).toBe(409)
    expect(tried).toEqual([])
  })

  it('doesn’t block the owner of an address whose emails a stranger has used up', async () => {
    const tenant = await server.another()
    const address = 'owner@school.test'
    for (let time = 0; time < 11; time++) {
      const stranger = tenant.client()
      expect((await stranger.post('auth/signup', { email: address, password: WRONG })).status).toBe(
        201,
      )
      expect((await stranger.delete('users/me')).status).toBe(204)
      server.wait(time === 5 ? HOUR : 61)
    }
    const owner = tenant.client()
    expect((await owner.post('auth/signup', { email: address, password: PASSWORD })).status).toBe(
      201,
    )
    expect((await owner.post('auth/verify/resend')).status).toBe(429)
    // They can still get in: the link proves that the address is theirs, and no code is needed.
    await tenant.client().post('auth/recover', { email: address })
    const link = await until(async () => {
      const mails = (await owner.get(`demo/outbox?to=${address}`)).body['items'] as {
        text: string
      }[]
      return /token=([a-z]+)/.exec(mails.at(-1)?.text ?? '')![1]!
    })
    expect(
      (await tenant.client().post('auth/recover/confirm', { token: link, password: PASSWORD }))
        .status,
    ).toBe(204)
    expect((await login(tenant.client(), address, PASSWORD)).body['emailVerified']).toBe(true)
  })
})

describe('a code of six digits', () => {
  it('can be guessed twenty times a day at most, from however many addresses, and its owner still gets in', async () => {
    const tenant = await server.another()
    const { client, email } = await signUp(tenant, NEW)
    const right = new Set<string>()
    let guesses = 0
    const addresses = 1000
    for (let index = 0; index < addresses; index++) {
      const attacker = Object.assign(at(`203.0.${index >> 8}.${index & 255}`, tenant.client()), {
        cookies: client.cookies,
      })
      if (index % 8 === 0) {
        await attacker.post('auth/verify/resend')
        right.add(await codeFor(client, email))
      }
      const guess = String(index).padStart(6, '0')
      if (right.has(guess)) continue
      if ((await attacker.post('auth/verify', { code: guess })).body.code === 'code/wrong')
        guesses++
      server.wait(Math.floor(DAY / addresses) - 1)
    }
    // Twenty of a million codes: two chances in a hundred thousand a day.
    expect(guesses).toBeLessThanOrEqual(20)
    expect(guesses, 'the attack came as far as that').toBeGreaterThanOrEqual(10)
    await tenant.client().post('auth/recover', { email })
    const link = await until(async () => {
      const mails = (await client.get(`demo/outbox?to=${email}`)).body['items'] as {
        text: string
      }[]
      return /token=([a-z]+)/.exec(mails.at(-1)!.text)![1]!
    })
    expect(
      (await tenant.client().post('auth/recover/confirm', { token: link, password: 'Maluti2025' }))
        .status,
    ).toBe(204)
    expect((await login(tenant.client(), email, 'Maluti2025')).body['emailVerified']).toBe(true)
  })
})
