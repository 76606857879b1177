// @vitest-environment happy-dom
/**
 * Rows that an earlier version of the app left on a phone are read and sent like those of this one.
 */

import { beforeEach, expect, it, vi } from 'vitest'
import { openOutbox, type OutboxStore, type StoredAttempt, type StoredRow } from '#app/outbox.ts'
import { store } from '#app/store.ts'
import { flush } from '#app/sync.ts'
import { makeUser } from '#tests/support/documents.ts'

const phone = vi.hoisted(() => ({
  rows: new Map<string, unknown>(),
  /** The durability of every transaction that writes. */
  writes: [] as (string | undefined)[],
}))
vi.mock('idb', () => ({
  openDB: () =>
    Promise.resolve({
      getAll: () => Promise.resolve([]),
      getAllFromIndex: () => Promise.resolve([...phone.rows.values()]),
      transaction: (_stores: unknown, mode: string, options?: { durability?: string }) => {
        if (mode === 'readwrite') phone.writes.push(options?.durability)
        return { store: rows, objectStore: () => rows, done: Promise.resolve() }
      },
    }),
}))
const rows = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  delete: (id: string) => Promise.resolve(phone.rows.delete(id)),
  index: () => ({ getAllKeys: () => Promise.resolve([]) }),
}

const LOG = [
  [0, 'begin', 16.7, 'touch'],
  [9000, 'end', 'abc'],
] as const
const common = {
  user: 'a-returning-user',
  attempt: '0190a0b0-0000-7000-8000-0000000000ab',
  ms: 900,
  at: '2026-01-01T08:00:00.000Z',
}
const STORED: readonly StoredRow[] = [
  { ...common, id: 'row-2', item: 'level_1', value: LOG, seq: 2 },
  { ...common, id: 'row-1', item: 'R_1', value: 4, seq: 1 },
]

let sent: { readonly path: string; readonly body: unknown }[]

beforeEach(() => {
  phone.rows = new Map(STORED.map((row) => [row.id, row]))
  sent = []
  // The only tab.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({}),
    },
  })
  Object.assign(store, { user: { ...makeUser(), _id: common.user }, online: true })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const given = JSON.parse(body) as { answers?: { id: string }[] }
    sent.push({ path, body: given })
    return Response.json({ answers: given.answers?.map(({ id }) => ({ id, state: 'stored' })) })
  })
})

it('distinguishes logs from answers, in the order they were given', async () => {
  expect(await (await openOutbox()).rowsOf(common.user)).toEqual([
    { ...STORED[1], kind: 'answer' },
    { ...STORED[0], kind: 'log', level: 1 },
  ])
})

it('sends each to its own endpoint, then drops it', async () => {
  await flush()
  expect(sent).toEqual([
    { path: `/api/attempts/${common.attempt}/log`, body: { level: 1, events: LOG } },
    {
      path: `/api/attempts/${common.attempt}/answers`,
      body: {
        answers: [{ id: 'row-1', item: 'R_1', value: 4, ms: 900, at: common.at, seq: 1 }],
      },
    },
  ])
  expect(phone.rows.size).toBe(0)
})

const attempt: StoredAttempt = {
  key: `${common.user}|assessment/holland_code`,
  user: common.user,
  attempt: common.attempt,
  assessment: 'holland_code',
  answers: {},
  seq: 2,
  finished: false,
} as never
const row = { ...STORED[1]!, kind: 'answer' } as never

// It is on disk even if the phone's battery is removed a second later.
it.each<[string, (outbox: OutboxStore) => Promise<unknown>]>([
  ['an attempt', (outbox) => outbox.putAttempt(attempt)],
  ['an answer', (outbox) => outbox.putAnswer(attempt, row)],
  ['what was sent', (outbox) => outbox.drop(['row-1'])],
  ['what was refused', (outbox) => outbox.refuse([row], 'request/too-large')],
  ['the end of an attempt', (outbox) => outbox.dropAttempt(attempt)],
])('waits until the disk has it: %s', async (_what, write) => {
  phone.writes = []
  await write(await openOutbox())
  expect(phone.writes).toEqual(['strict'])
})
