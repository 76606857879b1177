/**
 * An editing session of one document, in the form or as JSON. The text is authoritative: whatever
 * was typed is kept, and the document is its last readable version. Pure.
 */

import { outOfBounds, type OutOfBounds } from '#engine/documents/bounds.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import { faultAt } from '../json/fault.ts'

/** Where a change was made; quick successive changes in one view are undone together. */
export type View = 'form' | 'json'

export type Session = {
  readonly text: string
  /** Null if the document is removed. */
  readonly document: Json | null
  /** Is the text currently not a valid document: malformed JSON, or beyond the size limits? */
  readonly broken: boolean
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** The last change, to decide whether the next one joins it. */
  readonly last: { readonly view: View; readonly at: number } | null
}

/** A text to return to, and when the change in between was made: ms. */
export type Step = { readonly text: string; readonly at: number }

/** A longer pause starts a new undo step. */
const TOGETHER_MS = 1000
const MAX_STEPS = 200
/** Changes of several documents within this time are one act. */
const ONE_ACT_MS = 150

export function openSession(document: Json | null, text: string): Session {
  return { text, document, broken: false, past: [], future: [], last: null }
}

/** @param at time in ms */
export function change(session: Session, text: string, view: View, at: number): Session {
  if (text === session.text) return session
  const together =
    session.last !== null && session.last.view === view && at - session.last.at < TOGETHER_MS
  const past = together
    ? session.past
    : [...session.past, { text: session.text, at }].slice(-MAX_STEPS)
  return { ...withText(session, text), past, future: [], last: { view, at } }
}

export function undo(session: Session): Session {
  const step = session.past.at(-1)
  if (step === undefined) return session
  return {
    ...withText(session, step.text),
    past: session.past.slice(0, -1),
    future: [{ text: session.text, at: step.at }, ...session.future],
    last: null,
  }
}

export function redo(session: Session): Session {
  const [step, ...future] = session.future
  if (step === undefined) return session
  return {
    ...withText(session, step.text),
    past: [...session.past, { text: session.text, at: step.at }],
    future,
    last: null,
  }
}

type Holder = { readonly session: Session }
const doneAt = ({ session }: Holder) => session.past.at(-1)?.at
const undoneAt = ({ session }: Holder) => session.future[0]?.at

/**
 * Among several documents on a page, the one with the latest change: it is undone first, with those
 * that one act changed at the same moment.
 */
export function toUndo<T extends Holder>(holders: readonly T[]): readonly T[] {
  const done = byTime(holders, doneAt)
  const newest = done.at(-1)?.time ?? 0
  return done.filter(({ time }) => newest - time <= ONE_ACT_MS).map(({ holder }) => holder)
}

/**
 * The one with the earliest undone change, which is redone first; none after a new change in any of
 * them.
 */
export function toRedo<T extends Holder>(holders: readonly T[]): readonly T[] {
  const undone = byTime(holders, undoneAt)
  const [next] = undone
  const newest = byTime(holders, doneAt).at(-1)
  return newest !== undefined && next !== undefined && newest.time > next.time
    ? []
    : undone
        .filter(({ time }) => next !== undefined && time - next.time <= ONE_ACT_MS)
        .map(({ holder }) => holder)
}

function byTime<T extends Holder>(
  holders: readonly T[],
  at: (holder: T) => number | undefined,
): { readonly holder: T; readonly time: number }[] {
  return holders
    .flatMap((holder) => {
      const time = at(holder)
      return time === undefined ? [] : [{ holder, time }]
    })
    .sort((a, b) => a.time - b.time)
}

/** The text of a removed document is empty. */
function withText(session: Session, text: string): Session {
  const document = readText(text)
  return document === undefined
    ? { ...session, text, broken: true }
    : { ...session, text, document, broken: false }
}

/**
 * A text is not rendered, compared or sent before its size is known to be within the limits.
 *
 * @returns undefined if it is not a valid document; null for the empty text of a removed one
 */
export function readText(text: string): Json | null | undefined {
  if (text.trim() === '') return null
  const value = parsed(text)
  return isDocument(value) && outOfBounds(value) === undefined ? value : undefined
}

/** Why a text is not a document. `syntax`: the offset of the error. */
export type Fault =
  | { readonly is: 'syntax'; readonly at: number }
  | ({ readonly is: 'bounds' } & OutOfBounds)

/** @returns null for a valid document, and for the empty text of a removed one */
export function faultOf(text: string): Fault | null {
  if (text.trim() === '') return null
  const value = parsed(text)
  // JSON that is not an object: the error is at its first character.
  if (!isDocument(value)) return { is: 'syntax', at: faultAt(text) ?? text.search(/\S/) }
  const beyond = outOfBounds(value)
  return beyond === undefined ? null : { is: 'bounds', ...beyond }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function isDocument(value: Json | undefined): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The document before it was removed in this session; null if it wasn't. */
export function documentBefore({ past }: Session): Json | null {
  return past
    .toReversed()
    .reduce<Json | null>((found, { text }) => found ?? readText(text) ?? null, null)
}

export function isSame(one: Json | null, other: Json | null): boolean {
  return canonical(one) === canonical(other)
}
