/** Where a tenant wants it, nothing is published that a second person hasn't approved. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { Approvals } from '#engine/contract/approvals.ts'
import { sqlBuilder } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { documentNow, edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const HOUR = 3600
let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  await server.close()
})

type Place = {
  readonly context: ServerContext
  readonly tenant: Tenant
  readonly client: () => Client
}
const MENU = 'menu/main'
const SETTING = 'config/default'
const EXPERIMENT = 'home-action'
/** As the product brings it, planned. */
const { $schema: _schema, ...HOME } = JSON.parse(
  readFileSync(`schemas/experiments/${EXPERIMENT}.json`, 'utf8'),
) as Record<string, unknown>

const relabel = (label: string) => (document: { items: { label: string }[] }) =>
  void (document.items[0]!.label = label)
const draft = (client: Client, label: string) => edit(client, MENU, relabel(label) as never)
const labelNow = async (client: Client) =>
  ((await client.get(`admin/documents/${MENU}`)).body['live'] as { items: { label: string }[] })
    .items[0]!.label
const turn = (on: boolean) => (document: Record<string, unknown>) => {
  const { approval: _before, ...others } = document
  return on ? { ...others, approval: true } : others
}
const approvals = async (client: Client) =>
  (await client.get('admin/approvals')).body as unknown as Approvals
const ask = async (client: Client, only?: readonly string[]) => {
  const made = await client.post('admin/approvals', { message: 'New words', ...(only && { only }) })
  return { ...made, id: made.body['id'] as string }
}
const approve = (client: Client, id: string) => client.post(`admin/approvals/${id}/approve`)
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** A tenant in which two people are needed, with both of them. */
async function twoPeople(): Promise<{ place: Place; owner: Client; publisher: Client }> {
  const place = { context: server.context, ...(await server.another()) }
  const owner = await signInAs(place, 'owner')
  await edit(owner, SETTING, turn(true))
  await publishAll(owner)
  return { place, owner, publisher: await signInAs(place, 'publisher') }
}

