/** What is worked out before an experiment starts, and what its start settles. */

import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import { nothingCounted, type Counted } from '#engine/statistics/counted.ts'
import { neededOf, plannedOf, spreadOf, widestOf } from '#server/experiments/results.ts'
import { pauseByItself, watchTenant } from '#server/start/experimentwatch.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { catalog } from '#tests/support/documents.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...HOME } = catalog.get('experiment', 'home-action')!
const SIGNED_UP = catalog.get('metric', 'signed-up')!
const metric = (id: string, measure: MetricDocument['measure']): MetricDocument => ({
  ...SIGNED_UP,
  id,
  measure,
})
const MEAN = metric('accounts', { as: 'mean', of: { fact: 'signed-up' }, cut: 9 })
const RATIO = metric('accounts-each', {
  as: 'ratio',
  of: { fact: 'signed-up' },
  per: { fact: 'consented' },
})
/** Of a count's beginning. */
const SOME_TIME = expect.any(String) as string
async function placeWith(...documents: AnyDocument[]) {
  const place = await buildServer({ documents })
  onTestFinished(async () => {
    await place.close()
  })
  return { place, client: await signInAs(place, 'experimenter') }
}
const write = (place: TestServer, statement: RawBuilder<unknown>) =>
  place.context.database.tenant(place.tenant.id, (tx) =>
    tx.run({ compile: () => statement.compile(sqlBuilder) }),
  )
const viewOf = async (client: Client, id: string) =>
  (await client.get(`admin/experiments/${id}`)).body as unknown as ExperimentView
const documentOf = async (client: Client, id: string) =>
  (await viewOf(client, id)).document as ExperimentDocument

/** Page views of as many devices, an hour ago. */
const see = (place: TestServer, page: string, devices: number) =>
  write(
    place,
    sql`INSERT INTO events (tenant_id, id, at, name, props, device, received_at)
    SELECT ${place.tenant.id}::uuid, gen_random_uuid(), h, 'pageView', jsonb_build_object('pageName', ${page}::text), decode(md5(i::text), 'hex'), h
    FROM generate_series(1, ${devices}::integer) AS i, (SELECT ${place.context.now()}::timestamptz - interval '1 hour' AS h) AS hour`,
  )

/** Units of an arm, one every second from so many days ago. */
async function expose(
  place: TestServer,
  experiment: ExperimentDocument,
  arm: string,
  { units, daysAgo, accounts = 0 }: { units: number; daysAgo: number; accounts?: number },
): Promise<void> {
  const phase = phaseOf(
    experiment,
    (id) => [MEAN, RATIO].find((own) => own.id === id) ?? catalog.get('metric', id),
  )
  const seen = sql`${place.context.now()}::timestamptz - make_interval(days => ${daysAgo}) + make_interval(secs => i)`
  const id = (what: string) => sql`md5(${`${what}:${arm}:${daysAgo}`} || i)::uuid`
  await write(
    place,
    sql`INSERT INTO experiment_assignments (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at)
    SELECT ${place.tenant.id}::uuid, ${id('unit')}, ${experiment.id}, ${phase}, ${arm}, 0.5, ${seen}, ${seen} FROM generate_series(1, ${units}::integer) AS i`,
  )
  await write(
    place,
    sql`INSERT INTO users (tenant_id, id, account_type, profile, created_at)
    SELECT ${place.tenant.id}::uuid, ${id('user')}, 'personal', '{"birthDate": "1999-05-01"}', ${seen} + interval '1 hour' FROM generate_series(1, ${accounts}::integer) AS i`,
  )
  await write(
    place,
    sql`INSERT INTO person_units (tenant_id, user_id, unit, counted, created_at)
    SELECT ${place.tenant.id}::uuid, ${id('user')}, ${id('unit')}, true, ${seen} FROM generate_series(1, ${accounts}::integer) AS i`,
  )
}

