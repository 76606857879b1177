/**
 * The seam between a quiz that is drawn and the store that keeps its answers: types, and the few
 * rules that both follow. Pure; the clock is passed in.
 */

import type { AnswerValue } from './answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { median } from './quality.ts'

export type QuizStatus = {
  /**
   * Where the newest answer is: `phone` in the browser's database, `sent` in ours, `memory` only on
   * this open page.
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

/** An assessment's document with its words, in one language. */
export type Instrument = {
  readonly document: DocumentOf<'assessment'>
  readonly texts: Readonly<Record<string, string>>
}

/** A `Blob`, as far as the core knows one: it has no types of the browser. */
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
  /** The instrument that the attempt began under; null where it is the page's own. */
  readonly instrument: Instrument | null
  /** Resolves when the answer is on the phone. @param ms time on the item, visible time only */
  answer(item: string, value: AnswerValue, ms: number): Promise<void>
  /** The same object until something changes: it is read by `useSyncExternalStore`. */
  status(): QuizStatus
  subscribe(listener: () => void): () => void
  /**
   * `waiting`: no signal; the answers stay on the phone and are sent later. Rejects with an
   * ApiError.
   */
  complete(): Promise<'done' | 'waiting'>
  /** The answers as a file: the way out when the phone cannot keep them. */
  file(): Promise<BlobLike>
}

/**
 * How far an attempt is that waits on this phone or on the server; `attempt.peek` gives it, null
 * where there is none.
 */
export type QuizPeek = { readonly answered: number; readonly total: number } | null

/** @returns index of the first item without an answer; the number of items when all have one */
export function firstOpen(
  items: readonly string[],
  answers: Readonly<Record<string, unknown>>,
): number {
  const index = items.findIndex((item) => answers[item] === undefined)
  return index === -1 ? items.length : index
}

/** After this many answers the pace is looked at, once (assessments 9). */
export const PACE_AFTER = 10
/** Below this median, in ms an item, people are asked to take their time. */
export const PACE_BELOW_MS = 1500

/**
 * Is this the moment for the one hint about the pace? @param times ms of the answers of this
 * sitting, in order
 */
export function wantsHint(times: readonly number[]): boolean {
  const pace = times.length === PACE_AFTER ? median(times) : null
  return pace !== null && pace < PACE_BELOW_MS
}

export type Stopwatch = {
  /** From zero, running. */
  restart(): void
  /** Hidden time does not count. */
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
