// @vitest-environment happy-dom
/** What is saved offline waits on this device, and is sent when the connection returns. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NoSignal, whenUnauthorised } from '#app/api.ts'
import { ask } from '#app/data.tsx'
import { fetchFrame, takeFrame } from '#app/documents.ts'
import { setEntry } from '#app/entries.ts'
import { setFavourite, type Favourite } from '#app/favourites.ts'
import { HEART, keepHeart } from '#app/hearts.ts'
import {
  forgetPending,
  countPending,
  discardSection,
  isEntryPending,
  KeptHere,
  pendingSection,
  saveSection,
  sendOrKeep,
  sendPending,
} from '#app/pending.ts'
import { keepWrite, readWrites } from '#app/pendingbox.ts'
import { store, type AppConfiguration } from '#app/store.ts'
import { databases } from '#tests/support/idb.ts'
import { withWrites } from '#engine/forms/records.ts'
import { sectionVersion } from '#engine/forms/sectionversion.ts'
import { makeUser } from '#tests/support/documents.ts'
import { configurationOf, FakeServer, first } from './world.ts'

vi.mock('idb', () => import('#tests/support/idb.ts'))
vi.mock('#app/sync.ts', () => ({ startSync: () => {} }))

let server: FakeServer
/** What was written to the server, in order. */
const written = () =>
  server.asked
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/users/interactions')
    .map(({ method, path, body }) => [method, path, body])
const save = (schoolName: string | null, from = profile()) =>
  saveSection('school', { route: 'school', method: 'PUT' }, { schoolName }, from)
/** What a tap on a heart does (actions.ts). */
const tap = (heart: Favourite) => setFavourite(heart, keepHeart(heart.type, heart.id, heart.on))
const waiting = async () => (await readWrites()).map(({ key }) => key)
const profile = (): Record<string, unknown> => store.user!.profile

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  databases.get('tsela-pending')?.stores.get('writes')!.rows.clear()
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

describe('a form saved after the session has ended', () => {
  beforeEach(() => {
    store.signInAbove = false
    server.handlers.push(({ path }) =>
      path === '/api/users/school' || path.startsWith('/api/users/favourites/')
        ? Response.json(
            { code: 'access/session', message: 'Please log in first.' },
            { status: 401 },
          )
        : undefined,
    )
  })
  it('stays, and its user signs in above it', async () => {
    const dropped = vi.fn<() => void>()
    whenUnauthorised(dropped)
    await expect(save('After')).rejects.toMatchObject({ status: 401 })
    expect([store.signInAbove, dropped.mock.calls.length]).toEqual([true, 0])
  })
  it('is no rule for a heart, which loses nothing', async () => {
    const dropped = vi.fn<() => void>()
    whenUnauthorised(dropped)
    await tap({ type: 'careers', id: '11-1', on: true }).catch(() => undefined)
    expect([store.signInAbove, dropped.mock.calls.length]).toEqual([false, 1])
  })
})