describe('before the start', () => {
  it('people a day are those who see its pages, as many as its shares leave, and the last are waited for', async () => {
    const planned: ExperimentDocument = {
      ...HOME,
      state: 'planned',
      coverage: 0.5,
      namespace: { id: 'page', from: 0.2, to: 0.6 },
      holdout: { id: 'none', share: 0.1 },
    }
    const { place, client } = await placeWith(planned)
    expect((await viewOf(client, HOME.id)).plan).toMatchObject({ perDay: null, days: null })
    await see(place, 'home', 1400)
    await see(place, 'plans', 9000)
    place.wait(601)
    const { plan } = await viewOf(client, HOME.id)
    expect(plan.perDay).toBeCloseTo(100 * 0.5 * 0.4 * 0.9, 9)
    const { people } = neededOf(planned, { perDay: 0, spread: 0.5, windowDays: 7 })
    expect(plan).toMatchObject({ people, basis: 'widest', decidable: false })
    expect(plan.days).toBe(Math.ceil(people / plan.perDay!) + 7 + 3)
  }, 240_000)

  it('nobody knows how many a ratio needs that nothing is known of', async () => {
    const planned: ExperimentDocument = {
      ...HOME,
      state: 'planned',
      metrics: { primary: RATIO.id },
    }
    const { place, client } = await placeWith(RATIO, planned)
    await see(place, 'home', 1400)
    const { plan } = await viewOf(client, HOME.id)
    expect(plan).toMatchObject({ people: null, basis: 'unknown', days: null, decidable: null })
    // Then it's planned for those whom the planned days bring.
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    const started = await documentOf(client, HOME.id)
    expect(started.settled).toEqual({ since: SOME_TIME, people: 100 * HOME.plannedDays })
    expect(plannedOf(started, RATIO)).toBe(100 * HOME.plannedDays)
  }, 240_000)

  it('how much people differ in a ratio is that of their part in it', () => {
    // Of 20 people one has both: by hand, a ratio of 0.6 whose parts differ by 2.2.
    const pairs = Array.from({ length: 400 }, (_, i) =>
      i % 20 === 0 ? [i % 100 < 60 ? 1 : 0, 1] : [0, 0],
    )
    const sum = (of: (top: number, below: number) => number) =>
      pairs.reduce((all, [top, below]) => all + of(top!, below!), 0)
    const control = {
      n: pairs.length,
      top: sum((top) => top),
      below: sum((_, below) => below),
      topSquares: sum((top) => top ** 2),
      belowSquares: sum((_, below) => below ** 2),
      products: sum((top, below) => top * below),
      events: 0,
    }
    const state: Counted = { ...nothingCounted(HOME.arms), arms: [control, control] }
    const stored = { measure: RATIO.id, day: '2026-11-20', through: new Date(), people: 400, state }
    const ratio = control.top / control.below
    const parts = pairs.map(([top, below]) => (top! - ratio * below!) / (control.below / control.n))
    const byHand = Math.sqrt(parts.reduce((all, part) => all + part ** 2, 0) / parts.length)
    expect(byHand).toBeGreaterThan(2)
    expect(spreadOf(RATIO, stored)).toBeCloseTo(byHand, 9)
    expect([widestOf(RATIO), widestOf(MEAN), widestOf(SIGNED_UP)]).toEqual([null, 4.5, 0.5])
  })
})

describe('the start settles', () => {
  it('how many people are planned for, and where means are cut off, whatever is changed later', async () => {
    const planned: ExperimentDocument = {
      ...HOME,
      state: 'planned',
      metrics: { primary: 'signed-up', further: [MEAN.id] },
    }
    const before: ExperimentDocument = { ...planned, id: 'before', state: 'ended' }
    const { place, client } = await placeWith(MEAN, planned, before)
    // In an earlier experiment nobody made more than one account.
    await expose(place, before, 'control', { units: 300, daysAgo: 40, accounts: 100 })
    await see(place, 'home', 1400)
    const { plan } = await viewOf(client, HOME.id)
    expect(plan.cuts).toEqual([{ metric: MEAN.id, cut: 9, proposed: 1 }])
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    const started = await documentOf(client, HOME.id)
    const settled = { since: SOME_TIME, people: plan.people, cutAt: [{ id: MEAN.id, cut: 1 }] }
    expect(started.settled).toEqual(settled)
    expect((await viewOf(client, HOME.id)).plan).toMatchObject({ people: plan.people, cuts: [] })
    const phase = (cut: number) =>
      phaseOf(started, (id) =>
        id === MEAN.id ? { ...MEAN, measure: { ...MEAN.measure, cut } as never } : SIGNED_UP,
      )
    expect(phase(2)).toBe(phase(9))
    // Neither a form that doesn't know it nor one that would change it.
    const { settled: _, ...without } = started
    for (const [index, document] of [without, { ...started, settled: { people: 7 } }].entries()) {
      const changed = { ...document, hypothesis: `Another ${index}` }
      const { status, text } = await client.put(`admin/experiments/${HOME.id}`, {
        document: changed,
      })
      expect(status, text).toBe(200)
      expect((await documentOf(client, HOME.id)).settled).toEqual(settled)
    }
    await client.post(`admin/experiments/${HOME.id}/pause`, null)
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    expect((await documentOf(client, HOME.id)).settled).toEqual(settled)
  }, 240_000)
})

