/** Sums over answers are made in the background, equal to those made one by one, and forget who leaves. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import { alphaOf, omegaOf } from '#engine/psychometrics/reliability.ts'
import { itemRest, spreadOf } from '#engine/psychometrics/items.ts'
import { covariances, momentsOf, total } from '#engine/psychometrics/moments.ts'
import { ownRatings } from '#engine/scoring/consistency.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { countInstruments } from '#server/start/instruments.ts'
import { tenantsToCount } from '#server/store/instrumentsums.ts'
import { randomness } from '../support/simulated.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '../support/server.ts'

const PEOPLE = 230
/** Of these the last ones answered carelessly, or no better than by guessing. */
const CARELESS = 20
/** The first ones took it again, 20 days later. */
const AGAIN = 60

let server: TestServer
let owner: Client
/** Person -> item -> answer, of those who meant it. */
let meant: Map<string, number>[]

const run = (statement: ReturnType<typeof sql>, tenant = server.tenant.id) =>
  server.context.database.owner(tenant, (tx) =>
    tx.run({ compile: () => statement.compile(sqlBuilder) }),
  )
const health = async (query = '') =>
  (await owner.get(`admin/instruments/holland_code/health${query}`))
    .body as unknown as InstrumentView

const metricsOf = async (client: Client) => {
  const { results } = (await client.get('reports/worker-type')).body as unknown as ReportAnswer
  return results['holland_code']!.metrics
}

beforeAll(async () => {
  server = await buildServer()
  const { client, email, password } = await signUp(server)
  await run(sql`UPDATE users SET role = 'owner' WHERE email = ${email}`)
  await client.post('auth/login', { email, password })
  owner = client
  const release = await server.context.live(server.tenant)
  const items = release.catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)
  const random = randomness(11)
  const answered = Array.from({ length: PEOPLE }, () => {
    const liked = new Map('RIASEC'.split('').map((type) => [type, random() * 4]))
    return new Map(
      items.map((item) => [
        item,
        1 + Math.min(4, Math.max(0, Math.round(liked.get(item[0]!)! + 2 * random() - 1))),
      ]),
    )
  })
  meant = answered.slice(0, PEOPLE - CARELESS)
  const people = answered.map((answers, at) => ({
    at,
    answers: [...answers].map(([item, value]) => ({ item, value })),
    language: at % 23 === 0 ? 'af' : 'en',
    low: at >= PEOPLE - CARELESS,
  }))
  const id = (kind: string) => sql.raw(`md5('${kind}' || at)::uuid`)
  const from = sql`FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p (at integer, answers jsonb, language text, low boolean)`
  const attempts = (kind: string, days: number) =>
    sql`INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, quality, started_at, completed_at)
      SELECT ${server.tenant.id}::uuid, ${id(kind)}, ${id('user')}, 'holland_code', ${release.shas.get('assessment/holland_code')}, ${release.shas.get('scoring/holland_code')}, ${items}::text[],
        'complete', ${days > 0}, language, CASE WHEN low AND at % 2 = 0 THEN '{"confidence":"low"}'::jsonb WHEN low THEN '{"confidence":"ok","flags":["chance"]}'::jsonb WHEN at % 7 = 0 THEN '{"confidence":"ok","flags":["uneven"]}'::jsonb END, now() + ${days} * interval '1 day', now() + ${days} * interval '1 day' + interval '9 minutes'
      ${from}`
  const answers = (kind: string, device: string) =>
    sql`INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
      SELECT ${server.tenant.id}::uuid, gen_random_uuid(), ${id(kind)}, a.item, a.value, 8000, now(), 1, md5(${device})::uuid, false
      ${from}, jsonb_to_recordset(p.answers) AS a (item text, value jsonb)`
  await run(
    sql`INSERT INTO users (tenant_id, id, account_type, profile, consents) SELECT ${server.tenant.id}::uuid, ${id('user')}, 'free', jsonb_build_object('researchGender', CASE WHEN at % 2 = 0 THEN 'female' ELSE 'male' END),
        CASE WHEN at < 100 THEN '{"researchContact": {"granted": true}}'::jsonb ELSE '{}'::jsonb END ${from}`,
  )
  await run(attempts('first', 0))
  await run(answers('first', 'phone'))
  await run(sql`${attempts('second', 20)} WHERE at < ${AGAIN}`)
  await run(sql`${answers('second', 'phone')} WHERE at < ${AGAIN}`)
  // What doesn't count: an earlier answer of the same device, and a late one.
  await run(
    sql`INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
      SELECT ${server.tenant.id}::uuid, gen_random_uuid(), ${id('first')}, 'R_1', '5'::jsonb, 100, now(), s.seq, md5('phone')::uuid, s.late
      ${from}, (VALUES (0, false), (9, true)) AS s (seq, late)`,
  )
}, 60_000)
afterAll(() => server.close())

