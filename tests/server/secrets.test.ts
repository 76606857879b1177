/**
 * The secret and its rotation: what was sealed, issued or recognised before must still work
 * (docs/decisions/0046).
 */

import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRecovery } from '#server/accounts/codes.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { adoptKeys } from '#server/database/keys.ts'
import { Secrets, UnknownKey } from '#server/base/secrets.ts'
import { setIdNumber } from '#server/store/users.ts'
import { ServerContext } from '#server/start/context.ts'
import { buildApp } from '#server/start/app.ts'
import { buildServer, Client, codeFor, signUp, type TestServer } from '#tests/support/server.ts'

const OLD = 'the-old-secret-of-thirty-two-letters'
const NEW = 'the-new-secret-of-thirty-two-letters'
const OWNER = ['a tenant', 'a person']

describe('a secret', () => {
  it('derives the keys that it derived before there were several, so that sessions, codes and sealed values outlive the upgrade', () => {
    const key = (purpose: string) => Buffer.from(hkdfSync('sha256', OLD, 'tsela', purpose, 32))
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key('seal'), iv).setAAD(
      Buffer.from(JSON.stringify(OWNER)),
    )
    const sealed = [
      'v1',
      iv.toString('base64url'),
      Buffer.concat([cipher.update('0001', 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      ),
    ].join('.')
    expect(new Secrets(OLD).open(sealed, ...OWNER)).toBe('0001')
    expect(new Secrets(NEW, [OLD]).open(sealed, ...OWNER)).toBe('0001')
    expect(new Secrets(OLD).mac('code', 'x')).toEqual(
      createHmac('sha256', key('code')).update('1:').update('x').digest(),
    )
  })

  it('seals so that a server of the previous version can open it, because what that one doesn’t know comes last', () => {
    const [version, iv, body, keyId, ...more] = new Secrets(OLD).seal('0001', ...OWNER).split('.')
    expect([version, more]).toEqual(['v1', []])
    expect(keyId).toBe(new Secrets(OLD).keyId)
    expect(new Secrets(OLD).open([version, iv, body].join('.'), ...OWNER)).toBe('0001')
  })

  it('opens what any known one sealed, and seals with the current one only', () => {
    const sealed = new Secrets(OLD).seal('0001', ...OWNER)
    const both = new Secrets(NEW, [OLD])
    expect(both.open(sealed, ...OWNER)).toBe('0001')
    expect(() => new Secrets(NEW).open(sealed, ...OWNER)).toThrow(UnknownKey)
    expect(() => new Secrets(OLD).open(both.seal('0001', ...OWNER), ...OWNER)).toThrow(UnknownKey)
    expect(both.keyIds).toEqual([new Secrets(NEW).keyId, new Secrets(OLD).keyId])
  })

  it('isn’t revealed by its id, and its id is the same each time', () => {
    expect(new Secrets(OLD).keyId).toMatch(/^[\w-]{10}$/)
    expect(new Secrets(OLD).keyId).toBe(new Secrets(OLD).keyId)
    expect(new Set([OLD, NEW, `${OLD} `].map((secret) => new Secrets(secret).keyId)).size).toBe(3)
  })
})

describe('when the secret is changed', () => {
  let server: TestServer
  /** The same product on the same database, with other secrets. */
  async function serverWith(
    secret: string,
    previousSecrets: readonly string[],
  ): Promise<{ context: ServerContext; client: () => Client; close: () => Promise<void> }> {
    const context = new ServerContext({
      ...server.context.options,
      environment: { ...server.context.options.environment, secret, previousSecrets },
    })
    const app = await buildApp(context)
    return { context, client: () => new Client(app, server.host), close: () => app.close() }
  }
  beforeAll(async () => {
    server = await buildServer({ environment: { secret: OLD } })
  })
  afterAll(() => server.close())

  async function rows<Row>(text: string): Promise<Row[]> {
    return server.context.database.owner(server.tenant.id, (tx) =>
      tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
    )
  }

  it('signed-in users stay signed in, and their browsers’ cookies are still trusted', async () => {
    const { client } = await signUp(server)
    const id = (await client.get('auth/get-user')).body['_id'] as string
    await server.context.database.tenant(server.tenant.id, (tx) =>
      setIdNumber(tx, id, server.context.secrets.seal('8001015009087', server.tenant.id, id)),
    )
    const changed = await serverWith(NEW, [OLD])
    const same = Object.assign(changed.client(), { cookies: new Map(client.cookies) })
    expect((await same.patch('users/profile', { lastName: 'Dlamini' })).status).toBe(200)
    const user = await same.get('auth/get-user')
    expect(user.body['profile']).toMatchObject({ lastName: 'Dlamini', idNumber: '•••••••••9087' })
    expect(same.cookies.get('csrf-token')).toBe(client.cookies.get('csrf-token'))
    const strange = await serverWith(NEW, [])
    const stranger = Object.assign(strange.client(), { cookies: new Map(client.cookies) })
    expect((await stranger.patch('users/profile', { lastName: 'X' })).body.code).toBe(
      'csrf/missing',
    )
    await Promise.all([changed.close(), strange.close()])
  })

  it('codes and links that were sent before work once, and wrong tries still count', async () => {
    const { client, email } = await signUp(server, {
      verified: false,
      consented: false,
      plan: null,
      profile: false,
    })
    const code = await codeFor(client, email)
    const changed = await serverWith(NEW, [OLD])
    const same = Object.assign(changed.client(), { cookies: new Map(client.cookies) })
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await same.post('auth/verify', { code: wrong })).body.code).toBe('code/wrong')
    expect((await same.post('auth/verify', { code })).status).toBe(200)
    const [user] = await rows<{ id: string }>(`SELECT id FROM users WHERE email = '${email}'`)
    const mail = await server.context.database.tenant(server.tenant.id, async (tx) =>
      sendRecovery(
        server.context,
        tx,
        await server.context.live(server.tenant),
        'en',
        { id: user!.id, address: { channel: 'email', value: email } },
        'http://x.test',
        { network: '203.0.113.1', device: null },
      ),
    )
    const token = /token=([a-z]+)/.exec(mail!.text)![1]!
    expect(
      (await changed.client().post('auth/recover/confirm', { token, password: 'Another1pass' }))
        .status,
    ).toBe(204)
    expect(
      (await changed.client().post('auth/recover/confirm', { token, password: 'Another2pass' }))
        .body.code,
    ).toBe('recover/expired')
    await changed.close()
  })

  it('a device stays the same, and so do devices in events and pseudonyms in research', async () => {
    const secrets = new Secrets(OLD)
    const next = new Secrets(NEW, [OLD])
    expect(next.identify('device', 'x')).toEqual(secrets.identify('device', 'x'))
    expect(next.mac('device', 'x')).not.toEqual(secrets.mac('device', 'x'))
    // Even when the old one is gone: the database keeps the root of identities, sealed with the new
    // one.
    const after = new Secrets(NEW)
    expect(after.identify('device', 'x')).not.toEqual(secrets.identify('device', 'x'))
    after.adoptIdentity(next.identitySealedBy(next.keyId))
    expect(after.identify('device', 'x')).toEqual(secrets.identify('device', 'x'))
  })
})

