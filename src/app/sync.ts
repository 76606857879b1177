/**
 * Sends what waits on this device: after every answer, when the connection returns, when the page
 * is shown or hidden, when it is closed, and every half minute, with backoff after failures. One
 * tab at a time.
 */

import { ApiFailure, call, NoSignal } from './api.ts'
import { announceCompleted } from './completed.ts'
import { newId } from './newid.ts'
import { entryOf, openOutbox, type NewRow, type OutboxRow, type StoredAttempt } from './outbox.ts'
import { countPending, sendPending } from './pending.ts'
import { draftsOf } from './pendingbox.ts'
import { store } from './store.ts'
import { takeWanted } from './wanted.ts'

const AFTER_ANSWER_MS = 1000
const EVERY_MS = 30_000
/** Three times, then twice as long each time: not every phone says that signal is back. */
const RETRY_MS = 5000
const MAX_WAIT_MS = 5 * 60_000
/** Most answers in one request that the server accepts. */
const BATCH = 100
/** Statuses that reject one answer or attempt for good; the others are still sent. */
const REJECTED: readonly number[] = [400, 404, 409, 413, 422]

type AnswerRow = Extract<OutboxRow, { kind: 'answer' }>
type LogRow = Extract<OutboxRow, { kind: 'log' }>
type SentAnswer = { readonly id: string; readonly state: 'stored' | 'duplicate' | 'late' }

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** When the timer fires; infinity when it is not set. */
let planned = Number.POSITIVE_INFINITY
let running: Promise<void> | undefined
/**
 * Requested during a flush: that flush may have read the outbox before the newest answer was in it.
 */
let again = false
let started = false
/** Another tab held the lock: it may have missed what this tab wrote since. */
let lockedOut = false
/** Tabs of one browser tell each other what they have sent, because they share the outbox. */
let tabs: BroadcastChannel | undefined
const listeners = new Set<() => void>()

