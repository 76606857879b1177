/**
 * Operators' commands: tenants, the first owner, and a rotated secret (docs/decisions/0044, 0046).
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { firstHosts, seedFirstTenant } from '#server/start/demo.ts'
import { prepare } from '#server/start/prepare.ts'
import { readEnvironment } from '#server/base/environment.ts'
import { adoptKeys } from '#server/database/keys.ts'
import { clientOf } from '#engine/decide/providers.ts'
import { keysOwner } from '#server/accounts/ownkeys.ts'
import { secretOwner } from '#server/accounts/providers.ts'
import { keepKeys } from '#server/accounts/changekeys.ts'
import { keepSecret } from '#server/accounts/providersecret.ts'
import type { Mail } from '#server/accounts/mailer.ts'
import { askServer, controlSocketOf, openControl } from '#server/operations/control.ts'
import { OperatorError, type Operation } from '#server/operations/operation.ts'
import { requirePlace } from '#server/operations/place.ts'
import { OPERATIONS } from '#server/operations/registry.ts'
import { remove } from '#server/installation/removing.ts'
import { ownKeys } from '#server/store/ownkeys.ts'
import { providerSecret } from '#server/store/providersecrets.ts'
import { SEALED_COLUMNS } from '#server/store/sealed.ts'
import { tablesOf } from '#server/store/tables.ts'
import { tenantBySlug } from '#server/store/tenants.ts'
import { setIdNumber } from '#server/store/users.ts'
import { ServerContext, type ContextOptions } from '#server/start/context.ts'
import { buildServer, Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const query = <Row>(text: string, tenant: string | null = null): Promise<Row[]> =>
  server.context.database.owner(tenant, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
const name = () => `t-${randomUUID().slice(0, 8)}`
const at = (host: string) => new Client(server.app, host)

/** The same product on the same database, in another environment. */
function contextWith(
  environment: Partial<ContextOptions['environment']>,
  more: Partial<ContextOptions> = {},
): ServerContext {
  return new ServerContext({
    ...server.context.options,
    ...more,
    environment: { ...server.context.options.environment, ...environment },
  })
}

/** The output of a command; a refused one says why. */
async function type(
  line: string,
  context: ServerContext = server.context,
): Promise<{ said: string[]; refused: string | null }> {
  const [command, ...args] = line.split(' ')
  const said: string[] = []
  try {
    await OPERATIONS[command!]!(context, args, {
      say: (each) => said.push(each),
      gone: new Promise(() => undefined),
    })
    return { said, refused: null }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { said, refused: error.message }
  }
}

async function create(more = ''): Promise<string> {
  const slug = name()
  expect((await type(`tenant create ${slug} --host ${slug}.test${more}`)).refused).toBeNull()
  return slug
}
const linkIn = (said: readonly string[]) => said.find((line) => /^https?:/.test(line))!
const tokenIn = (text: string) => /token=([a-z]+)/.exec(text)![1]!

describe('a command', () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'tsela-place-'))
  afterAll(() => rmSync(nowhere, { recursive: true }))
  const place = (env: Record<string, string>, command: string) => {
    const [typed, ...args] = command.split(' ')
    return () => requirePlace(readEnvironment(env, nowhere), env, typed!, args)
  }
  const secret = 's'.repeat(32)

  it.each([
    'tenant list',
    'owner invite x@y.test',
    'secret rotate',
    'upgrade',
    'backup x.tsela',
    'restore x.tsela',
  ])('never creates a database to work on: %s', (command) => {
    expect(place({}, command)).toThrow(
      /^There is no database here: DATABASE_URL isn't set, and .+ has no embedded one\. Nothing was done\. Load the server's settings first, .+ "set -a && \. \/etc\/tsela\/tsela\.env"/,
    )
    const withFolder = place({ DATA_DIR: nowhere }, command)
    // A restore may create the database in the named folder.
    const isRefused = command !== 'restore x.tsela'
    expect(isRefused ? withFolder : place({}, command)).toThrow(/^There is no database here/)
  })

  it('works on PostgreSQL or an existing embedded database, and restores into a named one', () => {
    expect(place({ DATABASE_URL: 'postgres://x/y', SECRET: secret }, 'tenant list')).not.toThrow()
    for (const env of [
      { DATA_DIR: nowhere },
      { ALLOW_EMBEDDED_DB: '1', DEMO: '0', SECRET: secret },
      { DEMO: '1' },
    ])
      expect(place(env, 'restore x.tsela')).not.toThrow()
    expect(place({}, 'restore x.tsela --check')).not.toThrow()
    mkdirSync(join(nowhere, '.data', 'pglite'), { recursive: true })
    expect(place({}, 'tenant list')).toThrow(/^There is no database here/)
    writeFileSync(join(nowhere, '.data', 'pglite', 'PG_VERSION'), '')
    expect(place({}, 'tenant list')).not.toThrow()
  })

  it('moves the tenants on to this version', async () => {
    const slug = await create()
    expect((await type('upgrade')).said).toContain(`${slug}: was there already`)
    expect((await type('upgrade bank')).refused).toMatch(/^It upgrades every tenant/)
  })
})

