// @vitest-environment happy-dom
/**
 * A visitor's answers on this device: never lost and never sent twice, whoever signs in, and
 * wherever it is interrupted (docs/decisions/0082).
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttempt, peekAttempt } from '#app/attempts.ts'
import { takeFrame, type FrameBundle } from '#app/documents.ts'
import { startWith } from '#app/live.ts'
import { openOutbox } from '#app/outbox.ts'
import { keep, store, type AppConfiguration } from '#app/store.ts'
import { flush } from '#app/sync.ts'
import { adoptVisit, keptAnswers } from '#app/visitor.ts'
import { VISITOR } from '#app/wanted.ts'
import { catalog, makeUser } from '#tests/support/documents.ts'
import { configurationOf, FakeServer, first } from './world.ts'

const ATTEMPT = '0190a0b0-0000-7000-8000-0000000000ad'
const ITEMS = ['R_1', 'I_1']
const KEY = `${VISITOR}/holland_code`
let server: FakeServer
/** What the server stored, by the id of the answer. */
let stored: Map<string, { item: string; value: unknown }>
let completed: number
let allows: boolean

beforeEach(async () => {
  window.happyDOM.setURL('http://tsela.test/start')
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({}),
    },
  })
  server = new FakeServer()
  stored = new Map()
  completed = 0
  allows = true
  vi.stubGlobal('fetch', server.fetch)
  localStorage.clear()
  const configuration = configurationOf<AppConfiguration>(first)
  Object.assign(store, {
    appConfiguration: configuration,
    user: null,
    initialised: true,
    language: 'en',
    online: true,
  })
  startWith(configuration, null, true)
  const frame = JSON.parse(
    first.assets.get(first.frames.get('en')!)!.plain.toString(),
  ) as FrameBundle
  const holland = catalog.get('assessment', 'holland_code')!
  const short = { ...holland, items: holland.items!.filter(({ id }) => ITEMS.includes(id)) }
  takeFrame({ ...frame, documents: [...frame.documents, short] })
  server.handlers.push(({ path, body }) => {
    if (path === '/api/assessments/holland_code/attempts')
      return allows
        ? Response.json({
            id: ATTEMPT,
            assessment: 'holland_code',
            state: 'open',
            items: ITEMS,
            answers: {},
          })
        : Response.json({ code: 'access/stage', message: 'Not yet.' }, { status: 403 })
    if (path === `/api/attempts/${ATTEMPT}/complete`) {
      completed++
      return Response.json({})
    }
    if (path !== `/api/attempts/${ATTEMPT}/answers`) return undefined
    const batch = (body as { answers: { id: string; item: string; value: unknown }[] }).answers
    for (const { id, item, value } of batch) stored.set(id, { item, value })
    return Response.json({ answers: batch.map(({ id }) => ({ id, state: 'stored' })) })
  })
  await keptAnswers('erase', 'holland_code')
})
afterEach(() => vi.unstubAllGlobals())

const answerAll = async () => {
  const session = await openAttempt('holland_code')
  await session.answer('R_1', 5, 900)
  await session.answer('I_1', 2, 900)
  return session
}
const signIn = (more: object = {}) => {
  store.user = { ...makeUser({ plan: 'free' }), _id: `new-${Math.random()}`, ...more }
}
const values = () => [...stored.values()].map(({ item, value }) => `${item}=${String(value)}`)
const visit = async () => (await openOutbox()).attempt(KEY)

