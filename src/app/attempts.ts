/**
 * The session behind a quiz: starts or resumes an attempt, stores each answer on the device, and
 * sends it when online.
 */

import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import type { AssessmentStateResponse, AttemptResponse } from '#engine/contract/contract.ts'
import type { TaskSession } from '#engine/tasks/session.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import type { Instrument, QuizPeek, QuizSession, QuizStatus } from '#engine/scoring/quiz.ts'
import { ApiFailure, call } from './api.ts'
import { announceCompleted } from './completed.ts'
import { currentFrame, fetchBundle } from './documents.ts'
import { newId } from './newid.ts'
import { isUnreachable } from './pending.ts'
import { isPreview } from './preview.ts'
import {
  fallBackToMemory,
  logEntry,
  openOutbox,
  type Entry,
  type NewRow,
  type OutboxRow,
  type StoredAttempt,
  type StoredValue,
} from './outbox.ts'
import { store } from './store.ts'
import { completeAttempt, flush, onSync, scheduleFlush } from './sync.ts'
import type { Kept } from './visitor.ts'
import { isAnyWanted, takeWanted, VISITOR } from './wanted.ts'

function keyOf(user: string, assessment: string): string {
  return `${user}/${assessment}`
}

function signedInUser(): string {
  const user = store.user?._id
  if (user === undefined) throw new Error('a quiz needs a signed-in user')
  return user
}

/** How long a page waits for the server's word before it believes this device alone. */
const PEEK_MS = 4000

/**
 * Progress of an attempt on this device or another one; null if none is in progress. Offline, only
 * this device is asked. A result that this page doesn't know yet is announced.
 *
 * @param asked an assessment, or what is asked of the answers of a visitor
 */
export async function peekAttempt(asked: string | Kept): Promise<unknown> {
  if (typeof asked !== 'string') return (await import('./visitor.ts')).keptAnswers(...asked)
  return peek(asked)
}

async function peek(assessment: string): Promise<QuizPeek> {
  if (store.user === null) return (await import('./visitor.ts')).peekVisit(assessment)
  const user = signedInUser()
  const outbox = await openOutbox()
  await takeWanted().catch(() => undefined)
  const kept = await outbox.attempt(keyOf(user, assessment))
  // Otherwise it would look as if a visitor's answers were lost.
  if (kept === undefined && isAnyWanted()) {
    const theirs = await (await import('./visitor.ts')).peekWanted(assessment)
    if (theirs !== null) return theirs
  }
  const answered = kept === undefined ? 0 : Object.keys(kept.answers).length
  const here = kept === undefined ? null : { answered, total: kept.items.length }
  if (assessment === '' || !store.online || isPreview()) return here
  const there = (await progress())?.find(({ id }) => id === assessment)
  if (there === undefined) return here
  if (there.state === 'open')
    return { answered: Math.max(answered, there.answered), total: there.items }
  if (there.resultDate !== (store.user?.assessments[assessment]?.updatedAt ?? null))
    announceCompleted(assessment)
  return kept !== undefined && (kept.finished || (await hasUnsent(kept))) ? here : null
}

let asking: Promise<readonly AssessmentStateResponse[] | null> | undefined

/** The server's list of assessments, for all who ask at the same time; null without an answer. */
function progress(): Promise<readonly AssessmentStateResponse[] | null> {
  asking ??= call<{ items: AssessmentStateResponse[] }>('assessments', {
    background: true,
    keepSession: true,
    timeoutMs: PEEK_MS,
  })
    .then(
      ({ items }) => items,
      () => null,
    )
    .finally(() => (asking = undefined))
  return asking
}

/**
 * Resumes where this device or another one stopped.
 *
 * @throws NoSignal when there is no attempt on this device and no connection to start one;
 *   ApiFailure `attempt/taken` if it is finished and the address doesn't ask to take it again
 */
export async function openAttempt(assessment: string): Promise<QuizSession> {
  if (store.user === null)
    return makeSession(await (await import('./visitor.ts')).openVisit(assessment), null).session
  const kept = await startOrResume(assessment)
  return makeSession(kept, await ownInstrument(kept)).session
}

