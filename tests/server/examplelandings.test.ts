/** Whom a publish tries a changed rule with: the imaginary people whom that rule tells apart. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Consequences } from '#engine/contract/admincontract.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

it('says where people under 16 in Kenya land, by the rule’s own borders, and who is refused there', async () => {
  const owner = await signInAs({ context: server.context, ...(await server.another()) }, 'owner')
  const form = {
    page: 'cv',
    to: 'tertiaryNavigator',
    plans: [],
    countries: ['KE'],
    youngerThan: '16',
    atLeast: '',
  }
  const checked = await owner.post('admin/recipes/redirect/check', { form })
  const written = await owner.send(
    'POST',
    'admin/recipes/redirect',
    { form },
    { 'if-match': String(checked.headers['etag']) },
  )
  expect(written.status).toBe(201)
  const { landings } = (await owner.get('admin/changes')).body as unknown as Consequences
  expect(landings.every(({ who, path }) => who !== null && path === '/cv')).toBe(true)
  const full = landings.filter(({ stage }) => stage === 'fullAccess')
  expect(new Set(full.map(({ who }) => JSON.stringify(who)))).toEqual(
    new Set([JSON.stringify({ age: 15, country: 'KE' })]),
  )
  const to = Object.fromEntries(full.map((each) => [each.plan, each.to]))
  expect(Object.values(to)).toContain('tertiaryNavigator')
  expect(Object.values(to), 'plans without that page').toContain('lockedPage')
})

it('has no examples for what tells nobody apart', async () => {
  const owner = await signInAs({ context: server.context, ...(await server.another()) }, 'owner')
  const form = {
    page: 'cv',
    to: 'profileHomePage',
    plans: [],
    countries: [],
    youngerThan: '',
    atLeast: '',
  }
  const checked = await owner.post('admin/recipes/redirect/check', { form })
  await owner.send(
    'POST',
    'admin/recipes/redirect',
    { form },
    { 'if-match': String(checked.headers['etag']) },
  )
  const { landings } = (await owner.get('admin/changes')).body as unknown as Consequences
  expect(landings.length).toBeGreaterThan(0)
  expect(landings.every(({ who }) => who === null)).toBe(true)
})
