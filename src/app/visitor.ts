/**
 * Answers of a signed-out visitor: kept on this device alone, scored without being stored, and sent
 * once as an attempt when an account takes them (docs/decisions/0082).
 */

import type { AttemptResponse, ScoreAnswer } from '#engine/contract/contract.ts'
import { buildScope } from '#engine/rules/scope.ts'
import type { QuizPeek } from '#engine/scoring/quiz.ts'
import { ApiFailure, call, NoSignal } from './api.ts'
import { announceCompleted } from './completed.ts'
import { currentCatalog } from './documents.ts'
import { newId } from './newid.ts'
import { openOutbox, type OutboxRow, type StoredAttempt } from './outbox.ts'
import { keep, kept, store } from './store.ts'
import { currentScopeInput } from './usePage.ts'
import { VISITOR, WANTED } from './wanted.ts'

/** A visitor's answers stay this long on a device that others may use. */
const DAYS = 30
/** An account made within this time of "keep this result" takes the answers (spec 9, cookies). */
const WANTED_MS = 240 * 60_000
/** The last result, to be read again without a connection. */
const RESULT = 'visitor-result'

/** Whose the answers are to become; `user` once an account has signed in. */
type Wanted = { readonly assessment: string; readonly at: number; readonly user?: string }

const KEPT = { look, score, want, take, erase } as const

/** What the widgets of kept answers ask for, by name. */
export type Kept = readonly [what: keyof typeof KEPT, assessment: string]

export function keptAnswers(...[what, assessment]: Kept): Promise<unknown> {
  return KEPT[what](assessment)
}

function keyOf(assessment: string): string {
  return `${VISITOR}/${assessment}`
}

/** The attempt of this device, as long as nobody else may have used it since. */
async function visitOf(assessment: string): Promise<StoredAttempt | undefined> {
  const outbox = await openOutbox()
  const visit = await outbox.attempt(keyOf(assessment))
  if (visit === undefined || wanted()?.user !== undefined) return visit
  const newest = (await rowsOf(visit)).reduce((last, { at }) => (at > last ? at : last), '')
  const until = Date.parse(newest) + DAYS * 86_400_000
  if (!(until < Date.now())) return visit
  await outbox.dropAttempt(visit)
  return undefined
}

async function rowsOf({ attempt }: StoredAttempt): Promise<OutboxRow[]> {
  return (await (await openOutbox()).rowsOf(VISITOR)).filter((row) => row.attempt === attempt)
}

/** Begins to answer without an account, or carries on. */
export async function openVisit(assessment: string): Promise<StoredAttempt> {
  const items = (currentCatalog().get('assessment', assessment)?.items ?? []).map(({ id }) => id)
  const before = await visitOf(assessment)
  const visit: StoredAttempt = {
    key: keyOf(assessment),
    user: VISITOR,
    assessment,
    attempt: before?.attempt ?? newId(),
    // The items of today: the answers are scored with today's key.
    items,
    answers: Object.fromEntries(
      Object.entries(before?.answers ?? {}).filter(([item]) => items.includes(item)),
    ),
    seq: before?.seq ?? 0,
    finished: before?.finished ?? false,
  }
  await (await openOutbox()).putAttempt(visit)
  return visit
}

async function look(assessment: string): Promise<QuizPeek> {
  const visit = await visitOf(assessment)
  const answered = Object.keys(visit?.answers ?? {}).length
  // What an account takes by itself isn't offered to it as well.
  const isTaken = store.user !== null && wanted()?.user === store.user._id
  if (visit === undefined || answered === 0 || isTaken) return null
  return { answered, total: visit.items.length }
}

export const peekVisit = look

/** The answers that the signed-in user gave as a visitor, while the server hasn't taken them yet. */
export async function peekWanted(assessment: string): Promise<QuizPeek> {
  const mark = wanted()
  const { user } = store
  if (user === null || mark?.user !== user._id || mark.assessment !== assessment) return null
  // Refused for now: they'd be promised in vain.
  if (tried === user) return null
  const visit = await visitOf(assessment)
  return visit === undefined
    ? null
    : { answered: Object.keys(visit.answers).length, total: visit.items.length }
}

/**
 * The report of the answers, and a few careers in it; null while not everything is answered.
 *
 * @throws ApiFailure, or NoSignal if this result wasn't read here before
 */
async function score(assessment: string): Promise<unknown> {
  const visit = await visitOf(assessment)
  if (visit === undefined || visit.items.some((item) => visit.answers[item] === undefined))
    return null
  const { answers } = visit
  const about = aboutOf(visit)
  try {
    const { report, careers } = await call<ScoreAnswer>(`assessments/${assessment}/score`, {
      method: 'POST',
      body: { answers, ms: await timesOf(visit) },
    })
    const result = { ...report, careers }
    keep(RESULT, JSON.stringify({ about, result }))
    return result
  } catch (error) {
    const before = lastResult()
    if (error instanceof NoSignal && before?.about === about) return before.result
    throw error
  }
}

