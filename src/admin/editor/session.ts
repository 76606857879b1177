/**
 * One document while somebody edits it, in the form or as JSON. The text is what counts: whatever was typed stays, and
 * the document is what was last read of it. Pure.
 */

import { outOfBounds, type OutOfBounds } from '#engine/documents/bounds.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import { faultAt } from '../json/fault.ts'

/** Where a change was made; those of one place in quick succession are undone together. */
export type View = 'form' | 'json'

export type Session = {
  readonly text: string
  /** Null: the document is taken away. */
  readonly document: Json | null
  /** Is the text no document at the moment: no JSON, or beyond what a document may hold? */
  readonly broken: boolean
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** The last change, for whether the next one is part of it. */
  readonly last: { readonly view: View; readonly at: number } | null
}

/** A text to go to, and when the change was made that lies between: ms. */
export type Step = { readonly text: string; readonly at: number }

/** Pauses longer than this begin a new step of undo. */
const TOGETHER_MS = 1000
const MAX_STEPS = 200

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

/** Of several documents on one page, that of the latest change of all: it is taken back first. */
export function toUndo<T extends Holder>(holders: readonly T[]): T | undefined {
  return byTime(holders, doneAt).at(-1)
}

/** That of the earliest change taken back, which is made again first; none after a new change, wherever it was made. */
export function toRedo<T extends Holder>(holders: readonly T[]): T | undefined {
  const [next] = byTime(holders, undoneAt)
  const newest = byTime(holders, doneAt).at(-1)
  return next === undefined || (newest !== undefined && doneAt(newest)! > undoneAt(next)!)
    ? undefined
    : next
}

function byTime<T extends Holder>(
  holders: readonly T[],
  at: (holder: T) => number | undefined,
): T[] {
  return holders.filter((each) => at(each) !== undefined).sort((a, b) => at(a)! - at(b)!)
}

/** The text of a document that is taken away is empty. */
function withText(session: Session, text: string): Session {
  const document = readText(text)
  return document === undefined
    ? { ...session, text, broken: true }
    : { ...session, text, document, broken: false }
}

/**
 * Nothing draws, compares or sends a text before it is known to hold no more than a document may.
 *
 * @returns undefined for what is no document; null for the empty text of a document that is taken away
 */
export function readText(text: string): Json | null | undefined {
  if (text.trim() === '') return null
  const value = parsed(text)
  return isDocument(value) && outOfBounds(value) === undefined ? value : undefined
}

/** Why a text is no document. `syntax`: the character that cannot be read. */
export type Fault =
  | { readonly is: 'syntax'; readonly at: number }
  | ({ readonly is: 'bounds' } & OutOfBounds)

/** @returns null for a document, and for the empty text of one that is taken away */
export function faultOf(text: string): Fault | null {
  if (text.trim() === '') return null
  const value = parsed(text)
  // JSON that is no object: it goes wrong with its first character.
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

/** The document as it was before it was taken away here; null where that was not done here. */
export function documentBefore({ past }: Session): Json | null {
  return past
    .toReversed()
    .reduce<Json | null>((found, { text }) => found ?? readText(text) ?? null, null)
}

export function isSame(one: Json | null, other: Json | null): boolean {
  return canonical(one) === canonical(other)
}
