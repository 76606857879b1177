/** A release at a time that somebody chose: exactly what was scheduled, once, or nothing. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { Approvals, ScheduledRelease } from '#engine/contract/approvals.ts'
import { TENANT } from '#server/base/bounds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { publishDue, startScheduledWatch, untilNextLook } from '#server/start/scheduledwatch.ts'
import type { ServerContext } from '#server/start/context.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR
let server: TestServer
/** Another server on the same database. */
let other: TestServer
beforeAll(async () => {
  server = await buildServer()
  other = await buildServer()
})
afterAll(async () => {
  await other.close()
  await server.close()
})

type Place = {
  readonly context: ServerContext
  readonly tenant: Tenant
  readonly client: () => Client
}
const MENU = 'menu/main'
const CV = 'screen/cv'
const SETTING = 'config/default'

const draft = (client: Client, label: string) =>
  edit(
    client,
    MENU,
    ((document: { items: { label: string }[] }) =>
      void (document.items[0]!.label = label)) as never,
  )
const retitle = (client: Client, title: string) =>
  edit(client, CV, ((document: { title: string }) => void (document.title = title)) as never)
const labelNow = async (client: Client) =>
  ((await client.get(`admin/documents/${MENU}`)).body['live'] as { items: { label: string }[] })
    .items[0]!.label
const hasDraft = async (client: Client, name: string) =>
  (await client.get(`admin/documents/${name}`)).body['draft'] !== null
const inSeconds = (seconds: number) =>
  new Date(server.context.now().getTime() + seconds * 1000).toISOString()
const schedule = async (client: Client, only?: readonly string[], at = inSeconds(DAY)) => {
  const made = await client.post('admin/scheduled', { message: 'Later', at, ...(only && { only }) })
  return { ...made, id: made.body['id'] as string }
}
const scheduled = async (client: Client) =>
  (await client.get('admin/scheduled')).body['items'] as ScheduledRelease[]
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const audit = async (client: Client) =>
  (await client.get('admin/audit')).body['items'] as {
    action: string
    by: string
    detail: Record<string, unknown>
  }[]
const releases = async (client: Client) =>
  (await client.get('admin/releases')).body as unknown as {
    total: number
    items: { message: string; by: string; approvedBy?: string; live: boolean }[]
  }

async function asOwner({ context, tenant }: Place, text: ReturnType<typeof sql>): Promise<void> {
  await context.database.owner(tenant.id, (tx) =>
    tx.run({ compile: () => text.compile(sqlBuilder) }),
  )
}
/** As if its time had been that long ago: moving the clock would end the sessions. */
const due = (place: Place, id: string, ago = MINUTE) =>
  asOwner(
    place,
    sql`UPDATE scheduled_releases SET publish_at = ${inSeconds(-ago)} WHERE id = ${id}`,
  )

async function onePerson(): Promise<{ place: Place; owner: Client }> {
  const place = { context: server.context, ...(await server.another()) }
  return { place, owner: await signInAs(place, 'owner') }
}
/** A tenant in which a second person approves. */
async function twoPeople(): Promise<{ place: Place; owner: Client; publisher: Client }> {
  const { place, owner } = await onePerson()
  await edit(owner, SETTING, (document: Record<string, unknown>) => ({
    ...document,
    approval: true,
  }))
  await publishAll(owner)
  return { place, owner, publisher: await signInAs(place, 'publisher') }
}