describe('a section saved offline', () => {
  it('is kept, shown again, and sent once there is a connection', async () => {
    server.offline = true
    await expect(save('After')).rejects.toBeInstanceOf(KeptHere)
    expect(await pendingSection('school')).toEqual({ values: { schoolName: 'After' } })
    await expect(sendPending()).rejects.toBeInstanceOf(NoSignal)
    expect(await countPending(), 'and waits on where there is none').toBe(1)

    server.offline = false
    await sendPending()
    expect(written().at(-1)).toEqual(['PUT', '/api/users/school', { schoolName: 'After' }])
    expect(profile()['schoolName']).toBe('After')
    expect(
      new Set(databases.get('tsela-pending')!.writes),
      'each was on the disk before anything said so',
    ).toEqual(new Set(['strict']))
    expect(await pendingSection('school')).toBeNull()
  })

  it('is replaced by what is saved after it', async () => {
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
    expect(await waiting()).toEqual([])
  })

  it('says which version it was edited from, whatever has arrived since', async () => {
    const sent = () => server.asked.findLast(({ path }) => path === '/api/users/school')!.headers
    const before = sectionVersion({ schoolName: 'Before' }, ['schoolName'])
    await save('Online')
    expect(sent().get('if-match')).toBe(before)
    await save('Older form', { schoolName: 'Before' })
    expect(sent().get('if-match'), 'what the form has read, not what has come since').toBe(before)
    store.user = { ...store.user!, profile: { schoolName: 'Before' } }
    server.offline = true
    await save('Mine').catch(() => {})
    // Another device's save has come with the user, before this one was sent.
    store.user = { ...store.user, profile: { schoolName: 'Theirs' } }
    await save('Mine again').catch(() => {})
    server.offline = false
    await sendPending()
    expect(sent().get('if-match')).toBe(before)
  })

  it('is refused if another device has saved it since, until it is saved again or dropped', async () => {
    server.offline = true
    await save('Mine').catch(() => {})
    server.offline = false
    const theirs = sectionVersion({ schoolName: 'Theirs' }, ['schoolName'])
    server.handlers.push(({ path, headers }) =>
      path === '/api/users/school' && headers.get('if-match') !== theirs
        ? Response.json({ code: 'profile/changed', message: 'Changed since.' }, { status: 409 })
        : undefined,
    )
    await sendPending()
    expect(await pendingSection('school')).toEqual({
      values: { schoolName: 'Mine' },
      refused: 'Changed since.',
      isConflict: true,
    })
    await sendPending()
    expect(written(), 'once offline, once refused').toHaveLength(2)
    await discardSection('school')
    expect(await pendingSection('school')).toBeNull()

    server.offline = true
    await save('Mine').catch(() => {})
    server.offline = false
    await sendPending()
    await save('Mine', { schoolName: 'Theirs' })
    expect(profile()['schoolName']).toBe('Mine')
    expect(await waiting()).toEqual([])

    await expect(save('Later', { schoolName: 'Old' }), 'with a signal too').rejects.toMatchObject({
      code: 'profile/changed',
    })
    expect(await waiting(), 'the form has it').toEqual([])
  })

  it('says so if it was an order that another device has changed, and shows that one', async () => {
    server.offline = true
    const order = { path: 'users/order/jobs', method: 'PUT', body: { order: ['b', 'a'] } } as const
    await expect(sendOrKeep('record/jobs/order', order)).rejects.toBeInstanceOf(KeptHere)
    server.offline = false
    server.handlers.push(({ path }) =>
      path === '/api/users/order/jobs'
        ? Response.json({ code: 'profile/changed', message: 'Changed since.' }, { status: 409 })
        : undefined,
    )
    await sendPending()
    const [write] = await readWrites()
    expect(write).toMatchObject({ key: 'u/record/jobs/order', refused: 'Changed since.' })
    const jobs = { id: 'jobs', shape: 'records', fields: [] } as never
    const items = [{ _id: 'a' }, { _id: 'b' }]
    const shown = (refused?: string) =>
      withWrites(jobs, items, [
        { item: 'order', method: 'PUT', body: order.body, ...(refused && { refused }) },
      ]).map(({ _id }) => _id)
    expect([shown(), shown(write?.refused)]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ])
  })

  it('stays visible if the server refuses it, and isn’t resent automatically', async () => {
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

  it('never belongs to another user, and is gone after logout', async () => {
    server.offline = true
    await save('Mine').catch(() => {})
    store.user = { ...store.user!, _id: 'v' }
    expect(await pendingSection('school')).toBeNull()
    server.offline = false
    await sendPending()
    expect(written(), 'nothing of it was sent in another name').toHaveLength(1)
    expect(await waiting()).toEqual([])

    server.offline = true
    await save('Again').catch(() => {})
    await forgetPending()
    expect(await waiting()).toEqual([])
  })

  it('fails as before if this browser stores nothing', async () => {
    server.offline = true
    vi.spyOn(databases.get('tsela-pending')!, 'transaction').mockImplementation(() => {
      throw new Error('full')
    })
    await expect(save('Lost')).rejects.toBeInstanceOf(NoSignal)
    vi.restoreAllMocks()
  })
})

describe('an entry of a list', () => {
  const done = (lesson: string, on = true) =>
    setEntry({ section: 'lessons', list: 'lessonsDone', member: 'lesson', id: lesson, on })
  const lessons = () =>
    (profile()['lessonsDone'] as { lesson: string }[]).map((each) => each.lesson)
  /** What the server has; another device adds to it. */
  let kept: string[]
  beforeEach(() => {
    kept = ['theirs']
    server.handlers.push(({ path, method }) => {
      const id = path.split('/lessonsDone/lesson/')[1]
      if (id === undefined) return undefined
      kept = [...kept.filter((each) => each !== id), ...(method === 'PUT' ? [id] : [])]
      return Response.json({ lessonsDone: kept.map((lesson) => ({ lesson })) })
    })
  })

  it('is added and removed by itself: what another device has added stays', async () => {
    expect(await done('a')).toBe(false)
    expect(lessons()).toEqual(['theirs', 'a'])
    expect(await done('a', false)).toBe(false)
    expect(lessons()).toEqual(['theirs'])
    expect(written()).toEqual([
      ['PUT', '/api/users/entries/lessons/lessonsDone/lesson/a', undefined],
      ['DELETE', '/api/users/entries/lessons/lessonsDone/lesson/a', undefined],
    ])
  })

  it('waits without a signal, each for itself, and the last tap counts', async () => {
    server.offline = true
    expect(await done('a')).toBe(true)
    expect(await done('b')).toBe(true)
    expect(await done('b', false)).toBe(true)
    expect(lessons(), 'shown at once').toEqual(['a'])
    expect(await countPending()).toBe(2)
    expect(await isEntryPending('lessons', 'lessonsDone')).toBe(true)
    server.offline = false
    server.asked.length = 0
    await sendPending()
    expect(
      written().map(([method, path]) => `${String(method)} ${String(path).slice(-1)}`),
    ).toEqual(['PUT a', 'DELETE b'])
    expect(lessons()).toEqual(['theirs', 'a'])
    expect(await isEntryPending('lessons', 'lessonsDone')).toBe(false)
  })

  it('goes with the list that waits as a whole', async () => {
    const how = { route: 'lessons', method: 'PUT' } as const
    server.offline = true
    await saveSection('lessons', how, { lessonsDone: [{ lesson: 'x' }] }, profile()).catch(() => {})
    expect(await done('a')).toBe(true)
    expect(await waiting()).toEqual(['u/section/lessons'])
    expect((await pendingSection('lessons'))!.values).toEqual({
      lessonsDone: [{ lesson: 'x' }, { lesson: 'a' }],
    })
  })
})

describe('a heart tapped offline', () => {
  it('fills, and is sent once there is a connection', async () => {
    server.offline = true
    await tap({ type: 'careers', id: '11-1', on: true })
    expect(profile()['favourites']).toEqual({ careers: ['11-1', '29-1'] })
    server.offline = false
    await sendPending()
    expect(written().at(-1)).toEqual(['PUT', '/api/users/favourites/careers/11-1', undefined])
    expect(await waiting()).toEqual([])
  })

  it('that is tapped again sends only its last state', async () => {
    server.offline = true
    await tap({ type: 'careers', id: '11-1', on: true })
    await tap({ type: 'careers', id: '11-1', on: false })
    server.offline = false
    server.asked.length = 0
    await sendPending()
    expect(written()).toEqual([['DELETE', '/api/users/favourites/careers/11-1', undefined]])
    expect(profile()['favourites']).toEqual({ careers: ['29-1'] })
  })
})

describe('a heart', () => {
  it('is stored on this device the moment it is tapped, before anything else happens', () => {
    keepHeart('careers', '11-1', true)
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(HEART))
    expect(keys).toEqual(['heart/u/careers/11-1'])
    expect(localStorage.getItem(keys[0]!)).toMatch(/^PUT /)
  })

  it('whose page was left at once is sent by the next page', async () => {
    keepHeart('careers', '11-1', true)
    await sendPending()
    expect(written()).toEqual([['PUT', '/api/users/favourites/careers/11-1', undefined]])
    expect(await waiting()).toEqual([])
  })

  it('tapped again while it is being sent ends as it was tapped last', async () => {
    let arrive!: () => void
    const received = new Promise<void>((resolve) => (arrive = resolve))
    server.handlers.push(({ method, path }) =>
      method === 'PUT' && path.includes('/favourites/')
        ? received.then(() => Response.json(['11-1']))
        : undefined,
    )
    const first = tap({ type: 'careers', id: '11-1', on: true })
    await vi.waitFor(() => expect(written()).toHaveLength(1))
    // The page is left before the second one gets its turn.
    keepHeart('careers', '11-1', false)
    arrive()
    await first
    await sendPending()
    expect(written().map(([method]) => method)).toEqual(['PUT', 'DELETE'])
    expect(await waiting()).toEqual([])
  })

  it('is never sent for another user, and is gone after logout', async () => {
    keepHeart('careers', '11-1', true)
    keepHeart('bursaries', 'x', true)
    expect(await countPending()).toBe(2)
    store.user = { ...store.user!, _id: 'v' }
    expect(await countPending()).toBe(0)
    await sendPending()
    expect(written()).toEqual([])
    expect(Object.keys(localStorage).filter((key) => key.startsWith(HEART))).toEqual([])

    keepHeart('careers', '11-1', true)
    await forgetPending()
    expect(Object.keys(localStorage).filter((key) => key.startsWith(HEART))).toEqual([])
  })

  it('waits in the database if local storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    server.offline = true
    await tap({ type: 'careers', id: '11-1', on: true })
    server.offline = false
    expect(await waiting()).toEqual(['u/favourite/careers/11-1'])
    await sendPending()
    expect(await waiting()).toEqual([])
    vi.restoreAllMocks()
  })
})