describe('a tenant', () => {
  it('is available on each of its hosts as soon as it is created', async () => {
    const slug = name()
    // Requested before: that the host was unknown is cached for a while.
    await at(`${slug}.test`).get('auth/ping')
    const { said, refused } = await type(
      `tenant create ${slug} --host ${slug}.test --host WWW.${slug}.test.`,
    )
    expect([refused, said]).toEqual([
      null,
      [
        `Tenant "${slug}" is there: http://${slug}.test:4310`,
        `It has no owner yet. Run: npm run owner -- invite <address> --tenant ${slug}`,
      ],
    ])
    for (const host of [`${slug}.test`, `www.${slug}.test`])
      expect(
        (
          await at(host).post('auth/signup', {
            email: `${host.slice(0, 3)}@school.test`,
            password: 'Thaba2024',
          })
        ).status,
      ).toBe(201)
    expect(
      await query('SELECT 1 FROM users', await idOf(slug)).then((rows) => rows.length),
    ).toBeGreaterThanOrEqual(2)
    expect((await type('tenant list')).said.find((line) => line.startsWith(slug))).toMatch(
      new RegExp(`^${slug} +open +2 +0 +default +${slug}\\.test, www\\.${slug}\\.test$`),
    )
    const [entry] = await query<{ action: string; actor: string | null }>(
      `SELECT action, actor FROM audit WHERE target = '${slug}'`,
      await idOf(slug),
    )
    expect(entry).toEqual({ action: 'tenant.create', actor: null })
  })

  it.each<[string, RegExp]>([
    ['tenant', /^npm run tenant -- create/],
    ['tenant creat x --host x.test', /^There is no "tenant creat"\.\nnpm run tenant/],
    ['tenant constructor', /^There is no "tenant constructor"/],
    ['tenant create', /^Say which tenant\.\n/],
    ['tenant create one two --host x.test', /^One tenant at a time\.\n/],
    ['tenant create Big --host x.test', /^"Big" is not a valid tenant name: /],
    ['tenant create x; --host x.test', /^"x;" is not a valid tenant name: /],
    [
      'tenant create fine',
      /^Say which host name people will use to reach it: --host careers\.example\.org\n/,
    ],
    ['tenant create fine --host', /^Option '--host <value>' argument missing\.\n/],
    ['tenant create fine --hots x.test', /^Unknown option '--hots'\.\n/],
    [
      'tenant create fine --host https://x.test',
      /^"https:\/\/x\.test" is not a host name\. Give it without https:\/\/, port and path: careers\.example\.org$/,
    ],
    ['tenant create fine --host x.test:8080', /^"x\.test:8080" is not a host name/],
    ['tenant create fine --host x_y.test', /^"x_y\.test" is not a host name/],
    [
      'tenant create fine --host x.test --config other',
      /^There is no configuration "other" to start from\. Available: default, pluggedin\.$/,
    ],
    ['tenant suspend nobody-at-all', /^There is no tenant "nobody-at-all"\.(?: There are: .+\.)?$/],
    ['tenant remove', /^Say which tenant\./],
    ['owner', /^npm run owner -- invite/],
    ['owner invit x@y.test', /^There is no "owner invit"/],
    ['secret', /^npm run secret -- rotate/],
    ['secret turn', /^There is no "secret turn"/],
  ])('isn’t affected by invalid commands: %s', async (line, refusal) => {
    const before = await query('SELECT id FROM tenants')
    expect(await type(line)).toEqual({
      said: [],
      refused: expect.stringMatching(refusal) as string,
    })
    expect(await query('SELECT id FROM tenants')).toEqual(before)
  })

  it('is refused if its name or host is taken, and nothing of it is left', async () => {
    const slug = await create()
    const other = name()
    expect((await type(`tenant create ${slug} --host ${other}.test`)).refused).toBe(
      `There is already a tenant "${slug}".`,
    )
    expect(
      (await type(`tenant create ${other} --host ${other}.test --host ${slug}.test`)).refused,
    ).toBe(`The host "${slug}.test" belongs to the tenant "${slug}".`)
    expect(await query(`SELECT host FROM tenant_hosts WHERE host LIKE '${other}%'`)).toEqual([])
    expect((await type(`tenant suspend ${slug.slice(0, -1)}`)).refused).toContain(
      `did you mean "${slug}"?`,
    )
  })

  it('can gain and lose hosts', async () => {
    const slug = await create()
    expect(
      (await type(`tenant hosts ${slug} --add new-${slug}.test --drop ${slug}.test`)).said,
    ).toEqual([`new-${slug}.test`])
    expect((await type(`tenant hosts ${slug} --drop ${slug}.test`)).refused).toBe(
      `"${slug}.test" is not a host of "${slug}"; it has new-${slug}.test.`,
    )
    expect((await type(`tenant hosts ${slug} --add ${server.tenant.slug}.test`)).refused).toBe(
      `The host "${server.tenant.slug}.test" belongs to the tenant "${server.tenant.slug}".`,
    )
  })

  it('that is closed gives everyone the same one-sentence response, loses nothing, and opens again on the operator’s command', async () => {
    const slug = await create()
    const client = at(`${slug}.test`)
    await client.post('auth/signup', { email: 'naledi@school.test', password: 'Thaba2024' })
    expect((await type(`tenant suspend ${slug}`)).refused).toBeNull()
    const closed = {
      code: 'tenant/suspended',
      message: 'This site is closed for now. Everything you saved is safe. Please come back later.',
    }
    for (const answer of [
      await client.get('auth/get-user'),
      await client.get('app-configuration'),
      await client.put('users/about', { about: 'x' }),
      await at(`${slug}.test`).get('auth/ping'),
    ]) {
      expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
        503,
        closed,
        '300',
      ])
    }
    expect((await client.get('auth/ping', { 'accept-language': 'af' })).body['message']).toContain(
      'gesluit',
    )
    const page = await server.app.inject({
      method: 'GET',
      url: '/home',
      headers: { host: `${slug}.test` },
    })
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      503,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.body).toContain(`<h1>Tsela</h1><p>${closed.message}</p>`)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    expect((await type('tenant list')).said.find((line) => line.startsWith(slug))).toMatch(
      /^t-\w+ +closed +1 /,
    )
    expect((await server.client().get('auth/ping')).status, 'others go on').toBe(200)
    expect((await type(`tenant resume ${slug}`)).refused).toBeNull()
    expect((await client.get('auth/get-user')).body['email']).toBe('naledi@school.test')
    const actions = await query<{ action: string }>(
      `SELECT action FROM audit ORDER BY id`,
      await idOf(slug),
    )
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['tenant.create', 'tenant.suspend', 'tenant.resume']),
    )
  })

  it('is removed with every row after a confirmation, and others keep theirs', async () => {
    const slug = await create()
    const id = await idOf(slug)
    await query(`INSERT INTO vouchers (tenant_id, code, plan) VALUES ('${id}', 'X', 'power')`, id)
    const client = at(`${slug}.test`)
    await client.post('auth/signup', { email: 'naledi@school.test', password: 'Thaba2024' })
    await client.put('users/favourites/careers/11-1011.00')
    const kept = await countRows(server.tenant.id)
    expect((await type(`tenant remove ${slug}`)).refused).toBe(
      `This deletes every person, answer and document of "${slug}" for good. Make a backup first; then add --yes.`,
    )
    expect(Object.values(await countRows(id)).some((rows) => rows > 0)).toBe(true)
    const gone = await remove(
      server.context,
      (await server.context.database.shared((tx) => tenantBySlug(tx, slug)))!,
      0,
      () => undefined,
    )
    expect(gone).toBeGreaterThanOrEqual(5)
    expect(Object.values(await countRows(id)).filter((rows) => rows > 0)).toEqual([])
    expect(await query(`SELECT id FROM tenants WHERE id = '${id}'`)).toEqual([])
    expect(await countRows(server.tenant.id)).toEqual(kept)
    expect(
      (await type(`tenant create ${slug} --host ${slug}.test`)).refused,
      'its name and its host are free',
    ).toBeNull()
    expect(
      (
        await at(`${slug}.test`).post('auth/login', {
          email: 'naledi@school.test',
          password: 'Thaba2024',
        })
      ).status,
    ).toBe(401)
  })
})

