/**
 * A new instrument by documents alone: twelve items, two scales, a report and its pages are added
 * in the console, and a learner takes it. No code depends on it.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS, ITEMS, SCORING, TEXTS } from '#tests/support/growing.ts'
import { edit, publishAll, signInAs, textOf } from '#tests/support/publisher.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
  for (const language of ['en', 'af']) {
    const saved = await edit(
      owner,
      `locale/${language}`,
      (document) =>
        void Object.assign((document as unknown as { texts: object }).texts, { growing: TEXTS }),
    )
    expect(saved.status, saved.text).toBe(200)
  }
  for (const [name, document] of Object.entries(DOCUMENTS))
    expect((await edit(owner, name, () => document)).status, name).toBe(200)
  await publishAll(owner, 'A new instrument')
})
afterAll(async () => {
  await server.close()
})

describe('an instrument added as documents', () => {
  it('can be listed, begun, answered, scored with its key and read in its report', async () => {
    const { client } = await signUp(server, { workerType: null })
    expect((await client.post('assessments/growing/attempts')).body).toMatchObject({
      code: 'access/stage',
    })
    await takeWorkerType(client, [5, 4, 2, 1, 3, 4])
    const listed = (await client.get('assessments')).body['items'] as {
      id: string
      title: string
      minutes: number
      items: number
      available: boolean
    }[]
    expect(listed.find(({ id }) => id === 'growing')).toMatchObject({
      title: 'How you grow',
      minutes: 3,
      items: 12,
      available: true,
    })

    expect((await client.get('reports/growing')).body).toMatchObject({ code: 'report/not-taken' })
    const begun = await client.post('assessments/growing/attempts')
    expect(begun).toMatchObject({
      status: 201,
      body: { items: ITEMS.map(({ id }) => id), answers: {} },
    })
    const attempt = begun.body['id'] as string
    const answer = (item: string, value: unknown) => ({
      item,
      value,
      ms: 3000,
      at: new Date(2026, 0, 1).toISOString(),
    })
    expect(
      await client.put(`attempts/${attempt}/answers`, { answers: [answer('patience_1', 5)] }),
    ).toMatchObject({
      status: 422,
      body: { code: 'answer/invalid', fields: [{ pointer: '/answers/0/value' }] },
    })
    expect(
      (
        await client.put(`attempts/${attempt}/answers`, {
          answers: ITEMS.map(({ id, scale }) => answer(id, scale === 'patience' ? 4 : 2)),
        })
      ).status,
    ).toBe(200)

    // Patience: four lines at 4, two reversed to 1; curiosity: four at 2, two reversed to 3.
    const patience = { mean: (4 * 4 + 2 * 1) / 6, score: (100 * ((4 * 4 + 2 * 1) / 6 - 1)) / 3 }
    const curiosity = { mean: (4 * 2 + 2 * 3) / 6, score: (100 * ((4 * 2 + 2 * 3) / 6 - 1)) / 3 }
    const done = await client.post(`attempts/${attempt}/complete`)
    expect(done.status, done.text).toBe(200)
    expect(done.body['metrics']).toEqual({ patience, curiosity })
    expect((await client.get('reports/growing')).body).toMatchObject({
      report: 'growing',
      metrics: { patience, curiosity },
      results: { growing: { instrument: { version: '1.0', items: 12 } } },
      open: [],
    })
  })

  it('has its own pages and texts, and a key that no document of the configuration names', async () => {
    expect(await textOf(server.client(), 'growing.item.patience_1')).toBe('Line patience_1')
    const explained = await owner.post('admin/explain', {
      path: '/reports/growing',
      persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    })
    expect(explained.body).toMatchObject({ route: 'growingPage' })
    const { documents } = (await server.client().get('app-configuration')).body as unknown as {
      documents: Record<string, string>
    }
    expect(Object.keys(documents)).toContain('assessment/growing')
    expect(Object.keys(documents).filter((name) => name.startsWith('scoring/'))).toEqual([])
  })

  it('is refused with a key that doesn’t fit it', async () => {
    await edit(owner, 'scoring/growing', () => ({
      ...SCORING,
      responseScale: { min: 1, max: 5 },
      items: SCORING.items.slice(1),
    }))
    const refused = await owner.post('admin/releases', { message: 'Wrong' })
    expect(refused.status).toBe(422)
    const codes = (refused.body['problems'] as { code: string; document: string }[])
      .filter(({ document }) => document === 'scoring/growing')
      .map(({ code }) => code)
    expect(codes.sort()).toEqual(['scoring/other-scale', 'scoring/unscored-item'])
  })

  it('is refused with a scale that is called like what a result says of itself', async () => {
    await edit(owner, 'scoring/growing', () => ({
      ...SCORING,
      scales: [
        ...SCORING.scales,
        { ...SCORING.scales[0], id: 'errors' },
        { ...SCORING.scales[0], id: 'norms' },
      ],
    }))
    const refused = await owner.post('admin/releases', { message: 'Reserved' })
    expect(refused.status).toBe(422)
    expect(refused.body['problems']).toEqual(
      ['errors', 'norms'].map((id) =>
        expect.objectContaining({ code: 'scoring/reserved-name', pointer: `/scales/${id}` }),
      ),
    )
  })
})
