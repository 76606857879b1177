/** What the people of one cohort chose, who judge the questions of an instrument. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InstrumentPanel } from '#engine/contract/instruments.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { edit, publishAll } from '../support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '../support/server.ts'

const RATERS = 32
const FACES = 'perceiving_emotion'

let server: TestServer
let owner: Client
/** The first face, what it is meant to show, and another answer. */
let face: string
let meant: string
let other: string

const run = (statement: ReturnType<typeof sql>, tenant = server.tenant.id) =>
  server.context.database.owner(tenant, (tx) =>
    tx.run({ compile: () => statement.compile(sqlBuilder) }),
  )
const ask = (path: string, client = owner) => client.get(`admin/instruments/${path}`)
const panel = async (cohort: string) =>
  (await ask(`${FACES}/panel?cohort=${cohort}`)).body as unknown as InstrumentPanel

beforeAll(async () => {
  server = await buildServer()
  const { client, email, password } = await signUp(server)
  await run(sql`UPDATE users SET role = 'owner' WHERE email = ${email}`)
  await client.post('auth/login', { email, password })
  owner = client
  const release = await server.context.live(server.tenant)
  const items = release.catalog.get('scoring', FACES)!.items
  const options = release.catalog.get('assessment', FACES)!.options!.map(({ id }) => id)
  face = items[0]!.id
  meant = items[0]!.correct!
  other = options.find((option) => option !== meant)!
  // All but one see the first face as meant by four in five; the last one answered carelessly, the
  // one before has answered twice, and others are in a cohort of their own.
  const raters = Array.from({ length: RATERS + 5 }, (_, at) => ({
    at,
    cohort: at < RATERS ? 'Faces' : 'Few',
    low: at === RATERS - 1,
    answers: items.map(({ id, correct }) => ({
      item: id,
      value: id === face && at % 5 === 0 ? other : correct,
    })),
  }))
  const id = (kind: string) => sql.raw(`md5('${kind}' || at)::uuid`)
  const from = sql`FROM jsonb_to_recordset(${JSON.stringify(raters)}::jsonb) AS p (at integer, cohort text, low boolean, answers jsonb)`
  await run(sql`INSERT INTO users (tenant_id, id, account_type, profile, consents, cohort)
    SELECT ${server.tenant.id}::uuid, ${id('rater')}, 'free', '{}'::jsonb, '{}'::jsonb, jsonb_build_object('name', cohort) ${from}`)
  for (const [kind, days] of [
    ['first', 0],
    ['second', 20],
  ] as const) {
    const only = kind === 'second' ? sql`WHERE at = ${RATERS - 2}` : sql``
    await run(sql`INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, quality, started_at, completed_at)
      SELECT ${server.tenant.id}::uuid, ${id(kind)}, ${id('rater')}, ${FACES}, ${release.shas.get(`assessment/${FACES}`)}, ${release.shas.get(`scoring/${FACES}`)}, ${items.map((item) => item.id)}::text[],
        'complete', ${days > 0}, 'en', CASE WHEN low THEN '{"confidence":"low","flags":["pattern"]}'::jsonb WHEN at % 5 = 0 THEN '{"confidence":"low","flags":["chance"]}'::jsonb ELSE '{"confidence":"ok","flags":[]}'::jsonb END, now() + ${days} * interval '1 day', now() + ${days} * interval '1 day' ${from} ${only}`)
    await run(sql`INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
      SELECT ${server.tenant.id}::uuid, gen_random_uuid(), ${id(kind)}, a.item, a.value, 4000, now(), 1, md5('phone')::uuid, false
      ${from}, jsonb_to_recordset(p.answers) AS a (item text, value jsonb) ${only}`)
  }
}, 60_000)
afterAll(() => server.close())

it('names the cohorts, and hides how many few people are', async () => {
  const { body } = await ask(`${FACES}/panel`)
  expect(body).toMatchObject({
    kind: 'right',
    needed: { people: 30, share: 0.7 },
    cohorts: [
      { name: 'Faces', people: RATERS },
      { name: 'Few', people: null },
    ],
    people: null,
    items: [],
  })
})

it('counts the first answers of each who meant them, those who differ from the key too', async () => {
  const { people, items, options } = await panel('Faces')
  expect(people).toBe(RATERS - 1)
  const [first, ...others] = items
  const seen = Array.from({ length: RATERS - 1 }, (_, at) => at).filter((at) => at % 5 !== 0).length
  expect(first).toMatchObject({ id: face, best: meant, kept: true })
  const shareOf = (value: string) =>
    first!.shares.find((each) => each.value === value)!.share.value * people!
  expect(shareOf(meant)).toBeCloseTo(seen, 8)
  expect(shareOf(other)).toBeCloseTo(people! - seen, 8)
  expect(others).toHaveLength(17)
  for (const { shares, best, kept } of others) {
    expect(kept).toBe(true)
    expect(shares.find(({ value }) => value === best)?.share.value).toBe(1)
  }
  expect(Object.keys(options[face]!)).toContain(meant)
})

it('shows nothing of fewer than ten', async () => {
  expect(await panel('Few')).toMatchObject({ people: null, items: [] })
})

it('has nothing to judge in ratings, and knows no other cohort or instrument', async () => {
  expect((await ask('holland_code/panel')).body).toMatchObject({ kind: null, cohorts: [] })
  expect((await ask(`${FACES}/panel?cohort=Nobody`)).status).toBe(404)
  expect((await ask('maze/panel')).status).toBe(404)
})

it('is for owners and experimenters of the tenant alone', async () => {
  const { client } = await signUp(server)
  expect((await ask(`${FACES}/panel`, client)).status).toBe(403)
  const elsewhere = await server.another()
  const { client: stranger, email, password } = await signUp(elsewhere)
  await run(sql`UPDATE users SET role = 'owner' WHERE email = ${email}`, elsewhere.tenant.id)
  await stranger.post('auth/login', { email, password })
  expect((await ask(`${FACES}/panel`, stranger)).body).toMatchObject({ cohorts: [] })
})

it('leaves out who answered older questions', async () => {
  type Questions = { instrument: { version: string }; items: unknown[] }
  const change = (document: Questions) => {
    document.instrument.version = '9.0'
    document.items.reverse()
  }
  await edit(owner, `assessment/${FACES}`, change as never)
  await publishAll(owner)
  const { people, items, cohorts } = await panel('Faces')
  expect({ people, items }).toEqual({ people: null, items: [] })
  expect(cohorts).toContainEqual({ name: 'Faces', people: RATERS })
}, 60_000)
