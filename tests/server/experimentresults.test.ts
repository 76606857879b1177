/** What the console says of an experiment: from stored exposures and facts to figures, and its steps. */

import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, FactName, MetricDocument } from '#engine/documents/kinds.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import { BATCH } from '#engine/statistics/contrast.ts'
import type { Counted, Seen } from '#engine/statistics/counted.ts'
import { chiSquareP } from '#engine/statistics/mismatch.ts'
import { LONG_MS, sqlBuilder, type Tx } from '#server/database/database.ts'
import { count, recount } from '#server/experiments/counting.ts'
import { plannedOf } from '#server/experiments/results.ts'
import { excludedUntil, type Next, type Phase } from '#server/store/analysis.ts'
import { nextPeople, type AlikeRow } from '#server/store/nextpeople.ts'
import { countingTenants, sumsOf } from '#server/store/experimentsums.ts'
import { nextMarked, nextSums, type Whose } from '#server/store/happenings.ts'
import { asHousekeeper } from '#server/store/retention.ts'
import { linesOfPeople, linesOfSums } from '#server/routes/experimentfiles.ts'
import { watchTenant } from '#server/start/experimentwatch.ts'
import { catalog } from '#tests/support/documents.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const withoutTenant = (id: string): ExperimentDocument => {
  const { tenant: _tenant, ...document } = catalog.get('experiment', id)!
  return document
}
const HOME: ExperimentDocument = { ...withoutTenant('home-action'), state: 'running' }
const ORDER: ExperimentDocument = { ...withoutTenant('onboarding-order'), state: 'running' }

/** Everything since then is kept. */
const LONG_AGO = new Date(0)

const phaseIn = (experiment: ExperimentDocument) =>
  phaseOf(experiment, (id) => catalog.get('metric', id))

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer({ documents: [HOME, ORDER] })
  owner = await signInAs(server, 'owner')
})
afterAll(async () => {
  await server.close()
})

/** Writes rows as the server would have, without a call for each of hundreds of people. */
const write = (statement: RawBuilder<unknown>, place = server) =>
  place.context.database.tenant(place.tenant.id, (tx) =>
    tx.run({ compile: () => statement.compile(sqlBuilder) }),
  )

/**
 * Units of an arm, one every second from this many days ago. `people`: that many of them make an
 * account, this many hours after they saw the arm.
 */
async function expose(
  experiment: ExperimentDocument,
  arm: string,
  {
    units,
    daysAgo,
    people = 0,
    hours = 1,
    birthDate = '1999-05-01',
    consents = {},
  }: {
    units: number
    daysAgo: number
    people?: number
    hours?: number
    birthDate?: string
    consents?: object
  },
  place = server,
): Promise<void> {
  const tenant = place.tenant.id
  const seen = sql`${place.context.now()}::timestamptz - make_interval(days => ${daysAgo}) + make_interval(secs => i)`
  // Ids that tell the arms, the days and the people apart, and can be made again.
  const id = (what: string) =>
    sql`md5(${`${what}:${experiment.id}:${arm}:${daysAgo}:${birthDate}:${JSON.stringify(consents)}`} || i)::uuid`
  await write(
    sql`INSERT INTO experiment_assignments (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at)
    SELECT ${tenant}::uuid, ${id('unit')}, ${experiment.id}, ${phaseIn(experiment)}, ${arm}, 0.5, ${seen}, ${seen} FROM generate_series(1, ${units}::integer) AS i`,
    place,
  )
  await write(
    sql`INSERT INTO users (tenant_id, id, account_type, profile, consents, created_at)
    SELECT ${tenant}::uuid, ${id('user')}, 'personal', jsonb_build_object('birthDate', ${birthDate}::text), ${JSON.stringify(consents)}::jsonb, ${seen} + make_interval(hours => ${hours}) FROM generate_series(1, ${people}::integer) AS i`,
    place,
  )
  await write(
    sql`INSERT INTO person_units (tenant_id, user_id, unit, counted, created_at)
    SELECT ${tenant}::uuid, ${id('user')}, ${id('unit')}, true, ${seen} FROM generate_series(1, ${people}::integer) AS i`,
    place,
  )
}

const resultsOf = async (id: string) => {
  await watchTenant(server.context, server.tenant, true)
  return readResults(id)
}
const readResults = async (id: string) =>
  (await owner.get(`admin/experiments/${id}/results`)).body as unknown as ExperimentResults

