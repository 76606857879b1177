/**
 * An experiment whose base changes below it (engine.md 2, `base-changed`): paused with what to decide,
 * never compared with two things (docs/decisions/0210).
 */

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { hashOf } from '#engine/overlay/overlay.ts'
import { catalog } from '#tests/support/documents.ts'
import { pauseByItself, watchTenant } from '#server/start/experimentwatch.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...HOME } = catalog.get('experiment', 'home-action')!
const WAS = hashOf('home.start')

type Place = { readonly made: TestServer; readonly boss: Client; readonly client: Client }
async function place(...experiments: readonly ExperimentDocument[]): Promise<Place> {
  const made = await buildServer({ documents: experiments.length === 0 ? [HOME] : experiments })
  onTestFinished(async () => {
    await made.close()
  })
  return {
    made,
    boss: await signInAs(made, 'owner'),
    client: await signInAs(made, 'experimenter'),
  }
}

const viewIn = async (client: Client) =>
  (await client.get('admin/experiments/home-action')).body as unknown as ExperimentView
const step = async (client: Client, name: string) => {
  const response = await client.post(`admin/experiments/home-action/${name}`, null)
  expect(response.status, response.text).toBe(200)
  return response.body as unknown as ExperimentView
}
const opOf = ({ document }: ExperimentView) =>
  (document as ExperimentDocument).arms[1]!.overlays[0]!.ops[0] as { was?: string }
const button = (text: string) => (page: Hero) =>
  void (page.children.find(({ id }) => id === 'hero')!.props['buttonText'] = text)
type Hero = { children: { id: string; props: Record<string, string> }[] }
const editHome = (boss: Client, change: (page: Hero) => void) =>
  edit(boss, 'screen/home', change as never)

describe('what an arm is based on', () => {
  it('is stamped by the server at the start, and stays through a pause', async () => {
    const { client } = await place()
    expect(opOf(await viewIn(client)).was).toBeUndefined()
    expect(opOf(await step(client, 'start')).was).toBe(WAS)
    await step(client, 'pause')
    const again = await step(client, 'start')
    expect(opOf(again).was).toBe(WAS)
    expect(again.history.filter(({ newPhase }) => newPhase === true)).toEqual([])
  }, 240_000)

  it('is stamped when it is saved, whatever the caller says it was', async () => {
    const { client } = await place()
    const { document, sha } = await viewIn(client)
    const typed = structuredClone(document) as ExperimentDocument
    Object.assign(typed.arms[1]!.overlays[0]!.ops[0]!, { was: 'h:00000000' })
    const saved = await client.put('admin/experiments/home-action', { document: typed, sha })
    expect(saved.status, saved.text).toBe(200)
    expect(opOf(await viewIn(client)).was).toBe(WAS)
  }, 240_000)

  it('of one that began without a stamp stays unknown: its analysis doesn’t end by that', async () => {
    const { client } = await place({ ...HOME, state: 'running' })
    await step(client, 'pause')
    const again = await step(client, 'start')
    expect(opOf(again).was).toBeUndefined()
    expect(again.history.filter(({ newPhase }) => newPhase === true)).toEqual([])
  }, 240_000)
})

