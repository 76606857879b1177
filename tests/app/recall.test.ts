// @vitest-environment happy-dom
/**
 * Careers and reports that were opened once can be opened offline, and on a slow connection
 * (reliability.md 3.4).
 */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure, NoSignal } from '#app/api.ts'
import type { SourceKey } from '#app/data.tsx'
import { openedOn } from '#app/opened.ts'
import { freshOrCached } from '#app/recall.ts'
import { evicted, MAX_BYTES, type Mark } from '#app/pagecache.ts'
import { store } from '#app/store.ts'
import { makeUser } from '#tests/support/documents.ts'

const device = vi.hoisted(() => ({ kept: new Map<string, unknown>(), isBroken: false }))
vi.mock('#app/pagecache.ts', async (original) => ({
  ...(await original<object>()),
  cacheResponse: (key: SourceKey, value: unknown) =>
    device.isBroken
      ? Promise.reject(new Error('full'))
      : Promise.resolve(void device.kept.set(key[0], value)),
  cachedLists: ([path]: SourceKey) =>
    Promise.resolve(
      [...device.kept]
        .filter(([key]) => key.split('?')[0] === path.split('?')[0])
        .map(([key, value]) => ({
          query: key.split('?')[1] ?? '',
          value,
          at: '2026-05-03T09:00:00.000Z',
        })),
    ),
  cachedRecords: ([path]: SourceKey) =>
    Promise.resolve(
      [...device.kept]
        .filter(([key]) => key.startsWith(`${path.split('?')[0]}/`))
        .map(([, value]) => ({ value, at: '2026-05-03T09:00:00.000Z' })),
    ),
  dropCached: (key: SourceKey) => Promise.resolve(void device.kept.delete(key[0])),
  readCached: (key: SourceKey) =>
    device.isBroken
      ? Promise.reject(new Error('gone'))
      : Promise.resolve(
          device.kept.has(key[0])
            ? { value: device.kept.get(key[0]), at: '2026-05-03T09:00:00.000Z' }
            : undefined,
        ),
}))
const shown = vi.hoisted(() => vi.fn())
vi.mock('swr', () => ({ mutate: shown }))

const KEY: SourceKey = ['reports/worker-type', 'u', 'en', 'release-1']
const NAME = 'u/en/reports/worker-type'
const answered = (value: unknown) => freshOrCached(KEY, Promise.resolve(value))
const failed = (error: unknown) => freshOrCached(KEY, Promise.reject(error))
const refused = (status: number) => new ApiFailure(status, { code: 'x', message: '' })
const noSignal = () => new NoSignal(null)

beforeEach(() => {
  device.kept.clear()
  device.isBroken = false
  store.online = true
  delete openedOn[NAME]
})

describe('a response', () => {
  it('is kept, and replaces the next one while offline', async () => {
    expect(await answered({ code: 'SIA' })).toEqual({ code: 'SIA' })
    expect(await failed(noSignal())).toEqual({ code: 'SIA' })
    expect(store.online, 'and the page says that there is none').toBe(false)
    expect(await failed(refused(503)), 'a server that is only starting is as good as none').toEqual(
      { code: 'SIA' },
    )
  })

  it('from this device carries its date until the server responds again', async () => {
    await answered({ code: 'SIA' })
    expect(openedOn).not.toHaveProperty([NAME])
    await failed(noSignal())
    expect(openedOn[NAME]).toBe('2026-05-03T09:00:00.000Z')
    await answered({ code: 'SIA' })
    expect(openedOn).not.toHaveProperty([NAME])
  })

  it('that was never stored is missing', async () => {
    await expect(failed(noSignal())).rejects.toBeInstanceOf(NoSignal)
  })

  it.each([403, 404, 410])('that was refused (%i) is no longer kept', async (status) => {
    await answered({ code: 'SIA' })
    await expect(failed(refused(status))).rejects.toMatchObject({ status })
    await expect(failed(noSignal())).rejects.toBeInstanceOf(NoSignal)
  })

  it.each([401, 500])('isn’t shown instead of another error (%i)', async (status) => {
    await answered({ code: 'SIA' })
    await expect(failed(refused(status))).rejects.toMatchObject({ status })
    expect(device.kept.size).toBe(1)
  })

  it('still arrives if this browser stores nothing', async () => {
    device.isBroken = true
    expect(await answered({ code: 'SIA' })).toEqual({ code: 'SIA' })
    await expect(failed(noSignal())).rejects.toBeInstanceOf(NoSignal)
  })
})

