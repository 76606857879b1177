/**
 * No user can fill the disk for all others: what one user and one tenant may store is limited,
 * generously.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_LOGGED_BYTES, PERSON, TENANT } from '#server/base/bounds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { validateSection } from '#server/release/sections.ts'
import { insertRelease } from '#server/store/releases.ts'
import { Windows } from '#server/base/windows.ts'
import { pngNumbered } from '#tests/support/images.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const DAY = 86_400
let server: TestServer
let learner: Client
let id: string
let owner: Client

beforeAll(async () => {
  server = await buildServer()
  const person = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  learner = person.client
  id = (await learner.get('auth/get-user')).body['_id'] as string
  await server.context.releases.keepShipped(server.tenant)
})
afterAll(() => server.close())

/** As the owner of the tables: fills them faster than any user could. */
function fill(text: string): Promise<number> {
  return server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql.raw(text.replaceAll('TENANT', `'${server.tenant.id}'::uuid`)).compile(sqlBuilder),
    }),
  )
}

async function rowsOf(table: string, which: string): Promise<number> {
  const query = sql
    .raw<{ count: string }>(`SELECT count(*) FROM ${table} WHERE ${which}`)
    .compile(sqlBuilder)
  return Number(
    (
      await server.context.database.tenant(server.tenant.id, (tx) =>
        tx.all({ compile: () => query }),
      )
    )[0]!.count,
  )
}