describe('a tenant that wants a second person', { timeout: 120_000 }, () => {
  it('publishes what one asked for and another approved, and says who did', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    expect(said(await owner.post('admin/releases', { message: 'x' }))).toEqual([
      409,
      'approval/needed',
    ])
    const { status, id } = await ask(owner)
    expect(status).toBe(201)
    expect(await approvals(publisher)).toMatchObject({
      needed: true,
      alone: false,
      setting: SETTING,
      items: [{ id, state: 'asked', mine: false, documents: [MENU], changed: [], ownFrom: null }],
    })
    expect((await approve(publisher, id)).status).toBe(201)
    expect(await labelNow(owner)).toBe('menu.settings')
    expect((await approvals(owner)).items).toEqual([])
    const [release] = (await owner.get('admin/releases')).body['items'] as {
      by: string
      approvedBy: string
      message: string
    }[]
    expect(release).toMatchObject({ message: 'New words' })
    expect(release!.by).not.toBe(release!.approvedBy)
    const audit = (await owner.get('admin/audit')).body['items'] as { action: string; by: string }[]
    expect(audit.slice(0, 3).map(({ action, by }) => [action, by === release!.by])).toEqual(
      expect.arrayContaining([
        ['approval.ask', true],
        ['approval.approve', false],
        ['release.publish', false],
      ]),
    )
  })

  const ASKER = ['the one who asked', 403, 'approval/own'] as const
  it.each([
    ['viewer', 403, 'access/role'],
    ['editor', 403, 'access/role'],
    ['experimenter', 403, 'access/role'],
    ['publisher', 201, undefined],
    ['owner', 201, undefined],
    ASKER,
  ] as const)('lets %s answer an approval with %i', async (role, status, code) => {
    const { place, owner } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    const client = role === ASKER[0] ? owner : await signInAs(place, role)
    const answer = await approve(client, id)
    expect(said(answer)).toEqual([status, code])
    expect(await labelNow(owner)).toBe(status === 201 ? 'menu.settings' : 'menu.home')
  })

  it.each([
    ['viewer', 403],
    ['experimenter', 403],
    ['editor', 201],
    ['publisher', 201],
    ['owner', 201],
  ] as const)('lets %s ask with %i', async (role, status) => {
    const { place, owner } = await twoPeople()
    await draft(owner, 'menu.settings')
    expect((await ask(await signInAs(place, role))).status).toBe(status)
  })

  it('publishes exactly what was asked for, and nothing once a draft of it has changed', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    await edit(
      owner,
      'screen/cv',
      ((document: { title: string }) => void (document.title = 'Another')) as never,
    )
    const { id } = await ask(owner, [MENU])
    await draft(owner, 'menu.privacy')
    expect((await approvals(publisher)).items[0]!.changed).toEqual([MENU])
    expect(said(await approve(publisher, id))).toEqual([409, 'approval/changed'])
    expect(await labelNow(owner)).toBe('menu.home')
    // What it was is what was asked for again.
    await draft(owner, 'menu.settings')
    expect((await approve(publisher, id)).status).toBe(201)
    expect(await labelNow(owner)).toBe('menu.settings')
    expect((await documentNow(owner, 'screen/cv')).title).toBe('Another')
    expect((await owner.get('admin/documents/screen/cv')).body['draft']).not.toBeNull()
  })

  it('refuses a draft that was discarded in between', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    await owner.send('DELETE', `admin/drafts/${MENU}`)
    expect(said(await approve(publisher, id))).toEqual([409, 'approval/changed'])
  })

  it('publishes once if two approve at the same time', async () => {
    const { place, owner, publisher } = await twoPeople()
    const third = await signInAs(place, 'publisher')
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    const before = (await owner.get('admin/releases')).body['total'] as number
    const both = await Promise.all([approve(publisher, id), approve(third, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body.code).toMatch(
      /^approval\/(closed|changed)$/,
    )
    expect((await owner.get('admin/releases')).body['total']).toBe(before + 1)
    expect(said(await approve(third, id))).toEqual([409, 'approval/closed'])
  })

  it('stays as it was if the server stops in the middle', async () => {
    const { place, owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    const stop = vi
      .spyOn(place.context.releases, 'announce')
      .mockRejectedValueOnce(new Error('stopped'))
    expect((await approve(publisher, id)).status).toBe(500)
    stop.mockRestore()
    expect((await approvals(publisher)).items).toMatchObject([{ id, state: 'asked', changed: [] }])
    expect(await labelNow(owner)).toBe('menu.home')
    expect((await approve(publisher, id)).status).toBe(201)
  })

  it('sends back with a comment, which the asker alone reads until they ask again', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    const back = (client: Client, comment: string) =>
      client.post(`admin/approvals/${id}/return`, { comment })
    expect((await back(publisher, ' ')).status).toBe(422)
    expect(said(await back(owner, 'No'))).toEqual([403, 'approval/own'])
    expect((await back(publisher, 'Shorter, please')).status).toBe(204)
    expect(said(await back(publisher, 'Again'))).toEqual([409, 'approval/closed'])
    expect(said(await approve(publisher, id))).toEqual([409, 'approval/closed'])
    expect((await approvals(publisher)).items).toEqual([])
    expect((await approvals(owner)).items).toMatchObject([
      { id, state: 'returned', comment: 'Shorter, please' },
    ])
    await draft(owner, 'menu.privacy')
    const again = await ask(owner)
    expect((await approvals(owner)).items.map((each) => each.id)).toEqual([again.id])
  })

  it('lets only the asker withdraw, and two people not ask for the same', async () => {
    const { owner, publisher } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    expect(said(await ask(publisher))).toEqual([409, 'approval/asked'])
    expect(said(await publisher.send('DELETE', `admin/approvals/${id}`))).toEqual([
      403,
      'approval/not-yours',
    ])
    // A draft that has changed can be asked for by somebody else.
    await draft(owner, 'menu.privacy')
    const other = await ask(publisher)
    expect(other.status).toBe(201)
    expect((await approvals(owner)).items.map((each) => each.id)).toEqual([other.id])
    expect((await publisher.send('DELETE', `admin/approvals/${other.id}`)).status).toBe(204)
    expect(said(await approve(owner, other.id))).toEqual([404, 'approval/unknown'])
    expect(await labelNow(owner)).toBe('menu.home')
  })

  it('has nothing to ask where nothing is needed, or nothing has changed', async () => {
    const place = { context: server.context, ...(await server.another()) }
    const owner = await signInAs(place, 'owner')
    await draft(owner, 'menu.settings')
    expect(said(await ask(owner))).toEqual([409, 'approval/off'])
    const { owner: other } = await twoPeople()
    expect(said(await ask(other))).toEqual([409, 'release/nothing'])
  })

  it('is switched off with approval alone; neither going back nor an experiment is a way around', async () => {
    const { owner, publisher } = await twoPeople()
    await edit(owner, SETTING, turn(false))
    expect(said(await owner.post('admin/releases', { message: 'x' }))).toEqual([
      409,
      'approval/needed',
    ])
    await owner.send('DELETE', `admin/drafts/${SETTING}`)
    // Before the setting was there.
    const { items } = (await owner.get('admin/releases')).body as unknown as {
      items: { id: string; number: number }[]
    }
    const first = items.find(({ number }) => number === 0)!
    expect((await owner.post(`admin/releases/${first.id}/rollback`, { message: '' })).status).toBe(
      201,
    )
    expect((await approvals(owner)).needed).toBe(true)
    // With a second person it is.
    await edit(owner, SETTING, turn(false))
    expect((await approve(publisher, (await ask(owner)).id)).status).toBe(201)
    expect((await approvals(owner)).needed).toBe(false)
    await draft(owner, 'menu.settings')
    await publishAll(owner)
  })

  it('starts no experiment without it, and pauses one at any time', async () => {
    const { owner, publisher } = await twoPeople()
    const made = await owner.post('admin/experiments', { document: HOME })
    if (made.status !== 201) throw new Error(made.text)
    const step = (what: string) => owner.post(`admin/experiments/${EXPERIMENT}/${what}`, {})
    expect(said(await step('start'))).toEqual([409, 'approval/needed'])
    await edit(
      owner,
      `experiment/${EXPERIMENT}`,
      ((document: { state: string }) => void (document.state = 'running')) as never,
    )
    expect((await approve(publisher, (await ask(owner)).id)).status).toBe(201)
    expect((await step('pause')).status).toBe(200)
  })
})

