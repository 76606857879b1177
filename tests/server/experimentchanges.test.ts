/** What changes while an experiment is running, and what must not change anything. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { phaseOf } from '#engine/experiments/arms.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { experimentChanges } from '#server/release/experimentchanges.ts'
import { publishInstead } from '#server/release/publish-instead.ts'
import { plannedOf } from '#server/experiments/results.ts'
import { watchTenant } from '#server/start/experimentwatch.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import { catalog } from '#tests/support/documents.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const running = (id: string): ExperimentDocument => {
  const { tenant: _tenant, ...document } = catalog.get('experiment', id)!
  return { ...document, state: 'running' }
}
const HOME = running('home-action')
const ORDER = running('onboarding-order')

async function place(...documents: AnyDocument[]): Promise<TestServer> {
  const made = await buildServer({ documents })
  onTestFinished(async () => {
    await made.close()
  })
  return made
}
const viewIn = async (client: Client, id = HOME.id) =>
  (await client.get(`admin/experiments/${id}`)).body as unknown as ExperimentView
const resultsIn = async (client: Client, id = HOME.id) =>
  (await client.get(`admin/experiments/${id}/results`)).body as unknown as ExperimentResults

const all = <Row>(server: TestServer, text: string) =>
  server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all<Row>({ compile: () => sql<Row>`${sql.raw(text)}`.compile(sqlBuilder) }),
  )

/** People of both arms, long enough ago to count; every second one of an arm has an account. */
async function crowd(server: TestServer, people: number): Promise<void> {
  const phase = phaseOf(HOME, (id) => catalog.get('metric', id))
  const seen = sql`${server.context.now()}::timestamptz - interval '20 days' + make_interval(secs => i)`
  for (const arm of ['control', 'outcome']) {
    const id = (what: string) => sql`md5(${`${what}:${arm}:`} || i)::uuid`
    const numbers = sql`generate_series(1, ${people}::integer) AS i`
    await server.context.database.tenant(server.tenant.id, async (tx) => {
      for (const statement of [
        sql`INSERT INTO experiment_assignments (tenant_id, unit, experiment, phase, arm, probability, assigned_at, exposed_at)
          SELECT ${tx.tenant}::uuid, ${id('unit')}, ${HOME.id}, ${phase}, ${arm}, 0.5, ${seen}, ${seen} FROM ${numbers}`,
        sql`INSERT INTO users (tenant_id, id, account_type, profile, created_at)
          SELECT ${tx.tenant}::uuid, ${id('user')}, 'personal', '{"birthDate": "1999-05-01"}', ${seen} FROM ${numbers} WHERE i % 2 = 0`,
        sql`INSERT INTO person_units (tenant_id, user_id, unit, counted, created_at)
          SELECT ${tx.tenant}::uuid, ${id('user')}, ${id('unit')}, true, ${seen} FROM ${numbers} WHERE i % 2 = 0`,
      ])
        await tx.run({ compile: () => statement.compile(sqlBuilder) })
    })
  }
  await watchTenant(server.context, server.tenant, false)
}

type Arm = ExperimentDocument['arms'][number]

