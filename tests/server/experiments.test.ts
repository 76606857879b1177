/** Experiments as devices meet them: one unit, one arm, each exposure once (docs/decisions/0099). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { readShown, writeShown } from '#server/accounts/shownarms.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog } from '#tests/support/documents.ts'
import { signInAs } from '#tests/support/publisher.ts'
import {
  buildServer,
  codeFor,
  signUp,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const running = (id: string): ExperimentDocument => {
  const { tenant: _tenant, ...document } = catalog.get('experiment', id)!
  return { ...document, state: 'running' }
}
const HOME = running('home-action')
const ORDER = running('onboarding-order')

let server: TestServer
let plain: TestServer
beforeAll(async () => {
  plain = await buildServer()
  server = await buildServer({ documents: [HOME, ORDER] })
})
afterAll(async () => {
  await server.close()
  await plain.close()
})

type Configuration = {
  experiments?: Record<string, string>
  exposures?: Record<string, string[]>
  release: string
  bundles: Record<string, string>
}
const configurationOf = async (client: Client) =>
  (await client.get('app-configuration', { prefer: 'return=minimal' }))
    .body as unknown as Configuration
const armOf = async (client: Client, id = HOME.id) =>
  (await configurationOf(client)).experiments?.[id]

/** A visitor who is in this arm of the home page. */
async function visitorIn(arm: string): Promise<Client> {
  for (let tries = 0; tries < 40; tries++) {
    const client = server.client()
    if ((await armOf(client)) === arm) return client
  }
  throw new Error(`nobody is in ${arm}`)
}

const exposure = (variant: string, more: object = {}, props: object = {}) => ({
  id: randomUUID(),
  name: 'exposure',
  at: '2026-11-21T07:59:00.000Z',
  props: { experiment: HOME.id, variant, page: 'home', ...props },
  ...more,
})
const send = (client: Client, ...events: object[]) =>
  client.post('events', { device: randomUUID(), events })

const unitOf = (client: Client) => client.cookies.get('unit')!.split('.')[0]!
const stored = (unit: string, place = server) =>
  place.context.database.tenant(place.tenant.id, (tx) =>
    tx.all<{
      experiment: string
      arm: string
      probability: number
      exposed_at: Date | null
      earlier: boolean
    }>({
      compile: () =>
        sql<{
          experiment: string
          arm: string
          probability: number
          exposed_at: Date | null
          earlier: boolean
        }>`SELECT experiment, arm, probability, exposed_at, earlier FROM experiment_assignments WHERE unit = ${unit} ORDER BY experiment`.compile(
          sqlBuilder,
        ),
    }),
  )

describe('without a running experiment', () => {
  it('nothing is different: no cookie, no member, no header', async () => {
    const client = plain.client()
    const response = await client.get('app-configuration')
    expect(response.body).not.toHaveProperty('experiments')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['vary']).toBe('Accept-Encoding, Prefer')
    expect([...client.cookies.keys()]).toEqual(['csrf-token'])
  })
})

