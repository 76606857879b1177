/**
 * The interface between a rendered quiz and the store for its answers: types, and the few rules
 * that both follow. Pure; the clock is passed in.
 */

import type { AnswerValue } from './answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { longestCycle } from './consistency.ts'
import { median } from './quality.ts'

export type QuizStatus = {
  /**
   * Where the newest answer is: `phone`: in the browser's database; `sent`: in ours; `memory`: only
   * in this open page.
   */
  readonly saved: 'phone' | 'sent' | 'memory'
  /** Answers that are not in our database yet. */
  readonly unsent: number
  /** Answers being sent: fast respondents can see that they leave the phone. */
  readonly sent: number
  readonly online: boolean
  /** Answers that the server refused. They are stored and shown, never silently dropped. */
  readonly refused: number
}

/** An assessment's document with its texts, in one language. */
export type Instrument = {
  readonly document: DocumentOf<'assessment'>
  readonly texts: Readonly<Record<string, string>>
}

/** The part of `Blob` that is used here, because the engine has no browser types. */
export type BlobLike = { readonly size: number; readonly type: string; text(): Promise<string> }

/**
 * An attempt that is being answered. `attempt.open` gives it; offline and without stored data, it
 * rejects.
 */
export type QuizSession = {
  readonly attempt: string
  /** Item ids in the order shown. */
  readonly items: readonly string[]
  /** What was answered before this page was opened: item id -> answer. */
  readonly answers: Readonly<Record<string, AnswerValue>>
  /** The instrument that the attempt began under; null if it is the page's own. */
  readonly instrument: Instrument | null
  /** Resolves when the answer is on the phone. @param ms time on the item, visible time only */
  answer(item: string, value: AnswerValue, ms: number): Promise<void>
  /** The same object until something changes: it is read by `useSyncExternalStore`. */
  status(): QuizStatus
  subscribe(listener: () => void): () => void
  /**
   * `waiting`: offline; the answers stay on the phone and are sent later. Rejects with an ApiError.
   */
  complete(): Promise<'done' | 'waiting'>
  /** The answers as a file, for when the phone can't store them. */
  file(): Promise<BlobLike>
}

/**
 * The progress of an attempt that is waiting on this phone or on the server; `attempt.peek` returns
 * it, or null if there is none.
 */
export type QuizPeek = { readonly answered: number; readonly total: number } | null

/** @returns index of the first item without an answer; the number of items if all have one */
export function firstOpen(
  items: readonly string[],
  answers: Readonly<Record<string, unknown>>,
): number {
  const index = items.findIndex((item) => answers[item] === undefined)
  return index === -1 ? items.length : index
}

/** After this many answers the pace is checked once (assessments 9). */
export const PACE_AFTER = 10
/** Below this median, in ms per item, users are asked to take their time. */
export const PACE_BELOW_MS = 1500

/**
 * Is it time for the one hint about the pace? @param times ms of the answers of this sitting, in
 * order
 */
export function wantsHint(times: readonly number[]): boolean {
  const pace = times.length === PACE_AFTER ? median(times) : null
  return pace !== null && pace < PACE_BELOW_MS
}

/** Are the first ten answers one pattern? Asked once too. @param given in the order of answering */
export function followsPattern(given: readonly AnswerValue[]): boolean {
  return given.length === PACE_AFTER && longestCycle(given) === PACE_AFTER
}

export type Stopwatch = {
  /** From zero, running. */
  restart(): void
  /** Hidden time doesn't count. */
  pause(): void
  resume(): void
  /** Whole ms so far. */
  read(): number
}

/** @param now a clock in ms that never goes back, as `performance.now` */
export function stopwatch(now: () => number): Stopwatch {
  let counted = 0
  let since: number | null = now()
  return {
    restart() {
      counted = 0
      since = now()
    },
    pause() {
      if (since !== null) counted += now() - since
      since = null
    },
    resume() {
      since ??= now()
    },
    read() {
      return Math.round(counted + (since === null ? 0 : now() - since))
    },
  }
}