describe('the history of an experiment', () => {
  const documents = (...some: AnyDocument[]) =>
    new Map(some.map((each) => [`${each.kind}/${each.id}`, each]))
  const metrics = catalog.all('metric')
  const before = documents(HOME, ...metrics)

  it('has every change that a release makes, whichever document it is in', () => {
    const changesTo = (...some: AnyDocument[]) => experimentChanges(before, documents(...some))
    expect(changesTo(HOME, ...metrics)).toEqual([])
    expect(changesTo({ ...HOME, title: 'Another' }, ...metrics)).toEqual([
      {
        id: HOME.id,
        action: 'change',
        newPhase: false,
        changed: [{ member: 'title', was: HOME.title, is: 'Another' }],
      },
    ])
    const [control, outcome] = HOME.arms as [Arm, Arm]
    const word = { op: 'set', at: '/children/hero/props/x', value: 1 }
    const rewritten: ExperimentDocument = {
      ...HOME,
      hypothesis: 'Because I said so.',
      plannedDays: 7,
      metrics: { ...HOME.metrics, primary: 'consented' },
      arms: [
        { ...control, weight: 0.7 },
        { ...outcome, weight: 0.3, overlays: [{ ...outcome.overlays[0]!, ops: [word] as never }] },
      ],
      audience: true,
    }
    const [{ changed } = { changed: [] }] = changesTo(rewritten, ...metrics)
    expect(changed).toEqual(
      expect.arrayContaining([
        { member: 'hypothesis', was: HOME.hypothesis, is: 'Because I said so.' },
        { member: 'plannedDays', was: String(HOME.plannedDays), is: '7' },
        { member: 'primary', was: 'signed-up', is: 'consented' },
        { member: 'weight', was: 'control: 0.5, outcome: 0.5', is: 'control: 0.7, outcome: 0.3' },
        { member: 'overlays' },
        { member: 'audience' },
      ]),
    )
    expect(changed).toHaveLength(6)
    for (const [state, action] of [
      ['paused', 'pause'],
      ['ended', 'end'],
    ] as const)
      expect(changesTo({ ...HOME, state }, ...metrics)).toMatchObject([{ action }])
    expect(changesTo(HOME, { ...HOME, id: 'other' }, ...metrics)).toMatchObject([
      { id: 'other', action: 'make' },
    ])
    const longer = metrics.map((each): MetricDocument =>
      each.id === 'signed-up' ? { ...each, windowDays: 9 } : each,
    )
    expect(changesTo(HOME, ...longer)).toEqual([
      { id: HOME.id, action: 'change', newPhase: true, changed: [] },
    ])
    // The figures of a paused one are counted anew too; before the start and after the end nothing
    // can be broken off.
    const inState = (state: ExperimentDocument['state']) =>
      experimentChanges(
        documents({ ...HOME, state }, ...metrics),
        documents({ ...HOME, state }, ...longer),
      )
    expect(inState('paused')).toEqual([
      { id: HOME.id, action: 'change', newPhase: true, changed: [] },
    ])
    expect(inState('planned')).toEqual([])
    expect(inState('ended')).toEqual([])
    // A step that changes something besides says both.
    const halved = { ...HOME, coverage: 0.5 }
    expect(changesTo({ ...halved, state: 'paused' }, ...metrics)).toEqual([
      {
        id: HOME.id,
        action: 'pause',
        newPhase: true,
        changed: [{ member: 'coverage', was: '1', is: '0.5' }],
      },
    ])
    expect(changesTo({ ...halved, state: 'ended' }, ...metrics)).toEqual([
      {
        id: HOME.id,
        action: 'end',
        newPhase: false,
        changed: [{ member: 'coverage', was: '1', is: '0.5' }],
      },
    ])
  })

  it('says when publishing a metric has begun a new count', async () => {
    const server = await place(HOME)
    const owner = await signInAs(server, 'owner')
    await edit(owner, 'metric/signed-up', ((metric: { windowDays: number }) => {
      metric.windowDays = 9
    }) as never)
    await publishAll(owner, 'Nine days')
    const [entry] = (await viewIn(owner)).history
    expect(entry).toMatchObject({ action: 'change', newPhase: true, text: 'Nine days' })
  }, 240_000)

  it('has what was brought in from elsewhere', async () => {
    const server = await place(HOME)
    const { documents } = (await loadWorkspace(server.context, server.tenant)).live
    const wanted = new Map<string, AnyDocument>(documents)
    wanted.set(`experiment/${HOME.id}`, { ...HOME, coverage: 0.5 })
    const nothing = () => false
    await publishInstead(server.context, server.tenant, { id: null }, wanted, nothing, 'A copy')
    const owner = await signInAs(server, 'owner')
    expect((await viewIn(owner)).history).toMatchObject([
      { action: 'change', by: null, newPhase: true, text: 'A copy' },
    ])
  }, 240_000)
})