describe('whichever way it is started', () => {
  const planned: ExperimentDocument = { ...HOME, state: 'planned', metrics: { primary: MEAN.id } }
  const before: ExperimentDocument = { ...planned, id: 'before', state: 'ended' }
  async function known() {
    const { place, client } = await placeWith(MEAN, planned, before)
    await expose(place, before, 'control', { units: 300, daysAgo: 40, accounts: 100 })
    return { place, client, boss: await signInAs(place, 'owner') }
  }
  const draft = async (boss: Client, document: ExperimentDocument) => {
    const { status, text } = await edit(boss, `experiment/${HOME.id}`, () => document)
    expect(status, text).toBeLessThan(300)
  }
  const publish = async (boss: Client, document: ExperimentDocument, message: string) => {
    await draft(boss, document)
    const { status, text } = await boss.post('admin/releases', { message })
    return status === 201 ? status : text
  }
  /** Nobody can have made more than one account: at the settled cut, people differ by a half at most. */
  const { people } = neededOf(planned, { perDay: 0, spread: 0.5, windowDays: 7 })

  it('a draft that sets it to running settles the same, by the cut that it settles', async () => {
    const { place, client, boss } = await known()
    expect((await viewOf(client, HOME.id)).plan).toMatchObject({ people, basis: 'widest' })
    expect(await publish(boss, { ...planned, state: 'running' }, 'Off we go')).toBe(201)
    const started = await documentOf(client, HOME.id)
    expect(started.settled).toEqual({ since: SOME_TIME, people, cutAt: [{ id: MEAN.id, cut: 1 }] })
    // Nobody moves it afterwards, and what is counted anew settles anew.
    const moved = { ...started, settled: { people: 3 }, hypothesis: 'Another' }
    expect(await publish(boss, moved, 'Narrow here')).toBe(201)
    expect((await documentOf(client, HOME.id)).settled).toEqual(started.settled)
    const other = { ...started, smallestEffect: 0.3 }
    expect(await publish(boss, other, 'A larger effect')).toBe(201)
    const anew = await documentOf(client, HOME.id)
    expect(anew.settled!.people).toBe(
      neededOf(other, { perDay: 0, spread: 0.5, windowDays: 7 }).people,
    )
    expect((await viewOf(client, HOME.id)).history[0]).toMatchObject({ newPhase: true })
    // Changed back to what it was, it doesn't find its old count again.
    place.wait(60)
    expect(await publish(boss, { ...other, smallestEffect: started.smallestEffect }, 'Back')).toBe(
      201,
    )
    const back = await documentOf(client, HOME.id)
    expect(back.settled!.since! > anew.settled!.since!).toBe(true)
    const phases = [started, anew, back].map((document) =>
      phaseOf(document, (id) => (id === MEAN.id ? MEAN : catalog.get('metric', id))),
    )
    expect(new Set(phases).size).toBe(3)
  }, 240_000)

  it('a draft from before a pause for harm doesn’t undo it, nor does going back', async () => {
    const { place, client, boss } = await known()
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    const started = await documentOf(client, HOME.id)
    const { items } = (await boss.get('admin/releases')).body as unknown as {
      items: { id: string; live: boolean }[]
    }
    await draft(boss, { ...started, hypothesis: 'A corrected one' })
    place.wait(60)
    await pauseByItself(place.context, place.tenant, started, 'harm', { arm: 'outcome' })
    expect((await documentOf(client, HOME.id)).state).toBe('paused')
    place.wait(60)
    expect((await boss.post('admin/releases', { message: 'As planned' })).status).toBe(201)
    expect(await documentOf(client, HOME.id)).toMatchObject({
      state: 'paused',
      hypothesis: 'A corrected one',
    })
    expect((await boss.post(`admin/releases/${items[0]!.id}/rollback`)).status).toBe(201)
    expect((await documentOf(client, HOME.id)).state).toBe('paused')
    // Somebody who knows of it may.
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    expect((await documentOf(client, HOME.id)).state).toBe('running')
  }, 240_000)
})

describe('a split that went wrong', () => {
  it('is told once, and harm is stopped all the same', async () => {
    const running: ExperimentDocument = {
      ...HOME,
      state: 'running',
      metrics: { primary: 'assessment-complete', guardrails: ['signed-up'] },
    }
    const { place, client } = await placeWith(running)
    await expose(place, running, 'control', { units: 900, daysAgo: 20, accounts: 800 })
    await expose(place, running, 'outcome', { units: 500, daysAgo: 20, accounts: 50 })
    await watchTenant(place.context, place.tenant, false)
    const { state, history } = await viewOf(client, HOME.id)
    expect(state).toBe('paused')
    expect(history.slice(0, 2).map(({ action, arm, by }) => [action, arm, by])).toEqual([
      ['harm', 'outcome', null],
      ['split', undefined, null],
    ])
    await client.post(`admin/experiments/${HOME.id}/start`, null)
    await watchTenant(place.context, place.tenant, false)
    const texts = await place.context.database.tenant(place.tenant.id, (tx) =>
      tx.all<{ text: string }>({
        compile: () => sql<{ text: string }>`SELECT text FROM messages`.compile(sqlBuilder),
      }),
    )
    expect(texts.filter(({ text }) => text.includes('in the shares you planned'))).toHaveLength(1)
    // Nobody reads what a wrong split hides.
    const { body } = await client.get(`admin/experiments/${HOME.id}/results`)
    expect(body).toMatchObject({ srm: { alarm: true }, metrics: [] })
  }, 240_000)
})