async function idOf(slug: string): Promise<string> {
  return (await query<{ id: string }>(`SELECT id FROM tenants WHERE slug = '${slug}'`))[0]!.id
}
async function countRows(tenant: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of (await server.context.database.owner(null, tablesOf)).filter(
    (each) => each.tenant,
  ))
    counts[table.name] = (
      await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table.name} WHERE tenant_id = '${tenant}'`,
      )
    )[0]!.count
  return counts
}

describe('a tenant’s work', { timeout: 120_000 }, () => {
  it('goes into a file, and out of it into another tenant, only when that is confirmed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsela-bundle-'))
    const file = join(folder, 'work.json')
    try {
      const [from, to] = [
        await create(' --template pluggedin'),
        await create(' --template pluggedin'),
      ]
      const saved = await type(`tenant export ${from} ${file}`)
      expect(saved.refused).toBeNull()
      expect(saved.said[0]).toMatch(/ documents, 0 images, \d+ records\. Release [0-9a-f]{20}\.$/)
      // It is the tenant's whole work: nobody else on this machine needs to read it.
      expect(statSync(file).mode & 0o077).toBe(0)
      const look = await type(`tenant import ${to} ${file}`)
      expect(look.said.at(-1)).toBe('Nothing was changed. To bring it in, add --yes.')
      const brought = await type(`tenant import ${to} ${file} --yes`)
      expect(brought.refused).toBeNull()
      expect(brought.said.at(-1)).toMatch(
        /^Published in "t-[0-9a-f]+" as release \d+: [0-9a-f]{20}\.$/,
      )
      const other = await create()
      expect((await type(`tenant import ${other} ${file} --yes`)).refused).toMatch(
        /^The file was made with another version or another configuration/,
      )
      writeFileSync(file, '{"tsela":"bundle","v":3}')
      expect((await type(`tenant import ${to} ${file}`)).refused).toMatch(
        /^The file was made by a newer/,
      )
      expect((await type(`tenant import ${to} ${file}.gone`)).refused).toMatch(/^There is no file/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is copied as a whole: without a sound template there is no tenant', async () => {
    const slug = name()
    expect((await type(`tenant create ${slug} --host ${slug}.test --template gone`)).refused).toBe(
      'There is no template "gone". Use "blank", or the name of a tenant to copy.',
    )
    expect(await server.context.database.shared((tx) => tenantBySlug(tx, slug))).toBeUndefined()
  })
})

describe('the first owner', () => {
  it('is set up by a link that is printed if there is no mail server, and that sets a password and gives the role once', async () => {
    const slug = await create()
    const { said } = await type(`owner invite Owner@School.test --tenant ${slug}`)
    const client = at(`${slug}.test`)
    expect(said).toEqual([
      `Give this link to owner@school.test and nobody else: anyone who opens it becomes owner of "${slug}".`,
      expect.stringMatching(new RegExp(`^http://${slug}\\.test:4310/recover\\?token=[a-z]{64}$`)),
      'It works once, until 2026-11-28 08:00 UTC.',
    ])
    const token = tokenIn(linkIn(said))
    expect(
      (await client.post('auth/recover/confirm', { token, password: 'Thaba2024' })).status,
    ).toBe(204)
    const login = await client.post('auth/login', {
      email: 'owner@school.test',
      password: 'Thaba2024',
    })
    expect([
      login.status,
      login.body['emailVerified'],
      (login.body['app'] as { role: string }).role,
    ]).toEqual([200, true, 'owner'])
    const log = (await client.get('admin/audit')).body['items'] as {
      action: string
      by: string | null
    }[]
    expect(log.map(({ action, by }) => [action, by])).toEqual(
      expect.arrayContaining([
        ['owner.accept', 'owner@school.test'],
        ['owner.invite', ''],
      ]),
    )
    expect(
      (await at(`${slug}.test`).post('auth/recover/confirm', { token, password: 'Another1pass' }))
        .body.code,
    ).toBe('recover/expired')
    const tenant = await idOf(slug)
    const mails = await query(
      `SELECT 1 FROM messages WHERE tenant_id = '${tenant}' AND recipient = 'owner@school.test' AND text LIKE '%token=%'`,
      tenant,
    )
    expect(mails, 'what nobody was to send is not kept').toEqual([])
  })

  it('gets an email if there is a mail server, in the requested language', async () => {
    const slug = await create()
    const mails: Mail[] = []
    const context = contextWith(
      { smtpUrl: 'smtp://mail.test', mailFrom: 'post@installation.test' },
      { mailer: { send: async (mail) => void mails.push(mail), close: () => undefined } },
    )
    const { said } = await type(
      `owner invite owner@school.test --tenant ${slug} --language af`,
      context,
    )
    expect(said[0]).toBe('An email with the link is on its way to owner@school.test.')
    expect(linkIn(said)).toBeUndefined()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@school.test', 'Jy is die eienaar van Tsela'],
    ])
    expect(mails[0]!.sender).toEqual({
      name: 'Tsela',
      address: 'post@installation.test',
      replyTo: 'help@tsela.example',
    })
    expect(
      (
        await at(`${slug}.test`).post('auth/recover/confirm', {
          token: tokenIn(mails[0]!.text),
          password: 'Thaba2024',
        })
      ).status,
    ).toBe(204)
  })

  it('gets the printed link if the mail server refuses', async () => {
    const slug = await create()
    const context = contextWith(
      { smtpUrl: 'smtp://mail.test' },
      {
        mailer: {
          send: () => Promise.reject(new Error('550 no such box')),
          close: () => undefined,
        },
      },
    )
    const { said } = await type(`owner invite owner@school.test --tenant ${slug}`, context)
    expect(said[0]).toBe("The mail server didn't accept the email: 550 no such box")
    expect(linkIn(said)).toContain('/recover?token=')
  })

  it('gives nothing to a user who signed up with that address before and never confirmed it', async () => {
    const slug = await create()
    const squatter = at(`${slug}.test`)
    await squatter.post('auth/signup', { email: 'owner@school.test', password: 'Squat1234' })
    const { said } = await type(`owner invite owner@school.test --tenant ${slug}`)
    const user = await squatter.get('auth/get-user')
    expect((user.body['app'] as { role: string | null }).role).toBeNull()
    expect(
      (
        await at(`${slug}.test`).post('auth/recover/confirm', {
          token: tokenIn(linkIn(said)),
          password: 'Thaba2024',
        })
      ).status,
    ).toBe(204)
    expect((await squatter.get('auth/get-user')).status, 'their session has ended').toBe(204)
    expect(
      (
        await at(`${slug}.test`).post('auth/login', {
          email: 'owner@school.test',
          password: 'Squat1234',
        })
      ).status,
    ).toBe(401)
  })

  it('has seven days, and only the last link counts, even after a request for a new password', async () => {
    const fresh = await buildServer()
    const line = `owner invite owner@school.test --tenant ${fresh.tenant.slug}`
    const [first, second] = [await type(line, fresh.context), await type(line, fresh.context)].map(
      ({ said }) => tokenIn(linkIn(said)),
    )
    const confirm = (token: string) =>
      fresh.client().post('auth/recover/confirm', { token, password: 'Thaba2024' })
    expect((await confirm(first!)).body.code).toBe('recover/expired')
    fresh.wait(7 * 86_400 - 1)
    await fresh.client().post('auth/recover', { email: 'owner@school.test' })
    expect((await confirm(second!)).status).toBe(204)
    const third = tokenIn(linkIn((await type(line, fresh.context)).said))
    fresh.wait(7 * 86_400 + 1)
    expect((await confirm(third)).body.code).toBe('recover/expired')
    await fresh.close()
  })

  it.each<[string, RegExp]>([
    ['owner invite', /^Say who to invite/],
    ['owner invite nobody', /^"nobody" is not an email address\.$|^Say which tenant/],
    ['owner invite a@b.test', /^Say which tenant: --tenant <slug>/],
    ['owner invite a@b.test --tenant nosuchtenant', /^There is no tenant "nosuchtenant"/],
  ])('is refused with one sentence: %s', async (line, refusal) => {
    await create()
    expect((await type(line)).refused).toMatch(refusal)
  })

  it.each([
    [{ publicUrl: null, host: '127.0.0.1' }, ['127.0.0.1', 'localhost']],
    [{ publicUrl: null, host: '10.0.0.5' }, ['10.0.0.5']],
    [{ publicUrl: 'https://careers.test', host: '127.0.0.1' }, ['careers.test']],
  ])('is reached by every name that a start may say: %o', (settings, hosts) => {
    expect(firstHosts(settings)).toEqual(hosts)
  })

  it('is asked for at every start outside demo mode until there is one', async () => {
    const context = contextWith({ demo: false, publicUrl: 'https://careers.test' })
    // These commands run in demo mode, and what they create doesn't work outside it.
    const create = async (slug: string) => {
      expect((await type(`tenant create ${slug} --host ${name()}.test`)).refused).toBeNull()
      await query(`UPDATE tenants SET demo = false WHERE slug = '${slug}'`)
    }
    await create(name())
    if ((await query(`SELECT 1 FROM tenants WHERE slug = 'main'`)).length > 0)
      await type('tenant remove main --yes')
    // Another one exists: then the first one isn't created again behind the operator's back.
    expect(await seedFirstTenant(context)).toBeNull()
    await create('main')
    expect((await seedFirstTenant(context))?.slug).toBe('main')
    // Without a public address it is reached where it listens.
    const host = '127.0.53.5'
    await seedFirstTenant(contextWith({ demo: false, publicUrl: null, host }))
    expect(
      await query(
        `SELECT host FROM tenant_hosts WHERE tenant_id = '${await idOf('main')}' AND host = '${host}'`,
      ),
    ).toEqual([{ host }])
    await query(`DELETE FROM tenant_hosts WHERE host = '${host}'`)
    /** What a start says of owners. */
    const saidAtStart = async () => {
      const lines: string[] = []
      await prepare(context, (line) => lines.push(line))
      return lines.filter((line) => line.includes('owner'))
    }
    expect(await saidAtStart()).toEqual([
      '"main" has no owner yet. To invite one, run: npm run owner -- invite <address>',
    ])
    const { said } = await type('owner invite first@school.test --tenant main')
    const reached = (
      await query<{ host: string }>(
        `SELECT host FROM tenant_hosts WHERE tenant_id = '${await idOf('main')}' ORDER BY host LIMIT 1`,
      )
    )[0]!.host
    expect(
      (
        await at(reached).post('auth/recover/confirm', {
          token: tokenIn(linkIn(said)),
          password: 'Thaba2024',
        })
      ).status,
    ).toBe(204)
    expect(await seedFirstTenant(context)).toBeNull()
    expect(await saidAtStart()).toEqual([])
  })
})