/** What was sent to somebody about the console, the oldest first. */
async function mailsTo(client: Client): Promise<readonly { subject: string; text: string }[]> {
  const { email } = (await client.get('auth/get-user')).body as unknown as { email: string }
  const { items } = (await client.get(`demo/outbox?to=${encodeURIComponent(email)}`))
    .body as unknown as { items: { subject: string; text: string }[] }
  return items.filter(({ text }) => text.includes('/admin/'))
}

describe('an email', { timeout: 120_000 }, () => {
  it('tells those who may publish, and the one who asked what became of it', async () => {
    const { place, owner, publisher } = await twoPeople()
    const editor = await signInAs(place, 'editor')
    await draft(editor, 'menu.settings')
    const { id } = await ask(editor)
    for (const each of [owner, publisher]) {
      const [mail] = await mailsTo(each)
      expect(mail?.text).toContain('New words')
      expect(mail?.text).toContain(`/admin/publish?request=${id}`)
    }
    expect(await mailsTo(editor)).toEqual([])
    await publisher.post(`admin/approvals/${id}/return`, { comment: 'Shorter,\nplease' })
    expect((await mailsTo(editor))[0]?.text).toContain('Shorter, please')
    expect((await approve(publisher, (await ask(editor)).id)).status).toBe(201)
    expect((await mailsTo(editor)).at(-1)?.subject).toBe('Your changes were approved')
  })

  it('tells the author of a draft what a colleague says about it, and nobody what they say', async () => {
    const { place, owner } = await twoPeople()
    const editor = await signInAs(place, 'editor')
    await draft(editor, 'menu.settings')
    const say = (client: Client, text: string) => client.post(`admin/comments/${MENU}`, { text })
    expect((await say(editor, 'Is this right?')).status).toBe(201)
    expect(await mailsTo(editor)).toEqual([])
    expect((await say(owner, 'It is <b>not</b>')).status).toBe(201)
    const [mail] = await mailsTo(editor)
    expect(mail?.text).toContain('It is <b>not</b>')
    expect(mail?.text).toContain('/admin/document/menu/main')
  })
})

