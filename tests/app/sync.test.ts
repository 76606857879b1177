// @vitest-environment happy-dom
/** Answers waiting on the phone are sent soon, whatever else is running. */

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keepHeart } from '#app/hearts.ts'
import type { OutboxRow } from '#app/outbox.ts'
import { store } from '#app/store.ts'
import { flush, onSync, scheduleFlush, startSync, unsentWork } from '#app/sync.ts'
import { makeUser } from '#tests/support/documents.ts'

const phone = vi.hoisted(() => ({ rows: [] as OutboxRow[] }))
vi.mock('#app/outbox.ts', () => ({
  openOutbox: () =>
    Promise.resolve({
      kind: 'phone',
      rowsOf: () => Promise.resolve([...phone.rows]),
      attemptsOf: () => Promise.resolve([]),
      drop: (ids: readonly string[]) =>
        Promise.resolve(void (phone.rows = phone.rows.filter(({ id }) => !ids.includes(id)))),
      refuse: (rows: readonly OutboxRow[], refused: string) =>
        Promise.resolve(
          void (phone.rows = phone.rows.map((row) =>
            rows.some(({ id }) => id === row.id) ? { ...row, refused } : row,
          )),
        ),
    }),
}))

/** An attempt whose answers the server always rejects. */
const TOO_LARGE = '0190a0b0-0000-7000-8000-0000000000aa'
const ATTEMPT = '0190a0b0-0000-7000-8000-0000000000ab'
const write = (item: string, seq: number, attempt = ATTEMPT) =>
  phone.rows.push({
    id: `row-${item}`,
    user: 'a-quick-person',
    attempt,
    kind: 'answer',
    item,
    value: 4,
    ms: 900,
    at: '2026-01-01T08:00:00.000Z',
    seq,
  })

/** The items in each call. The first call waits until released. */
let sent: string[][]
let letGo: () => void
/** Whether another tab is sending. */
let isBusy: boolean

beforeEach(() => {
  phone.rows = []
  sent = []
  const slow = new Promise<void>((resolve) => (letGo = resolve))
  isBusy = false
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, _options: object, work: (lock: object | null) => Promise<void>) =>
        work(isBusy ? null : {}),
    },
  })
  Object.assign(store, { user: { ...makeUser(), _id: 'a-quick-person' }, online: true })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path.includes(TOO_LARGE))
      return Response.json({ code: 'request/too-large', message: 'Too much.' }, { status: 413 })
    const { answers } = JSON.parse(body) as { answers: { id: string; item: string }[] }
    sent.push(answers.map(({ item }) => item))
    if (sent.length === 1) await slow
    return Response.json({ answers: answers.map(({ id }) => ({ id, state: 'stored' })) })
  })
})

it('an answer that becomes due while others are being sent follows at once, not half a minute later', async () => {
  write('R_1', 1)
  const first = flush()
  await vi.waitFor(() => expect(sent).toEqual([['R_1']]))
  write('I_1', 2)
  const second = flush()
  letGo()
  await Promise.all([first, second])
  await vi.waitFor(() => expect(phone.rows).toEqual([]))
  expect(sent).toEqual([['R_1'], ['I_1']])
})

it('an answer that is written while others are being sent keeps its own time', async () => {
  write('R_1', 1)
  const first = flush()
  await vi.waitFor(() => expect(sent).toEqual([['R_1']]))
  write('I_1', 2)
  scheduleFlush()
  letGo()
  await first
  await vi.waitFor(() => expect(phone.rows).toEqual([]), { timeout: 3000 })
  expect(sent).toEqual([['R_1'], ['I_1']])
})

it('an answer of a tab that waits for another tab’s sending follows soon, not half a minute later', async () => {
  isBusy = true
  write('R_1', 1)
  await flush()
  expect(sent).toEqual([])
  isBusy = false
  letGo()
  await vi.waitFor(() => expect(sent).toEqual([['R_1']]), { timeout: 3000 })
})

it('answers that will never be accepted don’t hold up those of other users', async () => {
  letGo()
  write('level_1', 1, TOO_LARGE)
  write('R_1', 2, TOO_LARGE)
  write('I_1', 3)
  await flush()
  expect(sent).toEqual([['I_1']])
  expect(phone.rows.map(({ item, refused }) => [item, refused])).toEqual([
    ['level_1', 'request/too-large'],
    ['R_1', 'request/too-large'],
  ])
})

it('notifies other tabs when something was sent, and is notified by them', async () => {
  const said: unknown[] = []
  const channels: { onmessage?: () => void }[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: () => void
      constructor() {
        channels.push(this)
      }
      postMessage(message: unknown): void {
        said.push(message)
      }
    },
  )
  letGo()
  startSync()
  await flush()
  expect(said).toEqual(['sent'])
  const heard = vi.fn()
  onSync(heard)
  channels[0]!.onmessage!()
  expect(heard).toHaveBeenCalledTimes(1)
})

it('says at logout which answers and hearts couldn’t be sent and would be lost', async () => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  letGo()
  const fetch = globalThis.fetch
  expect(await unsentWork()).toBeNull()
  write('R_1', 1)
  keepHeart('careers', '11-1', true)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')))
  expect(await unsentWork()).toEqual({ answers: 1, changes: 1 })
  // What was typed and not saved would be lost too.
  const draft = `draft/${store.user!._id}/about/fields`
  localStorage.setItem(draft, '{"values":{"about":" I fix "},"from":{}}')
  expect(await unsentWork()).toEqual({ answers: 1, changes: 2 })
  // The page was left right after the server had it.
  store.user = { ...store.user!, profile: { ...store.user!.profile, about: 'I fix' } }
  expect(await unsentWork(), 'the profile has it').toEqual({ answers: 1, changes: 1 })
  expect(localStorage.getItem(draft)).toBeNull()

  vi.stubGlobal('fetch', async (path: string, options: { body: string }) =>
    path.includes('/favourites/') ? Response.json(['11-1']) : fetch(path, options),
  )
  expect(await unsentWork(), 'asking sends what it can').toBeNull()
  expect(sent).toEqual([['R_1']])
})

it('tries less and less often while nothing gets through: after five seconds, then after up to five minutes', async () => {
  letGo()
  startSync()
  await flush()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  write('R_1', 1)
  const began = Date.now()
  const seconds: number[] = []
  vi.stubGlobal('fetch', () => {
    seconds.push(Math.round((Date.now() - began) / 1000))
    return Promise.reject(new TypeError('no signal'))
  })
  await flush()
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  const waits = seconds.slice(1).map((at, index) => at - seconds[index]!)
  expect(waits).toEqual([5, 5, 5, 10, 20, 40, 80, 160, 300, 300])

  // The phone says that the connection is back: now, and soon again.
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(11_000)
  const [last, first, second, third] = seconds.slice(-4)
  expect([second! - first!, third! - second!]).toEqual([5, 5])
  expect(first! - last!).toBeLessThan(300)
})