describe('results', () => {
  it('are empty before anybody has seen an arm', async () => {
    const results = await resultsOf('home-action')
    expect(results).toMatchObject({
      n: 0,
      arms: [
        { id: 'control', n: 0, excluded: 0, earlier: 0 },
        { id: 'outcome', n: 0, excluded: 0, earlier: 0 },
      ],
      srm: { p: 1, alarm: false, chiSquare: null },
    })
    expect(results.metrics.map(({ id, estimate }) => [id, estimate])).toEqual([
      ['signed-up', null],
      ['assessment-complete', null],
      ['consented', null],
    ])
  })

  it('count whoever had time to do it, and say what is known', async () => {
    await expose(HOME, 'control', { units: 500, daysAgo: 20, people: 100 })
    await expose(HOME, 'outcome', { units: 500, daysAgo: 20, people: 200 })
    const { n, metrics, series, funnel, breakdowns, days } = await resultsOf('home-action')
    const [primary] = metrics
    expect(n).toBe(1000)
    expect(days.map((day) => day.n)).toEqual([500, 500])
    // The last batch may still grow: people of one moment are together in it.
    expect(primary).toMatchObject({ id: 'signed-up', arm: 'outcome', n: 958 })
    expect(primary!.value).toBeCloseTo(200 / 480, 2)
    expect(primary!.control).toBeCloseTo(100 / 480, 2)
    expect(primary!.estimate).toBeCloseTo(0.2, 1)
    expect(primary!.low).toBeGreaterThan(0)
    expect(primary).toMatchObject({ verdict: 'better', decided: true, harmed: false })
    const { low, high, estimate } = primary!
    expect(series.find(({ metric }) => metric === 'signed-up')!.points).toEqual([
      { day: '2026-11-11', n: primary!.n, estimate, low, high },
    ])
    expect(funnel.slice(0, 4)).toEqual([
      { step: 'signed-up', arm: 'control', n: 100, of: 479 },
      { step: 'signed-up', arm: 'outcome', n: 200, of: 479 },
      { step: 'verified', arm: 'control', n: 0, of: 479 },
      { step: 'verified', arm: 'outcome', n: 0, of: 479 },
    ])
    expect(breakdowns.filter(({ metric }) => metric === 'signed-up')).toMatchObject(
      ['device', 'language', 'plan'].map((by) => ({
        by,
        value: '',
        arm: 'outcome',
        n: primary!.n,
      })),
    )
  })

  it('leave out those whose window or grace is not over, and what came too late', async () => {
    // A week's window and three days of grace: nine days are too few.
    await expose(HOME, 'control', { units: 40, daysAgo: 9, people: 40 })
    // After the window.
    await expose(HOME, 'outcome', { units: 100, daysAgo: 19, people: 100, hours: 24 * 7 + 1 })
    const { n, metrics } = await resultsOf('home-action')
    expect(n).toBe(1140)
    expect(metrics[0]).toMatchObject({ n: 1087, control: 0.2 })
    expect(metrics[0]!.value).toBeCloseTo(200 / 587, 9)
  })

  it('leave out people who turn out to be under age, and say how many', async () => {
    const before = await resultsOf('home-action')
    await expose(HOME, 'outcome', { units: 5, daysAgo: 22, people: 5, birthDate: '2012-01-01' })
    const { n, arms, metrics } = await resultsOf('home-action')
    expect(n).toBe(before.n)
    expect(arms.map(({ excluded }) => excluded)).toEqual([0, 5])
    expect(metrics[0]).toEqual(before.metrics[0])
  })

  it('are hidden when the arms did not get their shares', async () => {
    await expose(ORDER, 'control', { units: 700, daysAgo: 30 })
    await expose(ORDER, 'profile-first', { units: 300, daysAgo: 30 })
    const { srm, metrics, n } = await resultsOf('onboarding-order')
    expect(n).toBe(1000)
    expect(srm.alarm).toBe(true)
    expect(srm.p).toBeLessThan(0.001)
    expect(metrics).toEqual([])
  })

  it('are for whoever reads the console, and of experiments that there are', async () => {
    expect((await server.client().get('admin/experiments/home-action/results')).status).toBe(401)
    const viewer = await signInAs(server, 'viewer')
    expect((await viewer.get('admin/experiments/home-action/results')).status).toBe(200)
    const list = (await viewer.get('admin/experiments')).body as unknown as {
      items: { id: string; view: ExperimentView; results: ExperimentResults }[]
    }
    const { view, results } = list.items.find(({ id }) => id === 'home-action')!
    expect(view).toEqual((await viewer.get('admin/experiments/home-action')).body)
    expect({ ...results, at: '' }).toEqual({ ...(await readResults('home-action')), at: '' })
    // The other one has counted something else: nothing is known of how much people differ.
    expect(view.plan.basis).toBe('widest')
    const { status, body } = await owner.get('admin/experiments/none/results')
    expect([status, body.code]).toEqual([404, 'experiment/unknown'])
  })
})

describe('the chi-square of the split', () => {
  it('is that of the planned number of people, and stays it', async () => {
    const planned = plannedOf(HOME, undefined)
    const big: ExperimentDocument = { ...HOME, smallestEffect: 0.2 }
    const enough = plannedOf(big, undefined)
    expect(enough).toBeLessThan(planned)
    const place = await buildServer({ documents: [big] })
    onTestFinished(async () => {
      await place.close()
    })
    const boss = await signInAs(place, 'owner')
    const look = async (client = boss) => {
      await watchTenant(place.context, place.tenant, true)
      const { body } = await client.get(`admin/experiments/${HOME.id}/results`)
      return body as unknown as ExperimentResults
    }
    const half = Math.floor(enough / 2) - 1
    for (const arm of ['control', 'outcome'])
      await expose(big, arm, { units: half, daysAgo: 20 }, place)
    const before = await look()
    expect(before.n).toBeLessThan(enough)
    expect(before.srm.chiSquare).toBeNull()
    // From today, so it's counted by batches.
    await expose(big, 'control', { units: 200, daysAgo: 1 }, place)
    const then = await look()
    const { people, p } = then.srm.chiSquare!
    expect(people).toBeGreaterThanOrEqual(enough)
    expect(people).toBeLessThan(enough + BATCH)
    const extra = people - 2 * half
    expect(p).toBeCloseTo(chiSquareP([half + extra, half], [0.5, 0.5]), 9)
    // More people change the sequential test alone.
    await expose(big, 'outcome', { units: 150, daysAgo: 0 }, place)
    place.wait(600)
    const after = await look()
    expect(after.n).toBe(2 * half + 350)
    expect(after.srm.chiSquare).toEqual(then.srm.chiSquare)
    // Once it is in the sums of its day, it is theirs for good.
    place.wait(6 * 86_400)
    const later = await signInAs(place, 'owner')
    const kept = (await look(later)).srm.chiSquare
    place.wait(600)
    expect(kept!.people).toBeGreaterThanOrEqual(enough)
    expect((await look(later)).srm.chiSquare).toEqual(kept)
  }, 240_000)
})