describe('an experiment that has ended', () => {
  it('keeps its figures, whatever becomes of its metrics', async () => {
    const server = await place(HOME)
    await crowd(server, 300)
    const owner = await signInAs(server, 'owner')
    expect((await owner.post(`admin/experiments/${HOME.id}/end`, null)).status).toBe(200)
    const then = await resultsIn(owner)
    expect(then.metrics[0]!.n).toBeGreaterThan(400)
    await edit(owner, 'metric/signed-up', ((metric: { windowDays: number }) => {
      metric.windowDays = 9
    }) as never)
    await publishAll(owner)
    expect({ ...(await resultsIn(owner)), at: '' }).toEqual({ ...then, at: '' })
  }, 240_000)
})

describe('whoever runs an experiment', () => {
  it('isn’t told that an arm no longer fits because they are in it themselves', async () => {
    // What an arm takes away, it couldn't take away again.
    const gone: ExperimentDocument = {
      ...HOME,
      arms: HOME.arms.map((arm, at) => ({
        ...arm,
        weight: at === 0 ? 0.0001 : 0.9999,
        overlays: arm.overlays.map((overlay) => ({
          ...overlay,
          ops: [{ op: 'remove' as const, at: '/children/hero/props/facts/data' }],
        })),
      })),
      scope: [{ id: 'home', kind: 'screen', document: 'home', paths: ['/children/hero/props'] }],
      audience: true,
    }
    const server = await place(gone)
    const owner = await signInAs(server, 'owner')
    const { experiments } = (await owner.get('app-configuration')).body as unknown as {
      experiments: Record<string, string>
    }
    expect(experiments).toEqual({ [HOME.id]: 'outcome' })
    expect((await viewIn(owner)).lost).toEqual([])
    expect((await viewIn(owner)).document).toEqual(gone)
  }, 240_000)
})