describe('a user', () => {
  it('keeps the newest interactions', async () => {
    await fill(
      `INSERT INTO interactions (tenant_id, id, user_id, body, created_at) SELECT TENANT, gen_random_uuid(), '${id}', '{"n":0}', now() - interval '1 day' FROM generate_series(1, ${PERSON.interactions})`,
    )
    for (const n of [1, 2, 3])
      expect((await learner.post('users/interactions', { n })).status).toBe(201)
    expect(await rowsOf('interactions', `user_id = '${id}'`)).toBe(PERSON.interactions)
    const kept = (await learner.get('auth/get-user')).body['interactions'] as { n: number }[]
    expect([kept.length, kept.slice(-3).map(({ n }) => n)]).toEqual([
      PERSON.interactions,
      [1, 2, 3],
    ])
  })

  it('keeps what they entered, however many opened pages are recorded', async () => {
    const { client: reader } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const reads = (await reader.get('auth/get-user')).body['_id'] as string
    const said = { event: 'not-for-me', type: 'careers', id: '29-1141.00' }
    await reader.post('users/interactions', said)
    for (let n = 0; n < PERSON.traces + 5; n++)
      await reader.post('users/interactions', { event: 'opened', type: 'careers', id: `c${n}` })
    // Opened again, it is the last one and not one more.
    await reader.post('users/interactions', { event: 'opened', type: 'careers', id: 'c20' })
    expect(await rowsOf('interactions', `user_id = '${reads}'`)).toBe(PERSON.traces + 1)
    const { interactions } = (await reader.get('auth/get-user')).body as {
      interactions: { event: string; id: string }[]
    }
    expect(interactions[0]).toMatchObject(said)
    expect(interactions.at(-1)).toMatchObject({ event: 'opened', id: 'c20' })
    expect(interactions.filter(({ id }) => id === 'c20')).toHaveLength(1)
  })

  it('may have any object as an interaction, up to 2 kB', async () => {
    const nested = { event: 'filtered', by: { type: 'loan', levels: ['tvet', { n: 1 }] }, at: null }
    const { status, body } = await learner.post('users/interactions', nested)
    expect([status, body]).toEqual([201, { ...nested, _id: body['_id'] }])
    const kept = (await learner.get('auth/get-user')).body['interactions'] as object[]
    expect(kept.at(-1)).toEqual(body)
    const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ a: inner }), { b: 1 })
    expect((await learner.post('users/interactions', deep)).status).toBe(201)
    expect((await learner.get('auth/get-user')).body['interactions']).toContainEqual(
      expect.objectContaining(deep),
    )
    const large = { text: 'x'.repeat(2048) }
    expect((await learner.post('users/interactions', large)).status).toBe(413)
    for (const refused of [{}, []])
      expect((await learner.post('users/interactions', refused)).body.code).toBe('request/invalid')
  })

  it('keeps a report of a record while it is open, whatever comes after it', async () => {
    const report = { event: 'report', type: 'bursaries', id: 'x', reason: 'old', text: '' }
    expect((await learner.post('users/interactions', report)).status).toBe(201)
    await fill(
      `INSERT INTO interactions (tenant_id, id, user_id, body) SELECT TENANT, gen_random_uuid(), '${id}', '{"n":0}' FROM generate_series(1, ${PERSON.interactions})`,
    )
    expect((await learner.post('users/interactions', { n: 1 })).status).toBe(201)
    expect(await rowsOf('interactions', `user_id = '${id}' AND body ->> 'event' IS NULL`)).toBe(
      PERSON.interactions,
    )
    expect(await rowsOf('interactions', `user_id = '${id}' AND body ->> 'event' = 'report'`)).toBe(
      1,
    )
  })

  it('can’t store an interaction so large that every start of the app would wait for it', async () => {
    expect((await learner.post('users/interactions', { note: 'x'.repeat(500) })).status).toBe(201)
    const long = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`note${index}`, 'x'.repeat(100)]),
    )
    expect((await learner.post('users/interactions', long)).body.code).toBe('request/too-large')
    expect((await learner.post('users/interactions', { ['k'.repeat(2100)]: 1 })).body.code).toBe(
      'request/too-large',
    )
  })

  it('has a profile of limited size, whatever sections there are', async () => {
    const size = async () =>
      JSON.stringify((await learner.get('auth/get-user')).body['profile']).length
    await fill(
      `UPDATE users SET profile = profile || jsonb_build_object('hobby', repeat('x', ${PERSON.profileBytes - 1500})) WHERE id = '${id}'`,
    )
    const before = await size()
    const refused = await learner.put('users/about', { about: 'y'.repeat(2000) })
    const more = await learner.patch('users/profile', {
      nickname: 'z'.repeat(60),
      firstName: 'n'.repeat(60),
    })
    expect([refused.status, refused.body.code, more.status]).toEqual([
      413,
      'request/too-large',
      200,
    ])
    expect(await size()).toBeLessThan(before + 200)
    await fill(`UPDATE users SET profile = profile - 'hobby' WHERE id = '${id}'`)
    expect((await learner.put('users/about', { about: 'y'.repeat(2000) })).status).toBe(200)
  })

  it('has at most a hundred sessions, and the one idle for longest ends', async () => {
    const { client, email, password } = await signUp(server, {
      verified: false,
      consented: false,
      plan: null,
      profile: false,
    })
    const me = (await client.get('auth/get-user')).body['_id'] as string
    await fill(
      `INSERT INTO sessions SELECT TENANT, decode(md5(n::text || '${me}'), 'hex'), gen_random_uuid(), '${me}', 'email', true, false, '2026-11-20T00:00:00Z', timestamptz '2026-11-20T00:00:00Z' + n * interval '1 minute' FROM generate_series(1, ${PERSON.sessions + 20}) AS n`,
    )
    expect((await server.client().post('auth/login', { email, password })).status).toBe(200)
    expect(await rowsOf('sessions', `user_id = '${me}'`)).toBe(PERSON.sessions)
    expect((await client.get('auth/get-user')).status, 'this one was used a moment ago').toBe(200)
    expect(await rowsOf('sessions', `user_id = '${me}' AND seen_at < '2026-11-20T00:22:00Z'`)).toBe(
      0,
    )
  })

  it('begins an assessment at most ten times a day and two hundred times in all, and can always continue an open one', async () => {
    const begin = () => learner.post('assessments/big_5/attempts')
    const first = (await begin()).body['id']
    const more = (count: number, at: string) =>
      fill(
        `INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, started_at) SELECT TENANT, gen_random_uuid(), '${id}', 'big_5', 'x', 'x', '{}', 'complete', true, 'en', '${at}' FROM generate_series(1, ${count})`,
      )
    await more(9, '2026-11-21T07:00:00Z')
    expect((await begin()).body['id']).toBe(first)
    await fill(`UPDATE attempts SET state = 'complete' WHERE id = '${first as string}'`)
    const refused = await begin()
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'request/rate-limited',
      '3600',
    ])
    server.wait(DAY)
    expect((await begin()).status).toBe(201)
    await more(PERSON.attempts - 11, '2026-01-01T00:00:00Z')
    await fill(
      `UPDATE attempts SET state = 'complete' WHERE user_id = '${id}' AND assessment = 'big_5'`,
    )
    expect((await begin()).body.code).toBe('limit/reached')
  })

  it('answers an item at most a hundred times, and a resent answer doesn’t count as a second one', async () => {
    const { id: attempt, items } = (await learner.post('assessments/value_scales/attempts'))
      .body as unknown as { id: string; items: string[] }
    const answer = (answerId = randomUUID()) => ({
      id: answerId,
      item: items[0],
      value: 3,
      ms: 900,
      at: '2026-11-21T08:00:00Z',
    })
    const send = (answers: unknown[]) => learner.put(`attempts/${attempt}/answers`, { answers })
    const room = items.length * PERSON.answersAnItem
    await fill(
      `INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, device, late) SELECT TENANT, gen_random_uuid(), '${attempt}', '${items[0]!}', '3', 900, now(), '${id}', false FROM generate_series(1, ${room - 2})`,
    )
    const one = answer()
    expect((await send([one])).status).toBe(200)
    // Repeatedly: it is stored once.
    for (let time = 0; time < 4; time++)
      expect((await send([one])).body).toMatchObject({ answers: [{ state: 'duplicate' }] })
    expect((await send([answer()])).status, 'the last one').toBe(200)
    const refused = await send([answer()])
    expect([refused.status, refused.body.code]).toEqual([429, 'request/rate-limited'])
    expect(await rowsOf('answers', `attempt_id = '${attempt}'`)).toBe(room)
  })

  it('has one validator per form, whatever a change leaves out', () => {
    const schema = server.context.release(server.tenant).sections.get('names')!
    expect(schema.required.length).toBeGreaterThan(0)
    const name = schema.required[0]!
    expect(validateSection(schema, {}, { partial: true })).toEqual([])
    expect(validateSection(schema, { [name]: '' }, { partial: true })).toEqual([
      expect.objectContaining({ pointer: `/${name}`, key: 'form.required' }),
    ])
    expect(validateSection(schema, { [name]: null }, { partial: true })).toHaveLength(1)
    expect(validateSection(schema, {})).toHaveLength(schema.required.length)
    expect(validateSection(schema, { [name]: 5 }, { partial: true })).toHaveLength(1)
  })
})

