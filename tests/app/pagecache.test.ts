// @vitest-environment happy-dom
/**
 * The cache of opened pages: whatever is opened in whatever order, it stays within its limit, and
 * keeps what was used last.
 */

import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SourceKey } from '#app/data.tsx'
import {
  cachedRecords,
  cacheResponse,
  dropCached,
  readCached,
  updateCached,
} from '#app/pagecache.ts'
import { store } from '#app/store.ts'
import { databases, KeyRange } from '#tests/support/idb.ts'
import { makeUser } from '#tests/support/documents.ts'

vi.mock('idb', () => import('#tests/support/idb.ts'))

const signIn = (user: string) => void (store.user = { ...makeUser(), _id: user })
const key = (path: string, user = 'u', language = 'en', release = 'r1'): SourceKey => [
  path,
  user,
  language,
  release,
]
const contents = () => databases.get('tsela-pages')!.stores
const forget = () =>
  [...(databases.get('tsela-pages')?.stores.values() ?? [])].forEach(({ rows }) => rows.clear())

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  vi.stubGlobal('IDBKeyRange', KeyRange)
  forget()
  signIn('u')
})

describe('records of a list', () => {
  it('are those that were cached as pages of their own, the newest first', async () => {
    vi.useFakeTimers({ now: new Date('2026-05-03T09:00:00Z'), toFake: ['Date'] })
    await cacheResponse(key('catalogue/places/a'), { id: 'a' })
    vi.setSystemTime(new Date('2026-05-04T09:00:00Z'))
    await cacheResponse(key('catalogue/places/b%20c'), { id: 'b c' })
    // Nothing else that is below the same path, or beside it, is one of them.
    await cacheResponse(key('catalogue/places/near'), { items: [{ id: 'near' }] })
    await cacheResponse(key('catalogue/places/none'), null)
    await cacheResponse(key('catalogue/places/a/more'), { id: 'more' })
    await cacheResponse(key('catalogue/places?search=a'), { id: 'search' })
    await cacheResponse(key('catalogue/placesthere/c'), { id: 'c' })
    await cacheResponse(key('catalogue/places/d', 'u', 'af'), { id: 'd' })
    expect(await cachedRecords(key('catalogue/places?country=ZA&page=2'))).toEqual([
      { value: { id: 'b c' }, at: '2026-05-04T09:00:00.000Z' },
      { value: { id: 'a' }, at: '2026-05-03T09:00:00.000Z' },
    ])
    expect(await cachedRecords(key('catalogue/places', 'v'))).toEqual([])
    vi.useRealTimers()
  })
})

describe('a page that was opened', () => {
  it('is stored by query and language, and says when it was fetched', async () => {
    vi.useFakeTimers({ now: new Date('2026-05-03T09:00:00Z'), toFake: ['Date'] })
    const asked = 'catalogue/bursaries?type=loan&search=nsfs&page=2'
    await cacheResponse(key(asked), { items: ['a'] })
    vi.setSystemTime(new Date('2026-06-01T09:00:00Z'))
    expect(await readCached(key(asked))).toEqual({
      value: { items: ['a'] },
      at: '2026-05-03T09:00:00.000Z',
    })
    expect(await readCached(key(asked, 'u', 'en', 'r2')), 'of an older release too').toBeDefined()
    expect(await readCached(key('catalogue/bursaries?type=loan'))).toBeUndefined()
    expect(await readCached(key(asked, 'u', 'af'))).toBeUndefined()
    expect(await readCached(key(asked, 'v'))).toBeUndefined()
    vi.useRealTimers()
  })

  it('counts as opened when it was last fetched', async () => {
    vi.useFakeTimers({ now: new Date('2026-05-03T09:00:00Z'), toFake: ['Date'] })
    await cacheResponse(key('a'), 1)
    vi.setSystemTime(new Date('2026-05-04T09:00:00Z'))
    await cacheResponse(key('a'), 2)
    expect(await readCached(key('a'))).toEqual({ value: 2, at: '2026-05-04T09:00:00.000Z' })
    vi.useRealTimers()
  })

  it('is gone once the server has refused it', async () => {
    await cacheResponse(key('a'), 1)
    await dropCached(key('a'))
    expect(await readCached(key('a'))).toBeUndefined()
    expect([...contents().values()].map(({ rows }) => rows.size)).toEqual([0, 0])
  })

  it('isn’t stored for a user who has left meanwhile, and the next user’s copy replaces it', async () => {
    await cacheResponse(key('a'), 1)
    signIn('v')
    await cacheResponse(key('b'), 2)
    expect(await readCached(key('b')), 'late').toBeUndefined()
    await cacheResponse(key('c', 'v'), 3)
    expect([...contents().get('answers')!.rows.keys()]).toEqual(['v/en/c'])
  })

  it('shows a heart that was tapped afterwards', async () => {
    await cacheResponse(key('careers/1'), { id: '1', favourite: false })
    await cacheResponse(key('catalogue/jobs/1'), { id: '1', favourite: false })
    await updateCached(
      'u',
      (path) => path.startsWith('careers'),
      (value) => ({
        ...(value as object),
        favourite: true,
      }),
    )
    expect((await readCached(key('careers/1')))!.value).toEqual({ id: '1', favourite: true })
    expect((await readCached(key('catalogue/jobs/1')))!.value).toEqual({
      id: '1',
      favourite: false,
    })
  })
})

/** Bytes that a stored text of this length counts as: two per character, including its quotes. */
const weight = (length: number) => (length + 2) * 2
const LIMIT = 1000

type Step = { readonly do: 'open' | 'read'; readonly page: string; readonly length: number }
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('open', 'open', 'read'),
  page: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  length: fc.integer({ min: 0, max: 600 }),
})

it('never exceeds its limit, and drops the least recently used first, whatever is opened and read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      forget()
      /** What should be in it, least recently used first. */
      let expected: { page: string; length: number }[] = []
      for (const { do: what, page, length } of steps) {
        const known = expected.find((each) => each.page === page)
        const read = what === 'read' ? await readCached(key(page)) : undefined
        expect(read?.value).toBe(
          what === 'read' && known !== undefined ? 'x'.repeat(known.length) : undefined,
        )
        if (what === 'open') await cacheResponse(key(page), 'x'.repeat(length), LIMIT)
        // A page too large for the whole cache leaves it unchanged.
        const used = what === 'read' ? known : weight(length) > LIMIT ? undefined : { page, length }
        if (used !== undefined) expected = [...expected.filter((each) => each !== known), used]
        while (expected.reduce((sum, each) => sum + weight(each.length), 0) > LIMIT)
          expected.shift()
        const names = expected.map((each) => `u/en/${each.page}`).sort()
        expect([...contents().get('answers')!.rows.keys()].sort()).toEqual(names)
        expect([...contents().get('marks')!.rows.keys()].sort()).toEqual(names)
      }
    }),
    { numRuns: 200 },
  )
})