describe('an email about approval', { timeout: 120_000 }, () => {
  it('is sent once if the same call comes again, because its response was lost', async () => {
    const { place, owner, publisher } = await twoPeople()
    const editor = await signInAs(place, 'editor')
    await draft(editor, 'menu.settings')
    const first = await ask(editor)
    expect((await ask(editor)).id).toBe(first.id)
    expect(await mailsTo(publisher)).toHaveLength(1)
    await draft(editor, 'menu.privacy')
    expect((await ask(editor)).id).not.toBe(first.id)
    expect(await mailsTo(publisher)).toHaveLength(2)
    const say = () => owner.post(`admin/comments/${MENU}`, { text: 'Shorter?' })
    const said = await say()
    expect((await say()).body['id']).toBe(said.body['id'])
    expect(await mailsTo(editor)).toHaveLength(1)
  })

  it('stays in its tenant, and its link has an address of the tenant’s own', async () => {
    const [here, there] = [await twoPeople(), await twoPeople()]
    await draft(here.owner, 'menu.settings')
    await draft(there.owner, 'menu.settings')
    const { id } = await ask(here.owner)
    expect(await mailsTo(there.publisher)).toEqual([])
    expect(said(await approve(there.publisher, id))).toEqual([404, 'approval/unknown'])
    const [mail] = await mailsTo(here.publisher)
    const link = new URL(/https?:\S+/.exec(mail!.text)![0])
    expect([link.hostname, link.pathname, link.search]).toEqual([
      `${here.place.tenant.slug}.test`,
      '/admin/publish',
      `?request=${id}`,
    ])
  })

  it('isn’t sent to a former colleague', async () => {
    const { place, publisher } = await twoPeople()
    const editor = await signInAs(place, 'editor')
    await draft(editor, 'menu.settings')
    const { id } = await ask(editor)
    const { email } = (await editor.get('auth/get-user')).body as unknown as { email: string }
    await place.context.database.tenant(place.tenant.id, (tx) =>
      tx.run(sqlBuilder.updateTable('users').set({ role: null }).where('email', '=', email)),
    )
    expect((await publisher.post(`admin/comments/${MENU}`, { text: 'Why?' })).status).toBe(201)
    const returned = await publisher.post(`admin/approvals/${id}/return`, { comment: 'No' })
    expect(returned.status).toBe(204)
    expect(await mailsTo(editor)).toEqual([])
  })
})

describe('an experimenter', { timeout: 120_000 }, () => {
  it('asks for a start, whose approver sees what each version changes', async () => {
    const { place, owner, publisher } = await twoPeople()
    const experimenter = await signInAs(place, 'experimenter')
    const made = await experimenter.post('admin/experiments', { document: HOME })
    if (made.status !== 201) throw new Error(made.text)
    const asks = () => experimenter.post(`admin/experiments/${EXPERIMENT}/ask`, { message: 'Go' })
    const first = await asks()
    expect(first.status).toBe(201)
    const { items } = await approvals(publisher)
    expect(items).toMatchObject([
      { id: first.body['id'], message: 'Go', documents: [`experiment/${EXPERIMENT}`], changed: [] },
    ])
    const { changes } = (await publisher.get('admin/changes')).body as unknown as {
      changes: { document: string; arms?: { id: string; changes: { document: string }[] }[] }[]
    }
    expect(changes).toHaveLength(1)
    const home = HOME as { arms: { id: string; overlays: { kind: string; document: string }[] }[] }
    expect(
      changes[0]?.arms?.map((arm) => [arm.id, arm.changes.map(({ document }) => document)]),
    ).toEqual(
      home.arms
        .slice(1)
        .map(({ id, overlays }) => [
          id,
          overlays.map(({ kind, document }) => `${kind}/${document}`),
        ]),
    )
    expect((await mailsTo(owner))[0]?.text).toContain('Go')
    expect(
      (await publisher.post(`admin/approvals/${items[0]!.id}/return`, { comment: 'Why?' })).status,
    ).toBe(204)
    const again = await asks()
    expect(again.status).toBe(201)
    expect((await experimenter.delete(`admin/approvals/${String(again.body['id'])}`)).status).toBe(
      204,
    )
    const last = await asks()
    expect((await approve(publisher, String(last.body['id']))).status).toBe(201)
    expect((await owner.get(`admin/experiments/${EXPERIMENT}`)).body).toMatchObject({
      state: 'running',
    })
    expect(said(await asks())).toEqual([409, 'experiment/state'])
  })

  it.each([
    ['an approver has sent its start back', 'return'],
    ['it has withdrawn the request', 'withdraw'],
  ] as const)('has the experiment planned and can change it again once %s', async (_when, how) => {
    const { place, owner, publisher } = await twoPeople()
    const experimenter = await signInAs(place, 'experimenter')
    const made = await experimenter.post('admin/experiments', { document: HOME })
    expect(made.status, made.text).toBe(201)
    const path = `admin/experiments/${EXPERIMENT}`
    const change = (title: string) =>
      experimenter.send('PUT', path, { document: { ...HOME, title } })
    const asked = await experimenter.post(`${path}/ask`, { message: 'Go' })
    const id = String(asked.body['id'])
    expect(said(await change('Another'))).toEqual([409, 'experiment/draft'])
    const ended =
      how === 'return'
        ? await publisher.post(`admin/approvals/${id}/return`, { comment: 'Why?' })
        : await experimenter.delete(`admin/approvals/${id}`)
    expect(ended.status).toBe(204)
    expect((await owner.get('admin/documents?kind=experiment')).text).not.toContain('"draft":true')
    const changed = await change('Another')
    expect(changed.status, changed.text).toBe(200)
    expect((await experimenter.get(path)).body).toMatchObject({ state: 'planned' })
    const audit = (await owner.get('admin/audit')).body['items'] as { action: string }[]
    expect(audit.map(({ action }) => action)).toContain('draft.discard')
    const again = await experimenter.post(`${path}/ask`, { message: 'Better' })
    expect((await approve(publisher, String(again.body['id']))).status).toBe(201)
    expect((await owner.get(path)).body).toMatchObject({ state: 'running' })
  })

  it('takes away no draft that says more than the start, nor one that is asked for anew', async () => {
    const { place, owner, publisher } = await twoPeople()
    const [one, two] = [
      await signInAs(place, 'experimenter'),
      await signInAs(place, 'experimenter'),
    ]
    expect((await one.post('admin/experiments', { document: HOME })).status).toBe(201)
    const path = `admin/experiments/${EXPERIMENT}`
    const hasDraft = async () =>
      (await owner.get(`admin/documents/experiment/${EXPERIMENT}`)).body['draft'] !== null
    const first = String((await one.post(`${path}/ask`, {})).body['id'])
    await publisher.post(`admin/approvals/${first}/return`, { comment: 'Why?' })
    const second = await two.post(`${path}/ask`, {})
    expect(second.status).toBe(201)
    // What was sent back is only put away.
    expect((await one.delete(`admin/approvals/${first}`)).status).toBe(204)
    expect(await hasDraft()).toBe(true)
    await edit(
      owner,
      `experiment/${EXPERIMENT}`,
      ((document: { title: string }) => void (document.title = 'Other')) as never,
    )
    expect((await two.delete(`admin/approvals/${String(second.body['id'])}`)).status).toBe(204)
    expect(await hasDraft()).toBe(true)
  })

  it('asks for nothing where none is needed, or while somebody edits the experiment', async () => {
    const { owner, publisher } = await twoPeople()
    await owner.post('admin/experiments', { document: HOME })
    const asks = () => owner.post(`admin/experiments/${EXPERIMENT}/ask`, {})
    await edit(
      publisher,
      `experiment/${EXPERIMENT}`,
      ((document: { title: string }) => void (document.title = 'Other')) as never,
    )
    expect(said(await asks())).toEqual([409, 'experiment/draft'])
    const alone = { context: server.context, ...(await server.another()) }
    const other = await signInAs(alone, 'owner')
    await other.post('admin/experiments', { document: HOME })
    expect(said(await other.post(`admin/experiments/${EXPERIMENT}/ask`, {}))).toEqual([
      409,
      'approval/off',
    ])
    expect((await other.get('admin/documents?kind=experiment')).text).not.toContain('"draft":true')
  })
})