describe('an experiment that people under age may agree to', () => {
  it('leaves those out who haven’t, and counts a consent that is given or taken back later', async () => {
    const asked: ExperimentDocument = { ...HOME, audience: true, underAge: 'researchContact' }
    const place = await buildServer({ documents: [asked] })
    onTestFinished(async () => {
      await place.close()
    })
    const boss = await signInAs(place, 'owner')
    const said = (granted: boolean) => ({ researchContact: { granted, updatedAt: '2026-11-01' } })
    const young = { birthDate: '2012-01-01', daysAgo: 20 }
    for (const [arm, granted] of [
      ['control', [30, 8]],
      ['outcome', [25, 12]],
    ] as const) {
      await expose(asked, arm, { units: 200, daysAgo: 21, people: 100 }, place)
      const [yes, no] = granted
      await expose(asked, arm, { ...young, units: yes, people: yes, consents: said(true) }, place)
      await expose(asked, arm, { ...young, units: no, people: no, consents: said(false) }, place)
      // They were never asked.
      await expose(asked, arm, { ...young, units: 3, people: 3 }, place)
    }
    const figures = async () => {
      await watchTenant(place.context, place.tenant, true)
      const { n, arms } = (await boss.get(`admin/experiments/${HOME.id}/results`))
        .body as unknown as ExperimentResults
      return { n, excluded: arms.map(({ excluded }) => excluded) }
    }
    expect(await figures()).toEqual({ n: 400 + 30 + 25, excluded: [8 + 3, 12 + 3] })
    const file = (await boss.get(`admin/experiments/${HOME.id}/export?of=people`)).text
    expect(file.trim().split('\r\n')).toHaveLength(1 + 455)
    const grant = (granted: boolean, of: boolean) =>
      write(
        sql`UPDATE users SET consents = ${JSON.stringify(said(granted))}::jsonb WHERE consents #>> '{researchContact,granted}' = ${String(of)}`,
        place,
      )
    await grant(false, true)
    expect(await figures()).toEqual({ n: 400, excluded: [30 + 8 + 3, 25 + 12 + 3] })
    await grant(true, false)
    expect(await figures()).toEqual({ n: 400 + 30 + 8 + 25 + 12, excluded: [3, 3] })
  }, 240_000)
})