describe('weights that change while an experiment is running', () => {
  const weighing = (control: number): ExperimentDocument => ({
    ...HOME,
    audience: true,
    arms: HOME.arms.map((arm, at) => ({ ...arm, weight: at === 0 ? control : 1 - control })),
  })
  const armOf = async (client: Client) =>
    ((await client.get('app-configuration')).body as never)['experiments'][HOME.id] as string
  /** Each sees its arm. @returns which */
  const see = async (clients: readonly Client[]) => {
    const arms: string[] = []
    for (const client of clients) {
      const variant = await armOf(client)
      const props = { experiment: HOME.id, variant, page: 'home' }
      const at = '2026-11-21T07:59:00.000Z'
      const events = [{ id: randomUUID(), name: 'exposure', at, props }]
      const { body } = await client.post('events', { device: randomUUID(), events })
      expect(body).toMatchObject({ refused: [] })
      arms.push(variant)
    }
    return arms
  }
  const some = (server: TestServer, n: number) => Array.from({ length: n }, () => server.client())
  const share = (arms: readonly string[]) => [
    arms.filter((arm) => arm === 'control').length,
    arms.filter((arm) => arm === 'outcome').length,
  ]

  it('begin a count of new people: whoever was divided before keeps the arm, and isn’t in it', async () => {
    const begun = weighing(0.5)
    // As its start would have settled it.
    const people = plannedOf(begun, catalog.get('metric', 'signed-up'))
    const server = await place({ ...begun, settled: { people } })
    const owner = await signInAs(server, 'owner')
    const publish = async (document: ExperimentDocument) => {
      const { status, text } = await owner.send('PUT', `admin/experiments/${HOME.id}`, { document })
      expect(status, text).toBe(200)
    }
    // Half of them have seen their arm, the others have only been given one.
    const [seen, given] = [some(server, 120), some(server, 120)]
    const first = await see(seen)
    const drawn: string[] = []
    for (const client of given) drawn.push(await armOf(client))
    // Somebody's arm is stored when they sign up, before they have seen it.
    const [person] = given as [Client]
    const account = { email: 'early@school.test', password: 'Thaba2024' }
    expect((await person.post('auth/signup', account)).status).toBe(201)

    await publish(weighing(0.9))
    expect(await see(seen)).toEqual(first)
    expect(await see(given)).toEqual(drawn)
    expect(await resultsIn(owner)).toMatchObject({ n: 0, srm: { p: 1, alarm: false } })
    // On another phone it's the same person.
    const other = server.client()
    expect((await other.post('auth/login', account)).status).toBe(200)
    expect(await see([other])).toEqual(drawn.slice(0, 1))
    const fresh = await see(some(server, 60))
    const counted = await resultsIn(owner)
    expect(counted).toMatchObject({ n: 60, srm: { alarm: false } })
    expect(counted.arms.map(({ n }) => n)).toEqual(share(fresh))
    expect(counted.arms.map(({ earlier }) => earlier)).toEqual(share([...first, ...drawn]))
    expect(counted.days.reduce((sum, { n }) => sum + n, 0)).toBe(60)
    const file = await owner.get(`admin/experiments/${HOME.id}/export?of=people`)
    expect(file.text.trim().split('\r\n')).toHaveLength(1 + 60)
    const sums = await owner.get(`admin/experiments/${HOME.id}/export?of=sums`)
    expect(sums.text).toContain(`earlier,,control,${counted.arms[0]!.earlier},`)
    // Everybody who counts was divided by the weights of this count.
    const odd = await all(
      server,
      `SELECT arm FROM experiment_assignments WHERE NOT earlier AND phase = (SELECT phase FROM experiment_assignments WHERE earlier LIMIT 1)
        AND abs(probability - CASE arm WHEN 'control' THEN 0.9 ELSE 0.1 END) > 1e-9`,
    )
    expect(odd).toEqual([])

    // As it was at first: a third count all the same, of new people alone.
    server.wait(60)
    await publish(weighing(0.5))
    expect(await see(given)).toEqual(drawn)
    await see(seen)
    const again = await resultsIn(owner)
    expect(again).toMatchObject({ n: 0, srm: { p: 1, alarm: false } })
    const newcomers = await see(some(server, 20))
    const third = await resultsIn(owner)
    expect(third.arms.map(({ n }) => n)).toEqual(share(newcomers))
  }, 240_000)

  it('leave out everybody of before, also where an arm has kept its weight', async () => {
    const three = (weights: readonly number[]): ExperimentDocument => {
      const [control, outcome] = weighing(0.5).arms as [never, ExperimentDocument['arms'][number]]
      return {
        ...weighing(0.5),
        arms: [control, outcome, { ...outcome, id: 'third' }].map((arm: typeof outcome, at) => ({
          ...arm,
          weight: weights[at]!,
        })),
      }
    }
    const server = await place(three([0.5, 0.25, 0.25]))
    const owner = await signInAs(server, 'owner')
    const people = some(server, 40)
    const first = await see(people)
    const document = three([0.5, 0.4, 0.1])
    const { status } = await owner.send('PUT', `admin/experiments/${HOME.id}`, { document })
    expect(status).toBe(200)
    expect(await see(people)).toEqual(first)
    // Of those alone whose probability is the same, all would be in the control.
    expect(await resultsIn(owner)).toMatchObject({ n: 0 })
  }, 240_000)
})

