import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, signUp, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer({ environment: { logLevel: 'error' } })
})
afterAll(() => server.close())

async function withRole(role: string): Promise<Client> {
  const { client, email, password } = await signUp(server)
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE users SET role = ${role} WHERE email = ${email}`.compile(sqlBuilder),
    }),
  )
  await client.post('auth/login', { email, password })
  return client
}

describe('publishing', () => {
  it('brings a changed menu to learners, and one rollback undoes it', async () => {
    const owner = await withRole('owner')
    const before = await owner.get('admin/documents/menu/main')
    expect(before.status, before.text).toBe(200)
    const etag = before.headers['etag'] as string
    const document = structuredClone(before.body['effective']) as {
      items: { id: string; label: string }[]
    }
    document.items[0]!.label = 'menu.settings'
    const saved = await owner.send(
      'PUT',
      'admin/drafts/menu/main',
      { document },
      { 'if-match': etag },
    )
    expect(saved.status, saved.text).toBe(200)
    const stale = await owner.send(
      'PUT',
      'admin/drafts/menu/main',
      { document },
      { 'if-match': etag },
    )
    expect(stale.status).toBe(412)
    const check = await owner.post('admin/check')
    expect(check.body['problems'], check.text).toEqual([])
    const changes = await owner.get('admin/changes')
    expect(changes.status, changes.text).toBe(200)
    const preview = await owner.post('admin/previews', {
      persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
      path: '/profile/home',
    })
    expect(preview.status, preview.text).toBe(201)
    const token = (preview.body['url'] as string).split('/')[2]!
    const seen = await owner.get('app-configuration', { 'x-preview': token })
    expect(seen.body['preview']).toMatchObject({ plan: 'power' })
    expect((await owner.get('auth/get-user', { 'x-preview': token })).body['app']).toMatchObject({
      accountType: 'power',
    })
    expect((await owner.get('careers/matches', { 'x-preview': token })).status).toBe(200)
    const report = await owner.get('reports/worker-type', { 'x-preview': token })
    expect(report.status, report.text).toBe(200)
    expect(report.body, 'of a result that nobody has').toMatchObject({
      report: 'worker-type',
      quality: { confidence: 'ok' },
      metrics: { code: expect.stringMatching(/^[A-Z]/) as string },
      instrument: { items: 60, language: 'en' },
    })
    expect((await owner.get('reports/worker-type')).status, 'and they themselves haven’t').toBe(404)
    const why = await owner.post('admin/explain', {
      path: '/cv',
      persona: { plan: 'free', stage: 'onboarding', country: 'ZA', language: 'en' },
      drafts: true,
    })
    expect(why.status, why.text).toBe(200)
    expect(why.body['route']).toBe('consentsStep')
    const published = await owner.post('admin/releases', { message: 'Try' })
    expect(published.status, published.text).toBe(201)
    const configuration = await server.client().get('app-configuration')
    expect(configuration.body['release']).toBe(published.body['id'])
    const list = await owner.get('admin/releases')
    expect(list.body['items']).toHaveLength(2)
    const back = await owner.post(
      `admin/releases/${(list.body['items'] as { id: string }[])[1]!.id}/rollback`,
    )
    expect(back.status, back.text).toBe(201)
    const after = await server.client().get('app-configuration')
    expect(after.body['release']).toBe(back.body['id'])
    expect((after.body['documents'] as Record<string, string>)['menu/main']).not.toBe(
      (configuration.body['documents'] as Record<string, string>)['menu/main'],
    )
    expect((await owner.get('admin/audit')).body['total']).toBeGreaterThanOrEqual(3)
    expect((await owner.get('admin/upgrade')).body['state']).toBe('current')
  })
})