describe('sums of a metric', () => {
  const phase = (): Phase => ({
    experiment: HOME.id,
    phase: phaseIn(HOME),
    now: server.context.now(),
    legalAge: 18,
    consent: null,
  })
  const everybody = (): Next => ({
    from: null,
    until: new Date(server.context.now().getTime() - 10 * 86_400_000),
    people: 0,
    most: 10_000,
    few: false,
  })
  const read = <T>(work: (tx: Tx) => Promise<T>) =>
    server.context.database.tenant(server.tenant.id, work)
  const lastSums = async (tx: Tx, of: Phase, measure: string) =>
    (await sumsOf(tx, of)).findLast((row) => row.measure === measure)
  /** Of the control, as they are kept. */
  const control = async (measure: MetricDocument['measure']) => {
    const id = `as-${measure.as}`
    const metric = { ...catalog.get('metric', 'signed-up')!, id, measure }
    await count(server.context.database, server.tenant.id, HOME, [metric], phase())
    const last = await read((tx) => lastSums(tx, phase(), id))
    const { n, top, below, products } = (last!.state as Counted).arms[0]!
    return { n, top, below, products }
  }

  it('are in the batches of the engine, whose last may grow', async () => {
    const { people: rows } = await read((tx) => nextPeople(tx, phase(), everybody()))
    const sizes = new Map<number, number>()
    for (const { batch, n } of rows) sizes.set(batch, (sizes.get(batch) ?? 0) + n)
    const last = Math.max(...sizes.keys())
    expect(last).toBeGreaterThan(10)
    // Two people saw their arms at each moment, and nobody is between them.
    for (const [batch, n] of [...sizes].filter(([each]) => each < last))
      expect(Math.abs(n - (batch < 6 ? 2 ** batch : BATCH))).toBeLessThanOrEqual(1)
    expect([...sizes.keys()]).toEqual([...sizes].map((_, at) => at))
    await control({ as: 'proportion', of: { fact: 'signed-up' } })
    const { state } = (await read((tx) => lastSums(tx, phase(), 'as-proportion')))!
    const { arms, parts } = state as Counted
    expect(parts.device['']).toEqual(arms)
    // Nobody of the last batch is in them.
    const whole = rows.filter(({ batch }) => batch < last).reduce((sum, { n }) => sum + n, 0)
    expect(arms.reduce((sum, { n }) => sum + n, 0)).toBe(whole)
  })

  it('of a mean stop at its cut, of a time at its window, of a ratio are two', async () => {
    // 100 after one hour, the others never: the whole week.
    const times = await control({ as: 'time', of: { fact: 'signed-up' } })
    expect(times.top).toBe(100 * 1 + (times.n - 100) * 168)
    const means = await control({ as: 'mean', of: { fact: 'signed-up' }, cut: 3 })
    expect(means).toEqual({ n: times.n, top: 100, below: times.n, products: 100 })
    const of = { fact: 'signed-up' } as const
    expect(await control({ as: 'ratio', of, per: of })).toEqual({
      n: times.n,
      top: 100,
      below: 100,
      products: 100,
    })
  })

  it('can be added up again from the file of people, once they are shown', async () => {
    const source = { fact: 'signed-up' } as const
    const measures: MetricDocument['measure'][] = [
      { as: 'proportion', of: source },
      { as: 'mean', of: source, cut: 3 },
      { as: 'ratio', of: source, per: source },
      { as: 'time', of: source },
    ]
    const metrics = measures.map((measure) => ({
      ...catalog.get('metric', 'signed-up')!,
      id: `as-${measure.as}`,
      measure,
    }))
    const results = await readResults(HOME.id)
    const [row] = results.metrics
    const shownAs = (estimate: number | null) => ({
      ...results,
      metrics: metrics.map(({ id }) => ({ ...row!, id, estimate })),
    })
    const file = async (estimate: number | null) => {
      const { context, tenant } = server
      const lines: string[] = []
      for await (const part of linesOfPeople(context, tenant, phase(), metrics, shownAs(estimate)))
        lines.push(part)
      const [head, ...rows] = lines.join('').trim().split('\r\n')
      expect(head).toBe(
        'person,arm,probability,day,as-proportion,as-mean,as-ratio,as-ratio:per,as-time',
      )
      return rows.map((line) => line.split(',')).filter(([, arm]) => arm === 'control')
    }
    expect((await file(null)).every((cells) => cells.slice(4).join('') === '')).toBe(true)
    const rows = await file(0.1)
    const due = rows.filter((cells) => cells[4] !== '')
    // Those of the last days don't count yet.
    expect(due.length).toBeLessThan(rows.length)
    const sum = (at: number) => due.reduce((all, cells) => all + Number(cells[at]), 0)
    expect([4, 5, 6, 7].map(sum)).toEqual([100, 100, 100, 100])
    expect(sum(8)).toBeCloseTo(100 * 1 + (due.length - 100) * 168, 6)
  })

  it('are continued to the same figures as if they were counted at once', async () => {
    const { database } = server.context
    const { id: tenant } = server.tenant
    const documents = ['signed-up', 'assessment-complete', 'consented'].map((id) =>
      catalog.get('metric', id)!,
    )
    const now = server.context.now().getTime()
    const countUntil = (daysAgo: number) =>
      count(database, tenant, HOME, documents, {
        ...phase(),
        now: new Date(now - daysAgo * 86_400_000),
      })
    const kept = () => read((tx) => lastSums(tx, phase(), 'signed-up'))
    await watchTenant(server.context, server.tenant, false)
    const atOnce = await kept()
    expect(atOnce!.people).toBeGreaterThan(900)
    // Somebody turns out to have been under age: everything is counted again, without them.
    await write(
      sql`UPDATE experiment_sums SET state = jsonb_set(state, '{excluded,0}', '1') WHERE measure = '*seen'`,
    )
    expect(await recount(database, tenant, phase(), LONG_AGO)).toBe(true)
    expect(await kept()).toBeUndefined()
    // Ten days of window and grace: 21 days ago some of the first 40 people were due, then all.
    for (const daysAgo of [20, 11, 10.999, 10, 9, 0]) await countUntil(daysAgo)
    expect(await kept()).toEqual(atOnce)
    expect(await recount(database, tenant, phase(), LONG_AGO)).toBe(false)
    const stored = await read((tx) => sumsOf(tx, phase()))
    // Nobody can be found in sums of many.
    expect(Math.min(...stored.map(({ people }) => people))).toBeGreaterThanOrEqual(63)
    await countUntil(0)
    expect(await read((tx) => sumsOf(tx, phase()))).toEqual(stored)
  })

  it('are counted again from the day on that somebody is in who turns out to have been too young', async () => {
    const own: ExperimentDocument = { ...HOME, id: 'of-days' }
    for (const daysAgo of [30, 25, 20, 15])
      for (const arm of ['control', 'outcome'])
        await expose(own, arm, { units: 150, daysAgo, people: 50 })
    const { database } = server.context
    const { id: tenant } = server.tenant
    const ofOwn: Phase = { ...phase(), experiment: own.id, phase: phaseIn(own) }
    const documents = ['signed-up', 'assessments-completed'].map((id) => catalog.get('metric', id)!)
    const counting = () => count(database, tenant, own, documents, ofOwn)
    const kept = () => read((tx) => sumsOf(tx, ofOwn))
    await counting()
    const before = await kept()
    expect(new Set(before.map(({ day }) => day)).size).toBeGreaterThanOrEqual(4)
    expect(await recount(database, tenant, ofOwn, LONG_AGO)).toBe(false)
    const seen = new Date(server.context.now().getTime() - 20 * 86_400_000)
    await write(sql`UPDATE users SET profile = '{"birthDate": "2014-01-01"}' WHERE id = (
      SELECT p.user_id FROM person_units p JOIN experiment_assignments a ON a.unit = p.unit
      WHERE a.experiment = ${own.id} AND a.exposed_at > ${seen}::timestamptz ORDER BY a.exposed_at, a.arm LIMIT 1)`)
    // Not of people of whom not everything is kept any more: they'd have done nothing.
    const now = server.context.now()
    expect(await recount(database, tenant, ofOwn, now)).toBe(false)
    expect(await recount(database, tenant, ofOwn, LONG_AGO)).toBe(true)
    // Those who saw their arm on the days before are counted already.
    const earlier = before.filter(({ through }) => through < seen)
    expect(earlier.length).toBeGreaterThan(0)
    expect(await kept()).toEqual(earlier)
    await counting()
    const again = await kept()
    expect(await recount(database, tenant, ofOwn, LONG_AGO)).toBe(false)
    expect(again.filter(({ through }) => through < seen)).toEqual(earlier)
    const excluded = again.findLast(({ measure }) => measure === '*seen')!.state as Seen
    expect(excluded.excluded.reduce((sum, n) => sum + n, 0)).toBe(1)
    await write(sql`DELETE FROM experiment_sums WHERE experiment = ${own.id}`)
    await counting()
    expect(again).toEqual(await kept())
    // Sums of an earlier version have groups on the latest day alone, so they can't be continued.
    await write(
      sql`UPDATE experiment_sums SET state = jsonb_set(state, '{parts,device}', '{}') WHERE experiment = ${own.id} AND measure = 'signed-up' AND through < ${seen}::timestamptz`,
    )
    await write(sql`UPDATE users SET profile = '{}' WHERE profile->>'birthDate' = '2014-01-01'`)
    expect(await recount(database, tenant, ofOwn, LONG_AGO)).toBe(true)
    expect(await kept()).toEqual([])
  })

  it('have the last few people too, once it has ended and all of them are due', async () => {
    const documents = [catalog.get('metric', 'signed-up')!]
    const inDays = (days: number) => new Date(server.context.now().getTime() + days * 86_400_000)
    const countAs = async (state: ExperimentDocument['state'], days: number) => {
      const then = { ...phase(), now: inDays(days) }
      await count(server.context.database, server.tenant.id, { ...HOME, state }, documents, then)
      return (await read((tx) => sumsOf(tx, phase()))).filter(
        ({ measure }) => measure === 'signed-up',
      )
    }
    const { n } = await readResults('home-action')
    const running = await countAs('running', 5)
    expect(running.at(-1)!.people).toBeLessThan(n)
    // Some of them have not had the time yet.
    expect(await countAs('ended', 0.5)).toEqual(running)
    const ended = await countAs('ended', 5)
    expect(ended.at(-1)!.people).toBe(n)
    expect((ended.at(-1)!.state as { arms: { n: number }[] }).arms.map((arm) => arm.n)).toEqual([
      540, 600,
    ])
    // No row of a few people comes with them.
    expect(ended.map(({ day }) => day)).toEqual(running.map(({ day }) => day))
    expect(await countAs('ended', 6)).toEqual(ended)
  })
})