describe('an owner who is the only one to publish', { timeout: 120_000 }, () => {
  it('may do it alone a day after asking, and the log says so', async () => {
    const place = { context: server.context, ...(await server.another()) }
    const owner = await signInAs(place, 'owner')
    await edit(owner, SETTING, turn(true))
    await publishAll(owner)
    await signInAs(place, 'editor')
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    expect((await approvals(owner)).alone).toBe(true)
    expect((await approvals(owner)).items[0]!.ownFrom).not.toBeNull()
    expect(said(await approve(owner, id))).toEqual([403, 'approval/wait'])
    await past(place, id, 25)
    expect((await approve(owner, id)).status).toBe(201)
    const audit = (await owner.get('admin/audit')).body['items'] as { action: string }[]
    expect(audit.slice(0, 2).map(({ action }) => action)).toContain('approval.alone')
  })

  it('waits as long after taking the role from the only colleague', async () => {
    const { place, owner } = await twoPeople()
    await draft(owner, 'menu.settings')
    const { id } = await ask(owner)
    await past(place, id, 48)
    expect(said(await approve(owner, id))).toEqual([403, 'approval/own'])
    const users = (await owner.get('admin/users')).body['items'] as { id: string; role: string }[]
    const colleague = users.find(({ role }) => role === 'publisher')!
    await owner.put(`admin/users/${colleague.id}/role`, { role: null, reason: 'A test' })
    expect(said(await approve(owner, id))).toEqual([403, 'approval/wait'])
  })
})

/** As if it had been asked hours ago: waiting would end the session. */
async function past({ context, tenant }: Place, id: string, hours: number): Promise<void> {
  const at = new Date(context.now().getTime() - hours * HOUR * 1000)
  await context.database.owner(tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE approvals SET asked_at = ${at} WHERE id = ${id}`.compile(sqlBuilder),
    }),
  )
}
