/**
 * From a draft to what users have, and back: one complete release at any moment, whatever else
 * happens.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Names } from '#engine/contract/admincontract.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { canonical } from '#engine/documents/json.ts'
import { Announcements } from '#server/release/announcements.ts'
import { buildApp } from '#server/start/app.ts'
import { shaOf } from '#server/base/asset.ts'
import { sqlBuilder } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { upgradeAllTenants } from '#server/release/move-to-newer-base.ts'
import { ServerContext } from '#server/start/context.ts'
import { catalog } from '#tests/support/documents.ts'
import { documentNow, edit, publishAll, signInAs, textOf } from '#tests/support/publisher.ts'
import {
  buildServer,
  Client,
  signUp,
  type ApiResponse,
  type TestServer,
} from '#tests/support/server.ts'

const kind = inject('database').kind
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
async function tenant(): Promise<Place> {
  return { context: server.context, ...(await server.another()) }
}

const relabel = (label: string) => (document: { items: { label: string }[] }) =>
  void (document.items[0]!.label = label)
const menuLabel = async (client: Client) =>
  ((await documentNow(client, 'menu/main')) as unknown as { items: { label: string }[] }).items[0]!
    .label

describe('a release', { timeout: 120_000 }, () => {
  it('takes in all drafts together, or none', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    await edit(
      owner,
      'screen/cv',
      ((document: { children: { type: string }[] }) =>
        void (document.children[0]!.type = 'page-titel')) as never,
    )
    const refused = await owner.post('admin/releases', { message: 'Both' })
    expect(refused.status).toBe(422)
    expect(refused.body['problems']).toEqual([
      expect.objectContaining({
        code: 'screen/unknown-widget',
        document: 'screen/cv',
        pointer: '/children/title/type',
        suggestion: 'page-title',
      }),
    ])
    expect((await place.client().get('app-configuration')).body['release']).toMatch(/^base-/)
    await edit(
      owner,
      'screen/cv',
      ((document: { children: { type: string }[] }) =>
        void (document.children[0]!.type = 'page-title')) as never,
    )
    await publishAll(owner)
    expect((await owner.get('admin/documents')).body['items']).not.toContainEqual(
      expect.objectContaining({ draft: true }),
    )
  })

  it('takes some drafts and leaves others, and says which can’t go without one that is left', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    for (const language of ['en', 'af'])
      await edit(
        owner,
        `locale/${language}`,
        ((document: { texts: { page: Record<string, string> } }) =>
          void (document.texts.page['fair'] = 'Job fair')) as never,
      )
    await edit(
      owner,
      'screen/settings-account',
      ((document: { children: { props: object }[] }) =>
        void (document.children[0]!.props = { title: 'page.fair' })) as never,
    )
    const check = async (leave: string) => {
      const { body } = await owner.post(`admin/check?leave=${encodeURIComponent(leave)}`)
      const { problems, stays } = body as {
        problems: { severity: string }[]
        stays: { document: string; problem: { code: string } }[]
      }
      return [
        problems.filter(({ severity }) => severity === 'error'),
        stays.map(({ document, problem }) => [document, problem.code]),
      ]
    }
    expect(await check('')).toEqual([[], []])
    const words = ['locale/en', 'locale/af']
    expect(await check(words.join())).toEqual([
      [],
      [['screen/settings-account', 'reference/unknown-text']],
    ])
    expect(
      (await owner.get(`admin/changes?leave=${words.join()},screen/settings-account`)).body[
        'changes'
      ],
    ).toEqual([expect.objectContaining({ document: 'menu/main' })])

    const publish = (only: readonly string[]) =>
      owner.post('admin/releases', { message: 'x', only })
    // The server doesn't rely on what the console has left out.
    expect((await publish(['menu/main', 'screen/settings-account'])).status).toBe(422)
    expect((await publish(['menu/unknown'])).body['code']).toBe('release/nothing')
    expect((await publish(['menu/main'])).status).toBe(201)
    expect(await menuLabel(owner)).toBe('menu.settings')
    const { items } = (await owner.get('admin/documents')).body as unknown as {
      items: { kind: string; id: string; draft: boolean }[]
    }
    expect(
      items
        .filter(({ draft }) => draft)
        .map(({ kind, id }) => `${kind}/${id}`)
        .sort(),
      'the rest stays a draft',
    ).toEqual(['locale/af', 'locale/en', 'screen/settings-account'])
  })

  it('is made once if ten users publish the same drafts at once', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.cv') as never)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.post('admin/releases', { message: 'At once' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers) expect([201, 409]).toContain(status ?? body)
    expect((await owner.get('admin/releases')).body['total']).toBe(2)
  })

  it.each([
    [
      'saved again',
      'menu/main',
      (owner: Client) => edit(owner, 'menu/main', relabel('menu.settings') as never),
    ],
    [
      'saved for another document',
      'screen/cv',
      (owner: Client) =>
        edit(
          owner,
          'screen/cv',
          ((document: { source: string }) => void (document.source = 'a test')) as never,
        ),
    ],
  ])(
    'checks again, and includes it, if a draft is %s while the others are checked',
    async (_what, name, save) => {
      const place = await tenant()
      const owner = await signInAs(place, 'owner')
      await edit(owner, 'menu/main', relabel('menu.cv') as never)
      const checks: string[] = []
      let saved: number | undefined
      const { documentWorkers } = server.context
      const ask = documentWorkers.ask.bind(documentWorkers)
      onTestFinished(() => void (documentWorkers.ask = ask))
      documentWorkers.ask = (async (task: 'prepare', ...rest: [never, never]) => {
        const result = await ask(task, ...rest)
        if (task === 'prepare' && checks.push(task) === 1) saved = (await save(owner)).status
        return result
      }) as typeof documentWorkers.ask
      await publishAll(owner)
      expect([saved, checks.length]).toEqual([200, 2])
      const { items } = (await owner.get('admin/documents')).body as unknown as {
        items: { name: string; draft: boolean }[]
      }
      expect(
        items.filter(({ draft }) => draft),
        'no draft is left behind',
      ).toEqual([])
      expect((await owner.get('admin/releases')).body['total'], 'one release beside the base').toBe(
        2,
      )
      const live = new ServerContext(server.context.options)
      const published = (await live.live(place.tenant)).catalog
      const newest = await documentNow(owner, name)
      expect(published.get(newest.kind, newest.id)).toEqual(newest)
    },
  )

  it('keeps the order of its documents, even on a server that reads them from the database', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    const names = (release: Release) => [...release.catalog.documents()].map(nameOf)
    const before = names(place.context.release(place.tenant))
    await edit(owner, 'menu/main', relabel('menu.cv') as never)
    const id = await publishAll(owner)
    const other = new ServerContext(server.context.options)
    const release = await other.live(place.tenant)
    expect(release.id).toBe(id)
    expect(names(release)).toEqual(before)
  })

  it('is rolled back as a new one, and drafts stay as they are', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    const first = await publishAll(owner, 'One')
    await edit(owner, 'menu/main', relabel('menu.cv') as never)
    await publishAll(owner, 'Two')
    await edit(owner, 'menu/main', relabel('menu.profile') as never)
    expect((await owner.post(`admin/releases/${first}/rollback`)).status).toBe(201)
    const { items } = (await owner.get('admin/releases')).body as unknown as {
      items: { number: number; kind: string; from: number | null; live: boolean }[]
    }
    expect(items.map(({ number, kind: how, from, live }) => [number, how, from, live])).toEqual([
      [3, 'rollback', 1, true],
      [2, 'publish', null, false],
      [1, 'publish', null, false],
      [0, 'publish', null, false],
    ])
    expect(await menuLabel(owner)).toBe('menu.profile')
    expect((await owner.post('admin/releases/base-000000000000/rollback')).status).toBe(404)
  })

  it('is put back into drafts by a restore, without anything going live', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    const first = await publishAll(owner)
    await edit(owner, 'menu/main', relabel('menu.cv') as never)
    const second = await publishAll(owner)
    expect((await owner.post(`admin/releases/${first}/restore`)).body).toEqual({ documents: 1 })
    expect((await place.client().get('app-configuration')).body['release']).toBe(second)
    expect(await menuLabel(owner)).toBe('menu.settings')
  })

  it('never makes a request fail while switching', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    const before = (await place.client().get('app-configuration')).body as unknown as {
      bundles: { en: string }
    }
    const load = { on: true }
    const failures: string[] = []
    const browsers = Array.from({ length: 2 }, async () => {
      const client = place.client()
      while (load.on) {
        const configuration = await client.get('app-configuration')
        const { bundles } = configuration.body as unknown as { bundles: { en: string } }
        // A browser with an older page requests its known files; a new one requests those it was
        // told.
        for (const sha of [bundles?.en, before.bundles.en]) {
          const bundle = await client.get(`bundles/${sha}.json`)
          // Users don't request without pause; a loop that does leaves no room for anything else on
          // one thread.
          await new Promise((go) => setTimeout(go, 15))
          if (configuration.status !== 200 || bundle.status !== 200)
            failures.push(`${configuration.status} ${bundle.status}`)
        }
      }
    })
    try {
      const releases: string[] = []
      for (const label of ['menu.settings', 'menu.cv', 'menu.profile']) {
        await edit(owner, 'menu/main', relabel(label) as never)
        releases.push(await publishAll(owner))
      }
      await owner.post(`admin/releases/${releases[0]}/rollback`)
    } finally {
      load.on = false
      await Promise.all(browsers)
    }
    expect(failures).toEqual([])
  }, 60_000)

  it('leaves users who are halfway with the texts that they began with', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    const { client } = await signUp(place)
    const begun = (await client.post('assessments/holland_code/attempts')).body as unknown as {
      id: string
      instrument: string
      items: string[]
    }
    const firstItem = (
      (await documentNow(owner, 'assessment/holland_code')) as unknown as {
        items: { text: string }[]
      }
    ).items[0]!.text
    const path = firstItem.split('.')
    const old = await textOf(client, firstItem)
    await edit(owner, 'locale/en', ((document: { texts: Record<string, unknown> }) => {
      const holder = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>(
          (here, key) => here[key] as Record<string, unknown>,
          document.texts,
        )
      holder[path.at(-1)!] = 'Mend a bicycle for a neighbour'
    }) as never)
    await publishAll(owner)
    const again = (await client.post('assessments/holland_code/attempts')).body as unknown as {
      id: string
      instrument: string
    }
    expect(again).toMatchObject({ id: begun.id, instrument: begun.instrument })
    const kept = (await client.get(`bundles/${again.instrument}.json`)).body as unknown as {
      texts: Record<string, string>
    }
    expect(kept.texts[firstItem]).toBe(old)
    const { client: newcomer } = await signUp(place)
    const fresh = (await newcomer.post('assessments/holland_code/attempts')).body as unknown as {
      instrument: string
    }
    const theirs = (await newcomer.get(`bundles/${fresh.instrument}.json`)).body as unknown as {
      texts: Record<string, string>
    }
    expect(theirs.texts[firstItem]).toBe('Mend a bicycle for a neighbour')
    const consequences = await owner.get('admin/changes')
    expect(consequences.status).toBe(200)
  })
})

describe('a draft', () => {
  it('that another user has saved meanwhile isn’t overwritten', async () => {
    const place = await tenant()
    const [one, two] = [await signInAs(place, 'editor'), await signInAs(place, 'editor')]
    const seen = await one.get('admin/documents/menu/main')
    const etag = String(seen.headers['etag'])
    const mine = structuredClone(seen.body['effective']) as { title: string }
    const first = await one.send(
      'PUT',
      'admin/drafts/menu/main',
      { document: { ...mine, title: 'One' } },
      { 'if-match': etag },
    )
    expect(first.status).toBe(200)
    const second = await two.send(
      'PUT',
      'admin/drafts/menu/main',
      { document: { ...mine, title: 'Two' } },
      { 'if-match': etag },
    )
    expect(second.status).toBe(412)
    expect(second.body).toMatchObject({
      code: 'draft/stale',
      theirs: { title: 'One' },
      etag: first.headers['etag'],
    })
    expect(
      (
        await two.send(
          'PUT',
          'admin/drafts/menu/main',
          { document: { ...mine, title: 'Two' } },
          { 'if-match': String(second.body['etag']) },
        )
      ).status,
    ).toBe(200)
  })

  it('is saved with its problems, so that no work is lost', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    const saved = await edit(owner, 'menu/main', (document: Record<string, unknown>) => ({
      ...document,
      itens: [],
    }))
    expect(saved.status).toBe(200)
    expect(saved.body['problems']).toEqual([
      expect.objectContaining({
        code: 'document/unknown-member',
        pointer: '/itens',
        suggestion: 'items',
      }),
    ])
    expect(await documentNow(owner, 'menu/main')).toHaveProperty('itens')
  })

  it('is checked to the end, whatever its shape, and isn’t reported as missing', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    await edit(
      owner,
      'menu/main',
      ((document: { items: object[] }) =>
        void Object.assign(document.items[0]!, {
          label: 'menu.hom',
          to: 'nowhere',
          feature: 'Nothing',
          nope: 1,
        })) as never,
    )
    await edit(owner, 'rule/isFree', (document: object) => ({ ...document, nope: 1 }))
    await edit(owner, 'screen/login', (document: object) => ({
      ...document,
      children: {},
    }))
    const all = [
      'menu/main document/unknown-member',
      'menu/main reference/unknown-feature',
      'menu/main reference/unknown-route',
      'menu/main reference/unknown-text',
      'rule/isFree document/unknown-member',
      'screen/login document/type',
    ]
    const named = ({ body }: ApiResponse) =>
      (body['problems'] as { document: string; code: string }[])
        .map(({ document, code }) => `${document} ${code}`)
        .sort()
    expect(named(await owner.post('admin/check'))).toEqual(all)
    const refused = await owner.post('admin/releases', { message: 'Not yet' })
    expect(refused.status).toBe(422)
    expect(named(refused)).toEqual(all)
  })

  it('that matches what is live again is no longer a draft', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    await edit(owner, 'menu/main', (document: Record<string, unknown>) => ({
      ...document,
      title: 'Other',
    }))
    const back = await edit(owner, 'menu/main', (document: Record<string, unknown>) => ({
      ...document,
      title: 'Navigation menu',
    }))
    expect(back.body['draft']).toBeNull()
    expect((await owner.post('admin/releases', { message: 'Nothing' })).body['code']).toBe(
      'release/nothing',
    )
  })

  it.each([
    ['PUT', 'admin/drafts/menu/main', { document: {} }, 'viewer', 403],
    ['POST', 'admin/releases', { message: 'x' }, 'editor', 403],
    ['POST', 'admin/releases', { message: 'x' }, 'experimenter', 403],
    ['POST', 'admin/vouchers', { plan: 'power', count: 1, uses: 1 }, 'publisher', 403],
    ['POST', 'admin/check', {}, 'viewer', 200],
  ] as const)('%s %s %j by a %s gives %i', async (method, path, body, role, status) => {
    const client = await signInAs(await tenant(), role)
    expect((await client.send(method, path, body, { 'if-match': '"0-x"' })).status).toBe(status)
  })

  it('is closed to users without a role', async () => {
    const { client } = await signUp(server)
    for (const path of [
      'admin/documents',
      'admin/releases',
      'admin/audit',
      'admin/users',
      'admin/names',
      'admin/changes',
    ])
      expect((await client.get(path)).body['code']).toBe('access/role')
    expect((await server.client().get('admin/documents')).body['code']).toBe('access/session')
  })
})

describe('possible targets of a reference', () => {
  it('are named in the user’s language, or in English if a text is missing', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    const titles = async (language: string) => {
      const { text } = (await owner.get('admin/names', { 'accept-language': language })).body as {
        text: { id: string; title: string }[]
      }
      return ['common.next', 'common.back'].map((key) => text.find(({ id }) => id === key)?.title)
    }
    expect(await titles('en')).toEqual(['Next', 'Back'])
    expect(await titles('af')).toEqual(['Volgende', 'Terug'])
    await edit(
      owner,
      'locale/af',
      ((document: { texts: { common: { back?: string } } }) =>
        void delete document.texts.common.back) as never,
    )
    expect(await titles('af')).toEqual(['Volgende', 'Back'])
  })

  it('say of an answer what its question is, and what there is to choose', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    const { body } = await owner.get('admin/names', { 'accept-language': 'af' })
    const answers = (body as unknown as Names)['profileKey'] ?? []
    const of = (id: string) => answers.find((each) => each.id === id)
    expect(of('birthDate')).toEqual({ id: 'birthDate', title: 'Geboortedatum', type: 'date' })
    expect(of('gender')?.choices?.length).toBeGreaterThan(1)
    expect(of('gender')?.choices?.every(({ title }) => title !== undefined)).toBe(true)
    expect(of('nationality')?.choices?.find(({ id }) => id === 'DE')?.title).toBe('Duitsland')
  })

  it('include the tenant’s countries by name: its own first, the others sorted by the language', async () => {
    const owner = await signInAs(await tenant(), 'owner')
    const countries = async (language: string) =>
      (
        (await owner.get('admin/names', { 'accept-language': language })).body as {
          country: { id: string; title: string }[]
        }
      ).country
    const english = await countries('en')
    expect(english.slice(0, 3).map(({ title }) => title)).toEqual([
      'South Africa',
      'Afghanistan',
      'Åland Islands',
    ])
    expect((await countries('af')).find(({ id }) => id === 'DE')?.title).toBe('Duitsland')
    // A draft may contain anything.
    await edit(
      owner,
      'list/countries',
      ((document: { items: { id: string }[] }) =>
        void (document.items = [{ id: 'nowhere' }, { id: 'NA' }])) as never,
    )
    expect(await countries('en')).toEqual([{ id: 'NA', title: 'Namibia' }])
  })
})

describe('a user who worked in the console', () => {
  it('can be erased; what they did stays, but nothing says who they were', async () => {
    const place = await tenant()
    const leaving = await signInAs(place, 'owner')
    const staying = await signInAs(place, 'owner')
    const { email } = (await leaving.get('auth/get-user')).body as { email: string }
    await edit(leaving, 'menu/main', relabel('menu.settings') as never)
    const published = await publishAll(leaving, 'Before leaving')
    await edit(leaving, 'menu/main', relabel('menu.cv') as never)
    expect(
      (
        await leaving.post('admin/previews', {
          persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
          path: '/cv',
        })
      ).status,
    ).toBe(201)

    expect((await leaving.delete('users/me')).status).toBe(204)

    expect((await leaving.get('admin/releases')).status).toBe(401)
    const answers = await Promise.all(
      [
        'admin/releases',
        'admin/documents/menu/main',
        'admin/audit',
        'admin/users',
        'admin/changes',
      ].map((path) => staying.get(path)),
    )
    for (const { status, text } of answers)
      expect([status, text.includes(email), text.includes(email.split('@')[0]!)]).toEqual([
        200,
        false,
        false,
      ])
    const [releases, document, audit] = answers.map(({ body }) => body) as [
      { items: unknown[] },
      { draft: unknown },
      { items: { by: string | null; action: string }[] },
    ]
    expect(releases.items).toContainEqual(
      expect.objectContaining({ id: published, number: 1, message: 'Before leaving', by: null }),
    )
    expect(document.draft).toMatchObject({ revision: 1, by: null })
    expect(audit.items.filter(({ action }) => action === 'release.publish')).toEqual([
      expect.objectContaining({ by: null }),
    ])

    // Another user continues with it, and becomes its author.
    await edit(staying, 'menu/main', relabel('menu.reports') as never)
    await publishAll(staying, 'After')
    expect(await menuLabel(staying)).toBe('menu.reports')
    const by = (
      (await staying.get('admin/releases')).body['items'] as { by: string | null; number: number }[]
    ).map((each) => [each.number, each.by === null ? null : each.by !== ''])
    expect(by).toEqual([
      [2, true],
      [1, null],
      // What ships has no author.
      [0, false],
    ])
  })

  it('leaves an upgrade by the command without an author', async () => {
    const place = await tenant()
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    await publishAll(owner)
    await place.context.database.owner(place.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE releases SET kind = 'upgrade', created_by = NULL WHERE number = 1`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect((await owner.get('admin/releases')).body['items']).toContainEqual(
      expect.objectContaining({ number: 1, by: '' }),
    )
  })
})

describe('a newer version of the product', { timeout: 120_000 }, () => {
  /** The same database under a build with other documents. */
  async function deploy(
    changed: readonly AnyDocument[],
    without: readonly string[] = [],
  ): Promise<{
    context: ServerContext
    at: (of: Tenant) => Promise<{ context: ServerContext; tenant: Tenant; client: () => Client }>
  }> {
    const { catalog } = server.context.options.base
    const documents = [...catalog.with(changed).documents()].filter(
      ({ kind: each, id }) => !without.includes(`${each}/${id}`),
    )
    const { Catalog } = await import('#engine/documents/catalog.ts')
    const context = new ServerContext({
      ...server.context.options,
      base: { ...server.context.options.base, catalog: new Catalog(documents) },
    })
    const app = await buildApp(context)
    return {
      context,
      at: async (of) => ({ context, tenant: of, client: () => new Client(app, `${of.slug}.test`) }),
    }
  }

  it('is in the history of each experiment that it brings or changes', async () => {
    const place = await tenant()
    const before = await signInAs(place, 'owner')
    await edit(before, 'menu/main', relabel('menu.settings') as never)
    await publishAll(before)
    const { tenant: _demo, ...shipped } = catalog.get('experiment', 'home-action')!
    const newer = await deploy([{ ...shipped, id: 'brought' }])
    const [outcome] = await upgradeAllTenants(newer.context, [place.tenant])
    expect(outcome).toMatchObject({ state: 'moved' })
    const owner = await signInAs(await newer.at(place.tenant), 'owner')
    const { history } = (await owner.get('admin/experiments/brought')).body
    expect(history).toEqual([{ at: expect.any(String), by: null, action: 'make' }])
  })

  it('is adopted by tenants without a conflict; the others stay and see what to decide', async () => {
    const [calm, torn, lost] = [await tenant(), await tenant(), await tenant()]
    for (const [place, change] of [
      [
        calm,
        (document: { items: { id: string; label: string }[] }) =>
          void (document.items[0]!.label = 'menu.settings'),
      ],
      [
        torn,
        (document: { items: { id: string; label: string }[] }) =>
          void (document.items.find(({ id }) => id === 'reports')!.label = 'menu.cv'),
      ],
      [
        lost,
        (document: { items: { id: string; icon: string }[] }) =>
          void (document.items.find(({ id }) => id === 'action_hub')!.icon = 'heart'),
      ],
    ] as const) {
      const owner = await signInAs(place, 'owner')
      await edit(owner, 'menu/main', change as never)
      await publishAll(owner)
    }
    const menu = structuredClone(
      server.context.options.base.catalog.get('menu', 'main'),
    ) as unknown as { items: { id: string; label: string }[] }
    menu.items.find(({ id }) => id === 'reports')!.label = 'menu.profile'
    menu.items = menu.items.filter(({ id }) => id !== 'action_hub')
    const newer = await deploy([menu as unknown as AnyDocument])
    const outcomes = await upgradeAllTenants(newer.context, [calm.tenant, torn.tenant, lost.tenant])
    expect(outcomes.map(({ state }) => state)).toEqual(['moved', 'conflicts', 'conflicts'])

    const moved = await signInAs(await newer.at(calm.tenant), 'owner')
    const now = (await documentNow(moved, 'menu/main')) as unknown as {
      items: { id: string; label: string }[]
    }
    expect([
      now.items[0]!.label,
      now.items.find(({ id }) => id === 'reports')!.label,
      now.items.some(({ id }) => id === 'action_hub'),
    ]).toEqual(['menu.settings', 'menu.profile', false])

    const stays = await signInAs(await newer.at(torn.tenant), 'owner')
    const look = (await stays.get('admin/upgrade')).body as unknown as {
      state: string
      conflicts: { at: string; baseOld: string; baseNew: string; mine: string }[]
    }
    expect(look).toMatchObject({
      state: 'conflicts',
      conflicts: [
        {
          document: 'menu/main',
          code: 'base-changed',
          at: '/items/reports/label',
          baseOld: 'menu.reports',
          baseNew: 'menu.profile',
          mine: 'menu.cv',
          choice: null,
        },
      ],
    })
    expect((await stays.post('admin/upgrade', {})).body['code']).toBe('upgrade/conflicts')
    expect(
      (await stays.post('admin/upgrade', { choices: { 'menu/main#/items/reports/label': 'mine' } }))
        .status,
    ).toBe(201)
    const decided = (await documentNow(stays, 'menu/main')) as unknown as {
      items: { id: string; label: string }[]
    }
    expect(decided.items.find(({ id }) => id === 'reports')!.label).toBe('menu.cv')

    const without = await signInAs(await newer.at(lost.tenant), 'owner')
    expect((await without.get('admin/upgrade')).body['conflicts']).toEqual([
      expect.objectContaining({ code: 'target-removed', at: '/items/action_hub/icon' }),
    ])
    expect(
      (
        await without.post('admin/upgrade', {
          choices: { 'menu/main#/items/action_hub/icon': 'theirs' },
        })
      ).status,
    ).toBe(201)
  })

  it('reads what was written for an older version of a kind, and migrates the overlay', async () => {
    const [older, newer] = [await tenant(), await tenant()]
    for (const place of [older, newer]) {
      const owner = await signInAs(place, 'owner')
      await edit(
        owner,
        'profile-section/initialProfile',
        ((document: { fields: { id: string; maxLength?: number }[] }) =>
          void (document.fields[0]!.maxLength = 40)) as never,
      )
      await publishAll(owner)
    }
    // As it was stored before fields had `show`: the product's document and the tenant's, both at
    // version 1.
    const asVersion1 = (document: AnyDocument) => {
      const { v: _v, ...rest } = structuredClone(document) as unknown as {
        v: number
        fields: Record<string, unknown>[]
      }
      return {
        ...rest,
        v: 1,
        fields: rest.fields.map(({ show, ...field }) => ({
          ...field,
          ...(show !== undefined && { include: show }),
        })),
      }
    }
    const published = await documentNow(
      await signInAs(older, 'owner'),
      'profile-section/initialProfile',
    )
    const old = asVersion1(published)
    await server.context.database.owner(older.tenant.id, async (tx) => {
      const sha = shaOf(canonical(old))
      await tx.run({
        compile: () =>
          sql`INSERT INTO blobs (sha, body) VALUES (${sha}, ${JSON.stringify(old)}) ON CONFLICT DO NOTHING`.compile(
            sqlBuilder,
          ),
      })
      await tx.run({
        compile: () =>
          sql`UPDATE releases SET manifest = manifest || jsonb_build_object('profile-section/initialProfile', ${sha}::text) WHERE tenant_id = ${older.tenant.id}`.compile(
            sqlBuilder,
          ),
      })
    })
    const { at } = await deploy([])
    for (const place of [older, newer]) {
      const owner = await signInAs(await at(place.tenant), 'owner')
      const view = (await owner.get('admin/documents/profile-section/initialProfile'))
        .body as unknown as {
        effective: { v: number; fields: Record<string, unknown>[] }
        overlay: { op: string; at: string }[]
      }
      expect(view.effective.v).toBe(2)
      expect(view.effective).toEqual(published)
      expect(view.overlay.map(({ op, at: where }) => [op, where])).toEqual([
        ['set', expect.stringMatching(/^\/fields\/\w+\/maxLength$/)],
      ])
      expect((await (await at(place.tenant)).client().get('app-configuration')).status).toBe(200)
    }
    // What was written for version 1 can still be migrated, and is stored at version 2.
    const owner = await signInAs(await at(older.tenant), 'owner')
    await edit(owner, 'profile-section/initialProfile', () => ({
      ...old,
      title: 'From an old file',
    }))
    await publishAll(owner)
    expect(await documentNow(owner, 'profile-section/initialProfile')).toMatchObject({
      v: 2,
      title: 'From an old file',
    })
  })
})