describe('without an account', () => {
  it('answers stay on the device, and are carried on where they stopped', async () => {
    const session = await openAttempt('holland_code')
    await session.answer('R_1', 5, 900)
    expect(session.status()).toMatchObject({ unsent: 1, sent: 0 })
    expect((await openAttempt('holland_code')).answers).toEqual({ R_1: 5 })
    expect(await peekAttempt('holland_code')).toEqual({ answered: 1, total: 2 })
    await flush()
    expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('the end is the result, which asks the server for nothing but a score', async () => {
    let asked: unknown
    server.handlers.push(({ path, body }) => {
      if (path !== '/api/assessments/holland_code/score') return undefined
      asked = body
      return Response.json({ report: { report: 'worker-type' }, careers: [{ id: 'a' }] })
    })
    const session = await openAttempt('holland_code')
    expect(await keptAnswers('score', 'holland_code')).toBeNull()
    await session.answer('R_1', 5, 900)
    await session.answer('I_1', 2, 800)
    expect(await session.complete()).toBe('done')
    const result = { report: 'worker-type', careers: [{ id: 'a' }] }
    expect(await keptAnswers('score', 'holland_code')).toEqual(result)
    expect(asked).toEqual({ answers: { R_1: 5, I_1: 2 }, ms: { R_1: 900, I_1: 800 } })
    // A result that was read once is there without a connection, but not for other answers.
    server.offline = true
    expect(await keptAnswers('score', 'holland_code')).toEqual(result)
    await session.answer('R_1', 1, 700)
    await expect(keptAnswers('score', 'holland_code')).rejects.toMatchObject({ code: 'offline' })
  })

  it('they are gone when they are erased, and after thirty days', async () => {
    await answerAll()
    await keptAnswers('erase', 'holland_code')
    expect(await peekAttempt('holland_code')).toBeNull()
    expect(await (await openOutbox()).rowsOf(VISITOR)).toEqual([])
    await answerAll()
    vi.useFakeTimers({ now: Date.now() + 29 * 86_400_000, toFake: ['Date'] })
    expect(await peekAttempt('holland_code')).not.toBeNull()
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    expect(await peekAttempt('holland_code')).toBeNull()
    vi.useRealTimers()
  })
})

describe('with a new account', () => {
  it('they become its attempt, once, as soon as the server allows it', async () => {
    const session = await answerAll()
    await session.complete()
    await keptAnswers('want', 'holland_code')
    allows = false
    signIn()
    await flush()
    await flush()
    expect(stored.size).toBe(0)
    // Asked once for each change of the user, not with every flush.
    expect(server.count('/api/assessments/holland_code/attempts')).toBe(1)
    expect(await visit()).toBeDefined()
    allows = true
    store.user = { ...store.user!, emailVerified: true }
    await flush()
    await flush()
    await flush()
    expect([values(), completed, await visit()]).toEqual([['R_1=5', 'I_1=2'], 1, undefined])
    expect(await (await openOutbox()).rowsOf(VISITOR)).toEqual([])
  })

  it('interrupted anywhere, none is lost and none is sent twice', async () => {
    await (await answerAll()).complete()
    await keptAnswers('want', 'holland_code')
    signIn()
    // The attempt was begun, and its response lost.
    server.handlers.push(({ path }) => {
      if (!path.endsWith('/attempts')) return undefined
      server.handlers.pop()
      throw new TypeError('Failed to fetch')
    })
    await flush()
    expect([stored.size, (await visit()) !== undefined]).toEqual([0, true])
    // The answers arrived, and the response was lost: each is sent again under its own id.
    let lost = 0
    server.handlers.push(({ path, body }) => {
      if (!path.endsWith('/answers') || lost++ > 0) return undefined
      for (const each of (body as { answers: { id: string; item: string; value: unknown }[] })
        .answers)
        stored.set(each.id, each)
      throw new TypeError('Failed to fetch')
    })
    await flush()
    store.online = true
    await flush()
    await flush()
    expect([values(), completed]).toEqual([['R_1=5', 'I_1=2'], 1])
  })

  it('two tabs that take them at the same time take them once', async () => {
    await answerAll()
    await keptAnswers('want', 'holland_code')
    signIn()
    const outbox = await openOutbox()
    const from = (await visit())!
    const to = {
      ...from,
      key: `${store.user!._id}/holland_code`,
      user: store.user!._id,
      attempt: ATTEMPT,
      seq: 0,
    }
    expect(await Promise.all([outbox.adopt(from, to), outbox.adopt(from, to)])).toEqual([
      true,
      false,
    ])
    expect(await outbox.rowsOf(store.user!._id)).toMatchObject([
      { item: 'R_1', attempt: ATTEMPT, seq: 1 },
      { item: 'I_1', attempt: ATTEMPT, seq: 2 },
    ])
    await adoptVisit()
    await flush()
    expect(values()).toEqual(['R_1=5', 'I_1=2'])
  })

  it('unfinished answers are carried on with', async () => {
    const session = await openAttempt('holland_code')
    await session.answer('R_1', 5, 900)
    await keptAnswers('want', 'holland_code')
    signIn()
    expect((await openAttempt('holland_code')).answers).toEqual({ R_1: 5 })
    await flush()
    expect([values(), completed]).toEqual([['R_1=5'], 0])
  })
})

describe('on a shared device', () => {
  it('they stay with the device, unless somebody asked to keep them shortly before', async () => {
    await answerAll()
    signIn()
    await flush()
    expect([stored.size, await keptAnswers('look', 'holland_code')]).toEqual([
      0,
      { answered: 2, total: 2 },
    ])
    store.user = null
    await keptAnswers('want', 'holland_code')
    vi.useFakeTimers({ now: Date.now() + 5 * 3_600_000, toFake: ['Date'] })
    signIn()
    await flush()
    vi.useRealTimers()
    expect([stored.size, (await visit()) !== undefined]).toEqual([0, true])
  })

  it('they wait for the account that is to have them, and for no other', async () => {
    await answerAll()
    await keptAnswers('want', 'holland_code')
    allows = false
    signIn()
    const mine = store.user
    await flush()
    allows = true
    signIn()
    await flush()
    expect(stored.size).toBe(0)
    store.user = { ...mine! }
    await flush()
    await flush()
    expect(values()).toEqual(['R_1=5', 'I_1=2'])
  })

  it('a user who says that they are theirs takes them', async () => {
    await (await answerAll()).complete()
    signIn()
    await keptAnswers('take', 'holland_code')
    await flush()
    expect([values(), completed]).toEqual([['R_1=5', 'I_1=2'], 1])
  })

  it.each(['is known here', 'only the server knows'])(
    'an account that has a result keeps that one: it %s',
    async (how) => {
      await answerAll()
      await keptAnswers('want', 'holland_code')
      signIn(
        how === 'is known here'
          ? { assessments: { holland_code: { metrics: {}, updatedAt: 'x' } } }
          : {},
      )
      server.handlers.push(({ path }) =>
        path.endsWith('/attempts')
          ? Response.json({ code: 'attempt/taken', message: 'Taken.' }, { status: 409 })
          : undefined,
      )
      await flush()
      expect([stored.size, await visit()]).toEqual([0, undefined])
    },
  )

  it('a browser that refuses its storage keeps them for as long as the page is open', async () => {
    keep('visitor-wanted', 'not json')
    await answerAll()
    signIn()
    await flush()
    expect([stored.size, (await visit()) !== undefined]).toEqual([0, true])
  })
})