/** Calls back whenever something was sent or refused, or could not be sent. */
export function onSync(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens for everything that is a reason to send, and sends what waits. */
export function startSync(): void {
  if (started) return void flush()
  started = true
  if ('BroadcastChannel' in globalThis) {
    tabs = new BroadcastChannel('tsela-outbox')
    tabs.onmessage = () => listeners.forEach((listener) => listener())
  }
  addEventListener('online', () => {
    failures = 0
    void flush()
  })
  addEventListener('offline', () => listeners.forEach((listener) => listener()))
  document.addEventListener(
    'visibilitychange',
    () => void flush(document.visibilityState === 'hidden'),
  )
  addEventListener('pagehide', () => void flush(true))
  plan(0)
}

/**
 * Call after writing an answer: sends it soon, batched with those that follow. Answering fast does
 * not delay it.
 */
export function scheduleFlush(): void {
  if (planned - Date.now() > AFTER_ANSWER_MS) plan(AFTER_ANSWER_MS)
}

function plan(wait: number): void {
  clearTimeout(timer)
  planned = Date.now() + wait
  timer = setTimeout(() => void flush(), wait)
}

/** Sends everything that waits. Resolves when this flush has ended, whatever its outcome. */
export function flush(leaving = false): Promise<void> {
  planned = Number.POSITIVE_INFINITY
  if (running !== undefined) again = true
  running ??= locked(() => sendAll(leaving)).finally(() => {
    running = undefined
    const wait =
      failures === 0 ? EVERY_MS : Math.min(MAX_WAIT_MS, RETRY_MS * 2 ** Math.max(0, failures - 3))
    if (lockedOut) plan(AFTER_ANSWER_MS)
    // Repeat at once only after success: offline, the next flush would fail as well.
    else if (again && failures === 0) plan(0)
    // An answer written in the meantime has already scheduled an earlier flush.
    else if (planned - Date.now() > wait) plan(wait)
    again = false
    listeners.forEach((listener) => listener())
    if (!lockedOut) tabs?.postMessage('sent')
  })
  return running
}

/** A user's tabs share the outbox; a browser lock lets one of them send. */
async function locked(work: () => Promise<void>): Promise<void> {
  // Browsers without locks, and pages that aren't secure, have none.
  const { locks } = navigator as { readonly locks?: LockManager | null }
  if (!locks) return work()
  await locks.request('tsela-outbox', { ifAvailable: true }, async (lock) => {
    lockedOut = lock === null
    if (!lockedOut) await work()
  })
}

async function sendAll(leaving: boolean): Promise<void> {
  const user = store.user?._id
  if (user === undefined) return
  const outbox = await openOutbox()
  try {
    if (!leaving) await takeWanted()
    const rows = (await outbox.rowsOf(user)).filter(({ refused }) => refused === undefined)
    store.unsent = rows.length
    for (const [attempt, mine] of groupByAttempt(rows)) await sendRows(attempt, mine, leaving)
    if (!leaving) await completeFinished(await outbox.attemptsOf(user))
    await sendPending(leaving)
    // Having nothing to send says nothing about the connection: a page that believes it is offline
    // checks.
    if (!store.online && navigator.onLine) await call('auth/ping')
    failures = 0
  } catch (error) {
    if (error instanceof NoSignal) {
      failures = Math.min(failures + 1, 9)
      store.online &&= navigator.onLine && failures < 2
    } else if (!(error instanceof ApiFailure)) throw error
    // sendBatch handles what the server said to a batch; a 401 or 503 leaves everything queued.
  } finally {
    store.unsent = (await outbox.rowsOf(user)).filter(({ refused }) => refused === undefined).length
  }
}

function isRejected(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && REJECTED.includes(error.status)
}

async function completeFinished(attempts: readonly StoredAttempt[]): Promise<void> {
  for (const attempt of attempts.filter(({ finished }) => finished)) {
    try {
      await completeAttempt(attempt)
    } catch (error) {
      if (!isRejected(error)) throw error
    }
  }
}

function groupByAttempt(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const groups = new Map<string, OutboxRow[]>()
  for (const row of rows) {
    const group = groups.get(row.attempt)
    if (group) group.push(row)
    else groups.set(row.attempt, [row])
  }
  return groups
}

async function sendRows(
  attempt: string,
  rows: readonly OutboxRow[],
  leaving: boolean,
): Promise<void> {
  for (const row of rows) if (row.kind === 'log') await sendLog(row, leaving)
  const answers = rows.filter((row) => row.kind === 'answer')
  for (let start = 0; start < answers.length; start += BATCH)
    await sendBatch(attempt, answers.slice(start, start + BATCH), leaving)
}

async function sendBatch(
  attempt: string,
  rows: readonly AnswerRow[],
  leaving: boolean,
): Promise<void> {
  const outbox = await openOutbox()
  const answers = rows.map(({ id, item, value, ms, at, seq }) => ({ id, item, value, ms, at, seq }))
  try {
    const response = await call<{ answers: SentAnswer[] }>(`attempts/${attempt}/answers`, {
      method: 'PUT',
      body: { answers },
      keepalive: leaving,
    })
    await outbox.drop(response.answers.map(({ id }) => id))
  } catch (error) {
    if (!isRejected(error)) throw error
    // Kept and shown, so that it does not block the others.
    if (rows.length === 1) return outbox.refuse(rows, error.code)
    for (const row of rows) await sendBatch(attempt, [row], leaving)
  }
}

async function sendLog(row: LogRow, leaving: boolean): Promise<void> {
  const outbox = await openOutbox()
  try {
    await call(`attempts/${row.attempt}/log`, {
      method: 'PUT',
      body: { level: row.level, events: row.value },
      keepalive: leaving,
    })
    await outbox.drop([row.id])
  } catch (error) {
    if (!isRejected(error)) throw error
    await outbox.refuse([row], error.code)
  }
}

/**
 * Tells the server that an attempt is finished, once it has every answer.
 *
 * @returns true if it is complete on the server
 */
export async function completeAttempt(attempt: StoredAttempt): Promise<boolean> {
  const outbox = await openOutbox()
  const waiting = (await outbox.rowsOf(attempt.user)).some(
    (row) => row.attempt === attempt.attempt && row.refused === undefined,
  )
  if (waiting) return false
  try {
    await call(`attempts/${attempt.attempt}/complete`, { method: 'POST' })
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'attempt/incomplete')) throw error
    // The server lacks answers that this device has: send them again. Safe, because answers are
    // deduplicated by id.
    await resend(attempt, error.missing)
    return false
  }
  await outbox.dropAttempt(attempt)
  announceCompleted(attempt.assessment)
  return true
}

async function resend(attempt: StoredAttempt, items: readonly string[]): Promise<void> {
  const outbox = await openOutbox()
  for (const item of items) {
    const value = attempt.answers[item]
    if (value === undefined) continue
    const row: NewRow = {
      id: newId(),
      user: attempt.user,
      attempt: attempt.attempt,
      ...entryOf(item, value),
      ms: 0,
      at: new Date().toISOString(),
    }
    await outbox.putAnswer(attempt, row)
  }
  scheduleFlush()
}

/** How long to try sending the remaining answers before asking the user. */
const LAST_TRY_MS = 5000

/** What has not been sent: answers stay on this device at logout, changes are deleted. */
export type Unsent = { readonly answers: number; readonly changes: number }

/** Tries to send what waits. @returns what still waits; null if nothing does */
export async function unsentWork(): Promise<Unsent | null> {
  const { user } = store
  if (user === null) return null
  const waiting = async (): Promise<Unsent | null> => {
    const answers = (await (await openOutbox()).rowsOf(user._id)).length
    const changes = (await countPending().catch(() => 0)) + draftsOf().length
    return answers + changes === 0 ? null : { answers, changes }
  }
  if ((await waiting()) === null) return null
  await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, LAST_TRY_MS))])
  return waiting()
}
