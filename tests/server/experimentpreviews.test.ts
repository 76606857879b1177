/** Versions of experiments in previews, before anybody else sees one (docs/decisions/0129). */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { routeShowing, viewerOf } from '#engine/experiments/viewer.ts'
import { catalog } from '#tests/support/documents.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...planned } = catalog.get('experiment', 'home-action')!
const folder = mkdtempSync(join(tmpdir(), 'tsela-variants-'))
let server: TestServer
let experimenter: Client
let viewer: Client
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html><body>a page</body></html>')
  server = await buildServer({ clientDir: folder, documents: [planned] })
  experimenter = await signInAs(server, 'experimenter')
  viewer = await signInAs(server, 'viewer')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const persona: PersonaInput = {
  plan: 'powerPlus',
  stage: 'signedOut',
  country: 'ZA',
  language: 'en',
}
const make = (arms: Record<string, string>) =>
  experimenter.post('admin/previews', { persona: { ...persona, arms }, path: '/' })

type Home = { children: { id: string; props: Record<string, unknown> }[] }
const buttonOf = ({ children }: Home) =>
  children.find(({ id }) => id === 'hero')!.props['buttonText']
const before = buttonOf(catalog.get('screen', 'home') as unknown as Home)

/** The home page's button as a preview has it. */
async function buttonIn(url: string): Promise<unknown> {
  const token = /^\/preview\/([^/]+)/.exec(url)![1]!
  const preview = { 'x-preview': token }
  const { body } = await server.client().get('app-configuration', preview)
  expect(body).not.toHaveProperty('experiments')
  const sha = (body['documents'] as Record<string, string>)['screen/home']!
  const { body: screen } = await server.client().get(`documents/${sha}.json`, preview)
  return buttonOf(screen as unknown as Home)
}

it('shows the version of a planned experiment that the simulated person is in', async () => {
  const control = await make({ 'home-action': 'control' })
  expect(control.status).toBe(201)
  expect(await buttonIn(String(control.body['url']))).toBe(before)
  const other = await make({ 'home-action': 'outcome' })
  expect(await buttonIn(String(other.body['url']))).toBe('home.startOutcome')
})

it('names the versions that there are, and says which there is not', async () => {
  const { body } = await experimenter.get('admin/names')
  expect(body['variant']).toContainEqual({
    id: 'home-action:outcome',
    title: 'The first button: outcome',
  })
  const made = await make({ 'home-action': 'nothing' })
  expect(made.status).toBe(422)
  expect(made.body['problems']).toMatchObject([
    { document: 'experiment/home-action', pointer: '/arms/nothing' },
  ])
})

it('leads whoever may preview from ?variant= to such a preview, and nobody else', async () => {
  const page = (client: Client, variant: string) =>
    server.app.inject({
      method: 'GET',
      url: `/?variant=${variant}&from=mail`,
      headers: {
        host: server.host,
        cookie: [...client.cookies].map((each) => each.join('=')).join('; '),
      },
    })
  const led = await page(experimenter, 'home-action:outcome')
  expect([led.statusCode, led.headers['cache-control']]).toEqual([302, 'no-store'])
  expect(led.headers.location).toMatch(/^\/preview\/[\w-]{20,}\/\?from=mail$/)
  expect(await buttonIn(String(led.headers.location))).toBe('home.startOutcome')
  for (const [client, variant] of [
    [viewer, 'home-action:outcome'],
    [server.client(), 'home-action:outcome'],
    [experimenter, 'home-action:nothing'],
    [experimenter, 'nothing'],
  ] as const)
    expect((await page(client, variant)).statusCode).toBe(200)
})

it('is looked at by somebody who is on the page where people are counted', async () => {
  const pageOf = async (screen: string) => {
    const route = routeShowing(catalog, [screen])!
    const as = { ...persona, ...viewerOf(catalog, route) }
    const { body } = await experimenter.post('admin/explain', { path: route.path, persona: as })
    return [body['outcome'], body['path']]
  }
  for (const [screen, path] of [
    ['home', '/home'],
    ['redeem-license', '/onboarding/redeem-license'],
    ['initial-profile', '/onboarding/profile'],
    ['cv', '/cv'],
  ] as const)
    expect(await pageOf(screen), screen).toEqual(['page', path])
})
