/**
 * People who come, sign up and log in while their experiment is paused: afterwards each is still one
 * unit in one arm, and what they did meanwhile is known (docs/decisions/0210).
 */

import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, Client, codeFor, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...shipped } = catalog.get('experiment', 'home-action')!
const HOME: ExperimentDocument = { ...shipped, state: 'running' }
const PASSWORD = 'Thaba2024'

/** Two servers of one tenant: on one of them the experiment is paused. */
let running: TestServer
let paused: TestServer
beforeAll(async () => {
  running = await buildServer({ documents: [HOME] })
  paused = await buildServer({ documents: [{ ...HOME, state: 'paused' }] })
})
afterAll(async () => {
  await running.close()
  await paused.close()
})

/** The same browser, while the experiment is paused. */
function whilePaused({ cookies }: Client): Client {
  return Object.assign(new Client(paused.app, running.host), { cookies })
}

const unitOf = ({ cookies }: Client) => cookies.get('unit')?.split('.')[0]
const armOf = async (client: Client) => {
  const { body } = await client.get('app-configuration', { prefer: 'return=minimal' })
  return (body as { experiments?: Record<string, string> }).experiments?.[HOME.id]
}
async function visitorIn(arm: string): Promise<Client> {
  for (let tries = 0; tries < 40; tries++) {
    const client = running.client()
    if ((await armOf(client)) === arm) return client
  }
  throw new Error(`nobody is in ${arm}`)
}
const address = () => `${randomUUID().slice(0, 8)}@school.test`
const signUp = async (client: Client, email = address()) =>
  expect((await client.post('auth/signup', { email, password: PASSWORD })).status).toBe(201)
const logIn = async (client: Client, email: string) =>
  expect((await client.post('auth/login', { email, password: PASSWORD })).status).toBe(200)

function rows<Row>(text: RawBuilder<Row>): Promise<Row[]> {
  return running.context.database.tenant(running.tenant.id, (tx) =>
    tx.all({ compile: () => text.compile(sqlBuilder) }),
  )
}
const unitsOf = (email: string) =>
  rows(
    sql<{
      unit: string
      counted: boolean
    }>`SELECT unit, counted FROM person_units JOIN users ON users.id = user_id WHERE email = ${email}`,
  )

describe('while an experiment is paused', () => {
  it('a second phone that had a unit takes over that of the person who logs in', async () => {
    const [first, second] = [await visitorIn('outcome'), await visitorIn('control')]
    const email = address()
    await signUp(first, email)
    await logIn(whilePaused(second), email)
    expect([unitOf(second), await armOf(second)]).toEqual([unitOf(first), 'outcome'])
  })

  it('a phone without a unit gets that of the person who logs in', async () => {
    const first = await visitorIn('outcome')
    const email = address()
    await signUp(first, email)
    const second = whilePaused(new Client(running.app, running.host))
    await logIn(second, email)
    expect(unitOf(second)).toBe(unitOf(first))
  })

  it('who signs up keeps the unit of the phone and its arm', async () => {
    const client = await visitorIn('outcome')
    const unit = unitOf(client)
    const email = address()
    await signUp(whilePaused(client), email)
    expect(await unitsOf(email)).toEqual([{ unit, counted: true }])
    const arms = await rows(
      sql<{
        arm: string
        earlier: boolean
      }>`SELECT arm, earlier FROM experiment_assignments WHERE unit = ${unit}`,
    )
    expect(arms).toEqual([{ arm: 'outcome', earlier: false }])
    expect([unitOf(client), await armOf(client)]).toEqual([unit, 'outcome'])
  })

  it('what was seen before, by a phone without a signal, is believed, and nothing else', async () => {
    const client = await visitorIn('outcome')
    const seen = (variant: string) => ({
      id: randomUUID(),
      name: 'exposure',
      at: new Date(paused.context.now().getTime() - 60_000).toISOString(),
      props: { experiment: HOME.id, variant, page: 'home' },
    })
    const send = async (variant: string) =>
      (await whilePaused(client).post('events', { device: randomUUID(), events: [seen(variant)] }))
        .body
    expect(await send('control')).toMatchObject({
      stored: 0,
      refused: [{ code: 'event/other-arm' }],
    })
    expect(await send('outcome')).toMatchObject({ stored: 1, refused: [] })
    const stored = await rows(
      sql<{
        arm: string
        exposed: boolean
      }>`SELECT arm, exposed_at IS NOT NULL AS exposed FROM experiment_assignments WHERE unit = ${unitOf(client)}`,
    )
    expect(stored).toEqual([{ arm: 'outcome', exposed: true }])
  })

  it('what somebody reaches is dated', async () => {
    const client = whilePaused(await visitorIn('outcome'))
    const email = address()
    await signUp(client, email)
    const code = await codeFor(client, email)
    expect((await client.post('auth/verify', { code })).status).toBe(200)
    const facts = await rows(
      sql<{
        fact: string
      }>`SELECT fact FROM milestones JOIN users ON users.id = user_id WHERE email = ${email}`,
    )
    expect(facts).toEqual([{ fact: 'verified' }])
  })

  it('nobody gets a unit who has none', async () => {
    const client = whilePaused(new Client(running.app, running.host))
    const email = address()
    await signUp(client, email)
    await client.get('app-configuration')
    expect([unitOf(client), await unitsOf(email)]).toEqual([undefined, []])
  })
})