describe('a list of saved careers', () => {
  /** What the server has: the favourites at the time of each request. */
  let saved: string[]
  const list = () => ask(['careers?saved=true', 'u', 'en', 'release-1'])
  const counted = () => server.count('/api/careers?saved=true')
  let received: Promise<void>
  beforeEach(() => {
    saved = []
    received = Promise.resolve()
    server.handlers.push(({ path, method }) => {
      if (path === '/api/careers?saved=true') return Response.json([...saved])
      if (!path.startsWith('/api/users/favourites/careers/')) return undefined
      return received.then(() => {
        saved = method === 'PUT' ? ['11-1'] : []
        return Response.json(saved)
      })
    })
  })

  it('includes one that was saved offline, before anything else sends it', async () => {
    server.offline = true
    await tap({ type: 'careers', id: '11-1', on: true })
    server.offline = false
    expect(await list()).toEqual(['11-1'])
    expect(await waiting()).toEqual([])
    expect(profile()['favourites']).toEqual({ careers: ['11-1'] })
    expect(await list()).toEqual(['11-1'])
    expect(counted(), 'asked twice only while one was waiting').toBe(3)
  })

  it('includes one that is on its way to the server', async () => {
    let arrive!: () => void
    received = new Promise((resolve) => (arrive = resolve))
    const pressed = tap({ type: 'careers', id: '11-1', on: true })
    await vi.waitFor(() => expect(written()).toHaveLength(1))
    expect(await waiting(), 'were the page left now').toEqual(['u/favourite/careers/11-1'])
    const shown = list()
    // Its response arrives before the heart has reached the server.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(counted()).toBe(1)
    arrive()
    expect(await shown).toEqual(['11-1'])
    await pressed
    expect(written(), 'and it is sent once').toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('comes as it is if the waiting one can’t be sent or is of another type', async () => {
    await keepWrite({
      key: 'u/favourite/bursaries/x',
      user: 'u',
      path: 'users/favourites/bursaries/x',
      method: 'PUT',
      id: 'w1',
    })
    expect(await list()).toEqual([])
    expect(written()).toEqual([])
    server.offline = true
    await tap({ type: 'careers', id: '11-1', on: true })
    server.offline = false
    server.handlers.push(({ path }) =>
      path.startsWith('/api/users/favourites/careers/')
        ? Response.json({ code: 'x', message: '' }, { status: 503 })
        : undefined,
    )
    expect(await list()).toEqual([])
    expect(await waiting(), 'it waits on').toContain('u/favourite/careers/11-1')
  })
})

it('a heart that the server refuses isn’t sent again', async () => {
  server.handlers.push(({ path }) =>
    path.startsWith('/api/users/favourites/')
      ? Response.json({ code: 'x', message: '' }, { status: 409 })
      : undefined,
  )
  await expect(tap({ type: 'careers', id: '11-1', on: true })).rejects.toMatchObject({
    status: 409,
  })
  expect(await waiting()).toEqual([])
})

it('a saved career brings its page, to be read offline', async () => {
  store.appConfiguration = configurationOf<AppConfiguration>(first)
  store.user = { ...makeUser({ plan: 'power', taken: ['holland_code'] }), _id: 'u' }
  takeFrame(await fetchFrame('en'))
  const page = { routeName: 'careerDetailPage', params: { slug: 'x', id: '11-1' } }
  await tap({ type: 'careers', id: '11-1', on: true, page })
  await vi.waitFor(() => expect(server.count('/api/careers/11-1')).toBe(1))
  const bundle = JSON.parse(
    first.assets.get(store.appConfiguration.bundles['en']!)!.plain.toString(),
  ) as { pages: Record<string, string> }
  expect(
    server.count(`/api/bundles/${bundle.pages['career']}.json`),
    'its documents and words too',
  ).toBe(1)

  server.asked.length = 0
  await tap({ type: 'careers', id: '11-1', on: false, page })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.count('/api/careers/11-1'), 'but not for one that is taken back').toBe(0)
})