describe.runIf(kind === 'postgres')('several servers on one PostgreSQL', () => {
  it('all have a release as soon as it is published', async () => {
    const place = await tenant()
    const contexts = await Promise.all(
      [1, 2].map(async () => {
        const context = new ServerContext(server.context.options)
        const announcements = await Announcements.begin({
          database: context.database,
          listenUrl: inject('database').connection.connectionString!,
          heard: (of) => (of === null ? context.releases.forgetAll() : context.releases.forget(of)),
          report: () => undefined,
        })
        return { announcements, app: await buildApp(context) }
      }),
    )
    const browsers = contexts.map(({ app }) => new Client(app, `${place.tenant.slug}.test`))
    for (const browser of browsers)
      expect((await browser.get('app-configuration')).body['release']).toMatch(/^base-/)
    const owner = await signInAs(place, 'owner')
    await edit(owner, 'menu/main', relabel('menu.settings') as never)
    const id = await publishAll(owner)
    // By notification, not polling: without one, a server checks again after five seconds. Three
    // servers share this one process here, so how fast it is on machines of their own is measured
    // elsewhere (docs/reliability.md).
    for (const browser of browsers)
      await expect
        .poll(async () => (await browser.get('app-configuration')).body['release'], {
          timeout: 3000,
          interval: 20,
        })
        .toBe(id)
    for (const { announcements } of contexts) await announcements.close()
  })
})