describe('a start', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await buildServer()
  })
  afterAll(() => server.close())

  async function keys(): Promise<string[]> {
    const found = await server.context.database.owner(null, (tx) =>
      tx.all({
        compile: () => sql.raw<{ id: string }>('SELECT id FROM sealing_keys').compile(sqlBuilder),
      }),
    )
    return found.map(({ id }) => id).sort()
  }
  const empty = () =>
    server.context.database.owner(null, (tx) =>
      tx.run({ compile: () => sql.raw('DELETE FROM sealing_keys').compile(sqlBuilder) }),
    )

  it('records the secrets that something may be sealed with, and where identities come from', async () => {
    await empty()
    const first = new Secrets(OLD)
    await adoptKeys(server.context.database, first)
    expect(await keys()).toEqual([first.keyId])
    const second = new Secrets(NEW, [OLD])
    await adoptKeys(server.context.database, second)
    expect(await keys()).toEqual([...second.keyIds].sort())
    expect(second.identify('device', 'x')).toEqual(first.identify('device', 'x'))
  })

  it.each<[string, string, readonly string[], boolean]>([
    ['both are known', NEW, [OLD], true],
    ['they have changed places', OLD, [NEW], true],
    ['the older one is forgotten', NEW, [], false],
    ['the newer one is forgotten', OLD, [], false],
    ['it is a third one', 'a-third-secret-of-thirty-two-letters', [], false],
  ])(
    'is refused with one sentence if something couldn’t be opened: %s',
    async (_what, secret, previous, well) => {
      await empty()
      await adoptKeys(server.context.database, new Secrets(OLD))
      await adoptKeys(server.context.database, new Secrets(NEW, [OLD]))
      const outcome = await adoptKeys(server.context.database, new Secrets(secret, previous)).then(
        () => 'started',
        (error: Error) => error.message,
      )
      expect(outcome).toMatch(
        well
          ? /^started$/
          : /^Something in this database is sealed with another secret \(key [\w-]{10}\) than SECRET\. Set SECRET to that one, or add it to SECRET_PREVIOUS/,
      )
      expect(outcome).not.toMatch(/-secret-of-thirty/)
    },
  )

  it('assumes that the oldest of several was used before if there is no record yet', async () => {
    await empty()
    const secrets = new Secrets(NEW, [OLD])
    await adoptKeys(server.context.database, secrets)
    expect(await keys()).toEqual([...secrets.keyIds].sort())
    expect(secrets.identify('research', 'x')).toEqual(new Secrets(OLD).identify('research', 'x'))
    await empty()
  })
})