describe('a person who is signed in', () => {
  it('on a device with another unit gets their own with the next page', async () => {
    const first = await visitorIn('outcome')
    const email = address()
    await signUp(first, email)
    const second = await visitorIn('control')
    // Signed in before the device had a unit, which came with a page of before that.
    const cookie = second.cookies.get('unit')!
    second.cookies.delete('unit')
    await logIn(whilePaused(second), email)
    second.cookies.set('unit', cookie)
    expect([await armOf(second), unitOf(second)]).toEqual(['outcome', unitOf(first)])
    // And from then on nobody asks whose it is.
    const seen = await second.get('app-configuration')
    expect(seen.headers['set-cookie']?.toString() ?? '').not.toContain('unit=')
  })

  it('without a unit is linked to the one of the device', async () => {
    const client = whilePaused(new Client(running.app, running.host))
    const email = address()
    await signUp(client, email)
    const visitor = await visitorIn('outcome')
    client.cookies.set('unit', visitor.cookies.get('unit')!)
    const back = Object.assign(running.client(), { cookies: client.cookies })
    expect(await armOf(back)).toBe('outcome')
    expect(await unitsOf(email)).toEqual([{ unit: unitOf(visitor), counted: true }])
  })
})

describe('an experiment that gets a namespace while people are in it', () => {
  const part = (from: number, to: number) => ({ id: 'home', from, to })
  const OTHER: ExperimentDocument = {
    ...HOME,
    id: 'home-other',
    namespace: part(0, 0.999),
    scope: [{ ...HOME.scope[0]!, paths: ['/children/hero/props/title'] }],
    arms: [
      HOME.arms[0]!,
      {
        ...HOME.arms[1]!,
        overlays: [
          {
            ...HOME.arms[1]!.overlays[0]!,
            ops: [{ op: 'set', at: '/children/hero/props/title', value: 'home.startOutcome' }],
          },
        ],
      },
    ],
  }

  it('keeps them, and they get into no other one of it', async () => {
    const later = await buildServer({
      documents: [{ ...HOME, namespace: part(0.999, 1) }, OTHER],
    })
    try {
      const experiments = async (client: Client) => {
        const { body } = await client.get('app-configuration', { prefer: 'return=minimal' })
        return Object.keys((body as { experiments?: Record<string, string> }).experiments ?? {})
      }
      for (let each = 0; each < 5; each++) {
        const { cookies } = await visitorIn('outcome')
        const same = Object.assign(new Client(later.app, running.host), { cookies })
        expect(await experiments(same)).toEqual([HOME.id])
      }
      const others = await Promise.all(Array.from({ length: 5 }, () => experiments(later.client())))
      expect(others.flat()).toContain(OTHER.id)
    } finally {
      await later.close()
    }
  })
})