describe('a scheduled release', { timeout: 120_000 }, () => {
  it('is published at its time and not before, by the one who scheduled it', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    await retitle(owner, 'menu.home')
    const at = inSeconds(DAY)
    const { status, id } = await schedule(owner, [MENU], at)
    expect(status).toBe(201)
    expect(await scheduled(await signInAs(place, 'viewer'))).toMatchObject([
      { id, state: 'waiting', message: 'Later', at, mine: false, documents: [MENU], changed: [] },
    ])
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.home')

    await due(place, id)
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.settings')
    expect(await hasDraft(owner, MENU)).toBe(false)
    expect(await hasDraft(owner, CV)).toBe(true)
    expect(await scheduled(owner)).toEqual([])
    const [made] = (await releases(owner)).items
    const [first, second] = await audit(owner)
    expect(made).toMatchObject({ message: 'Later', live: true })
    expect([first!.action, second!.action].sort()).toEqual(['release.publish', 'schedule.publish'])
    expect([first!.by, second!.by]).toEqual([made!.by, made!.by])
  })

  it('is published once by several servers', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    const before = (await releases(owner)).total
    await due(place, id)
    await Promise.all([server, other, server].map(({ context }) => publishDue(context)))
    expect((await releases(owner)).total).toBe(before + 1)
    expect(await scheduled(owner)).toEqual([])
    expect((await audit(owner)).map(({ action }) => action)).not.toContain('schedule.fail')
  })

  it('goes out within seconds of its time, once, although several servers wait for it', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    const before = (await releases(owner)).total
    await asOwner(
      place,
      sql`UPDATE scheduled_releases SET publish_at = ${inSeconds(6)} WHERE id = ${id}`,
    )
    // A server of another test may have published something a moment ago.
    await asOwner(place, sql`DELETE FROM chores WHERE name = 'scheduled'`)
    const stops = [server, other].map(({ context }) => startScheduledWatch(context))
    try {
      // Longer than the servers' first look, which finds nothing due.
      await new Promise((done) => setTimeout(done, 3500))
      expect(await labelNow(owner)).toBe('menu.home')
      for (const each of [server, other]) each.wait(6)
      await expect
        .poll(() => labelNow(owner), { timeout: 20_000, interval: 200 })
        .toBe('menu.settings')
    } finally {
      for (const stop of stops) stop()
    }
    expect((await releases(owner)).total).toBe(before + 1)
    expect(await scheduled(owner)).toEqual([])
  })

  it.each([
    ['published when a server is back within a day', 24 * HOUR - MINUTE, true],
    ['not published when none was there for longer', 24 * HOUR + MINUTE, false],
  ])('is %s', async (_name, ago, isPublished) => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    await due(place, id, ago)
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe(isPublished ? 'menu.settings' : 'menu.home')
    expect((await scheduled(owner)).map(({ reason }) => reason)).toEqual(
      isPublished ? [] : ['late'],
    )
  })

  it('waits for its time again if a server stops in the middle', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    await due(place, id)
    const stop = vi.spyOn(server.context.releases, 'announce').mockRejectedValue(new Error('ended'))
    await publishDue(server.context)
    stop.mockRestore()
    expect(await labelNow(owner)).toBe('menu.home')
    expect(await scheduled(owner)).toMatchObject([{ id, state: 'waiting', changed: [] }])
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.settings')
  })

  it('isn’t published before its time unless somebody says so', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    const early = (client: Client) => client.post(`admin/scheduled/${id}/publish`)
    expect(said(await early(await signInAs(place, 'editor')))).toEqual([403, 'access/role'])
    const colleague = await signInAs(place, 'publisher')
    expect((await early(colleague)).status).toBe(201)
    expect(await labelNow(owner)).toBe('menu.settings')
    expect(said(await early(colleague))).toEqual([404, 'schedule/unknown'])
    expect((await audit(owner)).slice(0, 2).map(({ action }) => action)).toContain(
      'schedule.publish-now',
    )
  })

  it('can be cancelled by those who may publish, and leaves the drafts', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    const cancel = (client: Client) => client.send('DELETE', `admin/scheduled/${id}`)
    expect(said(await cancel(await signInAs(place, 'editor')))).toEqual([403, 'schedule/not-yours'])
    expect((await cancel(await signInAs(place, 'publisher'))).status).toBe(204)
    expect(said(await cancel(owner))).toEqual([404, 'schedule/unknown'])
    expect(await hasDraft(owner, MENU)).toBe(true)
    expect((await audit(owner))[0]!.action).toBe('schedule.cancel')
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.home')
  })
})

