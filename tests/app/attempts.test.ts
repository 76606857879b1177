// @vitest-environment happy-dom
/**
 * An attempt resumes where it was, even if this browser has stored nothing of it (reliability.md
 * 3).
 */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAttempt, openTask, peekAttempt } from '#app/attempts.ts'
import { onCompleted } from '#app/completed.ts'
import { takeFrame, type FrameBundle } from '#app/documents.ts'
import { startWith } from '#app/live.ts'
import { store, type AppConfiguration } from '#app/store.ts'
import { makeUser } from '#tests/support/documents.ts'
import { configurationOf, FakeServer, first } from './world.ts'

const ATTEMPT = '0190a0b0-0000-7000-8000-0000000000ac'
let server: FakeServer
let sent: { item: string; seq: number; value?: unknown }[]

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  // The only tab.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({}),
    },
  })
  server = new FakeServer()
  sent = []
  vi.stubGlobal('fetch', server.fetch)
  const configuration = configurationOf<AppConfiguration>(first)
  Object.assign(store, {
    appConfiguration: configuration,
    user: { ...makeUser(), _id: `forgetful-${Math.random()}` },
    initialised: true,
    language: 'en',
    online: true,
  })
  startWith(configuration, null, true)
  takeFrame(JSON.parse(first.assets.get(first.frames.get('en')!)!.plain.toString()) as FrameBundle)
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['of this device the server says how far', { R_1: 2 }, { seq: 7 }, 8],
  ['the answers are of another device', { R_1: 2 }, {}, 1],
])('counts its answers on where %s', async (_what, answers, more, seq) => {
  server.handlers.push(({ path, body }) => {
    if (path === '/api/assessments/holland_code/attempts')
      return Response.json({
        id: ATTEMPT,
        assessment: 'holland_code',
        state: 'open',
        items: ['R_1', 'I_1'],
        answers,
        ...more,
      })
    if (path !== `/api/attempts/${ATTEMPT}/answers`) return undefined
    const batch = (body as { answers: { id: string; item: string; seq: number }[] }).answers
    sent.push(...batch)
    return Response.json({ answers: batch.map(({ id }) => ({ id, state: 'stored' })) })
  })
  const session = await openAttempt('holland_code')
  await session.answer('R_1', 5, 900)
  await vi.waitFor(() => expect(sent).toMatchObject([{ item: 'R_1', seq }]))
})

it('continues from this device while the server is starting, but can’t begin an attempt that it never loaded', async () => {
  let starting = false
  server.handlers.push(({ path }) => {
    if (path !== '/api/assessments/holland_code/attempts') return undefined
    if (starting)
      return Response.json({ code: 'server/unavailable', message: 'One moment.' }, { status: 503 })
    return Response.json({
      id: ATTEMPT,
      assessment: 'holland_code',
      state: 'open',
      items: ['R_1', 'I_1'],
      answers: { R_1: 2 },
    })
  })
  await openAttempt('holland_code')
  starting = true
  expect((await openAttempt('holland_code')).answers).toEqual({ R_1: 2 })
  expect(store.online).toBe(false)
  store.user = { ...makeUser(), _id: 'somebody-else' }
  await expect(openAttempt('holland_code')).rejects.toMatchObject({ status: 503 })
})

it('stores and sends a level of a timed task as its log, then moves to the next level', async () => {
  const log = [
    [0, 'begin', 16.7, 'touch'],
    [9000, 'end', 'abc'],
  ] as const
  const logs: unknown[] = []
  server.handlers.push(({ path, method, body }) => {
    if (path === '/api/assessments/maze/attempts')
      return Response.json({
        id: ATTEMPT,
        assessment: 'maze',
        state: 'open',
        items: ['level_1', 'level_2', 'level_3'],
        answers: {},
        seed: 7,
      })
    if (path !== `/api/attempts/${ATTEMPT}/log` || method !== 'PUT') return undefined
    logs.push(body)
    return Response.json({})
  })
  const session = await openTask('maze')
  expect([session.seed, session.next(), session.answers]).toEqual([7, 1, {}])
  await session.save(1, log, 9000)
  expect([session.next(), session.answers]).toEqual([2, {}])
  await vi.waitFor(() => expect(logs).toEqual([{ level: 1, events: log }]))
})

/**
 * A server that has an attempt with these answers, and stores more only while `accepts` says so.
 */
