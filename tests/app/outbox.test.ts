// @vitest-environment happy-dom
/**
 * Rows that an earlier version of the app left on a phone are read and sent like those of this one.
 */

import { beforeEach, expect, it, vi } from 'vitest'
import { openOutbox, type StoredRow } from '#app/outbox.ts'
import { store } from '#app/store.ts'
import { flush } from '#app/sync.ts'
import { makeUser } from '#tests/support/documents.ts'

const phone = vi.hoisted(() => ({ rows: new Map<string, unknown>() }))
vi.mock('idb', () => ({
  openDB: () =>
    Promise.resolve({
      getAll: () => Promise.resolve([]),
      getAllFromIndex: () => Promise.resolve([...phone.rows.values()]),
      transaction: () => ({
        store: { delete: (id: string) => Promise.resolve(phone.rows.delete(id)) },
        done: Promise.resolve(),
      }),
    }),
}))

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

it('tells logs from answers, in the order they were given', async () => {
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