/** The same for a timed task: its levels are stored and sent like answers, each with its log. */
export async function openTask(assessment: string): Promise<TaskSession> {
  const kept = await startOrResume(assessment)
  if (kept.seed === undefined) throw new Error(`"${assessment}" is not a timed task`)
  const { session, save } = makeSession(kept, null)
  const done = new Set(Object.keys(kept.answers))
  return {
    ...session,
    seed: kept.seed,
    next: () => {
      const item = kept.items.find((each) => !done.has(each))
      return item === undefined ? null : (Number(item.slice(-1)) as TaskLevel)
    },
    async save(level, log, ms) {
      const entry = logEntry(level, log)
      await save(entry, ms)
      done.add(entry.item)
    },
  }
}

async function startOrResume(assessment: string): Promise<StoredAttempt> {
  const user = signedInUser()
  // Answers from before signing up may be this attempt.
  await takeWanted()
  const outbox = await openOutbox()
  const key = keyOf(user, assessment)
  let kept = await outbox.attempt(key)
  try {
    const response = await call<AttemptResponse>(`assessments/${assessment}/attempts`, {
      method: 'POST',
      body: { again: new URLSearchParams(window.location.search).get('again') },
    })
    const answers = values(response.answers)
    const same = kept?.attempt === response.id ? kept : undefined
    const waiting = same === undefined ? {} : await unsentValues(user, response.id)
    // Unsent answers here are newer than the server's; the server may have others from another
    // device.
    kept = {
      key,
      user,
      assessment,
      attempt: response.id,
      items: response.items,
      answers: { ...same?.answers, ...answers, ...waiting },
      // A browser whose storage was cleared has lost its count; lower numbers would lose against
      // its own older answers.
      seq: Math.max(same?.seq ?? 0, response.seq ?? 0),
      finished: same?.finished ?? false,
      ...(response.instrument !== undefined && { instrument: response.instrument }),
      ...(response.seed !== undefined && { seed: response.seed }),
    }
    await outbox.putAttempt(kept)
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'attempt/taken') {
      // Finished on another device: what is left of it here would be offered for ever.
      if (kept !== undefined && !(await hasUnsent(kept))) await outbox.dropAttempt(kept)
      announceCompleted(assessment)
    }
    const mayContinue = isUnreachable(error) || (error instanceof ApiFailure && error.status >= 500)
    if (!mayContinue || kept === undefined) throw error
    // A server error doesn't mean that the connection is lost.
    store.online &&= !isUnreachable(error)
  }
  return kept
}

/**
 * The documents that an attempt started under, if a release has changed them since (engine.md 5).
 */
async function ownInstrument({
  assessment,
  instrument,
}: StoredAttempt): Promise<Instrument | null> {
  if (instrument === undefined || instrument === currentFrame().instruments?.[assessment])
    return null
  const { documents, texts } = await fetchBundle(instrument)
  const document = documents.find(
    (each): each is Instrument['document'] => each.kind === 'assessment' && each.id === assessment,
  )
  if (document === undefined)
    throw new Error(`the instrument of an attempt at "${assessment}" is not in its bundle`)
  return { document, texts }
}

/**
 * Downloads the instruments of attempts on this device that started under another release, while
 * online.
 */
export async function keepInstruments(): Promise<void> {
  const user = store.user?._id
  if (user === undefined) return
  for (const attempt of await (await openOutbox()).attemptsOf(user))
    await ownInstrument(attempt).catch(() => null)
}

/** The server's answers, limited to values that a page can show. */
function values(answers: Readonly<Record<string, unknown>>): Record<string, StoredValue> {
  return Object.fromEntries(
    Object.entries(answers).filter(
      (entry): entry is [string, StoredValue] => isValue(entry[1]) || isLog(entry[1]),
    ),
  )
}

/** The answers of an attempt, without the logs of levels. */
function answersOf({ answers }: StoredAttempt): Record<string, AnswerValue> {
  return Object.fromEntries(
    Object.entries(answers).filter((entry): entry is [string, AnswerValue] => isValue(entry[1])),
  )
}