describe('an edit of the value that an arm changes', () => {
  it('pauses the experiment in the same publish, and says where, by what, and what to decide', async () => {
    const { made, boss, client } = await place()
    await step(client, 'start')
    await editHome(boss, button('home.create'))
    await publishAll(boss)
    const view = await viewIn(client)
    expect(view.state).toBe('paused')
    const { items } = (await boss.get('admin/releases')).body as unknown as {
      items: { number: number }[]
    }
    expect(view.history[0]).toMatchObject({
      action: 'lost',
      arm: 'outcome',
      release: items[0]!.number,
    })
    expect(view.history[0]!.text).toContain('"/children/hero/props/buttonText" of screen/home')
    expect(view.history[0]!.text).toContain('start it again')
    expect(view.lost).toMatchObject([
      { code: 'base-changed', arm: 'outcome', document: 'screen/home' },
    ])
    // Started again, the version stays as it is, on the new page and in a new count.
    const again = await step(client, 'start')
    expect([again.state, again.lost]).toEqual(['running', []])
    expect(again.history.find(({ action }) => action === 'start')?.newPhase).toBe(true)
    expect(opOf(again).was).toBe(hashOf('home.create'))
    await watchTenant(made.context, made.tenant, false)
    expect((await viewIn(client)).state).toBe('running')
  }, 240_000)

  it('leaves it running if it is beside what the arm changes', async () => {
    const { made, boss, client } = await place()
    const started = await step(client, 'start')
    await editHome(boss, (page) => void page.children.splice(1, 0, page.children.pop()!))
    await publishAll(boss)
    await watchTenant(made.context, made.tenant, false)
    const view = await viewIn(client)
    expect([view.state, view.lost, view.sha]).toEqual(['running', [], started.sha])
  }, 240_000)

  it('that isn’t a publish of drafts is noticed by the next look', async () => {
    const { made, boss, client } = await place()
    await editHome(boss, button('home.create'))
    await publishAll(boss)
    await step(client, 'start')
    // As after an upgrade of the product.
    const release = await made.context.live(made.tenant)
    const documents = [...release.catalog.documents()].map((each) =>
      each.kind === 'screen' && each.id === 'home' ? catalog.get('screen', 'home')! : each,
    )
    const live = vi
      .spyOn(made.context, 'live')
      .mockResolvedValueOnce({ ...release, catalog: new Catalog(documents) })
    await watchTenant(made.context, made.tenant, false)
    live.mockRestore()
    const view = await viewIn(client)
    expect(view.state).toBe('paused')
    expect(view.history[0]).toMatchObject({ action: 'lost', by: null, arm: 'outcome' })
  }, 240_000)
})

describe('before a publish', () => {
  const pauses = async (client: Client, query = '') =>
    (await client.get(`admin/changes${query}`)).body['pauses']
  const named = [{ experiment: 'home-action', title: HOME.title }]

  it('the experiments that it pauses are named, without those that have a draft of their own', async () => {
    const { boss, client } = await place()
    await editHome(boss, button('home.create'))
    expect(await pauses(boss)).toEqual([])
    await step(client, 'start')
    expect(await pauses(boss)).toEqual(named)
    // Not if that draft is left out, nor if it's beside what the arm changes.
    expect(await pauses(boss, '?leave=screen/home')).toEqual([])
    await editHome(boss, (page) => {
      button('home.start')(page)
      page.children.splice(1, 0, page.children.pop()!)
    })
    expect(await pauses(boss)).toEqual([])
    await editHome(boss, button('home.create'))
    await edit(
      boss,
      'experiment/home-action',
      ((own: { title: string }) => void (own.title = 'Its own draft')) as never,
    )
    expect(await pauses(boss)).toEqual([])
    expect(await pauses(boss, '?leave=experiment/home-action')).toEqual(named)
    await boss.delete('admin/drafts/experiment/home-action')
    await publishAll(boss)
    expect((await viewIn(client)).state).toBe('paused')
  }, 240_000)

  it('one whose version no longer fits is named too', async () => {
    const { boss, client } = await place()
    await step(client, 'start')
    await editHome(boss, (page) => {
      page.children.find(({ id }) => id === 'hero')!.id = 'top'
    })
    expect(await pauses(boss)).toEqual(named)
    // No error, which would keep the console from publishing it.
    const checked = async (query = '') =>
      (await boss.post(`admin/check${query}`)).body['problems'] as Problem[]
    const warned = {
      severity: 'warning',
      code: 'experiment/cannot-apply',
      document: 'experiment/home-action',
      message: expect.stringContaining('publishing pauses this experiment: '),
    }
    expect(await checked()).toMatchObject([warned, { ...warned, code: 'experiment/no-place' }])
    await edit(
      boss,
      'experiment/home-action',
      ((own: { title: string }) => void (own.title = 'Its own draft')) as never,
    )
    expect(await checked()).toMatchObject([
      { severity: 'error', code: warned.code },
      { severity: 'error' },
    ])
    expect(await checked('?leave=experiment/home-action')).toMatchObject([
      warned,
      { severity: 'warning' },
    ])
    await boss.delete('admin/drafts/experiment/home-action')
    await publishAll(boss)
    expect((await viewIn(client)).state).toBe('paused')
  }, 240_000)
})