describe('a tenant', () => {
  // Time passes in these tests, and sessions of the console are short.
  beforeEach(async () => {
    owner = await signInAs(server, 'owner')
  })

  const picture = (n: number) => ({ data: pngNumbered(n).toString('base64') })

  it('keeps three hundred pictures, and unused ones make room for new ones', async () => {
    const shown = (await owner.post('admin/images', picture(1))).body['url'] as string
    const drafted = (await owner.post('admin/images', picture(2))).body['url'] as string
    const live = await edit(owner, 'config/default', (config: Record<string, unknown>) => ({
      ...config,
      images: { ...(config['images'] as object), favicon: drafted },
    }))
    expect(live.status, live.text).toBe(200)
    await fill(
      `INSERT INTO blobs (sha, body) VALUES ('sha-of-${server.tenant.id}', '{"image":"${shown}"}')`,
    )
    await fill(
      `INSERT INTO releases SELECT TENANT, gen_random_uuid(), 1, 'publish', id, '{"config/old":"sha-of-${server.tenant.id}"}', '[]', 'old', NULL, NULL, '2026-11-01T00:00:00Z' FROM bases WHERE id = '${server.context.releases.bases.of(server.tenant).id}'`,
    )
    const many = (at: string) =>
      fill(
        `INSERT INTO images SELECT TENANT, substr(md5(random()::text), 1, 20), 'image/png', '\\x00', '${at}' FROM generate_series(1, ${TENANT.images - 2})`,
      )
    await many('2026-11-21T00:00:00Z')
    server.wait(-DAY)
    const refused = await owner.post('admin/images', picture(3))
    expect([refused.status, refused.body.code], 'all of them of today').toEqual([
      409,
      'limit/reached',
    ])
    expect(
      (await owner.post('admin/images', picture(2))).status,
      'one that is there takes no room',
    ).toBe(201)
    server.wait(2 * DAY)
    owner = await signInAs(server, 'owner')
    expect((await owner.post('admin/images', picture(3))).status).toBe(201)
    expect(await rowsOf('images', 'true')).toBe(3)
    for (const url of [shown, drafted])
      expect((await owner.get(url.replace('/api/', ''))).status).toBe(200)
  })

  it('has a hundred thousand vouchers, and those that expired unused make room', async () => {
    const make = (count: number) => owner.post('admin/vouchers', { plan: 'power', count, uses: 1 })
    const { body } = await make(1000)
    const codes = (body['codes'] as { code: string }[]).map(({ code }) => code)
    expect(new Set(codes).size).toBe(1000)
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
    await fill(
      `INSERT INTO vouchers (tenant_id, code, plan, uses) SELECT TENANT, 'OPEN-' || n, 'power', 1 FROM generate_series(1, ${TENANT.vouchers} - (SELECT count(*)::integer FROM vouchers WHERE tenant_id = TENANT) - 5) AS n`,
    )
    expect((await make(5)).status).toBe(201)
    expect((await make(1)).body.code).toBe('limit/reached')
    await fill(
      `UPDATE vouchers SET expires_at = '2026-09-01T00:00:00Z' WHERE tenant_id = TENANT AND code LIKE 'OPEN-1%'`,
    )
    expect((await make(1)).status).toBe(201)
    await fill(`DELETE FROM vouchers WHERE tenant_id = TENANT AND code LIKE 'OPEN-%'`)
  })

  it('has at most a thousand drafts, of limited total size', async () => {
    const save = (name: string, text = 'x') =>
      edit(owner, `help/${name}`, () => ({
        kind: 'help',
        id: name,
        v: 1,
        title: text,
        source: 'assumption: x',
        blocks: [],
      }))
    await fill(
      `INSERT INTO drafts SELECT TENANT, 'help', 'many-' || n, '{"kind":"help","id":"many-' || n || '","v":1,"title":"x","source":"x","blocks":[]}', 1, NULL, '2026-11-21T08:00:00Z' FROM generate_series(1, ${TENANT.drafts} - (SELECT count(*)::integer FROM drafts WHERE tenant_id = TENANT) - 1) AS n`,
    )
    expect((await save('last-one')).status).toBe(200)
    const refused = await save('one-more')
    expect([refused.status, refused.body.code]).toEqual([409, 'limit/reached'])
    expect((await save('last-one', 'changed')).status, 'what is there can be changed').toBe(200)
    await fill(`DELETE FROM drafts WHERE tenant_id = TENANT AND id LIKE 'many-%'`)
    await fill(
      `INSERT INTO drafts VALUES (TENANT, 'help', 'huge', '"' || repeat('x', ${TENANT.draftBytes}) || '"', 1, NULL, '2026-11-21T08:00:00Z')`,
    )
    expect((await save('one-more')).body.code, 'however well it packs').toBe('limit/reached')
    await fill(`DELETE FROM drafts WHERE tenant_id = TENANT AND id = 'huge'`)
    expect((await save('one-more')).status).toBe(200)
    for (const name of ['last-one', 'one-more']) await edit(owner, `help/${name}`, () => null)
  })

  it('keeps discarded drafts in its log, unless they would fill it', async () => {
    for (const [name, length, letter, kept] of [
      ['small', 1000, 'x', true],
      ['large', MAX_LOGGED_BYTES, 'x', false],
      // Three bytes each: fewer characters than the limit, but more bytes.
      ['long-letters', MAX_LOGGED_BYTES / 2, '\u20AC', false],
    ] as const) {
      const blocks = Array.from({ length: length / 1000 }, (_, index) => ({
        id: `b${index}`,
        question: letter.repeat(1000),
        answer: 'x',
      }))
      const saved = await edit(owner, `help/${name}`, () => ({
        kind: 'help',
        id: name,
        v: 1,
        title: 'x',
        source: 'assumption: x',
        blocks,
      }))
      expect(saved.status, saved.text).toBe(200)
      expect(
        (
          await owner.send('DELETE', `admin/drafts/help/${name}`, undefined, {
            'if-match': String(saved.headers['etag']),
          })
        ).status,
      ).toBe(204)
      const [entry] = (await owner.get('admin/audit')).body['items'] as {
        action: string
        detail: { document: string | null }
      }[]
      expect([entry!.action, entry!.detail.document !== null]).toEqual(['draft.discard', kept])
    }
  })

  it('has a log that one user can’t fill', async () => {
    const viewer = await signInAs(server, 'viewer')
    const viewerId = (await viewer.get('auth/get-user')).body['_id'] as string
    const explain = () => viewer.post('admin/explain', { path: '/cv', user: id })
    expect((await explain()).status).toBe(200)
    const now = server.context.now().toISOString()
    await fill(
      `INSERT INTO audit SELECT TENANT, gen_random_uuid(), '${now}', '${viewerId}', 'explain.user', 'x', '{}' FROM generate_series(1, ${PERSON.auditedAnHour - 1})`,
    )
    const refused = await explain()
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'request/rate-limited',
      '600',
    ])
    await fill(`DELETE FROM audit WHERE actor = '${viewerId}'`)
  })

  it('makes as many previews as a user can look at, and stores a limited amount for them a day', async () => {
    const make = () =>
      owner.post('admin/previews', {
        persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
      })
    expect((await make()).status).toBe(201)
    const set = (key: string, count: number) =>
      fill(`UPDATE limits SET count = ${count} WHERE tenant_id = TENANT AND key LIKE '${key}'`)
    await set('previews:%', PERSON.previewsAnHour)
    expect((await make()).body.code).toBe('request/rate-limited')
    await set('previews:%', 0)
    expect(await set('preview-kilobytes', TENANT.previewKilobytesADay)).toBe(1)
    expect((await make()).status, 'nothing was added by this one').toBe(201)
    await edit(owner, 'help/account-help', (document) => ({
      ...(document as object),
      title: 'Changed',
    }))
    expect((await make()).body.code).toBe('request/rate-limited')
    await set('preview-kilobytes', 0)
    expect((await make()).status).toBe(201)
  })

  it('publishes at most five hundred times a day', async () => {
    await fill(
      `INSERT INTO releases SELECT TENANT, gen_random_uuid(), 10 + n, 'publish', id, '{}', '[]', 'x', NULL, NULL, '${server.context.now().toISOString()}' FROM bases, generate_series(1, ${TENANT.releasesADay}) AS n WHERE id = '${server.context.releases.bases.of(server.tenant).id}'`,
    )
    const release = {
      id: randomUUID(),
      kind: 'publish' as const,
      base: server.context.releases.bases.of(server.tenant).id,
      manifest: {},
      changes: [],
      message: 'x',
      created_by: null,
      from_number: null,
    }
    const insert = () =>
      server.context.database.tenant(server.tenant.id, (tx) =>
        insertRelease(tx, { ...release, created_at: server.context.now() }),
      )
    await expect(insert()).rejects.toMatchObject({ code: 'request/rate-limited' })
    server.wait(DAY + 1)
    await expect(insert()).resolves.toBeGreaterThan(0)
  })
})