function aboutOf({ assessment, answers }: StoredAttempt): string {
  return JSON.stringify([store.language, assessment, answers])
}

function lastResult(): { about: string; result: unknown } | null {
  return JSON.parse(kept(RESULT) ?? 'null') as { about: string; result: unknown } | null
}

/**
 * A visitor's answers are sent nowhere, but their result needs a connection the first time. Nothing
 * else that is sent would say that it is back.
 */
export async function finishVisit(visit: StoredAttempt): Promise<'done' | 'waiting'> {
  if (lastResult()?.about === aboutOf(visit)) return 'done'
  if (!store.online && navigator.onLine) await call('auth/ping').catch(() => undefined)
  return store.online ? 'done' : 'waiting'
}

/** Of several answers to an item, the last counts. */
async function timesOf(visit: StoredAttempt): Promise<Record<string, number>> {
  return Object.fromEntries((await rowsOf(visit)).map(({ item, ms }) => [item, ms]))
}

function wanted(): Wanted | null {
  try {
    return JSON.parse(kept(WANTED) ?? 'null') as Wanted | null
  } catch {
    return null
  }
}

/** The visitor is about to make an account, or to sign in, for this result. */
async function want(assessment: string): Promise<void> {
  keep(WANTED, JSON.stringify({ assessment, at: Date.now() } satisfies Wanted))
}

/** The signed-in user says that these are their answers. */
async function take(assessment: string): Promise<void> {
  const user = store.user?._id
  if (user === undefined) return
  keep(WANTED, JSON.stringify({ assessment, at: Date.now(), user } satisfies Wanted))
  tried = null
  // Tried again with what is sent next.
  await adoptVisit().catch(() => undefined)
  await (await import('./sync.ts')).flush()
}

async function erase(assessment: string): Promise<void> {
  const outbox = await openOutbox()
  const visit = await outbox.attempt(keyOf(assessment))
  if (visit !== undefined) await outbox.dropAttempt(visit)
  keep(RESULT, null)
  keep(WANTED, null)
}

/** The user whom the server has refused for now: asked again when something about them changes. */
let tried: unknown = null
let adopting: Promise<void> | undefined

/**
 * Makes the visitor's answers those of the signed-in user, if they are meant to be: as the user's
 * own attempt, which is then sent like any other. Until the server allows an attempt, they wait.
 *
 * Interrupted anywhere, it is done again: the server gives the same open attempt, the device moves
 * the answers in one transaction, and each keeps its id.
 *
 * @throws NoSignal if the server's response didn't arrive: to be done again soon
 */
export function adoptVisit(): Promise<void> {
  adopting ??= adopt().finally(() => (adopting = undefined))
  return adopting
}

async function adopt(): Promise<void> {
  const { user } = store
  const mark = wanted()
  if (user === null || mark === null || tried === user) return
  if (mark.user === undefined) {
    if (Date.now() - mark.at > WANTED_MS) return keep(WANTED, null)
    keep(WANTED, JSON.stringify({ ...mark, user: user._id } satisfies Wanted))
  } else if (mark.user !== user._id) return
  const { assessment } = mark
  if (!mayTake()) return
  const visit = await visitOf(assessment)
  if (visit === undefined) return keep(WANTED, null)
  // An account that has a result keeps that one.
  if (user.assessments[assessment] !== undefined) return erase(assessment)
  try {
    const begun = await call<AttemptResponse>(`assessments/${assessment}/attempts`, {
      method: 'POST',
      body: { again: null },
      background: true,
      keepSession: true,
    })
    await (await openOutbox()).adopt(visit, ownAttempt(visit, begun, user._id))
    keep(RESULT, null)
    keep(WANTED, null)
  } catch (error) {
    if (error instanceof NoSignal) throw error
    if (error instanceof ApiFailure && error.code === 'attempt/taken') {
      await erase(assessment)
      announceCompleted(assessment)
    } else if (error instanceof ApiFailure && error.status < 500) tried = user
  }
}

/** Not before the consents and the confirmation; the server decides in any case. */
function mayTake(): boolean {
  const catalog = currentCatalog()
  const scope = buildScope(catalog, currentScopeInput())
  return scope.stage !== 'onboarding' || catalog.book.holds({ ref: 'resultFirst' }, scope)
}

/** The user's attempt with the visitor's answers to the items that it has. */
function ownAttempt(visit: StoredAttempt, begun: AttemptResponse, user: string): StoredAttempt {
  const { id, items, instrument, seq = 0 } = begun
  const answers = Object.fromEntries(
    Object.entries(visit.answers).filter(([item]) => items.includes(item)),
  )
  return {
    key: `${user}/${visit.assessment}`,
    user,
    assessment: visit.assessment,
    attempt: id,
    items,
    answers,
    seq,
    finished: visit.finished && items.every((item) => answers[item] !== undefined),
    ...(instrument !== undefined && { instrument }),
  }
}