describe('work', () => {
  it('is for tenants that have anything to count', async () => {
    const other = await server.another()
    const ids = (await asHousekeeper(server.context.database, countingTenants)).map(({ id }) => id)
    expect(ids).toContain(server.tenant.id)
    expect(ids).not.toContain(other.tenant.id)
  })

  const facts: FactName[] = catalog
    .all('metric')
    .flatMap(({ measure }) =>
      measure.as !== 'ratio' && 'fact' in measure.of ? [measure.of.fact] : [],
    )
  const iso = (at: number) => new Date(at).toISOString()
  /** How the database would read what is counted next. */
  const plansOf = async (few: boolean): Promise<string[]> => {
    const plans: string[] = []
    const now = server.context.now()
    const phase: Phase = {
      experiment: HOME.id,
      phase: phaseIn(HOME),
      now,
      legalAge: 18,
      consent: null,
    }
    await server.context.database.tenant(server.tenant.id, async (tx) => {
      const watched: typeof tx = {
        ...tx,
        tenant: tx.tenant,
        all: async (query) => {
          const { sql: text, parameters } = query.compile()
          const plan = { sql: `EXPLAIN ${text}`, parameters, query: { kind: 'RawNode' } }
          const lines = await tx.all<Record<string, string>>({ compile: () => plan as never })
          plans.push(lines.flatMap((line) => Object.values(line)).join('\n'))
          return tx.all(query)
        },
      }
      const metric = (measure: MetricDocument['measure']) =>
        ({ id: 'any', windowDays: 7, measure }) as MetricDocument
      const batches = new Map([now.getTime() - 1000, now.getTime()].map((at, n) => [n, iso(at)]))
      for (const from of [null, new Date(now.getTime() - 86_400_000)]) {
        // With people who may have been young, and without any.
        for (const legalAge of [18, 0]) {
          const next: Next = { from, until: now, people: 0, most: 1000, few }
          await nextPeople(watched, { ...phase, legalAge }, next)
        }
        const whose: Whose = { from, few, batches, before: iso(now.getTime() + 1000) }
        for (const fact of facts)
          await nextMarked(watched, phase, whose, [{ source: { fact }, windowDays: 7 }])
        const of = { event: 'pageView' } as const
        await nextMarked(watched, phase, whose, [
          ...facts.map((fact) => ({ source: { fact }, windowDays: 7 })),
          { source: of, windowDays: 14 },
        ])
        await nextSums(watched, phase, metric({ as: 'mean', of, cut: 3 }), whose)
        const ratio = metric({ as: 'ratio', of, per: { fact: 'signed-up' } })
        await nextSums(watched, phase, ratio, whose)
      }
      if (!few) await excludedUntil(watched, phase, [now])
    })
    // Of many: whether there are any, where batches begin, and who is in them.
    expect(plans).toHaveLength(2 * (facts.length + 3) + (few ? 4 : 9))
    return plans
  }

  it('of many grows no faster than sorting, whatever the planner believes of the tables', async () => {
    expect(facts).toContain('consented')
    // Each with each, or a query of its own for each row.
    for (const plan of await plansOf(false)) expect(plan).not.toMatch(/Nested Loop|SubPlan/)
  })

  it('of few goes through no table: everything is looked up by an index', async () => {
    for (const plan of await plansOf(true)) expect(plan).not.toMatch(/Seq Scan/)
  })

  it('of few and of many gives the same sums', async () => {
    const own: ExperimentDocument = { ...HOME, id: 'of-few' }
    for (const arm of ['control', 'outcome'])
      await expose(own, arm, { units: 150, daysAgo: 40, people: arm === 'control' ? 30 : 50 })
    const born = { birthDate: '2015-05-01' }
    await expose(own, 'outcome', { units: 9, daysAgo: 39, people: 9, ...born })
    const now = server.context.now()
    const phase: Phase = {
      experiment: own.id,
      phase: phaseIn(own),
      now,
      legalAge: 18,
      consent: null,
    }
    const of = { fact: 'signed-up' } as const
    const signedUp = [{ source: of, windowDays: 7 }]
    const read = (few: boolean) =>
      server.context.database.tenant(
        server.tenant.id,
        async (tx) => {
          const next: Next = { from: null, until: now, people: 0, most: 10_000, few }
          const metric = (measure: MetricDocument['measure']) =>
            ({ id: 'any', windowDays: 7, measure }) as MetricDocument
          const { people, marked } = await nextPeople(tx, phase, next, signedUp)
          // Many are given with the first moment of their batch, few with their own.
          const batches = new Map<number, string>()
          for (const { batch, first } of people)
            if (first < (batches.get(batch) ?? '~')) batches.set(batch, first)
          const whose: Whose = { from: null, few, batches, before: iso(now.getTime()) }
          const ratio = metric({ as: 'ratio', of, per: { event: 'pageView' } })
          const asked = facts.map((fact) => ({ source: { fact }, windowDays: 7 }))
          const rows = [
            people.map((row) => ({ ...row, first: batches.get(row.batch) })),
            // Of many it's known from who they are.
            few ? await nextMarked(tx, phase, whose, signedUp) : marked,
            await nextMarked(tx, phase, whose, asked),
            await nextSums(tx, phase, metric({ as: 'time', of }), whose),
            await nextSums(tx, phase, ratio, whose),
          ]
          return rows.map((each) =>
            each.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted(),
          )
        },
        LONG_MS,
      )
    const many = await read(false)
    expect(many.map((rows) => rows.length > 10)).toEqual([true, true, true, true, true])
    expect(await read(true)).toEqual(many)
    // Of more than may be read at once, the first ones are, in whole batches but for the last.
    const [all, some] = await server.context.database.tenant(server.tenant.id, async (tx) => {
      const of: Next = { from: null, until: now, people: 0, most: 10_000, few: false }
      const { people } = await nextPeople(tx, phase, of)
      return [people, (await nextPeople(tx, phase, { ...of, most: 200 })).people]
    })
    const sum = (rows: readonly AlikeRow[]) => rows.reduce((n, row) => n + row.n, 0)
    expect([sum(all), sum(some)]).toEqual([300, 200])
    const last = some.at(-1)!.batch
    const whole = (rows: readonly AlikeRow[]) => rows.filter(({ batch }) => batch < last)
    expect(whole(some)).toEqual(whole(all))
    expect(whole(some).length).toBeGreaterThan(10)
  })
})