describe('what isn’t published, and why', { timeout: 120_000 }, () => {
  /** @returns what is said about it after its time */
  async function afterwards(place: Place, owner: Client, id: string): Promise<ScheduledRelease[]> {
    await due(place, id)
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.home')
    const [first] = await audit(owner)
    const after = await scheduled(owner)
    expect(first).toMatchObject({ action: 'schedule.fail', detail: { why: after[0]!.reason } })
    // Nothing tries again.
    await publishDue(server.context)
    expect(await scheduled(owner)).toEqual(after)
    return after
  }

  it('says that a draft has changed, and publishes none of them', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    await retitle(owner, 'menu.home')
    const { id } = await schedule(owner)
    await retitle(owner, 'menu.settings')
    expect(await scheduled(owner)).toMatchObject([{ state: 'waiting', changed: [CV] }])
    expect(await afterwards(place, owner, id)).toMatchObject([
      { id, state: 'failed', reason: 'changed', mayPublish: false, mayCancel: true },
    ])
    expect(await hasDraft(owner, MENU)).toBe(true)
    // Read and dismissed: the log keeps it.
    expect((await owner.send('DELETE', `admin/scheduled/${id}`)).status).toBe(204)
    expect(await scheduled(owner)).toEqual([])
  })

  it('says that a draft was discarded', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    await owner.send('DELETE', `admin/drafts/${MENU}`)
    expect(await afterwards(place, owner, id)).toMatchObject([{ reason: 'changed' }])
  })

  it('names the problem that the check has found', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.no-such-text')
    const { id } = await schedule(owner)
    const [failed] = await afterwards(place, owner, id)
    expect(failed).toMatchObject({ reason: 'problems', documents: [MENU] })
    expect(failed!.detail).toMatch(/^menu\/main: .*no-such-text/)
  })

  it.each([null, 'editor', 'viewer'])(
    'says that the person may no longer publish, as %s',
    async (role) => {
      const { place, owner } = await onePerson()
      const publisher = await signInAs(place, 'publisher')
      await draft(owner, 'menu.settings')
      const { id } = await schedule(publisher)
      await asOwner(place, sql`UPDATE users SET role = ${role} WHERE role = 'publisher'`)
      expect(await afterwards(place, owner, id)).toMatchObject([{ reason: 'role' }])
    },
  )

  it('says that the account is gone', async () => {
    const { place, owner } = await onePerson()
    const publisher = await signInAs(place, 'publisher')
    await draft(owner, 'menu.settings')
    const { id } = await schedule(publisher)
    await asOwner(place, sql`UPDATE scheduled_releases SET scheduled_by = NULL WHERE id = ${id}`)
    expect(await afterwards(place, owner, id)).toMatchObject([{ reason: 'role', by: null }])
  })

  it('says that a second person is needed by now', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    await edit(owner, SETTING, (document: Record<string, unknown>) => ({
      ...document,
      approval: true,
    }))
    await owner.post('admin/releases', { message: 'Two people', only: [SETTING] })
    expect(said(await owner.post(`admin/scheduled/${id}/publish`))).toEqual([
      409,
      'approval/needed',
    ])
    expect(await afterwards(place, owner, id)).toMatchObject([{ reason: 'approval' }])
  })

  it('refuses to publish early what has changed', async () => {
    const { owner } = await onePerson()
    await draft(owner, 'menu.settings')
    const { id } = await schedule(owner)
    await draft(owner, 'menu.privacy')
    expect(said(await owner.post(`admin/scheduled/${id}/publish`))).toEqual([
      409,
      'schedule/changed',
    ])
    expect(await labelNow(owner)).toBe('menu.home')
  })

  it('publishes the others all the same', async () => {
    const { place, owner } = await onePerson()
    const { place: place2, owner: owner2 } = await onePerson()
    for (const client of [owner, owner2]) await draft(client, 'menu.settings')
    const [one, two] = [await schedule(owner), await schedule(owner2)]
    await draft(owner, 'menu.privacy')
    await due(place, one.id, 2 * MINUTE)
    await due(place2, two.id)
    await publishDue(server.context)
    expect([await labelNow(owner), await labelNow(owner2)]).toEqual(['menu.home', 'menu.settings'])
  })
})