describe('an arm whose documents are sound, but not together', () => {
  const redirect = (id: string, from: string, to: string) => ({
    op: 'insert' as const,
    at: '/rows',
    first: true,
    value: {
      id,
      when: { '==': [{ var: 'route.name' }, from] },
      then: { go: 'redirect', to },
      note: 'From one to the other, and back.',
    },
  })
  const pingPong = [
    redirect('ping', 'redeemLicenseStep', 'initialProfileStep'),
    redirect('pong', 'initialProfileStep', 'redeemLicenseStep'),
  ]
  it.each([
    [
      'leads nowhere',
      'onboarding-order',
      'profile-first',
      { overlays: [{ id: 'order', kind: 'flow', document: 'onboarding', ops: pingPong }] },
      [{ id: 'order', kind: 'flow', document: 'onboarding', paths: ['/rows'] }],
      'model/redirect-loop',
    ],
    [
      'says what no text says',
      'home-action',
      'outcome',
      {
        overlays: [
          {
            id: 'home',
            kind: 'screen',
            document: 'home',
            ops: [{ op: 'set', at: '/children/hero/props/buttonText', value: 'home.noSuchText' }],
          },
        ],
      },
      undefined,
      'reference/unknown-text',
    ],
  ] as const)(
    '%s is refused when it is published',
    async (_what, id, arm, change, scope, code) => {
      const server = await place(running(id))
      const owner = await signInAs(server, 'owner')
      await edit(owner, `experiment/${id}`, (document: Record<string, unknown>) => {
        const arms = document['arms'] as { id: string }[]
        document['arms'] = arms.map((each) => (each.id === arm ? { ...each, ...change } : each))
        if (scope !== undefined) document['scope'] = scope
      })
      const { status, body } = await owner.post('admin/releases', { message: 'An arm' })
      const problems = body['problems'] as {
        code: string
        document: string
        pointer: string
        message: string
        severity: string
      }[]
      expect(status).toBe(422)
      expect(problems).toContainEqual(
        expect.objectContaining({
          code,
          document: `experiment/${id}`,
          pointer: `/arms/${arm}`,
          severity: 'error',
          message: expect.stringContaining(`with ${id}:${arm}, `) as string,
        }),
      )
      // What people see stays what it was.
      expect((await viewIn(owner, id)).document).toEqual(running(id))
    },
    240_000,
  )
})

describe('a confirmed address', () => {
  it('is counted long after its code is gone', async () => {
    const server = await place(ORDER)
    const { email } = await signUp(server, { plan: null, profile: false })
    await all(server, 'DELETE FROM codes')
    const reached = await all<{ fact: string }>(
      server,
      `SELECT fact FROM milestones JOIN users ON users.id = user_id WHERE email = '${email}'`,
    )
    expect(reached).toEqual([{ fact: 'verified' }])
  })
})

