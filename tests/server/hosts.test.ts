/** Hosts that are served only once somebody has shown whose they are (docs/decisions/0217). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HostChecked, TenantMade, TenantSummary } from '#engine/contract/tenantshapes.ts'
import type { Mail } from '#server/accounts/mailer.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { checkWaitingHosts, recordOf } from '#server/installation/hosts.ts'
import { isOwnHost } from '#server/installation/ownhosts.ts'
import { OperatorError } from '#server/operations/operation.ts'
import { OPERATIONS } from '#server/operations/registry.ts'
import { ensureHost, tenantBySlug } from '#server/store/tenants.ts'
import { catalog } from '#tests/support/documents.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, Client, type TestServer } from '#tests/support/server.ts'

let demo: TestServer
/** Outside demo mode, where hosts aren't served for the asking. */
let server: TestServer
let operator: Client
const mails: Mail[] = []
/** By name; null for name servers that don't respond. */
const records = new Map<string, readonly string[] | null>()
beforeAll(async () => {
  const config = catalog.get('config', 'default')!
  const documents = [
    { ...config, auth: { ...config.auth, secondFactor: { consoleRoles: 'offered' as const } } },
  ]
  demo = await buildServer({ documents })
  server = await buildServer({
    documents,
    // As long as somebody signs up: only there a test reads the code.
    demoTenant: true,
    environment: {
      demo: false,
      publicUrl: 'http://tsela.example',
      smtpUrl: 'smtp://mail.example',
    },
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    lookUpTxt: async (name) => {
      const found = records.get(name)
      return found === undefined ? [] : found
    },
  })
  const { tenant, host } = server
  const place = { context: demo.context, tenant, client: () => new Client(demo.app, host) }
  const there = await signInAs(place, 'operator')
  await server.context.database.owner(null, (tx) =>
    tx.run(sqlBuilder.updateTable('tenants').set({ demo: false }).where('id', '=', tenant.id)),
  )
  operator = new Client(server.app, host)
  for (const [name, value] of there.cookies) operator.cookies.set(name, value)
})
beforeEach(() => {
  records.clear()
  mails.length = 0
})
afterAll(async () => {
  await server.close()
  await demo.close()
})

const name = () => `h-${randomUUID().slice(0, 8)}`
const addressOf = (slug: string) => `careers.${slug}.example`
const statusAt = async (host: string) =>
  (await new Client(server.app, host).get('auth/ping')).status
const tenantOf = async (slug: string) =>
  (await server.context.database.shared((tx) => tenantBySlug(tx, slug)))!
const summary = async (slug: string) =>
  (await operator.get(`admin/tenants/${slug}`)).body as unknown as TenantSummary