describe('an arm', () => {
  it('is drawn for every visitor, half of them in each', async () => {
    const arms = await Promise.all(Array.from({ length: 60 }, () => armOf(server.client())))
    const [control, outcome] = ['control', 'outcome'].map(
      (id) => arms.filter((arm) => arm === id).length,
    )
    expect(control! + outcome!).toBe(60)
    // Fewer than 15 of 60 happens once in 25,000 runs.
    expect(Math.min(control!, outcome!)).toBeGreaterThan(14)
  })

  it('is a configuration, a frame and a page of its own', async () => {
    const [control, outcome] = [await visitorIn('control'), await visitorIn('outcome')]
    const [mine, theirs] = [await configurationOf(control), await configurationOf(outcome)]
    expect(theirs.bundles['en']).not.toBe(mine.bundles['en'])
    expect(theirs.exposures).toEqual({ 'home/children/hero': [HOME.id] })
    const base = await configurationOf(plain.client())
    const sizes = [mine, theirs, base].map((each) => JSON.stringify(each).length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(300)
    const home = async (client: Client, { bundles }: Configuration) => {
      const frame = (await client.get(`bundles/${bundles['en']}.json`)).body as unknown as {
        pages: Record<string, string>
      }
      return (await client.get(`bundles/${frame.pages['home']}.json`)).text
    }
    // Frame and page: within a kilobyte of one another.
    const weights = await Promise.all(
      [mine, theirs].map(async (each) => {
        const { text } = await control.get(`bundles/${each.bundles['en']}.json`)
        const { pages } = JSON.parse(text) as { pages: Record<string, string> }
        return [text, (await control.get(`bundles/${pages['home']}.json`)).text].map(
          (part) => part.length,
        )
      }),
    )
    for (const part of [0, 1])
      expect(Math.abs(weights[0]![part]! - weights[1]![part]!)).toBeLessThan(1000)
    expect(await home(control, mine)).not.toContain('See what suits me')
    expect(await home(outcome, theirs)).toContain('See what suits me')
    // Whoever changes arms while a page is loading still finds its bundles.
    expect(await home(control, theirs)).toContain('See what suits me')
  })

  it('is private, with an ETag of its own', async () => {
    const [control, outcome] = [await visitorIn('control'), await visitorIn('outcome')]
    const first = await control.get('app-configuration')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers['vary']).toContain('Cookie')
    const etag = String(first.headers['etag'])
    const asked = (client: Client) => client.get('app-configuration', { 'if-none-match': etag })
    expect((await asked(control)).status).toBe(304)
    expect((await asked(outcome)).status).toBe(200)
  })

  it('is in a cookie of this host alone, which only https carries', async () => {
    const https = await buildServer({
      documents: [HOME],
      environment: { publicUrl: 'https://tsela.example' },
    })
    try {
      const response = await https.client().get('app-configuration')
      const cookies = [response.headers['set-cookie']].flat().map(String)
      const unit = cookies.find((each) => each.startsWith('__Host-unit='))
      // Without a domain and with the whole path: what the name promises.
      expect(unit).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(cookies.filter((each) => each.startsWith('unit='))).toEqual([])
    } finally {
      await https.close()
    }
  })

  it('stays, however often it is asked for, and sets its cookie once', async () => {
    const client = server.client()
    const arm = await armOf(client)
    for (let round = 0; round < 5; round++) {
      const again = await client.get('app-configuration')
      expect((again.body as unknown as Configuration).experiments![HOME.id]).toBe(arm)
      expect(again.headers['set-cookie']).toBeUndefined()
    }
  })

  it('is the same on a second server', async () => {
    const other = await buildServer({ documents: [HOME, ORDER] })
    try {
      const client = server.client()
      const arm = await armOf(client)
      const there = await other.app.inject({
        url: '/api/app-configuration',
        headers: { host: server.host, cookie: `unit=${client.cookies.get('unit')}` },
      })
      expect(there.json<Configuration>().experiments![HOME.id]).toBe(arm)
      expect(there.headers['set-cookie']?.toString()).not.toContain('unit=')
    } finally {
      await other.close()
    }
  })

  it('needs no database: not for a new visitor, nor for a device that has the cookie', async () => {
    const known = await visitorIn('outcome')
    // A visitor who signs up is in both experiments: there is nothing else to get into.
    const person = await visitorIn('control')
    await person.post('auth/signup', { email: 'both@school.test', password: 'Thaba2024' })
    const arm = await armOf(person)
    const { database } = server.context
    const gone = () => Promise.reject(new Error('the database is away'))
    const spies = (['tenant', 'shared', 'snapshot'] as const).map((name) =>
      vi.spyOn(database, name).mockImplementation(gone),
    )
    try {
      expect(await armOf(known)).toBe('outcome')
      expect(['control', 'outcome']).toContain(await armOf(server.client()))
      expect(await armOf(person)).toBe(arm)
      expect(spies[0]).not.toHaveBeenCalled()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('stays in a cookie that doesn’t say when it was drawn, and isn’t counted', async () => {
    const client = await visitorIn('outcome')
    const [id] = client.cookies.get('unit')!.split('.')
    const value = `${id}.${HOME.id}:outcome`
    const signature = server.context.secrets.mac('unit', server.tenant.id, value)
    client.cookies.set('unit', `${value}.${signature.toString('base64url').slice(0, 22)}`)
    expect(await armOf(client)).toBe('outcome')
    expect((await send(client, exposure('outcome'))).body).toMatchObject({ stored: 1 })
    expect(await stored(id!)).toMatchObject([{ arm: 'outcome', earlier: true }])
    const now = await visitorIn('outcome')
    await send(now, exposure('outcome'))
    expect(await stored(unitOf(now))).toMatchObject([{ arm: 'outcome', earlier: false }])
  })

  it('can’t be chosen, and a unit can’t be made up', async () => {
    const client = await visitorIn('control')
    const honest = client.cookies.get('unit')!
    for (const forged of [
      honest.replace('control', 'outcome'),
      `${randomUUID()}..`,
      `${randomUUID()}${honest.slice(36)}`,
      'x'.repeat(3000),
    ]) {
      client.cookies.set('unit', forged)
      const response = await send(client, exposure('outcome'))
      expect(response.body['refused'], forged).toMatchObject([{ code: 'event/no-unit' }])
      await client.get('app-configuration')
      expect(client.cookies.get('unit')).not.toBe(forged)
    }
  })
})

describe('a person', () => {
  it('keeps the arm of the device: signing up, out, in, and in on a second phone', async () => {
    const first = await visitorIn('outcome')
    const unit = unitOf(first)
    const email = `${randomUUID().slice(0, 8)}@school.test`
    const password = 'Thaba2024'
    expect((await first.post('auth/signup', { email, password })).status).toBe(201)
    expect(await armOf(first)).toBe('outcome')
    expect(await stored(unit)).toMatchObject([
      { experiment: HOME.id, arm: 'outcome', probability: 0.5, exposed_at: null },
    ])
    await first.get('auth/logout')
    expect([await armOf(first), unitOf(first)]).toEqual(['outcome', unit])

    const second = await visitorIn('control')
    expect((await second.post('auth/login', { email, password })).status).toBe(200)
    expect([await armOf(second), unitOf(second)]).toEqual(['outcome', unit])
    await second.get('auth/logout')
    expect(await armOf(second)).toBe('outcome')

    // Somebody else on the first phone goes on in its arm, and isn't counted.
    const other = `${randomUUID().slice(0, 8)}@school.test`
    expect((await first.post('auth/signup', { email: other, password })).status).toBe(201)
    expect([await armOf(first), unitOf(first)]).toEqual(['outcome', unit])
  })

  it('gets the unit back after the cookie was cleared', async () => {
    const client = await visitorIn('outcome')
    const unit = unitOf(client)
    const email = `${randomUUID().slice(0, 8)}@school.test`
    await client.post('auth/signup', { email, password: 'Thaba2024' })
    client.cookies.delete('unit')
    expect([await armOf(client), unitOf(client)]).toEqual(['outcome', unit])
  })

  it('who signed up before is in no arm for visitors, but in one of onboarding', async () => {
    const { client } = await signUp(server, {
      verified: false,
      consented: false,
      plan: null,
      profile: false,
    })
    const { experiments = {} } = await configurationOf(client)
    expect(Object.keys(experiments)).toEqual([ORDER.id])
  })

  it('hears of the arm with the response that signs up, and is redirected by its rules', async () => {
    const client = server.client()
    const response = await client.post('auth/signup', {
      email: `${randomUUID().slice(0, 8)}@school.test`,
      password: 'Thaba2024',
    })
    expect(response.headers['x-release']).toBe((await configurationOf(client)).release)
    expect(response.headers['x-release']).toMatch(/~onboarding-order:/)
  })

  it('of research is never newly assigned', async () => {
    const { client, email } = await signUp(server, { plan: null, profile: false })
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET research_assessments = '{big_5}' WHERE email = ${email}`.compile(
            sqlBuilder,
          ),
      }),
    )
    client.cookies.delete('unit')
    expect(await armOf(client, ORDER.id)).toBeUndefined()
  })

  it('known to be under age is not newly assigned, but keeps an arm', async () => {
    const young = { firstName: 'A', lastName: 'B', birthDate: '2012-05-19' }
    const keeps = server.client()
    const arm = await armOf(keeps)
    const email = `${randomUUID().slice(0, 8)}@school.test`
    await keeps.post('auth/signup', { email, password: 'Thaba2024' })
    const order = await armOf(keeps, ORDER.id)
    expect(order).toBeDefined()
    await keeps.post('auth/verify', { code: await codeFor(keeps, email) })
    await keeps.put('users/consents', { terms: true, marketing: false, researchContact: false })
    expect((await keeps.patch('users/profile', young)).status).toBe(200)
    expect([await armOf(keeps), await armOf(keeps, ORDER.id)]).toEqual([arm, order])
    // The same person, without anything that was stored of an arm.
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`DELETE FROM person_units WHERE user_id = (SELECT id FROM users WHERE email = ${email})`.compile(
            sqlBuilder,
          ),
      }),
    )
    keeps.cookies.delete('unit')
    expect((await configurationOf(keeps)).experiments ?? {}).toEqual({})
  })
})

describe('people under age and of research', () => {
  it('take part where the experiment names a consent, and they have given it', async () => {
    const asked: ExperimentDocument = {
      ...HOME,
      audience: true,
      underAge: 'researchContact',
      research: 'researchContact',
    }
    const own = await buildServer({ documents: [asked] })
    try {
      const armIn = async (birthDate: string, researchContact: boolean, isResearch: boolean) => {
        const { client, email } = await signUp(own, { profile: false })
        await client.put('users/consents', { terms: true, marketing: false, researchContact })
        await client.patch('users/profile', { firstName: 'A', lastName: 'B', birthDate })
        await own.context.database.owner(own.tenant.id, async (tx) => {
          for (const statement of [
            // As somebody who has never been in an arm.
            sql`DELETE FROM person_units`,
            sql`DELETE FROM experiment_assignments`,
            sql`UPDATE users SET research_assessments = ${isResearch ? '{big_5}' : '{}'} WHERE email = ${email}`,
          ])
            await tx.run({ compile: () => statement.compile(sqlBuilder) })
        })
        client.cookies.delete('unit')
        return (await configurationOf(client)).experiments?.[HOME.id]
      }
      const [young, grown] = ['2012-05-19', '1999-05-19'] as const
      expect(await armIn(young, false, false)).toBeUndefined()
      expect(await armIn(young, true, false)).toBeDefined()
      expect(await armIn(grown, false, true)).toBeUndefined()
      expect(await armIn(grown, true, true)).toBeDefined()
      expect(await armIn(grown, false, false)).toBeDefined()
    } finally {
      await own.close()
    }
  })
})

describe('an exposure', () => {
  it('is stored once, at its first time, with the probability of the arm', async () => {
    const client = await visitorIn('outcome')
    const one = exposure('outcome')
    expect((await send(client, one, exposure('outcome'))).body).toEqual({
      stored: 1,
      duplicate: 1,
      refused: [],
    })
    const later = exposure('outcome', { at: '2026-11-21T07:30:00.000Z' })
    expect((await send(client, one, later)).body).toMatchObject({ stored: 0, duplicate: 2 })
    expect(await stored(unitOf(client))).toEqual([
      {
        experiment: HOME.id,
        arm: 'outcome',
        probability: 0.5,
        exposed_at: new Date('2026-11-21T07:59:00.000Z'),
        earlier: false,
      },
    ])
  })

  it.each([
    [false, '2026-11-20T00:00:00.000Z'],
    [true, '2026-11-10T00:00:00.000Z'],
  ])('isn’t older than its count, unless it is rehearsed (demo: %s)', async (demo, expected) => {
    const since = '2026-11-20T00:00:00.000Z'
    const document: ExperimentDocument = { ...HOME, settled: { since } }
    const own = await buildServer({ environment: { demo }, documents: [document] })
    onTestFinished(async () => {
      await own.close()
    })
    const client = own.client()
    const arm = await armOf(client)
    const early = exposure(arm!, { at: '2026-11-10T00:00:00.000Z' })
    expect((await send(client, early)).body).toMatchObject({ stored: 1 })
    const [row] = await stored(unitOf(client), own)
    expect(row!.exposed_at).toEqual(new Date(expected))
  })

  it('follows the assignment of the sign-up', async () => {
    const client = await visitorIn('control')
    await client.post('auth/signup', {
      email: `${randomUUID().slice(0, 8)}@school.test`,
      password: 'Thaba2024',
    })
    expect((await send(client, exposure('control'))).body).toMatchObject({ stored: 1 })
    expect((await stored(unitOf(client)))[0]!.exposed_at).not.toBeNull()
  })

  it('notes on which device, in which language and with which plan the arm was seen', async () => {
    const seenBy = async (client: Client, agent: string, language: string) => {
      const arm = (await armOf(client, ORDER.id)) ?? (await armOf(client))!
      const experiment = client.cookies.get('unit')!.includes(ORDER.id) ? ORDER.id : HOME.id
      const body = { device: randomUUID(), events: [exposure(arm, {}, { experiment })] }
      const headers = { 'user-agent': agent, 'accept-language': language }
      expect((await client.send('POST', 'events', body, headers)).body).toMatchObject({ stored: 1 })
      const unit = unitOf(client)
      return server.context.database.tenant(server.tenant.id, (tx) =>
        tx.first({
          compile: () =>
            sql`SELECT device, language, plan FROM experiment_assignments WHERE unit = ${unit} AND exposed_at IS NOT NULL`.compile(
              sqlBuilder,
            ),
        }),
      )
    }
    const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile'
    expect(await seenBy(await visitorIn('outcome'), phone, 'af')).toEqual({
      device: 'phone',
      language: 'af',
      plan: null,
    })
    const { client } = await signUp(server, { profile: false })
    expect(await seenBy(client, 'Mozilla/5.0 (X11; Linux)', 'en')).toMatchObject({
      device: 'computer',
      language: 'en',
      plan: expect.any(String) as string,
    })
  })

  it.each([
    ['of another arm', exposure('control'), 'event/other-arm'],
    ['of no arm', exposure('third'), 'event/other-arm'],
    [
      'of an unknown experiment',
      exposure('outcome', {}, { experiment: 'x' }),
      'event/unknown-experiment',
    ],
    ['from the future', exposure('outcome', { at: '2030-01-01T00:00:00.000Z' }), 'event/future'],
  ])('%s is refused, and named', async (_name, event, code) => {
    const client = await visitorIn('outcome')
    const response = await send(client, event)
    expect([response.status, response.body]).toEqual([
      202,
      { stored: 0, duplicate: 0, refused: [{ id: event.id, code }] },
    ])
    expect(await stored(unitOf(client))).toEqual([])
  })

  it('names no unit of its own', async () => {
    const client = await visitorIn('outcome')
    const response = await client.post('events', {
      device: randomUUID(),
      unit: randomUUID(),
      events: [exposure('outcome')],
    })
    expect(response.status).toBe(422)
  })

  it('comes from a device that sends more than a person can: most are refused', async () => {
    const flooded = await buildServer({ documents: [HOME] })
    try {
      const client = flooded.client()
      const arm = (await configurationOf(client)).experiments![HOME.id]!
      const codes = new Set<unknown>()
      for (let call = 0; call < 52; call++) {
        const events = Array.from({ length: 100 }, () => exposure(arm))
        // A minute later, as another device, but with the same cookie.
        if (call % 20 === 0) flooded.wait(61)
        const { status, body } = await client.post('events', { device: randomUUID(), events })
        codes.add(status)
        for (const { code } of (body['refused'] ?? []) as { code: string }[]) codes.add(code)
      }
      expect([...codes]).toEqual([202, 'event/too-many'])
      const [{ n }] = (await flooded.context.database.tenant(flooded.tenant.id, (tx) =>
        tx.all({
          compile: () =>
            sql<{ n: number }>`SELECT count(*)::integer AS n FROM experiment_assignments`.compile(
              sqlBuilder,
            ),
        }),
      )) as [{ n: number }]
      expect(n).toBe(1)
    } finally {
      await flooded.close()
    }
  })
})

describe('?variant=', () => {
  const look = (client: Client, variant: string) =>
    client.get(`app-configuration?variant=${encodeURIComponent(variant)}`, {
      prefer: 'return=minimal',
    })
  const armIn = ({ body }: { body: object }) =>
    (body as Configuration).experiments?.[HOME.id] ?? null

  it('shows an arm to whoever may preview, until it is ended, and counts nothing', async () => {
    const editor = await signInAs(server, 'editor')
    const before = await armOf(editor)
    for (const arm of ['control', 'outcome']) {
      expect(armIn(await look(editor, `${HOME.id}:${arm}`))).toBe(arm)
      // Every later call sees the same, with a release of its own.
      expect(await armOf(editor)).toBe(arm)
      const sent = exposure(arm)
      expect((await send(editor, sent)).body).toEqual({
        stored: 0,
        duplicate: 0,
        refused: [{ id: sent.id, code: 'event/no-unit' }],
      })
    }
    expect(armIn(await look(editor, 'outcome'))).toBe('outcome')
    // No such arm, and one that two experiments have.
    for (const wrong of ['third', 'control', 'none:outcome', `${HOME.id}:outcome~third`]) {
      const { status, body } = await look(editor, wrong)
      expect([status, body.code]).toEqual([404, 'request/not-found'])
    }
    await look(editor, '')
    expect(editor.cookies.has('variant')).toBe(false)
    expect(await armOf(editor)).toBe(before)
  }, 120_000)

  it('ends with the session and after an hour', async () => {
    const editor = await signInAs(server, 'editor')
    expect(armIn(await look(editor, 'outcome'))).toBe('outcome')
    const cookie = editor.cookies.get('variant')!
    const other = await signInAs(server, 'viewer')
    other.cookies.set('variant', cookie)
    const unit = await configurationOf(other)
    expect(unit.experiments?.[HOME.id]).toBeUndefined()
    const { secrets } = server.context
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
    const written = writeShown(secrets, 'session', { [HOME.id]: 'outcome' }, at(0))
    expect(readShown(secrets, 'session', written, at(3599))).toEqual({ [HOME.id]: 'outcome' })
    expect(readShown(secrets, 'session', written, at(3600))).toBeNull()
    expect(readShown(secrets, 'another', written, at(1))).toBeNull()
  }, 120_000)

  it('is no question of anybody else: nobody chooses their arm', async () => {
    for (const arm of ['control', 'outcome']) {
      const client = await visitorIn(arm)
      const other = arm === 'control' ? 'outcome' : 'control'
      const unit = unitOf(client)
      for (let time = 0; time < 5; time++) expect(armIn(await look(client, other))).toBe(arm)
      expect(unitOf(client)).toBe(unit)
      client.cookies.set('variant', `${HOME.id}:${other}.9999999999.aaaaaaaaaaaaaaaaaaaaaa`)
      expect(await armOf(client)).toBe(arm)
      const { client: learner } = await signUp(server, { profile: false })
      expect(armIn(await look(learner, other))).not.toBe('third')
      expect(learner.cookies.has('variant')).toBe(false)
    }
  })
})

describe('a paused experiment', () => {
  it('shows everybody the documents as they are, and goes on as it was', async () => {
    const paused: AnyDocument = { ...HOME, state: 'paused' }
    const stopped = await buildServer({ documents: [paused, ORDER] })
    try {
      const client = await visitorIn('outcome')
      const cookie = { cookie: `unit=${client.cookies.get('unit')}`, host: server.host }
      const there = await stopped.app.inject({ url: '/api/app-configuration', headers: cookie })
      expect(there.json<Configuration>().experiments ?? {}).not.toHaveProperty(HOME.id)
      expect(there.headers['set-cookie']?.toString()).not.toContain('unit=')
      expect(await armOf(client)).toBe('outcome')
    } finally {
      await stopped.close()
    }
  })
})