describe('a search without a signal', () => {
  const asking = (path: string) => freshOrCached([path, 'u', 'en', 'r'], Promise.reject(noSignal()))
  const all = { items: [{ id: 'a' }], total: 130 }

  it('shows the whole list, marked as not searched', async () => {
    device.kept.set('catalogue/things', all)
    expect(await asking('catalogue/things?search=account%20ing')).toEqual({
      ...all,
      unasked: { search: 'account ing' },
    })
    expect(await asking('catalogue/things?level=ug')).toEqual({ ...all, unasked: { search: '' } })
    expect(await asking('catalogue/things')).toEqual(all)
    expect([...device.kept.keys()], 'and isn’t kept as the answer').toEqual(['catalogue/things'])
  })

  it('shows the list that answers the most of it', async () => {
    device.kept.set('catalogue/things', all)
    device.kept.set('catalogue/things?first=ZA', { items: [{ id: 'own' }] })
    device.kept.set('catalogue/things?first=ZA&search=c', { items: [{ id: 'other' }] })
    device.kept.set('catalogue/things?first=ZA&level=ug', { items: [] })
    expect(await asking('catalogue/things?search=b&level=ug&first=ZA')).toEqual({
      items: [{ id: 'own' }],
      unasked: { search: 'b' },
    })
  })

  it('shows what the same search found before', async () => {
    device.kept.set('catalogue/things', all)
    device.kept.set('catalogue/things?search=b', { items: [], total: 0 })
    expect(await asking('catalogue/things?search=b')).toEqual({ items: [], total: 0 })
  })

  it('has nothing to show where no list is stored', async () => {
    await expect(asking('catalogue/things?search=b')).rejects.toBeInstanceOf(NoSignal)
    device.kept.set('careers/compare', { items: [] })
    await expect(asking('careers/compare?ids=a')).rejects.toBeInstanceOf(NoSignal)
  })
})

describe('what is saved, without a signal', () => {
  const asking = (path: string) => {
    const asked = Promise.reject(noSignal())
    // As in data.tsx: hearts are sent first, and it fails meanwhile.
    asked.catch(() => undefined)
    return freshOrCached([path, 'u', 'en', 'r'], asked)
  }
  const item = (id: string, more = {}) => ({ id, title: id.toUpperCase(), ...more })
  const heart = (favourites: Record<string, string[]>) =>
    void (store.user = { ...makeUser(), profile: { favourites } })

  it('has what was saved since, and no longer what was taken out', async () => {
    device.kept.set('catalogue/things', { items: [item('a'), item('b')], total: 2 })
    device.kept.set('catalogue/things?first=ZA&saved=true', {
      items: [item('c', { favourite: true }), item('d', { favourite: true })],
      total: 2,
      facets: {},
    })
    heart({ things: ['b', 'c', 'unknown'] })
    expect(await asking('catalogue/things?first=ZA&saved=true')).toEqual({
      items: [item('b', { favourite: true }), item('c', { favourite: true })],
      total: 2,
      facets: {},
    })
  })

  it('is there without having been opened, as far as filters can be applied here', async () => {
    device.kept.set('catalogue/things/a', item('a', { kinds: ['x'] }))
    device.kept.set('catalogue/things?page=2', { items: [item('b', { kinds: ['y'] })] })
    heart({ things: ['a', 'b'] })
    expect(await asking('catalogue/things?saved=true&kinds=y&place=last')).toMatchObject({
      items: [{ id: 'b' }],
      total: 1,
    })
    heart({})
    await expect(asking('catalogue/things?saved=true')).rejects.toBeInstanceOf(NoSignal)
  })

  it('is the same of careers and of everything', async () => {
    device.kept.set('careers/matches?varied=true', { items: [item('29')] })
    device.kept.set('catalogue/things', { items: [item('a')] })
    device.kept.set('users/favourites', { items: [item('b', { type: 'things' })], total: 1 })
    heart({ careers: ['29'], things: ['a'] })
    expect(await asking('careers/favourites')).toMatchObject({ items: [{ id: '29' }], total: 1 })
    expect(await asking('users/favourites')).toMatchObject({
      items: [
        { id: '29', type: 'careers' },
        { id: 'a', type: 'things' },
      ],
      total: 2,
    })
  })

  it('has the hearts that wait for a connection, too', async () => {
    device.kept.set('catalogue/things', { items: [item('a'), item('b')] })
    heart({ things: ['b'] })
    const user = store.user!._id
    localStorage.setItem(`heart/${user}/things/a`, 'PUT 1')
    localStorage.setItem(`heart/${user}/things/b`, 'DELETE 2')
    localStorage.setItem('heart/another/things/b', 'PUT 3')
    expect(await asking('catalogue/things?saved=true')).toMatchObject({ items: [{ id: 'a' }] })
    localStorage.clear()
  })

  it('isn’t made up for a search', async () => {
    device.kept.set('catalogue/things/a', item('a'))
    heart({ things: ['a'] })
    await expect(asking('catalogue/things?saved=true&search=a')).rejects.toBeInstanceOf(NoSignal)
  })
})

