/** Whoever runs the installation: its tenants, and a tenant's work as a signed file (decision 0113). */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonical } from '#engine/documents/json.ts'
import { Secrets } from '#server/base/secrets.ts'
import type { Bundle } from '#server/installation/bundle.ts'
import { changeTenant } from '#server/installation/changing.ts'
import { cleanImage } from '#server/pictures/clean.ts'
import { fingerprintOf, publicKeyOf, signed } from '#server/installation/signing.ts'
import { tenantBySlug } from '#server/store/tenants.ts'
import { NARROW_WEBP, WEBP } from '#tests/support/images.ts'
import { signInAs, documentNow, edit, publishAll } from '#tests/support/publisher.ts'
import { buildServer, Client, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let operator: Client
beforeAll(async () => {
  server = await buildServer()
  operator = await signInAs(server, 'operator')
})
afterAll(async () => {
  await server.close()
})

const clean = (body: Buffer) => cleanImage(body)!.body.toString('base64')
const name = () => `t-${randomUUID().slice(0, 8)}`
const at = (slug: string) => new Client(server.app, `${slug}.test`)

async function make(more: Record<string, unknown> = {}): Promise<string> {
  const slug = name()
  const made = await operator.post('admin/tenants', {
    slug,
    hosts: [`${slug}.test`],
    owner: `head@${slug}.test`,
    template: 'blank',
    ...more,
  })
  expect(made.status, made.text).toBe(201)
  return slug
}

/** Accepts the invitation that was sent to the owner of a new tenant. */
async function ownerOf(slug: string): Promise<Client> {
  const client = at(slug)
  const email = `head@${slug}.test`
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(email)}`)
  const { text } = (body['items'] as { text: string }[]).at(-1)!
  const token = /token=([a-z]+)/.exec(text)![1]
  const password = 'Thaba2024'
  expect((await client.post('auth/recover/confirm', { token, password })).status).toBe(204)
  expect((await client.post('auth/login', { email, password })).status).toBe(200)
  return client
}

/** Each of these checks whole releases, some of them several times. */
const LONG = { timeout: 120_000 }

describe('an operator', LONG, () => {
  it('makes a tenant that is served at once, and whose owner is invited', async () => {
    const slug = await make()
    const owner = await ownerOf(slug)
    expect((await owner.get('admin/documents')).status).toBe(200)
    // Other tests make more of them than a page holds.
    const { body } = await operator.get(`admin/tenants?search=${slug}`)
    const items = body['items'] as { slug: string }[]
    expect(items.find((each) => each.slug === slug)).toMatchObject({
      state: 'open',
      hosts: [`${slug}.test`],
      people: 1,
      owners: 1,
    })
    // Whatever is searched, every site can be copied, and what the product ships.
    expect(body['templates']).toEqual(expect.arrayContaining([slug, 'demo', 'pluggedin']))
  })

  it('copies what another tenant has published, and not what it is editing', async () => {
    const first = await make()
    const owner = await ownerOf(first)
    await edit(owner, 'locale/en', rename('Ours') as never)
    await publishAll(owner)
    await edit(owner, 'locale/en', rename('Not yet') as never)
    const second = await make({ template: first })
    expect(await nameIn(await ownerOf(second))).toBe('Ours')
    expect(await nameIn(owner)).toBe('Not yet')
  })

  it.each([
    ['slug', { slug: 'Not a slug' }, '/slug', 'console.tenants.slugInvalid'],
    ['host', { hosts: ['https://a.test/x'] }, '/hosts/0', 'console.tenants.hostInvalid'],
    ['owner', { owner: 'nobody' }, '/owner', 'form.email'],
    ['template', { template: 'gone' }, '/template', 'console.tenants.templateUnknown'],
  ])('is told what is wrong with the %s', async (_, more, pointer, key) => {
    const { status, body } = await operator.post('admin/tenants', {
      slug: name(),
      hosts: ['free.test'],
      owner: 'head@school.test',
      ...more,
    })
    expect(status).toBe(422)
    expect(body['fields']).toEqual([expect.objectContaining({ pointer, key })])
  })

  it('cannot take a name or an address twice', async () => {
    const slug = await make()
    const { status, body } = await operator.post('admin/tenants', {
      slug,
      hosts: [`${slug}.test`],
      owner: 'head@school.test',
    })
    expect(status).toBe(422)
    expect((body['fields'] as { key: string }[]).map(({ key }) => key)).toEqual([
      'console.tenants.taken',
      'console.tenants.hostTaken',
    ])
  })

  it('finds a tenant by a part of its name or of a host, and reads one alone', async () => {
    const slug = await make({ hosts: [`deep.${randomUUID().slice(0, 8)}.test`] })
    const one = await operator.get(`admin/tenants/${slug}`)
    expect(one.body).toMatchObject({ slug, state: 'open', hosts: [expect.any(String)] })
    const [host] = one.body['hosts'] as string[]
    // Only its own page counts everything.
    const { limits: _, ...summary } = one.body
    for (const part of [slug.slice(2).toUpperCase(), host!.slice(2, 12)]) {
      const { body } = await operator.get(`admin/tenants?search=${part}`)
      expect(body, part).toMatchObject({ total: 1, items: [summary] })
    }
    expect((await operator.get('admin/tenants?search=%25')).body).toMatchObject({ total: 0 })
    expect((await operator.get('admin/tenants/nobody')).body.code).toBe('tenant/unknown')
  })

  it('closes a tenant and opens it again, as its owner reads in the log', async () => {
    const slug = await make()
    const owner = await ownerOf(slug)
    const change = (state: string) => operator.send('PATCH', `admin/tenants/${slug}`, { state })
    expect((await change('closed')).body).toMatchObject({ slug, state: 'closed' })
    expect((await owner.get('auth/get-user')).body.code).toBe('tenant/suspended')
    expect((await change('open')).body).toMatchObject({ slug, state: 'open' })
    const { body } = await owner.get('admin/audit')
    const actions = (body['items'] as { action: string }[]).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['tenant.suspend', 'tenant.resume']))
  })

  it('gives a tenant other addresses, which count at once', async () => {
    const slug = await make()
    const [old, fresh] = [`${slug}.test`, `new.${slug}.test`]
    // In demo mode a host that nobody has leads to the demo, if another test has made it.
    const isServed = async (host: string) =>
      (await server.context.tenantOf(host, undefined))?.slug === slug
    expect([await isServed(old), await isServed(fresh)]).toEqual([true, false])
    const { body } = await operator.send('PATCH', `admin/tenants/${slug}`, {
      hosts: [fresh, fresh],
    })
    expect(body['hosts']).toEqual([fresh])
    expect([await isServed(old), await isServed(fresh)]).toEqual([false, true])
    expect((await new Client(server.app, fresh).get('auth/ping')).status).toBe(200)
    const other = await make()
    const refused = await operator.send('PATCH', `admin/tenants/${other}`, {
      hosts: [fresh, 'a/b'],
    })
    expect(refused.status).toBe(422)
    expect((refused.body['fields'] as { key: string }[]).map(({ key }) => key)).toEqual([
      'console.tenants.hostTaken',
      'console.tenants.hostInvalid',
    ])
    expect((await operator.get(`admin/tenants/${other}`)).body['hosts']).toEqual([`${other}.test`])
  })

  it('changes addresses and state together, or neither', async () => {
    const [slug, other] = [await make(), await make()]
    const { database } = server.context
    const tenant = (await database.shared((tx) => tenantBySlug(tx, slug)))!
    // Somebody else took the address after it was found to be free.
    const change = { add: [`${other}.test`], drop: [`${slug}.test`], closed: true }
    await expect(changeTenant(server.context, tenant, change)).rejects.toThrow(/duplicate/)
    expect((await operator.get(`admin/tenants/${slug}`)).body).toMatchObject({
      state: 'open',
      hosts: [`${slug}.test`],
    })
    const both = { state: 'closed', hosts: [`new.${slug}.test`] }
    expect((await operator.send('PATCH', `admin/tenants/${slug}`, both)).body).toMatchObject(both)
  })

  it('cannot be locked out of the own tenant', async () => {
    const { items } = (await operator.get(`admin/tenants?search=${operator.host}`)).body as {
      items: { slug: string }[]
    }
    const own = items[0]!.slug
    const { status, body } = await operator.send('PATCH', `admin/tenants/${own}`, {
      state: 'closed',
      hosts: ['elsewhere.test'],
    })
    expect(status).toBe(422)
    expect((body['fields'] as { key: string }[]).map(({ key }) => key)).toEqual([
      'console.tenants.ownState',
      'console.tenants.ownHost',
    ])
  })

  it('sees no tenant’s people, documents or figures', async () => {
    for (const path of ['admin/users', 'admin/documents', 'admin/audit', 'admin/vouchers'])
      expect((await operator.get(path)).body.code, path).toBe('access/role')
  })

  it('is none of the tenant’s people: its owner neither sees nor changes the account', async () => {
    const { another } = server
    const place = { context: server.context, ...(await another()) }
    const [owner, runs] = [await signInAs(place, 'owner'), await signInAs(place, 'operator')]
    const { _id: id, email } = (await runs.get('auth/get-user')).body as {
      _id: string
      email: string
    }
    const found = await owner.get(`admin/users?search=${encodeURIComponent(email)}`)
    expect(found.body).toMatchObject({ items: [], total: 0 })
    for (const [method, path, body] of [
      ['PUT', `admin/users/${id}/role`, { role: null }],
      ['PUT', `admin/users/${id}/plan`, { plan: 'power', reason: 'because' }],
      ['PUT', `admin/users/${id}/birth-date`, { birthDate: '2008-01-02', reason: 'because' }],
      ['DELETE', `admin/users/${id}/second-factor`, { reason: 'because' }],
    ] as const)
      expect((await owner.send(method, path, body)).body.code, path).toBe('user/unknown')
    expect((await owner.put(`admin/users/${id}/role`, { role: 'operator' })).status).toBe(422)
  })

  it.each(['viewer', 'editor', 'publisher', 'experimenter', 'owner'] as const)(
    'is nobody with the role %s, whatever the tenant’s documents say',
    async (role) => {
      const client = await signInAs(server, role)
      expect((await client.get('admin/tenants')).body.code).toBe('access/role')
      expect((await client.get('admin/bundle')).body.code).toBe('access/role')
      expect((await client.post('admin/bundle', {})).body.code).toBe('access/role')
    },
  )
})

const rename = (to: string) => (document: { texts: { menu: Record<string, string> } }) =>
  void (document.texts.menu['settings'] = to)
async function nameIn(client: Client): Promise<string> {
  const document = (await documentNow(client, 'locale/en')) as unknown as {
    texts: { menu: Record<string, string> }
  }
  return document.texts.menu['settings']!
}

describe('a tenant’s work as a file', LONG, () => {
  it('carries documents, images and records, and nothing of people', async () => {
    const slug = await make()
    const owner = await ownerOf(slug)
    const picture = {
      data: clean(WEBP),
      name: 'sign.webp',
      words: { en: 'Our sign' },
      versions: [clean(NARROW_WEBP)],
    }
    const { url } = (await owner.post('admin/images', picture)).body as { url: string }
    await edit(owner, 'locale/en', rename('Ours') as never)
    await edit(
      owner,
      'config/default',
      ((document: { images: Record<string, string> }) =>
        void (document.images = { logo: url })) as never,
    )
    await publishAll(owner)
    const saved = await owner.put('admin/content/resources/own-one', {
      was: null,
      data: { name: 'Our library', category: 'cv' },
    })
    expect(saved.status, saved.text).toBeLessThan(300)
    const bundle = await fileOf(slug)
    expect(Object.keys(bundle.documents).sort()).toEqual(['config/default', 'locale/en'])
    expect(bundle.images).toEqual([{ sha: url.slice(12, 32), ...picture }])
    expect(bundle.records['resources']?.map(({ id }) => id)).toEqual(['own-one'])
    expect(JSON.stringify(bundle)).not.toContain(`head@${slug}`)

    const other = await make()
    const look = await operator.post(`admin/bundle?dryRun=true&tenant=${other}`, bundle)
    expect(look.status, look.text).toBe(200)
    // As a browser sends a file.
    const file = await operator.send(
      'POST',
      `admin/bundle?dryRun=true&tenant=${other}`,
      JSON.stringify(bundle),
      { 'content-type': 'application/octet-stream' },
    )
    expect(file.body).toEqual(look.body)
    expect(look.body).toMatchObject({
      trusted: true,
      release: bundle.release,
      differences: [
        { document: 'config/default', state: 'changed' },
        { document: 'locale/en', state: 'changed' },
      ],
      records: [{ type: 'resources', now: 0, then: 1 }],
    })
    const reader = await ownerOf(other)
    expect(await nameIn(reader)).not.toBe('Ours')

    const brought = await operator.post(`admin/bundle?tenant=${other}`, bundle)
    expect(brought.status, brought.text).toBe(201)
    expect(brought.body['release']).toBe(bundle.release)
    expect(await nameIn(reader)).toBe('Ours')
    expect((await reader.get(url.replace('/api/', ''))).bytes.toString('base64')).toBe(picture.data)
    expect((await reader.get('admin/pictures')).body).toMatchObject({
      items: [{ url, name: 'sign.webp', words: picture.words, widths: [8], width: 16 }],
    })
    expect((await reader.get('admin/content/resources?show=own')).body).toMatchObject({
      items: [{ id: 'own-one', title: 'Our library' }],
    })
    // Out again, it is the same work.
    const again = await fileOf(other)
    expect({ ...again, ...only(bundle) }).toEqual(bundle)
    // A file of before, which knew no more of an image than its bytes.
    const images = bundle.images.map(({ sha, data }) => ({ sha, data }))
    const older = resigned({ ...bundle, v: 1, images })
    expect((await operator.post(`admin/bundle?dryRun=true&tenant=${other}`, older)).status).toBe(
      200,
    )
  })

  it('takes away what the file does not have', async () => {
    const [plain, changed] = [await make(), await make()]
    const owner = await ownerOf(changed)
    await edit(owner, 'locale/en', rename('Ours') as never)
    await publishAll(owner)
    const file = await fileOf(plain)
    expect((await operator.post(`admin/bundle?tenant=${changed}`, file)).status).toBe(201)
    expect(await nameIn(owner)).not.toBe('Ours')
  })

  it('comes from a stranger only after the operator has named the fingerprint', async () => {
    const [from, to] = [await make(), await make()]
    const elsewhere = new Secrets(`elsewhere ${randomUUID()}`)
    const { key: _key, signature: _signature, ...bundle } = await fileOf(from)
    const file = { ...bundle, ...signed(elsewhere, canonical(bundle)) }
    const fingerprint = fingerprintOf(publicKeyOf(elsewhere))
    const look = await operator.post(`admin/bundle?dryRun=true&tenant=${to}`, file)
    expect(look.body).toMatchObject({ fingerprint, trusted: false })
    const send = (more = '') => operator.post(`admin/bundle?tenant=${to}${more}`, file)
    expect((await send()).body).toMatchObject({ code: 'bundle/untrusted', fingerprint })
    expect((await send('&trust=0000-0000-0000-0000-0000')).body.code).toBe('bundle/untrusted')
    expect((await send(`&trust=${fingerprint}`)).status).toBe(201)
    expect((await send()).status).toBe(201)
  })

  it.each([
    ['unsigned', 'bundle/unsigned', ({ key: _key, ...file }: Signed) => file],
    ['altered', 'bundle/altered', (file: Signed) => ({ ...file, made: '2026-01-01T00:00:00Z' })],
    ['of a newer version', 'bundle/newer', (file: Signed) => ({ ...file, v: 3 })],
    ['no bundle', 'bundle/unreadable', () => ({ hello: 'there' })],
    ['not JSON', 'bundle/unreadable', () => 'hello'],
    [
      'of an unknown kind',
      'bundle/unreadable',
      (file: Signed) => resigned({ ...file, documents: { 'spell/one': {} } }),
    ],
    [
      'too deep',
      'bundle/unreadable',
      (file: Signed) =>
        resigned({
          ...file,
          documents: { 'locale/en': { kind: 'locale', id: 'en', texts: deep(40) } },
        }),
    ],
    [
      'of another product',
      'bundle/product',
      (file: Signed) => resigned({ ...file, product: 'base-000000000000' }),
    ],
    [
      'with documents that are not sound',
      'release/problems',
      (file: Signed) =>
        resigned({
          ...file,
          documents: { 'screen/cv': { kind: 'screen', id: 'cv', v: 1, title: 'CV', children: 7 } },
        }),
    ],
    ['too large', 'bundle/too-large', () => 'x'.repeat(50 * 2 ** 20 + 1)],
    ['far too large', 'bundle/too-large', () => 'x'.repeat(60 * 2 ** 20)],
  ])('changes nothing if it is %s', async (_, code, spoil) => {
    const slug = await make()
    const before = await fileOf(slug)
    const refused = await operator.post(`admin/bundle?tenant=${slug}`, spoil(before))
    expect(refused.status, refused.text.slice(0, 300)).toBe(422)
    expect(refused.body.code).toBe(code)
    const after = await fileOf(slug)
    expect({ ...after, ...only(before) }).toEqual(before)
  })

  it('of a tenant that does not exist is refused', async () => {
    expect((await operator.get('admin/bundle?tenant=nobody')).body.code).toBe('tenant/unknown')
  })

  it('says nothing of people who live there', async () => {
    const { email } = await signUp(server)
    expect((await operator.get('admin/bundle')).text).not.toContain(email)
  })
})

type Signed = Bundle & { readonly key: string; readonly signature: string }

async function fileOf(slug: string): Promise<Signed> {
  const { status, text, body } = await operator.get(`admin/bundle?tenant=${slug}`)
  expect(status, text.slice(0, 300)).toBe(200)
  return body as unknown as Signed
}

/** Members that differ between two files of the same work. */
function only({ made, tenant, key, signature }: Signed) {
  return { made, tenant, key, signature }
}

function resigned({ key: _key, signature: _signature, ...bundle }: Signed): unknown {
  return { ...bundle, ...signed(server.context.secrets, canonical(bundle)) }
}

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = { value }
  return value
}