const scaleOf = (type: string) =>
  momentsOf(
    meant.map((answers) =>
      [...answers].filter(([item]) => item.startsWith(`${type}_`)).map(([, value]) => value),
    ),
  )

describe('instrument health', () => {
  it('is empty before anything was counted', async () => {
    expect(await health()).toMatchObject({ people: null, scales: [], items: [], languages: [] })
  })

  it('counts in slices, and not twice', async () => {
    // Of every tenant; others may have something to count too.
    expect(await countInstruments(server.context)).toBeGreaterThanOrEqual(PEOPLE + AGAIN)
    expect(await countInstruments(server.context)).toBe(0)
  })

  it('knows the groups of people who agreed to research, and of nobody else', async () => {
    const { compared, groupNames } = await health()
    expect(compared.find(({ by }) => by === 'gender')).toEqual({
      by: 'gender',
      groups: expect.arrayContaining([
        { group: 'female', people: 50 },
        { group: 'male', people: 50 },
      ]) as unknown,
      than: null,
    })
    expect(groupNames['gender']!.groups['female']).toBe('Female')
    // Each of them has answered each question once.
    const rows = await server.context.database.owner(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{
            row: number[]
          }>`SELECT sums -> 'apart/R_1/gender:female' AS row FROM instrument_blocks WHERE assessment = 'holland_code' AND sums ? 'apart/R_1/gender:female'`.compile(
            sqlBuilder,
          ),
      }),
    )
    const people = rows.flatMap(({ row }) => row).reduce((sum, count) => sum + count, 0)
    expect(people).toBe(50)
  })

  it('has the figures of the answers that count, of people who meant them', async () => {
    const { people, careless, scales, items, circle, minutes, title, names } = await health()
    expect([people, title, names['R_1']]).toEqual([
      meant.length,
      'Worker type',
      expect.stringMatching(/\w{3}/),
    ])
    expect(careless!.value).toBeCloseTo(CARELESS / (PEOPLE + AGAIN), 6)
    for (const { id, alpha, omega, error } of scales) {
      expect(alpha!.value, id).toBeCloseTo(alphaOf(scaleOf(id))!.value, 8)
      expect(omega!.value, id).toBeCloseTo(omegaOf(scaleOf(id))!.value, 8)
      expect(error!.value, id).toBeGreaterThan(0)
    }
    const fits = itemRest(scaleOf('S'))
    expect(items.filter(({ scale }) => scale === 'S').map(({ fit }) => fit!.value)).toEqual(
      fits.map((fit) => expect.closeTo(fit!.value, 8) as unknown),
    )
    const counts = [1, 2, 3, 4, 5].map(
      (value) => meant.filter((answers) => answers.get('R_1') === value).length,
    )
    expect(items[0]!.shares.map(({ share }) => share!.value)).toEqual(
      counts.map((count) => expect.closeTo(count / meant.length, 8) as unknown),
    )
    expect(items[0]!.seconds!.value).toBeGreaterThan(7)
    expect(items[0]!.seconds!.value).toBeLessThan(9)
    expect(minutes!.median.value).toBeCloseTo(8.5, 1)
    const spreads = spreadOf(scaleOf('S'), 0)
    const first = items.find(({ scale }) => scale === 'S')!
    expect(first.spread!.value).toBeCloseTo(spreads, 8)
    expect(scales.find(({ id }) => id === 'S')!.spread.value).toBeCloseTo(
      Math.sqrt(total(covariances(scaleOf('S')))),
      8,
    )
    // Every figure has an interval around it.
    const figures = [
      ...items.flatMap(({ mean, spread, fit, seconds }) => [mean, spread, fit, seconds]),
      ...scales.flatMap(({ mean, spread, alpha, omega, error }) => [
        mean,
        spread,
        alpha,
        omega,
        error,
      ]),
      minutes!.median,
    ]
    for (const figure of figures) {
      expect(figure!.low).toBeLessThan(figure!.value)
      expect(figure!.high).toBeGreaterThan(figure!.value)
    }
    expect(circle!.p).toBeGreaterThan(0)
    expect(circle!.near.low).toBeLessThan(circle!.near.value)
  })

  it('knows what meant answers look like as they are judged one by one', async () => {
    const key = server.context.options.base.catalog.get('scoring', 'holland_code')!
    const own = meant.map((answers) => ownRatings(Object.fromEntries(answers), key))
    const rows = await server.context.database.owner(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{
            row: number[]
          }>`SELECT sums -> 'own/R/' AS row FROM instrument_blocks WHERE assessment = 'holland_code' AND sums ? 'own/R/'`.compile(
            sqlBuilder,
          ),
      }),
    )
    const sums = rows.reduce((all, { row }) => all.map((each, at) => each + row[at]!), [0, 0, 0, 0])
    const of = own.map((all) => all.flatMap(({ scale, value }) => (scale === 'R' ? [value] : [])))
    const added = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
    expect(sums).toEqual(
      [
        of.length,
        added(of.flat()),
        added(of.flat().map((value) => value ** 2)),
        added(of.map((row) => added(row) ** 2)),
      ].map((each) => expect.closeTo(each, 6) as unknown),
    )
  })

  it('is told of one version of the questions at a time', async () => {
    const { version, versions, people } = await health()
    expect([versions, people]).toEqual([[version], meant.length])
    await run(
      sql`UPDATE instrument_blocks SET version = '0.9' WHERE assessment = 'holland_code' AND language = 'af'`,
    )
    try {
      const [now, before] = [await health(`?version=${version}`), await health('?version=0.9')]
      expect([...now.versions].toSorted()).toEqual(['0.9', version])
      expect([now.people, before.people]).toEqual([meant.length - 10, 10])
    } finally {
      await run(sql`UPDATE instrument_blocks SET version = ${version} WHERE version = '0.9'`)
    }
  })

  it('has the pairs of those who took it again, by interval', async () => {
    const { scales } = await health()
    expect(scales.map(({ again }) => again)).toEqual(
      scales.map(() => [
        {
          days: 14,
          n: AGAIN,
          r: expect.objectContaining({ value: expect.closeTo(1, 6) as unknown }) as unknown,
        },
      ]),
    )
  })

  it('hides what fewer than ten people are behind', async () => {
    const { languages } = await health()
    expect(languages.map(({ language, people }) => [language, people])).toEqual([
      ['en', expect.any(Number)],
      ['af', 10],
    ])
    await run(sql`DELETE FROM users WHERE id = md5('user0')::uuid`)
    // With the person's attempts the sums went that held them; no second passes.
    expect((await health('?language=af')).people).toBeNull()
    // The person's second attempt was in the same block.
    expect(await countInstruments(server.context)).toBeGreaterThan(0)
    const after = await health()
    // All, less those of the other language, would say what nine people answered.
    expect(after.people).toBe(meant.length - 10)
    expect(after.people).toBe((await health('?language=en')).people)
    expect(after.languages.find(({ language }) => language === 'af')).toEqual({
      language: 'af',
      people: null,
      began: null,
      finished: null,
      minutes: null,
      alpha: null,
    })
  })

  it('makes norms that are due, even if counting fails half-way or stopped before them', async () => {
    const normsOf = async (tenant = server.tenant.id) =>
      Number(
        (
          await server.context.database.owner(tenant, (tx) =>
            tx.first({
              compile: () =>
                sql<{
                  count: string
                }>`SELECT count(*) AS count FROM instrument_norms WHERE assessment = 'holland_code'`.compile(
                  sqlBuilder,
                ),
            }),
          )
        )?.count,
      )
    expect(await normsOf()).toBeGreaterThan(0)
    // As if the server had stopped between counting and the norms.
    await run(sql`DELETE FROM instrument_norms`)
    await run(sql`UPDATE instrument_blocks SET due = true`)
    // One attempt can't be counted.
    const { client, email } = await signUp(server)
    await takeWorkerType(client, [5, 4, 3, 2, 1, 3])
    await run(
      sql`CREATE FUNCTION refuse_block() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
    )
    await run(
      sql`CREATE TRIGGER refuse_block BEFORE INSERT OR UPDATE OF sums ON instrument_blocks FOR EACH ROW EXECUTE FUNCTION refuse_block()`,
    )
    try {
      await countInstruments(server.context)
      expect(await normsOf()).toBeGreaterThan(0)
    } finally {
      await run(sql`DROP TRIGGER refuse_block ON instrument_blocks`)
      await run(sql`DROP FUNCTION refuse_block()`)
    }
    await countInstruments(server.context)
    // Nothing is left to do, and the norms that went with a block are made again.
    expect(await server.context.database.keeper(tenantsToCount)).not.toContain(server.tenant.id)
    await run(sql`DELETE FROM users WHERE email = ${email}`)
    expect(await normsOf()).toBe(0)
    expect(await server.context.database.keeper(tenantsToCount)).toContain(server.tenant.id)
    await countInstruments(server.context)
    expect(await normsOf()).toBeGreaterThan(0)
  })

  it('gives the next person’s result their own errors, and changes no result that is there', async () => {
    // Norms of another key are nobody's, nor are those of other questions under the same key.
    const release = await server.context.live(server.tenant)
    const own = release.catalog.get('assessment', 'holland_code')!.instrument!.version
    const key = release.shas.get('scoring/holland_code')
    const others: Client[] = []
    for (const [scoring, version] of [
      ['other', own],
      [key, '0.9'],
    ]) {
      await run(sql`UPDATE instrument_norms SET scoring = ${scoring}, version = ${version}`)
      const { client } = await signUp(server)
      await takeWorkerType(client, [5, 4, 3, 2, 1, 3])
      others.push(client)
    }
    await run(sql`UPDATE instrument_norms SET scoring = ${key}, version = ${own}`)
    // Two hundred of them answered in English.
    const { scales } = await health('?language=en')
    const { client } = await signUp(server)
    expect((await takeWorkerType(client, [5, 4, 3, 2, 1, 3])).status).toBe(200)
    const { errors, norms } = await metricsOf(client)
    expect(errors).toEqual(
      Object.fromEntries(
        scales.map(({ id, error }) => [id, expect.closeTo(error!.value, 8) as unknown]),
      ),
    )
    // Nobody knows their age, and there are fewer than three hundred people.
    expect(norms).toBeUndefined()
    for (const before of others) expect(await metricsOf(before)).not.toHaveProperty('errors')
  })

  it('has percentiles for whoever told their age, among three hundred like them', async () => {
    const release = await server.context.live(server.tenant)
    const norms = {
      people: 300,
      errors: {},
      totals: Object.fromEntries(
        [...'RIASEC'].map((type) => [
          type,
          [
            [20, 150],
            [30, 150],
          ],
        ]),
      ),
      fit: [],
    }
    await run(sql`INSERT INTO instrument_norms (tenant_id, assessment, language, age, scoring, version, people, norms, updated_at)
      VALUES (${server.tenant.id}::uuid, 'holland_code', 'en', '18-20', ${release.shas.get('scoring/holland_code')}, ${release.catalog.get('assessment', 'holland_code')!.instrument!.version}, 300, ${JSON.stringify(norms)}::jsonb, now())`)
    for (const [isAgreed, known] of [
      [
        true,
        {
          people: 300,
          language: 'en',
          age: '18-20',
          percentiles: expect.objectContaining({ R: 100, E: 0, S: 25 }) as unknown,
        },
      ],
      [false, undefined],
    ] as const) {
      const { client, email } = await signUp(server)
      await run(
        sql`UPDATE users SET profile = profile || '{"researchAgeBand": "18-20"}'::jsonb, consents = consents || jsonb_build_object('researchContact', jsonb_build_object('granted', ${isAgreed}::boolean)) WHERE email = ${email}`,
      )
      await takeWorkerType(client, [5, 4, 3, 2, 1, 3])
      expect((await metricsOf(client))['norms']).toEqual(known)
    }
  })

  it('belongs to a tenant', async () => {
    const other = await server.another()
    const { client, email, password } = await signUp(other)
    await run(sql`UPDATE users SET role = 'owner' WHERE email = ${email}`, other.tenant.id)
    await client.post('auth/login', { email, password })
    const response = await client.get('admin/instruments/holland_code/health')
    expect(response.body['people']).toBeNull()
  })
})
