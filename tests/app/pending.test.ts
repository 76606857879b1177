// @vitest-environment happy-dom
/** What is saved offline waits on this device, and is sent when the connection returns. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NoSignal } from '#app/api.ts'
import { fetchFrame, takeFrame } from '#app/documents.ts'
import { setFavourite } from '#app/favourites.ts'
import {
  forgetPending,
  hasPending,
  KeptHere,
  pendingSection,
  saveSection,
  sendPending,
} from '#app/pending.ts'
import type { PendingWrite } from '#app/pendingbox.ts'
import { store, type AppConfiguration } from '#app/store.ts'
import { makeUser } from '#tests/support/documents.ts'
import { configurationOf, FakeServer, first } from './world.ts'

const device = vi.hoisted(() => ({ kept: new Map<string, PendingWrite>(), isBroken: false }))
vi.mock('#app/pendingbox.ts', () => ({
  keepWrite: (write: PendingWrite) =>
    device.isBroken
      ? Promise.reject(new Error('full'))
      : Promise.resolve(void device.kept.set(write.key, write)),
  readWrites: () => Promise.resolve([...device.kept.values()]),
  dropWrite: ({ key, id }: PendingWrite) =>
    Promise.resolve(void (device.kept.get(key)?.id === id && device.kept.delete(key))),
}))
vi.mock('#app/sync.ts', () => ({ startSync: () => {} }))

let server: FakeServer
/** What was written to the server, in order. */
const written = () =>
  server.asked
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body])
const save = (schoolName: string | null) => saveSection('school', 'school', 'PUT', { schoolName })
const profile = (): Record<string, unknown> => store.user!.profile

beforeEach(() => {
  device.kept.clear()
  device.isBroken = false
  server = new FakeServer()
  server.handlers.push(({ path, method, body }) => {
    if (path.startsWith('/api/users/favourites/'))
      return Response.json(method === 'PUT' ? ['11-1', '29-1'] : ['29-1'])
    if (path === '/api/users/school') return Response.json(body)
    return undefined
  })
  vi.stubGlobal('fetch', server.fetch)
  Object.assign(store, {
    user: {
      ...makeUser(),
      _id: 'u',
      profile: { schoolName: 'Before', favourites: { careers: ['29-1'] } },
    },
    online: true,
  })
})

describe('a section saved without a signal', () => {
  it('is kept, shown again, and sent when there is one', async () => {
    server.offline = true
    await expect(save('After')).rejects.toBeInstanceOf(KeptHere)
    expect(await pendingSection('school')).toEqual({ values: { schoolName: 'After' } })
    await expect(sendPending()).rejects.toBeInstanceOf(NoSignal)
    expect(await hasPending(), 'and waits on where there is none').toBe(true)

    server.offline = false
    await sendPending()
    expect(written().at(-1)).toEqual(['PUT', '/api/users/school', { schoolName: 'After' }])
    expect(profile()['schoolName']).toBe('After')
    expect(await pendingSection('school')).toBeNull()
  })

  it('gives way to what is saved after it', async () => {
    server.offline = true
    await save('Older').catch(() => {})
    await save('Newer').catch(() => {})
    server.offline = false
    await save('Newest')
    await sendPending()
    expect(written().findLast(([, path]) => path === '/api/users/school')).toEqual([
      'PUT',
      '/api/users/school',
      { schoolName: 'Newest' },
    ])
    expect(device.kept.size).toBe(0)
  })

  it('stays to be seen where the server will not take it, and is not sent again by itself', async () => {
    server.offline = true
    await save('Bad').catch(() => {})
    server.offline = false
    server.handlers.push(({ path }) =>
      path === '/api/users/school'
        ? Response.json({ code: 'form/invalid', message: 'Check one answer.' }, { status: 422 })
        : undefined,
    )
    await sendPending()
    await sendPending()
    expect(written()).toHaveLength(2)
    expect(await pendingSection('school')).toEqual({
      values: { schoolName: 'Bad' },
      refused: 'Check one answer.',
    })
  })

  it('is never another person’s, and gone after logout', async () => {
    server.offline = true
    await save('Mine').catch(() => {})
    store.user = { ...store.user!, _id: 'v' }
    expect(await pendingSection('school')).toBeNull()
    server.offline = false
    await sendPending()
    expect(written(), 'nothing of it was sent in another name').toHaveLength(1)
    expect(device.kept.size).toBe(0)

    server.offline = true
    await save('Again').catch(() => {})
    await forgetPending()
    expect(device.kept.size).toBe(0)
  })

  it('fails as before where this browser keeps nothing', async () => {
    server.offline = true
    device.isBroken = true
    await expect(save('Lost')).rejects.toBeInstanceOf(NoSignal)
  })
})

describe('a heart tapped without a signal', () => {
  it('fills, and is sent when there is one', async () => {
    server.offline = true
    await setFavourite({ type: 'careers', id: '11-1', on: true })
    expect(profile()['favourites']).toEqual({ careers: ['11-1', '29-1'] })
    server.offline = false
    await sendPending()
    expect(written().at(-1)).toEqual(['PUT', '/api/users/favourites/careers/11-1', undefined])
    expect(device.kept.size).toBe(0)
  })

  it('that is taken back is the only one that is sent', async () => {
    server.offline = true
    await setFavourite({ type: 'careers', id: '11-1', on: true })
    await setFavourite({ type: 'careers', id: '11-1', on: false })
    server.offline = false
    server.asked.length = 0
    await sendPending()
    expect(written()).toEqual([['DELETE', '/api/users/favourites/careers/11-1', undefined]])
    expect(profile()['favourites']).toEqual({ careers: ['29-1'] })
  })
})

it('a career that is saved comes with its page, to be read without a signal', async () => {
  store.appConfiguration = configurationOf<AppConfiguration>(first)
  store.user = { ...makeUser({ plan: 'power', taken: ['holland_code'] }), _id: 'u' }
  takeFrame(await fetchFrame('en'))
  const page = { routeName: 'careerDetailPage', params: { slug: 'x', id: '11-1' } }
  await setFavourite({ type: 'careers', id: '11-1', on: true, page })
  await vi.waitFor(() => expect(server.count('/api/careers/11-1')).toBe(1))
  const bundle = JSON.parse(
    first.assets.get(store.appConfiguration.bundles['en']!)!.plain.toString(),
  ) as { pages: Record<string, string> }
  expect(
    server.count(`/api/bundles/${bundle.pages['career']}.json`),
    'its documents and words too',
  ).toBe(1)

  server.asked.length = 0
  await setFavourite({ type: 'careers', id: '11-1', on: false, page })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.count('/api/careers/11-1'), 'but not for one that is taken back').toBe(0)
})