describe('a device', () => {
  it('sends at most thirty batches of events a minute, without making others at its school wait', async () => {
    const tenant = await server.another()
    const client = tenant.client()
    const send = (device: string) =>
      client.post('events', {
        device,
        events: [{ id: randomUUID(), name: 'pageView', at: '2026-11-21T08:00:00Z', props: {} }],
      })
    const broken = randomUUID()
    for (let time = 0; time < 30; time++) expect((await send(broken)).status).toBe(202)
    const refused = await send(broken)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await send(randomUUID())).status, 'behind the same address').toBe(202)
    server.wait(60)
    expect((await send(broken)).status).toBe(202)
  })

  it('is refused once the tenant has had its events for the day', async () => {
    const tenant = await server.another()
    const client = tenant.client()
    const send = (count: number) =>
      client.post('events', {
        device: randomUUID(),
        events: Array.from({ length: count }, () => ({
          id: randomUUID(),
          name: 'pageView',
          at: '2026-11-21T08:00:00Z',
          props: {},
        })),
      })
    for (let time = 0; time < 6; time++) expect((await send(100)).status).toBe(202)
    const counted = await server.context.database.owner(tenant.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE limits SET count = ${TENANT.eventsADay - 100} WHERE tenant_id = ${tenant.tenant.id} AND key = 'events'`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(counted, 'in one row, once for five hundred').toBe(1)
    for (let time = 0; time < 5; time++) expect((await send(100)).status).toBe(202)
    // The call that reaches the limit is still served.
    expect((await send(1)).status).toBe(429)
    server.wait(DAY + 1)
    expect((await send(1)).status).toBe(202)
  })

  it('is counted in windows, which end even if the clock is put back', () => {
    const windows = new Windows(60, 2)
    const at = (seconds: number) => new Date(1_795_000_000_000 + seconds * 1000)
    expect([
      windows.take('a', at(0)),
      windows.take('a', at(1)),
      windows.take('a', at(59)),
      windows.take('b', at(59)),
    ]).toEqual([true, true, false, true])
    expect([
      windows.take('a', at(60)),
      windows.take('a', at(61)),
      windows.take('a', at(62)),
    ]).toEqual([true, true, false])
    expect(windows.take('a', at(10))).toBe(true)
  })
})
