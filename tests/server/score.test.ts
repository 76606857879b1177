/** A result before the plan: a free account's, and a visitor's that nothing is stored of. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CareerSummary, ReportAnswer, ScoreAnswer } from '#engine/contract/contract.ts'
import { networkOf } from '#server/base/network.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { count } from '#server/store/limits.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const SCORE = 'assessments/holland_code/score'
const ITEMS = catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)
const PATTERN = [5, 2, 1, 4, 3, 3]
const ANSWERS: Readonly<Record<string, unknown>> = Object.fromEntries(
  ITEMS.map((item, index) => [item, PATTERN[index % PATTERN.length]]),
)
const MS = Object.fromEntries(ITEMS.map((item) => [item, 4000]))

let server: TestServer
let letter: TestServer
let visitor: Client
beforeAll(async () => {
  const config = catalog.get('config', 'default')!
  server = await buildServer()
  letter = await buildServer({ documents: [{ ...config, resultFirst: false }] })
  visitor = server.client()
})
afterAll(async () => {
  await server.close()
  await letter.close()
})

const rowsOf = async (table: 'attempts' | 'answers' | 'results') =>
  server.context.database.tenant(server.tenant.id, async (tx) =>
    Number(
      (await tx.first(sqlBuilder.selectFrom(table).select(sql<string>`count(*)`.as('n'))))?.n ?? 0,
    ),
  )

describe('a free account', () => {
  it('takes the worker type, reads its report with three careers in it, and has no others', async () => {
    const { client } = await signUp(server, { plan: null, profile: false })
    expect((await client.get('reports/worker-type')).body).toMatchObject({
      code: 'report/not-taken',
    })
    expect((await takeWorkerType(client, PATTERN)).status).toBe(200)
    const report = (await client.get('reports/worker-type')).body as unknown as ReportAnswer
    expect(report.careers).toHaveLength(3)
    expect(new Set(report.careers!.map(({ direction }) => direction)).size).toBe(3)
    expect(report.compared).toBeGreaterThan(500)
    for (const path of ['careers', 'careers/matches', `careers/${report.careers![0]!.id}`])
      expect(await client.get(path)).toMatchObject({
        status: 403,
        body: { code: 'access/plan', upgrade: true },
      })
    expect(await client.post('assessments/big_5/attempts')).toMatchObject({
      status: 403,
      body: { code: 'access/stage' },
    })
    const { app } = (await client.get('auth/get-user')).body as { app: { accountType: string } }
    expect(app.accountType).toBe('free')
  })

  it('answers nothing before it has consented and is confirmed', async () => {
    for (const steps of [{ consented: false }, { verified: false }]) {
      const { client } = await signUp(server, { plan: null, profile: false, ...steps })
      expect(await client.post('assessments/holland_code/attempts')).toMatchObject({
        status: 403,
        body: { code: 'access/stage' },
      })
      expect((await client.get('reports/worker-type')).status).toBe(403)
    }
  })

  it('has nothing of it by the letter of section 4', async () => {
    const { client } = await signUp(letter, { plan: null, profile: false })
    for (const answer of [
      await client.post('assessments/holland_code/attempts'),
      await client.get('reports/worker-type'),
      await client.get('careers'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'access/stage' } })
  })

  it('is only about what the plan lacks: an assessment that is switched off stays off', async () => {
    const config = catalog.get('config', 'default')!
    const without = await buildServer({
      documents: [{ ...config, features: { WorkerTypeReport: false } }],
    })
    const { client } = await signUp(without, { plan: null, profile: false })
    const refused = { status: 403, body: { code: 'access/off' } }
    expect(await client.post('assessments/holland_code/attempts')).toMatchObject(refused)
    expect(await without.client().post(SCORE, { answers: ANSWERS })).toMatchObject(refused)
    await without.close()
  })

  it('finds no careers in the report of a paid account, which has a page for them', async () => {
    const { client } = await signUp(server, { plan: 'TEST-LITE', workerType: PATTERN })
    expect((await client.get('reports/worker-type')).body).not.toHaveProperty('careers')
  })
})

describe('a visitor’s answers', () => {
  it('give the report that a free account gets for them, and nothing is stored', async () => {
    const { client } = await signUp(server, { plan: null, profile: false })
    await takeWorkerType(client, PATTERN)
    const { careers, resultDate, results, ...own } = (await client.get('reports/worker-type'))
      .body as unknown as ReportAnswer
    const before = [await rowsOf('attempts'), await rowsOf('answers'), await rowsOf('results')]
    const scored = await visitor.post(SCORE, { answers: ANSWERS, ms: MS })
    expect(scored.status, scored.text).toBe(200)
    const { report, careers: few } = scored.body as unknown as ScoreAnswer
    expect(report).toMatchObject(own)
    expect(report.results['holland_code']).toMatchObject({
      metrics: results['holland_code']!.metrics,
      quality: results['holland_code']!.quality,
    })
    expect(resultDate).toBeDefined()
    const ids = (list: readonly CareerSummary[]) =>
      list.map(({ id, level, why }) => [id, level, why])
    expect(ids(few)).toEqual(ids(careers!))
    expect([await rowsOf('attempts'), await rowsOf('answers'), await rowsOf('results')]).toEqual(
      before,
    )
    expect((await visitor.get('auth/get-user')).status).toBe(204)
  })

  it('give no careers if no type stands out', async () => {
    const flat = Object.fromEntries(ITEMS.map((item) => [item, 3]))
    const { body } = await visitor.post(SCORE, { answers: flat })
    expect(body['careers']).toEqual([])
    expect((body['report'] as ReportAnswer).metrics).toMatchObject({ even: true })
  })

  it('name each item that is missing, and each that is out of range or unknown', async () => {
    const { R_1: _first, I_1: _second, ...some } = ANSWERS
    const missing = await visitor.post(SCORE, { answers: some })
    expect(missing).toMatchObject({ status: 422, body: { code: 'attempt/incomplete' } })
    expect([...(missing.body['missing'] as string[])].sort()).toEqual(['I_1', 'R_1'])
    const wrong = await visitor.post(SCORE, {
      answers: { ...ANSWERS, R_1: 6, I_1: '5', A_1: 0, X_1: 3 },
    })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'answer/invalid' } })
    expect((wrong.body['fields'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/answers/R_1', '/answers/I_1', '/answers/A_1', '/answers/X_1']),
    )
  })

  it.each([
    ['there is no such assessment', 'no-such', 404, 'assessment/unknown'],
    ['it isn’t offered so', 'big_5', 403, 'access/off'],
    ['it is a timed task', 'maze', 403, 'access/off'],
  ])('are refused where %s, whatever is sent', async (_why, id, status, code) => {
    for (const body of [{ answers: ANSWERS }, { nothing: true }])
      expect(await visitor.post(`assessments/${id}/score`, body)).toMatchObject({
        status,
        body: { code },
      })
  })

  it('are refused by the letter of section 4', async () => {
    expect(await letter.client().post(SCORE, { answers: ANSWERS })).toMatchObject({
      status: 403,
      body: { code: 'access/off', feature: 'WorkerTypeReport' },
    })
  })

  it('are limited per network', async () => {
    const { context, tenant } = server
    const key = limitKey(context, 'score', tenant.id, networkOf('127.0.0.1'))
    await context.database.tenant(tenant.id, (tx) => count(tx, key, 3600, context.now(), 1000))
    const refused = await visitor.post(SCORE, { answers: ANSWERS })
    expect(refused).toMatchObject({ status: 429, body: { code: 'request/rate-limited' } })
  })
})