const SERVICE = {
  id: 'azure-ad',
  name: 'School account',
  clientId: 'tsela',
  issuer: 'https://login.school.test',
  discovery: undefined,
  scopes: undefined,
  claims: undefined,
}

describe('a changed secret', () => {
  const [OLD, NEW] = [
    'the-old-secret-of-thirty-two-letters',
    'the-new-secret-of-thirty-two-letters',
  ]

  it('every column that is sealed is known', async () => {
    const found = await query<{ name: string }>(
      `SELECT DISTINCT attname::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace AND attname LIKE '%sealed%'`,
    )
    expect(found.map((each) => each.name).sort()).toEqual(
      [...SEALED_COLUMNS, 'keys_sealed', 'secret_sealed'].sort(),
    )
  })

  it('reseals everything, in slices, after which nothing needs the old one', async () => {
    const own = await buildServer({ environment: { secret: OLD } })
    // The whole database is resealed, and other tests have left users there.
    await query(
      'UPDATE users SET id_number_sealed = NULL, guardian_sealed = NULL, factor_sealed = NULL',
    )
    await query('DELETE FROM provider_secrets')
    await query('DELETE FROM own_keys')
    await query('DELETE FROM sealing_keys')
    await adoptKeys(own.context.database, own.context.secrets)
    await keepSecret(own.context, own.tenant, SERVICE, 'shared-with-a-service', null)
    const keys = { secret: 'sk_test_kanarie0123456789', webhook: 'whsec_kanarie555555' }
    await keepKeys(own.context, own.tenant, 'stripe', keys, null)
    // More than a slice, and one row of another tenant.
    const sealed = (tenant: string, id: string, value: string) =>
      own.context.secrets.seal(value, tenant, id)
    const ids = Array.from({ length: 230 }, () => own.context.newId())
    const rows = ids.map(
      (id, index) =>
        `('${own.tenant.id}', '${id}', 'free', '${sealed(own.tenant.id, id, `number ${index}`)}', ${index % 2 ? 'NULL' : `'${sealed(own.tenant.id, id, `guardian ${index}`)}'`})`,
    )
    await query(
      `INSERT INTO users (tenant_id, id, account_type, id_number_sealed, guardian_sealed) VALUES ${rows.join(', ')}`,
      own.tenant.id,
    )
    const both = contextWith({ secret: NEW, previousSecrets: [OLD] })
    await adoptKeys(both.database, both.secrets)
    const person = both.newId()
    await query(
      `INSERT INTO users (tenant_id, id, account_type) VALUES ('${own.tenant.id}', '${person}', 'free')`,
      own.tenant.id,
    )
    await both.database.tenant(own.tenant.id, (tx) =>
      setIdNumber(tx, person, both.secrets.seal('new already', own.tenant.id, person)),
    )
    // A server before 1.53 didn't record which key.
    const [, iv, body] = sealed(own.tenant.id, ids[0]!, 'number 0').split('.')
    await own.context.database.tenant(own.tenant.id, (tx) =>
      setIdNumber(tx, ids[0]!, `v1.${iv}.${body}`),
    )

    const { said, refused } = await type('secret rotate', both)
    expect([refused, said[0], said.at(-1)]).toEqual([
      null,
      '347 values are sealed anew.',
      expect.stringMatching(
        /^Leave SECRET_PREVIOUS as it is until 20\d\d-\d\d-\d\d \d\d:\d\d UTC: pages that are open now/,
      ),
    ])
    const needed = (lines: readonly string[]) =>
      Number(
        /^(\d+) codes? (?:or|and) links? that .+ needs? the older secret/m.exec(
          lines.join('\n'),
        )?.[1] ?? 0,
      )
    const again = (await type('secret rotate', both)).said
    expect(again[0]).toBe('0 values are sealed anew.')
    // Invitations sent before, and one sent since.
    const before = contextWith({ secret: OLD })
    for (const [index, by] of [before, before, both].entries())
      await type(`owner invite guest.${index}@school.test --tenant ${own.tenant.slug}`, by)
    const { said: lines } = await type('secret rotate', both)
    expect(needed(lines) - needed(again), 'the last one was made with the new secret').toBe(2)
    const week = new Date(both.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
    // Other tenants may have one that is good for longer.
    expect(/as it is until (\S+) /.exec(lines.at(-1)!)![1]! >= week).toBe(true)
    await query(`DELETE FROM users WHERE email LIKE 'guest.%'`, own.tenant.id)

    const alone = contextWith({ secret: NEW })
    await adoptKeys(alone.database, alone.secrets)
    const stored = await query<{
      id: string
      id_number_sealed: string
      guardian_sealed: string | null
    }>(
      `SELECT id, id_number_sealed, guardian_sealed FROM users WHERE tenant_id = '${own.tenant.id}'`,
      own.tenant.id,
    )
    expect(stored).toHaveLength(231)
    for (const { id, id_number_sealed, guardian_sealed } of stored) {
      const index = ids.indexOf(id)
      expect(alone.secrets.open(id_number_sealed, own.tenant.id, id)).toBe(
        index === -1 ? 'new already' : `number ${index}`,
      )
      const guardian = index !== -1 && index % 2 === 0 ? `guardian ${index}` : null
      expect(
        guardian === null ? null : alone.secrets.open(guardian_sealed!, own.tenant.id, id),
      ).toBe(guardian)
    }
    const shared = () =>
      alone.database.tenant(own.tenant.id, (tx) => providerSecret(tx, SERVICE.id))
    const row = (await shared())!
    expect(
      alone.secrets.open(
        row.secret_sealed,
        ...secretOwner(own.tenant.id, SERVICE.id, clientOf(SERVICE)),
      ),
    ).toBe('shared-with-a-service')
    const [kept] = await alone.database.tenant(own.tenant.id, ownKeys)
    expect(
      JSON.parse(
        alone.secrets.open(kept!.keys_sealed, ...keysOwner(own.tenant.id, 'stripe', kept!.id)),
      ),
    ).toEqual(keys)
    expect(alone.secrets.identify('device', 'x')).toEqual(
      own.context.secrets.identify('device', 'x'),
    )
    await expect(adoptKeys(own.context.database, own.context.secrets)).rejects.toThrow(
      'Something in this database is sealed with another secret',
    )

    const lost = contextWith({ secret: 'a-third-secret-of-thirty-two-letters' })
    const { refused: unreadable } = await type('secret rotate', lost)
    expect(unreadable).toMatch(
      /^348 values need a secret that is neither SECRET nor in SECRET_PREVIOUS\. Add it and try again\. If it is lost for good, add --clear-unreadable/,
    )
    expect((await type('secret rotate --clear-unreadable', lost)).refused).toBeNull()
    await adoptKeys(lost.database, lost.secrets)
    expect(
      await query(
        `SELECT 1 FROM users WHERE id_number_sealed IS NOT NULL OR guardian_sealed IS NOT NULL OR factor_sealed IS NOT NULL`,
        own.tenant.id,
      ),
    ).toEqual([])
    expect(await shared(), 'nobody can read it: it has to be set again').toBeUndefined()
    expect(
      (
        await query<{ action: string }>(
          `SELECT action FROM audit WHERE action = 'secret.clear'`,
          own.tenant.id,
        )
      ).length,
    ).toBeGreaterThanOrEqual(1)
    await query('DELETE FROM sealing_keys')
    await own.close()
  })
})

describe('a running server of the embedded database', () => {
  let dataDir: string
  let close: () => Promise<void>
  const heard: string[] = []
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tsela-control-'))
    const echo: Operation = async (_world, args, { say }) => args.forEach(say)
    const refuse: Operation = () => Promise.reject(new OperatorError('Not today.'))
    const fail: Operation = () => Promise.reject(new Error('broken'))
    const wait: Operation = (_world, _args, { say, gone }) => {
      say('waiting')
      return gone.then(() => void heard.push('gone'))
    }
    close = await openControl(contextWith({ dataDir }), { ...OPERATIONS, echo, refuse, fail, wait })
  })
  afterAll(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const say: string[] = []
  const ask = (operation: string, ...args: string[]) =>
    askServer(dataDir, operation, args, (line) => say.push(line))

  it('does what it is asked, and reports progress', async () => {
    say.length = 0
    expect(await ask('echo', 'one', 'two “2”\n3')).toBe(true)
    expect(say).toEqual(['one', 'two “2”\n3'])
    const slug = name()
    await ask('tenant', 'create', slug, '--host', `${slug}.test`)
    expect(await idOf(slug)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('says what it refuses, what failed, and what it doesn’t know', async () => {
    await expect(ask('refuse')).rejects.toThrow(new OperatorError('Not today.'))
    await expect(ask('fail')).rejects.toThrow(
      new OperatorError("The server couldn't do it: broken"),
    )
    await expect(ask('toString')).rejects.toThrow(`The server doesn't know "toString"`)
  })

  it('can be reached by its own user only', () => {
    expect(statSync(controlSocketOf(dataDir)).mode & 0o777).toBe(0o600)
  })

  it('survives a client that sends nonsense or disconnects midway', async () => {
    for (const nonsense of ['{\n', 'null\n', '{"operation":1}\n', 'x'.repeat(70_000), '']) {
      const socket = connect(controlSocketOf(dataDir))
      socket.on('error', () => undefined)
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(nonsense)
      socket.end()
      socket.resume()
      await new Promise((resolve) => socket.once('close', resolve))
    }
    const socket = connect(controlSocketOf(dataDir))
    socket.write(`${JSON.stringify({ operation: 'wait', args: [] })}\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await ask('echo', 'still there')).toBe(true)
  })

  it('isn’t found if none is running', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'tsela-control-'))
    expect(await askServer(empty, 'echo', [], () => undefined)).toBe(false)
    rmSync(empty, { recursive: true })
  })

  it('has its socket next to the database’s if the folder’s path would be too long for one', () => {
    expect(controlSocketOf('/srv/tsela')).toBe('/srv/tsela/control.sock')
    expect(controlSocketOf(`/srv/${'x'.repeat(100)}`)).toMatch(
      /\/tsela-[0-9a-f]{16}\/control\.sock$/,
    )
  })
})