describe('a list that was never opened', () => {
  const failing = (path: string, error: unknown) =>
    freshOrCached([path, 'u', 'en', 'r'], Promise.reject(error)).catch((thrown: unknown) => thrown)

  it('fails with its records that are on this device, and the day of each', async () => {
    device.kept.set('catalogue/things/a', { id: 'a', title: 'A' })
    const kept = [{ id: 'a', title: 'A', keptAt: '2026-05-03T09:00:00.000Z' }]
    expect(await failing('catalogue/things?country=ZA', noSignal())).toMatchObject({ kept })
    expect(await failing('catalogue/others', noSignal())).not.toMatchObject({ kept })
  })

  it('has none of them where the server refuses', async () => {
    device.kept.set('catalogue/things/a', { id: 'a' })
    expect(await failing('catalogue/things', refused(403))).not.toHaveProperty('kept')
  })
})

describe('with a weak connection', () => {
  it('the older response is shown until the new one arrives', async () => {
    vi.useFakeTimers()
    await answered({ code: 'SIA' })
    let come!: (value: unknown) => void
    const page = freshOrCached(KEY, new Promise((resolve) => (come = resolve)))
    await vi.advanceTimersByTimeAsync(3000)
    expect(await page).toEqual({ code: 'SIA' })
    expect(openedOn).toHaveProperty([NAME])
    come({ code: 'RIA' })
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toHaveBeenCalledExactlyOnceWith(KEY, { code: 'RIA' }, { revalidate: false })
    expect(device.kept.get(KEY[0])).toEqual({ code: 'RIA' })
    expect(openedOn, 'and is of today').not.toHaveProperty([NAME])
    vi.useRealTimers()
  })

  it('a page that was never stored waits for its response', async () => {
    vi.useFakeTimers()
    let come!: (value: unknown) => void
    const page = freshOrCached(KEY, new Promise((resolve) => (come = resolve)))
    await vi.advanceTimersByTimeAsync(10_000)
    come({ code: 'RIA' })
    expect(await page).toEqual({ code: 'RIA' })
    vi.useRealTimers()
  })
})

describe('stored responses', () => {
  const marks = (...sizes: [key: string, bytes: number][]): Mark[] =>
    sizes.map(([key, bytes], used) => ({ key, bytes, used }))
  const third = MAX_BYTES / 3

  it('are all kept while there is room', () => {
    expect(
      evicted(marks(['u/a', third], ['u/b', third]), { key: 'u/c', bytes: third }, 'u'),
    ).toEqual([])
  })
  it('are dropped least recently used first, and no more than necessary', () => {
    expect(
      evicted(
        marks(['u/a', third], ['u/b', third], ['u/c', third]),
        { key: 'u/d', bytes: third },
        'u',
      ),
    ).toEqual(['u/a'])
    expect(
      evicted(marks(['u/a', 10], ['u/b', MAX_BYTES - 10]), { key: 'u/c', bytes: 11 }, 'u'),
    ).toEqual(['u/a', 'u/b'])
  })
  it('replace the one before them', () => {
    expect(
      evicted(marks(['u/a', MAX_BYTES], ['u/b', 0]), { key: 'u/a', bytes: MAX_BYTES }, 'u'),
    ).toEqual([])
  })
  it('are never kept for another user', () => {
    expect(evicted(marks(['v/a', 1], ['u/b', 1]), { key: 'u/c', bytes: 1 }, 'u')).toEqual(['v/a'])
  })
})
