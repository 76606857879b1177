/** What metrics count of the server's own facts: each is done by a call, and found once. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExperimentDocument, FactName } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import { demoWebhook } from '#server/payments/demo.ts'
import { nextMarked, type Whose } from '#server/store/happenings.ts'
import { catalog } from '#tests/support/documents.ts'
import { signInAs } from '#tests/support/publisher.ts'
import {
  buildServer,
  codeFor,
  takeWorkerType,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const { tenant: _tenant, ...shipped } = catalog.get('experiment', 'home-action')!
const HOME: ExperimentDocument = { ...shipped, audience: true, state: 'running' }
const WINDOW_DAYS = 7

let server: TestServer
let client: Client
const email = `${randomUUID().slice(0, 8)}@school.test`
beforeAll(async () => {
  server = await buildServer({ documents: [HOME] })
  // The database dates some of the facts itself.
  server.wait((Date.now() - server.context.now().getTime()) / 1000)
  // Somebody who has done all of it, but hasn't seen the page.
  const editor = await signInAs(server, 'editor', { workerType: [5, 4, 2, 1, 3, 4] })
  const record = { data: { name: 'Baker', kind: 'learnership', provider: 'Vuyo’s' } }
  expect((await editor.put('admin/content/jobs/baker', record)).status).toBe(200)
  expect((await editor.put('users/favourites/jobs/baker')).status).toBe(200)
  // Two people have seen the page, and one of them does nothing else.
  for (const each of [server.client(), (client = server.client())]) await seeArm(each)
})
afterAll(async () => {
  server.context.papers.close()
  await server.close()
})

async function seeArm(visitor: Client): Promise<void> {
  const { body } = await visitor.get('app-configuration')
  const variant = (body as never)['experiments'][HOME.id] as string
  const props = { experiment: HOME.id, variant, page: 'home' }
  const at = server.context.now().toISOString()
  const events = [{ id: randomUUID(), name: 'exposure', at, props }]
  const sent = await visitor.post('events', { device: randomUUID(), events })
  expect(sent.body).toMatchObject({ stored: 1 })
}

/** The demo provider tells of the money of a payment. */
async function tell(payment: string, type: 'paid' | 'refunded', amount: number): Promise<void> {
  const { payload, headers } = demoWebhook(server.context.secrets, {
    id: randomUUID(),
    type,
    tenant: server.tenant.id,
    payment,
    at: server.context.now(),
    money: { amount, currency: 'ZAR' },
  })
  const url = '/api/payments/demo/webhook'
  const all = { ...headers, host: server.host }
  const { statusCode } = await server.app.inject({ method: 'POST', url, headers: all, payload })
  expect(statusCode).toBe(200)
}

/** People of the experiment who are found to have done this, one by one and all at once. */
async function countsOf(fact: FactName): Promise<number[]> {
  const now = server.context.now()
  const phase = {
    experiment: HOME.id,
    phase: phaseOf(HOME, (id) => catalog.get('metric', id)),
    now,
    legalAge: 18,
    consent: null,
  }
  const found: number[] = []
  for (const few of [true, false]) {
    const whose: Whose = {
      from: null,
      few,
      batches: new Map([[0, new Date(now.getTime() - 86_400_000).toISOString()]]),
      before: new Date(now.getTime() + 60_000).toISOString(),
    }
    const question = { source: { fact }, windowDays: WINDOW_DAYS }
    const rows = await server.context.database.tenant(server.tenant.id, (tx) =>
      nextMarked(tx, phase, whose, [question]),
    )
    found.push(rows.filter(({ marks }) => marks === 1).reduce((sum, { n }) => sum + n, 0))
  }
  return found
}

/** In this order: each begins where the one before has left the person. */
const DONE: readonly (readonly [FactName, () => Promise<ApiResponse>])[] = [
  ['signed-up', () => client.post('auth/signup', { email, password: 'Thaba2024' })],
  ['verified', async () => client.post('auth/verify', { code: await codeFor(client, email) })],
  [
    'consented',
    () => client.put('users/consents', { terms: true, marketing: false, researchContact: false }),
  ],
  ['plan-redeemed', () => client.post('plans/redeem', { code: 'TEST-COMMIT' })],
  [
    'profile-complete',
    () =>
      client.patch('users/profile', {
        firstName: 'Naledi',
        lastName: 'Mokoena',
        birthDate: '1999-05-19',
      }),
  ],
  ['assessment-begun', () => client.post('assessments/holland_code/attempts')],
  ['assessment-complete', () => takeWorkerType(client, [5, 4, 2, 1, 3, 4])],
  ['report-read', () => client.get('reports/worker-type')],
  ['favourite', () => client.put('users/favourites/jobs/baker')],
  ['cv-downloaded', () => client.get('users/cv/file?format=txt')],
]

describe('a fact that a metric counts', () => {
  it.each(DONE)('%s is found once it is done, and of nobody else', async (fact, act) => {
    expect(await countsOf(fact)).toEqual([0, 0])
    const { status, text } = await act()
    expect([200, 201], text).toContain(status)
    server.wait(1)
    expect(await countsOf(fact)).toEqual([1, 1])
  })

  it('done again makes no second person of them', async () => {
    for (const [fact, act] of DONE.slice(-3)) {
      await act()
      expect([fact, await countsOf(fact)]).toEqual([fact, [1, 1]])
    }
  })

  it('onboarded is found with the step that was the last', async () => {
    expect(await countsOf('onboarded')).toEqual([1, 1])
  })

  it('plan-redeemed is found of someone who pays, as long as the money isn’t given back', async () => {
    const payer = server.client()
    await seeArm(payer)
    const address = `${randomUUID().slice(0, 8)}@school.test`
    await payer.post('auth/signup', { email: address, password: 'Thaba2024' })
    await payer.post('auth/verify', { code: await codeFor(payer, address) })
    const consents = { terms: true, marketing: false, researchContact: false }
    expect((await payer.put('users/consents', consents)).status).toBe(200)
    const begun = await payer.post('plans/checkout', { plan: 'power', country: 'ZA' })
    expect(begun.status, begun.text).toBe(201)
    const id = begun.body['id'] as string
    server.wait(1)
    expect(await countsOf('plan-redeemed')).toEqual([1, 1])
    await tell(id, 'paid', 49_900)
    server.wait(1)
    expect(await countsOf('plan-redeemed')).toEqual([2, 2])
    // A part that is given back takes nothing away, as with the plan itself.
    await tell(id, 'refunded', 10_000)
    server.wait(1)
    expect(await countsOf('plan-redeemed')).toEqual([2, 2])
    await tell(id, 'refunded', 39_900)
    server.wait(1)
    expect(await countsOf('plan-redeemed')).toEqual([1, 1])
  })

  it('is in the table, whatever it is called', () => {
    const named = new Set(
      catalog.all('metric').flatMap(({ measure }) => {
        const sources = measure.as === 'ratio' ? [measure.of, measure.per] : [measure.of]
        return sources.flatMap((source) => ('fact' in source ? [source.fact] : []))
      }),
    )
    const tested = new Set<string>(['onboarded', ...DONE.map(([fact]) => fact)])
    expect([...named].filter((fact) => !tested.has(fact))).toEqual([])
  })
})
