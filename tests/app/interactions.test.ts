// @vitest-environment happy-dom
/**
 * Pages record what their user opens, saves and filters: once, without what was typed, and never
 * from a preview.
 */

import { beforeEach, expect, it, vi } from 'vitest'
import { setFavourite } from '#app/favourites.ts'
import { addressShown, tellInteraction } from '#app/interactions.ts'
import { store } from '#app/store.ts'
import type { View } from '#app/view.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { FakeServer } from './world.ts'

vi.mock('idb', () => import('#tests/support/idb.ts'))

const user = makeUser({ plan: 'power', taken: ['holland_code'] })
let server: FakeServer
const told = () =>
  server.asked.filter(({ path }) => path === '/api/users/interactions').map(({ body }) => body)

function show(path: string, query: Record<string, string> = {}): void {
  const landing = navigate(catalog, makeWorld(user), { path, query })
  const screen = catalog.get('screen', landing.screen!)!
  addressShown({ landing, screen, catalog, release: 'release-1' } as View)
}

let people = 0
beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  server = new FakeServer()
  server.handlers.push(({ path }) =>
    path.startsWith('/api/users/') ? Response.json(['x']) : undefined,
  )
  vi.stubGlobal('fetch', server.fetch)
  Object.assign(store, { user: { ...user, _id: `u${++people}` }, online: true })
})

it('a record that is opened, whatever its kind', () => {
  show('/navigators/careers/careers/registered-nurse/29-1141.00')
  show('/navigators/funding/bursaries/nsfas-bursary/nsfas-bursary')
  show('/navigators/subject-choices/lessons/spot-a-job-scam')
  expect(told()).toEqual([
    { event: 'opened', type: 'careers', id: '29-1141.00' },
    { event: 'opened', type: 'bursaries', id: 'nsfas-bursary' },
    { event: 'opened', type: 'lessons', id: 'spot-a-job-scam' },
  ])
})

it('the filters of a list, not what was typed or the page number', () => {
  show('/navigators/funding/bursaries')
  show('/navigators/funding/bursaries', { search: 'my secret', page: '2' })
  expect(told()).toEqual([])
  show('/navigators/funding/bursaries', { search: 'my secret', type: 'loan', levels: 'tvet' })
  show('/navigators/careers/all', { years: '1' })
  expect(told()).toEqual([
    { event: 'filtered', type: 'bursaries', by: { type: 'loan', levels: 'tvet' } },
    { event: 'filtered', type: 'careers', by: { years: '1' } },
  ])
})

it('no part of a page, because which question one is at is nobody’s business', () => {
  show('/navigators/funding/bursaries', { check: 'disability' })
  expect(told()).toEqual([])
})

it('nothing on other pages', () => {
  show('/profile/home')
  show('/terms')
  expect(told()).toEqual([])
})

it('nothing twice in a row', () => {
  show('/navigators/careers/careers/registered-nurse/29-1141.00')
  show('/navigators/careers/careers/registered-nurse/29-1141.00')
  expect(told()).toHaveLength(1)
})

it('a record that is saved, and then removed', async () => {
  await setFavourite({ type: 'jobs', id: 'j1', on: true }, 'w1')
  await setFavourite({ type: 'jobs', id: 'j1', on: false }, 'w2')
  expect(told()).toEqual([
    { event: 'saved', type: 'jobs', id: 'j1' },
    { event: 'unsaved', type: 'jobs', id: 'j1' },
  ])
})

it('nothing offline or without a user, and a refusal by the server doesn’t affect the page', () => {
  store.online = false
  tellInteraction({ event: 'opened', type: 'jobs', id: 'j1' })
  store.online = true
  store.user = null
  tellInteraction({ event: 'opened', type: 'jobs', id: 'j2' })
  expect(told()).toEqual([])
})