describe('scheduling', { timeout: 120_000 }, () => {
  it.each([
    ['viewer', 403],
    ['experimenter', 403],
    ['editor', 403],
    ['publisher', 201],
    ['owner', 201],
  ] as const)('answers %s with %i', async (role, status) => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    expect((await schedule(await signInAs(place, role))).status).toBe(status)
  })

  it('is for a time from five minutes to a year ahead', async () => {
    const { owner } = await onePerson()
    await draft(owner, 'menu.settings')
    for (const [seconds, expected] of [
      [-DAY, [422, 'schedule/too-soon']],
      [5 * MINUTE - 1, [422, 'schedule/too-soon']],
      [366 * DAY + 1, [422, 'schedule/too-far']],
      [366 * DAY, [201, undefined]],
    ] as const)
      expect([seconds, said(await schedule(owner, undefined, inSeconds(seconds)))]).toEqual([
        seconds,
        expected,
      ])
    for (const at of ['tomorrow', '2026-12-01T08:00', '2026-02-30T08:00:00Z', '', 7, null])
      expect([at, said(await schedule(owner, undefined, at as never))]).toEqual([
        at,
        [422, 'request/invalid'],
      ])
    expect(said(await owner.post('admin/scheduled', { message: 'x' }))).toEqual([
      422,
      'request/invalid',
    ])
  })

  it('needs something to publish, and takes each draft once', async () => {
    const { owner } = await onePerson()
    expect(said(await schedule(owner))).toEqual([409, 'release/nothing'])
    await draft(owner, 'menu.settings')
    await retitle(owner, 'menu.home')
    const first = await schedule(owner, [MENU])
    expect(said(await schedule(owner))).toEqual([409, 'schedule/scheduled'])
    expect((await schedule(owner, [CV])).status).toBe(201)
    // One that won't be published any more makes room.
    await draft(owner, 'menu.privacy')
    const again = await schedule(owner, [MENU])
    expect(again.status).toBe(201)
    expect((await scheduled(owner)).map(({ id }) => id)).not.toContain(first.id)
  })

  it('has a limit for each tenant', async () => {
    const { place, owner } = await onePerson()
    await draft(owner, 'menu.settings')
    await asOwner(
      place,
      sql`INSERT INTO scheduled_releases (tenant_id, id, state, message, drafts, publish_at, scheduled_at)
        SELECT ${place.tenant.id}, gen_random_uuid(), 'waiting', 'x', '{}', ${inSeconds(DAY)}, ${inSeconds(0)}
        FROM generate_series(1, ${TENANT.scheduledReleases}::integer)`,
    )
    expect((await schedule(owner)).body.code).toBe('limit/reached')
  })
})

