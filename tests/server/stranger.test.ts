/**
 * A tenant that the code has never seen: tests/cases/stranger.json was written when the engine was
 * finished, as different from the demo as documents allow. It is created only through the console,
 * and no code depends on it.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import stranger from '../cases/stranger.json' with { type: 'json' }
import type { Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'
import { edit, publishAll, signInAs, textOf } from '#tests/support/publisher.ts'
import {
  buildServer,
  codeFor,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
  for (const { target, ops } of stranger as unknown as { target: string; ops: Op[] }[]) {
    const saved = await edit(owner, target, (document) =>
      apply(Object.keys(document).length === 0 ? undefined : document, ops),
    )
    expect(saved.status, `${target}: ${saved.text}`).toBe(200)
    expect(saved.body['problems'], target).toEqual([])
  }
  await publishAll(owner, 'Shamba Futures')
})
afterAll(async () => {
  await server.close()
})

const explain = async (path: string, persona: Record<string, unknown>) =>
  (
    await owner.post('admin/explain', {
      path,
      persona: { plan: 'power', stage: 'fullAccess', country: 'KE', language: 'en', ...persona },
    })
  ).body

describe('a tenant that the product has never seen', () => {
  it('has its own name, colours, language and country', async () => {
    const { body } = await server.client().get('app-configuration')
    expect(body).toMatchObject({
      appName: 'Shamba Futures',
      instanceKey: 'shamba',
      defaultCountry: 'KE',
      legalAge: 21,
      locales: { default: 'en', available: ['en'] },
    })
    const css = (await server.client().get(`themes/${String(body['theme'])}.css`)).text
    expect(css).toContain('--primary-8:#5B2A17')
    expect(css).toContain('--font:Georgia, serif')
    expect(await textOf(server.client(), 'menu.reports')).toBe('What we found out')
  })

  it('leads its users through its own onboarding, with its own questions', async () => {
    const client = server.client()
    const email = 'wanjiru@shamba.test'
    await client.post('auth/signup', { email, password: 'Thaba2024' })
    await client.post('auth/verify', { code: await codeFor(client, email) })
    const refused = await client.patch('users/profile', {
      firstName: 'Wanjiru',
      birthDate: '2004-02-03',
      nationality: 'KE',
      county: 'nairobi',
    })
    expect(refused).toMatchObject({ status: 422, body: { fields: [{ pointer: '/county' }] } })
    expect(
      (
        await client.patch('users/profile', {
          firstName: 'Wanjiru',
          birthDate: '2004-02-03',
          nationality: 'KE',
          county: 'kisumu',
        })
      ).status,
    ).toBe(200)
    expect((await client.post('plans/redeem', { code: 'TEST-COMMIT' })).status).toBe(200)
    expect((await client.put('users/consents', { terms: true })).status).toBe(200)
    expect((await takeWorkerType(client, [5, 2, 1, 4, 3, 3])).status).toBe(200)
    // A section of its own, saved and validated by the same schema on both sides.
    expect(await client.put('users/plot', { plotSize: 401 })).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: '/plotSize' }] },
    })
    expect(
      (await client.put('users/plot', { plotSize: 3, plotWater: true, plotPlans: 'Kale' })).status,
    ).toBe(200)
    expect((await client.get('auth/get-user')).body['profile']).toMatchObject({
      county: 'kisumu',
      plotSize: 3,
      plotPlans: 'Kale',
    })
    expect((await client.get('careers/matches')).status).toBe(200)
  })

  it('asks for the profile first, as its own table says', async () => {
    expect((await explain('/onboarding', { stage: 'onboarding', plan: 'free' }))['route']).toBe(
      'initialProfileStep',
    )
  })

  it('shows its page to the users that it wants, and to none the pages that it leaves out', async () => {
    expect((await explain('/season/2026', {}))['route']).toBe('seasonPage')
    expect((await explain('/navigators/funding/bursaries', {}))['route']).toBe('403')
    expect((await explain('/season', { stage: 'signedOut' }))['route']).toBe('loginPage')
  })

  it('opens matches in its own countries only', async () => {
    expect((await explain('/navigators/careers/matches', { country: 'UG' }))['route']).toBe(
      'occupationsNavigatorMatches',
    )
    expect((await explain('/navigators/careers/matches', { country: 'ZA' }))['route']).toBe('403')
  })

  it('is named nowhere in the code', async () => {
    const { readdirSync, readFileSync } = await import('node:fs')
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    )
    expect(files.filter((file) => /shamba/i.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
    expect(files.length).toBeGreaterThan(200)
  })
})