function isValue(value: unknown): value is AnswerValue {
  return (
    typeof value === 'number' ||
    typeof value === 'string' ||
    (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  )
}

function isLog(value: unknown): value is Log {
  return Array.isArray(value) && value.every((each) => Array.isArray(each))
}

async function unsentValues(user: string, attempt: string): Promise<Record<string, StoredValue>> {
  const rows = (await (await openOutbox()).rowsOf(user)).filter((row) => row.attempt === attempt)
  return Object.fromEntries(rows.map(({ item, value }) => [item, value]))
}

type OpenSession = {
  readonly session: QuizSession
  /** Resolves when the entry is stored. @param ms time that the user took */
  readonly save: (entry: Entry, ms: number) => Promise<void>
}

function makeSession(begun: StoredAttempt, instrument: Instrument | null): OpenSession {
  let current = begun
  let rows: readonly OutboxRow[] = []
  let status: QuizStatus = { saved: 'sent', unsent: 0, sent: 0, online: store.online, refused: 0 }
  const listeners = new Set<() => void>()
  // One write at a time: each answer builds on the one before it.
  let queue: Promise<void> = Promise.resolve()

  const refresh = async (): Promise<void> => {
    const outbox = await openOutbox()
    rows = (await outbox.rowsOf(begun.user)).filter((row) => row.attempt === begun.attempt)
    const next = statusOf(current, rows, outbox.kind)
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    listeners.forEach((listener) => listener())
  }
  void refresh()

  const write = async (row: NewRow): Promise<void> => {
    try {
      current = await (await openOutbox()).putAnswer(current, row)
    } catch {
      const fallback = await fallBackToMemory()
      // Earlier answers are still in the browser's database, and another tab or the next visit
      // sends them.
      current = await fallback.putAnswer(current, row)
    }
    // Memory ends with the page, so send at once.
    if ((await openOutbox()).kind === 'memory') await flush()
    else if (begun.user !== VISITOR) scheduleFlush()
    await refresh()
  }

  const save = (entry: Entry, ms: number): Promise<void> => {
    const row = (): NewRow => ({
      id: newId(),
      user: begun.user,
      attempt: begun.attempt,
      ...entry,
      ms: Math.max(0, Math.round(ms)),
      at: new Date().toISOString(),
    })
    const written = queue.then(() => write(row()))
    queue = written.catch(() => undefined)
    return written
  }

  const session: QuizSession = {
    attempt: begun.attempt,
    items: begun.items,
    answers: answersOf(begun),
    instrument,
    answer: (item, value, ms) => save({ kind: 'answer', item, value }, ms),
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      const again = () => void refresh()
      const stop = onSync(again)
      // Nothing of a visitor is sent, so nothing else would say that the connection is back.
      addEventListener('online', again)
      addEventListener('offline', again)
      return () => {
        listeners.delete(listener)
        stop()
        removeEventListener('online', again)
        removeEventListener('offline', again)
      }
    },
    async complete() {
      await queue
      current = { ...current, finished: true }
      await (await openOutbox()).putAttempt(current)
      // A visitor's answers go nowhere until an account takes them.
      if (begun.user === VISITOR) return (await import('./visitor.ts')).finishVisit(current)
      try {
        return await sendFinished(current)
      } finally {
        await refresh()
      }
    },
    async file() {
      const content = {
        attempt: begun.attempt,
        assessment: begun.assessment,
        answers: current.answers,
        waiting: rows,
        at: new Date().toISOString(),
      }
      return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
    },
  }
  return { session, save }
}

function statusOf(
  { answers }: StoredAttempt,
  rows: readonly OutboxRow[],
  kind: 'phone' | 'memory',
): QuizStatus {
  const unsent = rows.filter(({ refused }) => refused === undefined).length
  const here = new Set(rows.map(({ item }) => item))
  return {
    saved: unsent === 0 ? 'sent' : kind,
    unsent,
    sent: Object.keys(answers).filter((item) => !here.has(item)).length,
    online: store.online,
    refused: rows.length - unsent,
  }
}

/** Sends a finished attempt. `waiting`: it is stored here and will be sent later. */
async function sendFinished(attempt: StoredAttempt): Promise<'done' | 'waiting'> {
  try {
    await flush()
    // A flush already running may have started before the last answer.
    if (await hasUnsent(attempt)) await flush()
    const still = await (await openOutbox()).attempt(attempt.key)
    if (still === undefined) return 'done'
    return (await completeAttempt(attempt)) ? 'done' : 'waiting'
  } catch (error) {
    if (
      isUnreachable(error) ||
      (error instanceof ApiFailure && (error.status === 401 || error.status >= 500))
    )
      return 'waiting'
    throw error
  }
}

async function hasUnsent({ user, attempt }: StoredAttempt): Promise<boolean> {
  return (await (await openOutbox()).rowsOf(user)).some(
    (row) => row.attempt === attempt && row.refused === undefined,
  )
}