describe('where a second person approves', { timeout: 120_000 }, () => {
  const ask = async (client: Client, at = inSeconds(DAY)) =>
    (await client.post('admin/approvals', { message: 'Later', at })).body['id'] as string
  const approve = (client: Client, id: string) => client.post(`admin/approvals/${id}/approve`)

  it('approves the time with the request', async () => {
    const { place, owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    expect(said(await schedule(owner))).toEqual([409, 'approval/needed'])
    const at = inSeconds(DAY)
    const request = await ask(owner, at)
    const { items } = (await publisher.get('admin/approvals')).body as unknown as Approvals
    expect(items).toMatchObject([{ id: request, publishAt: at }])
    expect(await scheduled(owner)).toEqual([])
    const answer = await approve(publisher, request)
    expect([answer.status, answer.body['at']]).toEqual([202, at])
    expect(await labelNow(owner)).toBe('menu.home')
    const [waiting] = await scheduled(owner)
    expect(waiting).toMatchObject({ at, mine: true, mayPublish: false, mayCancel: true })
    // Its time was approved too: the one who asked doesn't change it alone, and nobody asks again.
    const early = (client: Client) => client.post(`admin/scheduled/${waiting!.id}/publish`)
    expect(said(await early(owner))).toEqual([403, 'approval/own'])
    expect(said(await owner.post('admin/approvals', { message: 'x' }))).toEqual([
      409,
      'schedule/scheduled',
    ])
    await due(place, waiting!.id)
    await publishDue(server.context)
    expect(await labelNow(owner)).toBe('menu.settings')
    const [made] = (await releases(owner)).items
    expect(made!.by).toBe(waiting!.by)
    expect(made!.approvedBy).toBe(waiting!.approvedBy)
    expect(made!.approvedBy).not.toBe(made!.by)
  })

  it('lets a second person publish it early', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    await approve(publisher, await ask(owner))
    const [waiting] = await scheduled(publisher)
    expect(waiting!.mayPublish).toBe(true)
    expect((await publisher.post(`admin/scheduled/${waiting!.id}/publish`)).status).toBe(201)
    expect(await labelNow(owner)).toBe('menu.settings')
    expect((await releases(owner)).items[0]!.approvedBy).toBe(waiting!.approvedBy)
  })

  it('schedules nothing that has changed since, and needs the approver’s role to the end', async () => {
    const { place, owner, publisher } = await twoPeople()
    const editor = await signInAs(place, 'editor')
    await draft(owner, 'menu.settings')
    const request = await ask(editor)
    await draft(owner, 'menu.privacy')
    expect(said(await approve(publisher, request))).toEqual([409, 'approval/changed'])
    await draft(owner, 'menu.settings')
    expect((await approve(publisher, request)).status).toBe(202)
    expect(said(await approve(publisher, request))).toEqual([409, 'approval/closed'])
    const [waiting] = await scheduled(editor)
    expect(waiting).toMatchObject({ mine: true, mayPublish: false, mayCancel: true })
    await asOwner(place, sql`UPDATE users SET role = 'editor' WHERE role = 'publisher'`)
    await due(place, waiting!.id)
    await publishDue(server.context)
    expect(await scheduled(owner)).toMatchObject([{ reason: 'role' }])
    expect(await labelNow(owner)).toBe('menu.home')
  })

  it('publishes at once what is approved after its time', async () => {
    const { place, owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    const request = await ask(owner)
    await asOwner(
      place,
      sql`UPDATE approvals SET publish_at = ${inSeconds(-DAY)} WHERE id = ${request}`,
    )
    expect((await approve(publisher, request)).status).toBe(201)
    expect(await labelNow(owner)).toBe('menu.settings')
  })

  it('refuses a request for a time that is too near', async () => {
    const { owner } = await twoPeople()
    await draft(owner, 'menu.settings')
    expect(
      said(await owner.post('admin/approvals', { message: 'x', at: inSeconds(MINUTE) })),
    ).toEqual([422, 'schedule/too-soon'])
  })
})

const NOW = new Date('2026-11-21T08:00:00Z')
it.each([
  ['in an hour', 3600, 60_000],
  ['in a minute', 60, 60_000],
  ['in half a minute', 30, 30_050],
  ['in a moment', 0.2, 250],
  ['since a moment ago', -0.2, 50],
  ['never', null, 60_000],
])('looks again at the time of what is due %s, and each minute', (_name, seconds, expected) => {
  const next = seconds === null ? null : new Date(NOW.getTime() + seconds * 1000)
  expect(untilNextLook(NOW, next, 60_000)).toBe(expected)
})