describe('the cut of a mean', () => {
  it('is compared before the start with what people did before, in whatever arm', async () => {
    const visits: MetricDocument = {
      ...catalog.get('metric', 'assessments-completed')!,
      id: 'visits',
      windowDays: 7,
      measure: { as: 'mean', of: { event: 'pageView' }, cut: 10 },
    }
    const planned: ExperimentDocument = {
      ...HOME,
      id: 'planned',
      state: 'planned',
      metrics: { primary: 'visits' },
    }
    const server = await place(HOME, visits, planned)
    const owner = await signInAs(server, 'owner')
    expect((await viewIn(owner, 'planned')).plan.cuts).toEqual([])
    await crowd(server, 300)
    // So many events aren't read at every look.
    server.wait(601)
    // One in fifty looks at seven pages, all others at one, and one at a hundred.
    await server.context.database.tenant(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO events (tenant_id, id, at, name, props, device, received_at, unit)
            SELECT tenant_id, gen_random_uuid(), exposed_at + interval '1 hour', 'pageView', '{}', '\\x00', exposed_at + interval '1 hour', unit
            FROM (SELECT row_number() OVER (ORDER BY unit) AS i, a.* FROM experiment_assignments a WHERE experiment = ${HOME.id}) a,
              generate_series(1, CASE WHEN i = 1 THEN 100 WHEN i % 50 = 0 THEN 7 ELSE 1 END)`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect((await viewIn(owner, 'planned')).plan.cuts).toEqual([
      { metric: 'visits', cut: 10, proposed: 7 },
    ])
    // The start fixes it.
    expect((await viewIn(owner)).plan.cuts).toEqual([])
  }, 240_000)
})

describe('bad input', () => {
  it('is refused, each kind with its own code, and leaves the results as they were', async () => {
    const server = await place(HOME)
    await crowd(server, 300)
    const owner = await signInAs(server, 'owner')
    // A visitor who is in an arm but has never been seen.
    const client = server.client()
    const arm = ((await client.get('app-configuration')).body as never)['experiments'][HOME.id]
    const kept = async () => ({
      results: { ...(await resultsIn(owner)), at: '' },
      assigned: await all(
        server,
        'SELECT unit, arm, exposed_at FROM experiment_assignments ORDER BY unit',
      ),
      sums: await all(
        server,
        'SELECT measure, day, state FROM experiment_sums ORDER BY measure, day',
      ),
    })
    const before = await kept()
    expect(before.results.metrics[0]!.n).toBeGreaterThan(400)

    const planned: ExperimentDocument = { ...HOME, id: 'bad', state: 'planned' }
    const codesOf = async (change: Partial<ExperimentDocument>, state: 'planned' | 'running') => {
      const path = state === 'planned' ? 'admin/experiments' : `admin/experiments/${HOME.id}`
      const document = { ...(state === 'planned' ? planned : HOME), ...change }
      const { status, body } = await owner.send(state === 'planned' ? 'POST' : 'PUT', path, {
        document,
      })
      const problems = (body['problems'] ?? []) as { code: string; severity: string }[]
      return [
        status,
        ...problems.filter((each) => each.severity === 'error').map(({ code }) => code),
      ]
    }
    const [control, other] = HOME.arms as [never, ExperimentDocument['arms'][number]]
    for (const [change, code] of [
      [{ arms: [control, { ...other, weight: 0.6 }] }, 'experiment/weights'],
      [{ arms: [control, { ...other, overlays: [] }] }, 'experiment/no-change'],
      [{ audience: { '==': [{ var: 'user.shoeSize' }, 40] } }, 'rule/unknown-variable'],
    ] as const) {
      const found = await codesOf(change as never, 'running')
      expect(found[0], code).toBe(422)
      expect(found).toContain(code)
    }

    const event = (more: object) => ({
      id: randomUUID(),
      name: 'exposure',
      at: server.context.now().toISOString(),
      props: { experiment: HOME.id, variant: arm, page: 'home' },
      ...more,
    })
    const send = async (...events: object[]) => {
      const { status, body } = await client.post('events', { device: randomUUID(), events })
      const refused = (body['refused'] ?? []) as { code: string }[]
      return [status, ...new Set(refused.map(({ code }) => code))]
    }
    const tomorrow = new Date(server.context.now().getTime() + 25 * 3_600_000).toISOString()
    expect(await send(event({ at: tomorrow }))).toEqual([202, 'event/future'])
    const honest = client.cookies.get('unit')!
    client.cookies.set('unit', `${randomUUID()}${honest.slice(36)}`)
    expect(await send(event({}))).toEqual([202, 'event/no-unit'])
    expect(await kept()).toEqual(before)

    // A device that never stops: what it sends stays within bounds, and is one person.
    client.cookies.set('unit', honest)
    const said = new Set<unknown>()
    for (let call = 0; call < 120; call++) {
      if (call % 25 === 0) server.wait(61)
      const events = Array.from({ length: 100 }, () => event({ name: 'pageView', props: {} }))
      for (const each of await send(...events)) said.add(each)
    }
    expect([...said]).toContain('event/too-many')
    const [{ n }] = (await all<{ n: number }>(
      server,
      `SELECT count(*)::integer AS n FROM events`,
    )) as [{ n: number }]
    expect(n).toBeLessThanOrEqual(5000)
    expect(await kept()).toEqual(before)
  }, 240_000)
})