function serving(answers: Record<string, number>, accepts: () => boolean) {
  const calls = { completed: 0, missing: [] as string[][] }
  server.handlers.push(({ path, body }) => {
    if (path === '/api/assessments/holland_code/attempts')
      return Response.json({
        id: ATTEMPT,
        assessment: 'holland_code',
        state: 'open',
        items: ['R_1', 'I_1'],
        answers,
      })
    if (path === `/api/attempts/${ATTEMPT}/complete`) {
      calls.completed++
      const missing = calls.missing.shift()
      return missing === undefined
        ? Response.json({})
        : Response.json({ code: 'attempt/incomplete', message: 'No.', missing }, { status: 409 })
    }
    if (path !== `/api/attempts/${ATTEMPT}/answers`) return undefined
    if (!accepts())
      return Response.json({ code: 'server/unavailable', message: 'No.' }, { status: 503 })
    const batch = (body as { answers: { id: string; item: string; seq: number }[] }).answers
    sent.push(...batch)
    return Response.json({ answers: batch.map(({ id }) => ({ id, state: 'stored' })) })
  })
  return calls
}

it('prefers an unsent answer of this device to an older one of the server when it resumes', async () => {
  serving({ R_1: 2, I_1: 1 }, () => false)
  const session = await openAttempt('holland_code')
  await session.answer('R_1', 5, 900)
  expect((await openAttempt('holland_code')).answers).toEqual({ R_1: 5, I_1: 1 })
})

it('doesn’t complete an attempt while answers are unsent', async () => {
  let accepts = false
  const calls = serving({ R_1: 2 }, () => accepts)
  const session = await openAttempt('holland_code')
  await session.answer('I_1', 4, 900)
  expect([await session.complete(), calls.completed]).toEqual(['waiting', 0])
  accepts = true
  expect([await session.complete(), calls.completed]).toEqual(['done', 1])
})

it('resends answers that the server says it lacks, then completes', async () => {
  const calls = serving({ R_1: 2 }, () => true)
  const session = await openAttempt('holland_code')
  await session.answer('I_1', 4, 900)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  calls.missing.push(['I_1'])
  expect([await session.complete(), calls.completed]).toEqual(['done', 2])
  expect(sent).toMatchObject([{ item: 'I_1' }, { item: 'I_1', value: 4 }])
})

/** The server's list, with this state of the questionnaire. */
function listing(state: object) {
  server.handlers.push(({ path }) =>
    path === '/api/assessments'
      ? Response.json({ items: [{ id: 'holland_code', resultDate: null, ...state }] })
      : undefined,
  )
}

it('finds what another device has begun, and this device alone while offline', async () => {
  listing({ state: 'open', answered: 4, items: 60 })
  expect(await peekAttempt('holland_code')).toEqual({ answered: 4, total: 60 })
  serving({ R_1: 2 }, () => false)
  await openAttempt('holland_code')
  server.offline = true
  expect(await peekAttempt('holland_code')).toEqual({ answered: 1, total: 2 })
})

it('forgets what another device has finished, and begins nothing', async () => {
  const heard: string[] = []
  const stop = onCompleted((assessment) => heard.push(assessment))
  serving({ R_1: 2 }, () => true)
  await openAttempt('holland_code')
  listing({ state: 'complete', answered: 2, items: 2, resultDate: '2026-01-01T00:00:00.000Z' })
  expect([await peekAttempt('holland_code'), heard]).toEqual([null, ['holland_code']])
  server.handlers.push(({ path, method, body }) =>
    path === '/api/assessments/holland_code/attempts' && method === 'POST'
      ? Response.json({ code: 'attempt/taken', message: 'Done.', body }, { status: 409 })
      : undefined,
  )
  await expect(openAttempt('holland_code')).rejects.toMatchObject({ code: 'attempt/taken' })
  expect(server.asked.at(-1)?.body).toEqual({ again: null })
  server.offline = true
  expect(await peekAttempt('holland_code'), 'nor does it stay on this device').toBeNull()
  stop()
})

it('keeps answers that were not sent before another device finished', async () => {
  serving({ R_1: 2 }, () => false)
  const session = await openAttempt('holland_code')
  await session.answer('I_1', 5, 900)
  listing({ state: 'complete', answered: 2, items: 2, resultDate: '2026-01-01T00:00:00.000Z' })
  expect(await peekAttempt('holland_code')).toEqual({ answered: 2, total: 2 })
})