const verify = async (slug: string, more: Record<string, unknown> = {}) => {
  const host = addressOf(slug)
  const response = await operator.post(`admin/tenants/${slug}/verify`, { host, ...more })
  expect(response.status, response.text).toBe(200)
  return response.body as unknown as HostChecked
}
/** What the owner of the domain is asked to add. */
async function addRecord(slug: string, host = addressOf(slug)): Promise<void> {
  const { name: at, value } = recordOf(await tenantOf(slug), host)
  records.set(at, ['v=spf1 -all', value])
}
async function make(slug = name()): Promise<string> {
  const made = await operator.post('admin/tenants', {
    slug,
    hosts: [addressOf(slug)],
    owner: `head@${slug}.example`,
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body as unknown as TenantMade).toMatchObject({
    address: `http://${addressOf(slug)}`,
    waits: true,
    link: null,
  })
  return slug
}
const auditOf = async (slug: string) => {
  const { id } = await tenantOf(slug)
  const rows = await server.context.database.owner(id, (tx) =>
    tx.all({
      compile: () =>
        sql<{
          action: string
          detail: Record<string, unknown>
        }>`SELECT action, detail FROM audit WHERE tenant_id = ${id} ORDER BY id`.compile(
          sqlBuilder,
        ),
    }),
  )
  return rows.filter(({ action }) => action.startsWith('tenant.host'))
}

/** Each makes a tenant, which takes a while. */
const LONG = { timeout: 60_000 }

describe('a host of somebody’s own', LONG, () => {
  it('isn’t served, and its owner isn’t invited, until its record is found', async () => {
    const slug = await make()
    const host = addressOf(slug)
    expect(await statusAt(host)).toBe(421)
    expect(mails).toEqual([])
    const { waiting } = await summary(slug)
    expect(waiting).toEqual([
      {
        host,
        record: `_tsela.${host}`,
        value: expect.stringMatching(/^tsela-site=[0-9a-f]{32}$/),
        checkedAt: null,
        found: null,
      },
    ])

    for (const [found, values] of [
      ['missing', []],
      ['different', ['tsela-site=00000000000000000000000000000000']],
      ['unreachable', null],
    ] as const) {
      records.set(`_tsela.${host}`, values)
      const { tenant, invited } = await verify(slug)
      expect([tenant.waiting[0], invited]).toEqual([
        { ...waiting[0], checkedAt: server.context.now().toISOString(), found },
        [],
      ])
      expect(await statusAt(host)).toBe(421)
    }

    await addRecord(slug)
    const { tenant, invited } = await verify(slug)
    expect(tenant.waiting).toEqual([])
    expect(invited).toEqual([{ owner: `head@${slug}.example`, link: null }])
    expect(await statusAt(host)).toBe(200)
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([`head@${slug}.example`])
    expect(mails[0]!.text).toContain(`http://${host}/recover?token=`)
    expect(await auditOf(slug)).toEqual([
      { action: 'tenant.host-verified', detail: { host, by: 'record' } },
    ])
    // Once more finds nobody to invite.
    expect((await verify(slug)).invited).toEqual([])
  })

  it('is found by itself, and looked up for two weeks', async () => {
    const [soon, late] = [await make(), await make()]
    await checkWaitingHosts(server.context)
    expect((await summary(soon)).waiting).toMatchObject([{ found: 'missing' }])
    await addRecord(soon)
    await addRecord(late)
    const { id } = await tenantOf(late)
    await server.context.database.owner(id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE tenant_hosts SET added_at = now() - interval '400 days' WHERE tenant_id = ${id}`.compile(
            sqlBuilder,
          ),
      }),
    )
    await checkWaitingHosts(server.context)
    expect([await statusAt(addressOf(soon)), await statusAt(addressOf(late))]).toEqual([200, 421])
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([`head@${soon}.example`])
  })

  it('is served at once if an operator vouches for it, which both logs keep', async () => {
    const slug = await make()
    const { tenant } = await verify(slug, { vouch: true })
    expect(tenant.waiting).toEqual([])
    expect(await statusAt(addressOf(slug))).toBe(200)
    expect(await auditOf(slug)).toEqual([
      { action: 'tenant.host-verified', detail: { host: addressOf(slug), by: 'operator' } },
    ])
    const own = await server.context.database.owner(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{
            detail: unknown
          }>`SELECT detail FROM audit WHERE action = 'operator.vouch' AND target = ${slug}`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(own).toEqual([{ detail: { host: addressOf(slug) } }])
  })

  it('is nobody’s on the record of another tenant, nor while another one has it', async () => {
    const [mine, theirs] = [await make(), await make()]
    await addRecord(theirs)
    records.set(`_tsela.${addressOf(mine)}`, [
      recordOf(await tenantOf(theirs), addressOf(mine)).value,
    ])
    expect((await verify(mine)).tenant.waiting).toMatchObject([{ found: 'different' }])
    const taken = await operator.send('PATCH', `admin/tenants/${theirs}`, {
      hosts: [addressOf(theirs), addressOf(mine)],
    })
    expect(taken.body['fields']).toMatchObject([{ key: 'console.tenants.hostTaken' }])
    const unknown = await operator.post(`admin/tenants/${mine}/verify`, {
      host: addressOf(theirs),
    })
    expect(unknown.body['fields']).toMatchObject([{ key: 'console.tenants.hostUnknown' }])
  })

  it('that is added never takes the place of the one that is served', async () => {
    const slug = await make()
    await verify(slug, { vouch: true })
    // Before the other one in the alphabet.
    const added = `a.${slug}.example`
    const change = (hosts: readonly string[]) =>
      operator.send('PATCH', `admin/tenants/${slug}`, { hosts })
    expect((await change([added])).body['fields']).toMatchObject([
      { pointer: '/hosts', key: 'console.tenants.hostLast' },
    ])
    const both = (await change([added, addressOf(slug)])).body as unknown as TenantSummary
    expect(both.waiting.map(({ host }) => host)).toEqual([added])
    expect(both.address).toBe(`http://${addressOf(slug)}`)
    expect([await statusAt(added), await statusAt(addressOf(slug))]).toEqual([421, 200])
    await addRecord(slug, added)
    await operator.post(`admin/tenants/${slug}/verify`, { host: added })
    expect((await change([added])).body).toMatchObject({
      hosts: [added],
      waiting: [],
      address: `http://${added}`,
    })
  })
})

describe('a host of the installation’s own', LONG, () => {
  it.each([
    ['tsela.example', true],
    ['bank.tsela.example', true],
    ['bank.localhost', true],
    ['bank.test', true],
    ['127.0.0.1', true],
    ['nottsela.example', false],
    ['tsela.example.com', false],
    ['10.0.0.1', false],
    ['mytest', false],
  ])('is %s: %s', (host, isOwn) => {
    expect(isOwnHost(server.context, host)).toBe(isOwn)
    expect(isOwnHost(demo.context, host)).toBe(true)
  })

  it('is served at once', async () => {
    const slug = name()
    const host = `${slug}.tsela.example`
    const made = await operator.post('admin/tenants', {
      slug,
      hosts: [host],
      owner: `head@${slug}.example`,
    })
    expect(made.body).toMatchObject({ waits: false, address: `http://${host}` })
    expect(await statusAt(host)).toBe(200)
    await expect.poll(() => mails.length).toBe(1)
  })

  it('is served even if it waited before it became the installation’s own', async () => {
    const slug = await make()
    const { id } = await tenantOf(slug)
    await server.context.database.owner(id, (tx) => ensureHost(tx, id, addressOf(slug)))
    server.context.forgetTenants()
    expect(await statusAt(addressOf(slug))).toBe(200)
    const other = await tenantOf(await make())
    await server.context.database.owner(other.id, (tx) => ensureHost(tx, other.id, addressOf(slug)))
    expect((await summary(slug)).hosts).toEqual([addressOf(slug)])
  })
})

describe('npm run tenant', LONG, () => {
  async function type(line: string): Promise<string[]> {
    const [command, ...args] = line.split(' ')
    const said: string[] = []
    await OPERATIONS[command!]!(server.context, args, {
      say: (each) => said.push(each),
      gone: new Promise(() => undefined),
    })
    return said
  }

  it('says which record to add, invites later, and finds it when asked', async () => {
    const slug = name()
    const host = addressOf(slug)
    const said = await type(`tenant create ${slug} --host ${host} --owner head@${slug}.example`)
    const { name: record, value } = recordOf(await tenantOf(slug), host)
    expect(said.join('\n')).toContain(`Add a TXT record named ${record} that says ${value};`)
    expect(said.join('\n')).toContain(`head@${slug}.example is invited as soon as`)
    expect((await type('tenant list')).find((line) => line.startsWith(slug))).toMatch(
      `${host} (not verified)`,
    )
    await expect(
      type(`owner invite me@${slug}.example --tenant ${slug} --operator`),
    ).rejects.toThrow(OperatorError)
    expect((await type(`tenant hosts ${slug} --check`)).join('\n')).toContain(
      'is not served yet: no such record was found',
    )
    await addRecord(slug)
    expect(await type(`tenant hosts ${slug} --check`)).toEqual([
      host,
      `The owner is invited: head@${slug}.example.`,
    ])
    expect(await statusAt(host)).toBe(200)
  })

  it('serves what it is told to trust, new or waiting', async () => {
    const slug = name()
    await type(`tenant create ${slug} --host ${addressOf(slug)} --trusted`)
    expect(await statusAt(addressOf(slug))).toBe(200)
    const other = `b.${slug}.example`
    await type(`tenant hosts ${slug} --add ${other}`)
    expect(await statusAt(other)).toBe(421)
    expect(await type(`tenant hosts ${slug} --add ${other} --trusted`)).toEqual([
      other,
      addressOf(slug),
    ])
    expect(await statusAt(other)).toBe(200)
  })
})