describe('what no table dates', () => {
  it('is written once, when somebody in an experiment gets there', async () => {
    const { client, email } = await signUp(server, { workerType: [1, 2, 3, 4, 5] })
    const reached = () =>
      server.context.database.tenant(server.tenant.id, (tx) =>
        tx.all<{ fact: string }>({
          compile: () =>
            sql<{
              fact: string
            }>`SELECT fact FROM milestones JOIN users ON users.id = user_id WHERE email = ${email} ORDER BY fact`.compile(
              sqlBuilder,
            ),
        }),
      )
    expect((await reached()).map(({ fact }) => fact)).toEqual([
      'onboarded',
      'profile-complete',
      'verified',
    ])
    for (let round = 0; round < 2; round++)
      expect((await client.get('reports/worker-type')).status).toBe(200)
    expect((await reached()).filter(({ fact }) => fact === 'report-read')).toHaveLength(1)
  })

  it('isn’t dated by a later call of somebody who had got there before', async () => {
    const { client, email, password } = await signUp(server)
    // Their row as of before: an account of the same kind whose way here nobody has seen.
    const old = `old-${email}`
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', ${old}::text))).*
            FROM users u WHERE email = ${email}`.compile(sqlBuilder),
      }),
    )
    expect((await client.post('auth/login', { email: old, password })).status).toBe(200)
    expect((await client.put('users/about', { about: 'I was here before.' })).status).toBe(200)
    const rows = await server.context.database.tenant(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql`SELECT fact FROM milestones JOIN users ON users.id = user_id WHERE email = ${old}`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(rows).toEqual([])
  })
})

describe('the steps of an experiment', () => {
  it('are publishes of it alone, by whoever may run it', async () => {
    const place = await buildServer({ documents: [{ ...HOME, state: 'planned' }] })
    onTestFinished(async () => {
      await place.close()
    })
    const boss = await signInAs(place, 'owner')
    const experimenter = await signInAs(place, 'experimenter')
    await edit(
      boss,
      'menu/main',
      ((menu: { items: { label: string }[] }) =>
        void (menu.items[0]!.label = 'menu.settings')) as never,
    )
    const step = async (name: string, client = experimenter) => {
      const { status, body } = await client.post(`admin/experiments/home-action/${name}`, null)
      return status === 200 ? body['state'] : body.code
    }
    const list = async () =>
      (
        (await experimenter.get('admin/experiments')).body['items'] as {
          id: string
          state: string
        }[]
      ).map(({ id, state }) => `${id}: ${state}`)
    expect(await list()).toContain('home-action: planned')
    expect(await step('pause')).toBe('experiment/state')
    expect(await step('start', await signInAs(place, 'publisher'))).toBe('access/role')
    expect(await step('start')).toBe('running')
    // Somebody else's draft is still a draft.
    expect((await boss.get('admin/changes')).body['drafts']).not.toEqual([])
    expect(await step('start')).toBe('experiment/state')
    expect(await step('pause')).toBe('paused')
    expect(await step('end')).toBe('ended')
    expect(await step('start')).toBe('experiment/state')
    expect(await list()).toContain('home-action: ended')
    await edit(
      boss,
      'experiment/home-action',
      ((document: { state: string }) => void (document.state = 'planned')) as never,
    )
    expect(await step('end')).toBe('experiment/draft')
    expect(await step('begin')).toBe('request/not-found')
    const { body } = await experimenter.post('admin/experiments/none/end', null)
    expect(body.code).toBe('experiment/unknown')
  }, 240_000)

  it('end one that was never started, and nobody saw it', async () => {
    const place = await buildServer({ documents: [{ ...HOME, state: 'planned' }] })
    onTestFinished(async () => {
      await place.close()
    })
    const client = await signInAs(place, 'experimenter')
    const { body } = await client.post('admin/experiments/home-action/end', null)
    expect(body).toMatchObject({ state: 'ended', document: { state: 'ended' } })
    expect(body['document']).not.toHaveProperty('settled')
    const results = await client.get('admin/experiments/home-action/results')
    expect(results.body).toMatchObject({ n: 0 })
    expect((await client.post('admin/experiments/home-action/start', null)).status).toBe(409)
  }, 240_000)
})

describe('what is done with an experiment', () => {
  it('is made, changed, noted and shipped by an experimenter, and all of it is in its history', async () => {
    const place = await buildServer()
    onTestFinished(async () => {
      await place.close()
    })
    const client = await signInAs(place, 'experimenter')
    const call = async (method: 'POST' | 'PUT', path: string, body: unknown) => {
      const answer = await client.send(method, `admin/experiments${path}`, body)
      return answer.status < 300 ? answer.body : `${answer.status} ${answer.body.code}`
    }
    const planned: ExperimentDocument = { ...HOME, id: 'mine', state: 'planned' }
    const made = (await call('POST', '', { document: planned })) as unknown as ExperimentView
    expect(made).toMatchObject({ id: 'mine', state: 'planned', document: planned, lost: [] })
    expect(await call('POST', '', { document: planned })).toBe('409 experiment/exists')
    expect(await call('POST', '', { document: { ...planned, id: 'x', state: 'running' } })).toBe(
      '409 experiment/state',
    )
    expect(await call('POST', '', { document: { ...planned, kind: 'menu' } })).toBe(
      '422 request/invalid',
    )
    expect(await call('PUT', '/none', { document: { ...planned, id: 'none' } })).toBe(
      '404 experiment/unknown',
    )

    const half = { ...planned, coverage: 0.5 }
    const { sha } = (await call('PUT', '/mine', {
      document: half,
      sha: made.sha,
    })) as unknown as ExperimentView
    expect(await call('PUT', '/mine', { document: planned, sha: made.sha })).toBe(
      '409 experiment/changed',
    )
    expect(await call('POST', '/mine/ship', { arm: 'control' })).toBe('422 experiment/unknown-arm')
    await call('POST', '/mine/start', { message: 'Off we go' })
    expect(await call('PUT', '/mine', { document: half, sha })).toBe('409 experiment/changed')
    const running: ExperimentDocument = { ...half, state: 'running', coverage: 1 }
    expect(await call('PUT', '/mine', { document: running })).toMatchObject({ state: 'running' })
    await call('POST', '/mine/notes', { text: ' The holidays have begun. ' })

    // What somebody else is writing on the same page goes along.
    const boss = await signInAs(place, 'owner')
    await edit(
      boss,
      'screen/home',
      ((page: { title: string }) => void (page.title = 'Elsewhere')) as never,
    )
    expect(await call('POST', '/mine/ship', { arm: 'outcome' })).toEqual({
      drafts: ['screen/home', 'experiment/mine'],
      conflicts: [],
    })
    expect(await call('POST', '/mine/pause', null)).toBe('409 experiment/draft')
    expect((await boss.post('admin/releases', { message: 'The winner' })).status).toBe(201)
    const view = (await client.get('admin/experiments/mine')).body as unknown as ExperimentView
    expect(view.state).toBe('ended')
    const { live } = (await boss.get('admin/documents/screen/home')).body as unknown as {
      live: { title: string; children: { id: string; props: Record<string, unknown> }[] }
    }
    expect(live.title).toBe('Elsewhere')
    expect(live.children.find(({ id }) => id === 'hero')!.props['buttonText']).toBe(
      'home.startOutcome',
    )
    expect(
      view.history.map(({ action, text, newPhase, arm }) => [action, text ?? newPhase ?? arm]),
    ).toEqual([
      ['end', 'The winner'],
      ['ship', 'outcome'],
      ['note', 'The holidays have begun.'],
      ['change', true],
      ['start', 'Off we go'],
      ['change', undefined],
      ['make', undefined],
    ])
    expect(view.history.every(({ by }) => by !== null)).toBe(true)
  }, 240_000)

  it('gives its figures as files, of people only pseudonyms', async () => {
    const sums = await owner.get('admin/experiments/home-action/export?of=sums')
    expect(sums.text).toMatch(/^metric,role,arm,people/)
    expect(sums.text).toContain('signed-up,primary,outcome')
    // Nothing that a spreadsheet would evaluate, and no value of an arm that isn't shown yet.
    const cells = sums.text.split(/[,\r\n]+/).filter((cell) => Number.isNaN(Number(cell)))
    expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([])
    const results = await readResults('home-action')
    const early = results.metrics.map((each) => ({
      ...each,
      estimate: null,
      low: null,
      high: null,
    }))
    const [line] = linesOfSums({ ...results, metrics: early.slice(0, 1) })
      .split('\r\n')
      .slice(-2)
    expect(line).toBe(`signed-up,primary,outcome,${early[0]!.n},,,,,,${early[0]!.verdict}`)
    const people = await owner.get('admin/experiments/home-action/export?of=people')
    const lines = people.text.trim().split('\r\n').slice(1)
    const { n } = await resultsOf('home-action')
    expect(lines).toHaveLength(n)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(n)
    const units = await server.context.database.tenant(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{ unit: string }>`SELECT unit FROM experiment_assignments LIMIT 5`.compile(
            sqlBuilder,
          ),
      }),
    )
    for (const { unit } of units) expect(people.text).not.toContain(unit)
  })
})

describe('an experiment that goes wrong', () => {
  const place = async () => {
    const made = await buildServer({ documents: [HOME] })
    onTestFinished(async () => {
      await made.close()
    })
    return { made, client: await signInAs(made, 'experimenter') }
  }
  const viewIn = async (client: Client) =>
    (await client.get('admin/experiments/home-action')).body as unknown as ExperimentView

  it('is paused by itself when an arm does harm, and whoever runs experiments is told', async () => {
    const { made, client } = await place()
    // The guardrail: everybody of the control agrees to something, next to nobody of the arm.
    for (const [arm, people] of [
      ['control', 400],
      ['outcome', 60],
    ] as const)
      await expose(HOME, arm, { units: 500, daysAgo: 20, people }, made)
    await made.context.database.tenant(made.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET consents = jsonb_build_object('terms', jsonb_build_object('granted', true, 'updatedAt', created_at)) WHERE role IS NULL`.compile(
            sqlBuilder,
          ),
      }),
    )
    await watchTenant(made.context, made.tenant, false)
    const view = await viewIn(client)
    expect(view.state).toBe('paused')
    expect(view.history[0]).toMatchObject({
      action: 'harm',
      by: null,
      arm: 'outcome',
      metric: 'consented',
    })
    const texts = await made.context.database.tenant(made.tenant.id, (tx) =>
      tx.all<{ text: string }>({
        compile: () => sql<{ text: string }>`SELECT text FROM messages`.compile(sqlBuilder),
      }),
    )
    expect(texts.filter(({ text }) => text.includes('The first button'))).toHaveLength(1)
    // Whoever starts it again has been told: it isn't paused for the same reason twice.
    await client.post('admin/experiments/home-action/start', null)
    await watchTenant(made.context, made.tenant, false)
    expect((await viewIn(client)).state).toBe('running')
  }, 240_000)

  it('is paused by itself when its documents change below it without a publish', async () => {
    const { made, client } = await place()
    // As after an upgrade of the product: the arm changes what is no longer there.
    const { release } = await made.context.live(made.tenant).then((live) => ({ release: live }))
    const gone = {
      ...HOME,
      arms: HOME.arms.map((arm) => ({
        ...arm,
        overlays: arm.overlays.map((overlay) => ({
          ...overlay,
          ops: [{ op: 'set', at: '/children/gone/props/text', value: 'x' }],
        })),
      })),
    } as ExperimentDocument
    const below = [...release.catalog.documents()].map((each) =>
      each.kind === 'experiment' ? gone : each,
    )
    const changed = { ...release, catalog: new Catalog(below) }
    const live = vi.spyOn(made.context, 'live').mockResolvedValueOnce(changed)
    await watchTenant(made.context, made.tenant, false)
    live.mockRestore()
    const view = await viewIn(client)
    expect(view.state).toBe('paused')
    expect(view.history[0]).toMatchObject({ action: 'lost', by: null, arm: 'outcome' })
    const texts = await made.context.database.tenant(made.tenant.id, (tx) =>
      tx.all<{ text: string }>({
        compile: () => sql<{ text: string }>`SELECT text FROM messages`.compile(sqlBuilder),
      }),
    )
    expect(texts.filter(({ text }) => text.includes('no longer fits'))).toHaveLength(1)
  }, 240_000)

  it('is paused in the same publish as an edit that takes away what its arm changes', async () => {
    const { made, client } = await place()
    const boss = await signInAs(made, 'owner')
    await edit(
      boss,
      'screen/home',
      ((page: { children: { id: string }[] }) =>
        void (page.children = page.children.filter(({ id }) => id !== 'hero'))) as never,
    )
    const published = await boss.post('admin/releases', { message: 'No hero' })
    expect(published.status, published.text).toBe(201)
    const view = await viewIn(client)
    expect(view.state).toBe('paused')
    expect(view.history[0]).toMatchObject({ action: 'lost', arm: 'outcome' })
    expect(view.lost).toMatchObject([{ arm: 'outcome', document: 'screen/home' }])
    const texts = await made.context.database.tenant(made.tenant.id, (tx) =>
      tx.all<{ text: string }>({
        compile: () => sql<{ text: string }>`SELECT text FROM messages`.compile(sqlBuilder),
      }),
    )
    const told = texts.filter(({ text }) => text.includes('The first button'))
    expect(told.map(({ text }) => text.includes('no longer fits'))).toEqual([true, true])
    const again = await client.post('admin/experiments/home-action/start', null)
    expect([again.status, again.body.code]).toEqual([422, 'release/problems'])
    const ship = await client.post('admin/experiments/home-action/ship', { arm: 'outcome' })
    expect([ship.status, ship.body.code]).toEqual([409, 'experiment/lost'])
  }, 240_000)
})