describe('something else that is wrong with what is live', () => {
  const broken: ExperimentDocument = {
    ...HOME,
    id: 'broken',
    audience: { '==': [{ var: 'shoe.size' }, 4] },
    state: 'running',
  }

  it('keeps nobody from pausing and ending, nor a pause for harm', async () => {
    const { made, client } = await place({ ...HOME, state: 'running' }, broken)
    expect((await client.post('admin/experiments/home-action/pause', null)).status).toBe(200)
    const started = await client.post('admin/experiments/home-action/start', null)
    expect(started.status).toBe(422)
    expect(JSON.stringify(started.body)).toContain('experiment/broken')
    await step(client, 'end')
    const harmed = (await made.context.live(made.tenant)).catalog.get('experiment', 'broken')
    await pauseByItself(made.context, made.tenant, harmed!, 'harm', { arm: 'outcome' })
    const { body } = await client.get('admin/experiments/broken')
    expect((body as unknown as ExperimentView).state).toBe('paused')
  }, 240_000)
})

describe('shipping an arm', () => {
  const ship = (client: Client, choices?: Record<string, string>) =>
    client.post('admin/experiments/home-action/ship', {
      arm: 'outcome',
      ...(choices && { choices }),
    })
  const PLACE = 'screen/home#/children/hero/props/buttonText'
  const conflict = {
    document: 'screen/home',
    at: '/children/hero/props/buttonText',
    code: 'base-changed',
    baseNew: 'home.create',
    mine: 'home.startOutcome',
  }
  /** The button, as a draft of it has it; undefined if there is none. */
  const drafted = async (boss: Client) => {
    const { body } = await boss.get('admin/documents/screen/home')
    const hero = ({ children }: Hero) => children.find(({ id }) => id === 'hero')!
    const { draft, effective } = body as unknown as { draft: unknown; effective: Hero }
    return draft == null ? undefined : hero(effective).props['buttonText']
  }

  it('asks first where its value was replaced since, and takes what is chosen', async () => {
    const { boss, client } = await place()
    await step(client, 'start')
    await editHome(boss, button('home.create'))
    await publishAll(boss)
    const asked = await ship(client)
    expect([asked.status, asked.body.code]).toEqual([409, 'experiment/conflicts'])
    expect(asked.body['conflicts']).toEqual([conflict])
    expect(await drafted(boss)).toBeUndefined()
    expect((await viewIn(client)).history.map(({ action }) => action)).not.toContain('ship')
    const theirs = await ship(client, { [PLACE]: 'theirs' })
    expect(theirs.body['drafts']).toEqual(['experiment/home-action'])
    expect((await boss.delete('admin/drafts/experiment/home-action')).status).toBe(204)
    const mine = await ship(client, { [PLACE]: 'mine' })
    expect([mine.status, mine.body['drafts']]).toEqual([
      200,
      ['screen/home', 'experiment/home-action'],
    ])
    expect(await drafted(boss)).toBe('home.startOutcome')
  }, 240_000)

  it('asks first where somebody’s draft changes the same place', async () => {
    const { boss, client } = await place()
    await step(client, 'start')
    await editHome(boss, button('home.create'))
    const asked = await ship(client)
    expect(asked.body['conflicts']).toEqual([{ ...conflict, baseOld: 'home.start' }])
    expect(await drafted(boss)).toBe('home.create')
    const theirs = await ship(client, { [PLACE]: 'theirs' })
    expect(theirs.status, theirs.text).toBe(200)
    expect(await drafted(boss)).toBe('home.create')
  }, 240_000)
})
