/** The drafts that can be shown: one that can't is left out in favour of what is live. */

import { checkDocuments } from '#engine/check/check.ts'
import type { LeftDraft } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { isObject } from '#engine/documents/json.ts'
import { checkContextOf } from '#server/release/check-documents.ts'
import { MAX_PROBLEMS } from './documents.ts'
import type { Opened } from './opened.ts'
import { isError, type Progress } from './prepare.ts'

/** Leaving one draft out can break another that needs it, so it is asked again, this often. */
const MAX_ROUNDS = 6

type Effective = Opened['effective']
type Usable =
  | { readonly problems: readonly Problem[] }
  | { readonly effective: Effective; readonly left: readonly string[] }

/** Merely wrong things appear as a card in place; only what nothing can be drawn with is fatal. */
const FATAL = /^(?:document|route|rule|flow|catalog)\//

/**
 * @param of name of the document one looks at: it is never left out, its problems are returned
 * @returns the documents without the drafts that nothing can be drawn with, and their names
 */
export function usableOf(opened: Opened, of: string | undefined, progress: Progress): Usable {
  const { drafts, unreadable } = opened
  // The previous versions of drafts that can't even be parsed are among the documents already.
  const left = new Set(unreadable.keys())
  let first: readonly Problem[] | null = null
  if (of !== undefined && unreadable.has(of)) return { problems: [...unreadable.values()] }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const effective = without(opened, left)
    const fatal = errorsOf(opened, effective, progress).filter(({ code }) => FATAL.test(code))
    if (fatal.length === 0) return { effective, left: [...left].sort() }
    first ??= fatal
    // Later it may be faulty only because of another draft that was left out.
    if (round === 0 && fatal.some(({ document }) => document === of)) break
    const faulty = fatal.map(({ document }) => document).filter((name) => drafts.has(name))
    const more = (faulty.length > 0 ? faulty : next(opened, of, left)).filter(
      (name) => name !== of && !left.has(name),
    )
    if (more.length === 0) break
    for (const name of more) left.add(name)
  }
  return { problems: (first ?? []).slice(0, MAX_PROBLEMS) }
}

/** The same without any draft that has an error: what is merely wrong may still stop a release. */
export function faultlessOf(opened: Opened, of: string | undefined, progress: Progress): Usable {
  const { drafts, unreadable } = opened
  const left = new Set(unreadable.keys())
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const effective = without(opened, left)
    const more = errorsOf(opened, effective, progress)
      .map(({ document }) => document)
      .filter((name) => drafts.has(name) && name !== of && !left.has(name))
    if (more.length === 0) return { effective, left: [...left].sort() }
    for (const name of more) left.add(name)
  }
  return { problems: errorsOf(opened, without(opened, left), progress).slice(0, MAX_PROBLEMS) }
}

function errorsOf(
  { code, drafts }: Opened,
  effective: Effective,
  progress: Progress,
): readonly Problem[] {
  // Without the model, which takes seconds.
  const { problems } = checkDocuments(
    [...effective].map(([where, value]) => ({ where, value })),
    checkContextOf(code),
    () => false,
    (name) => drafts.has(name) && progress(name),
  )
  return problems.filter(isError)
}

/** Documents break that nobody has a draft of: first removals are taken back, then all drafts. */
function next({ drafts }: Opened, of: string | undefined, left: ReadonlySet<string>): string[] {
  const others = [...drafts.values()].filter(({ name }) => name !== of && !left.has(name))
  const removals = others.filter(({ text }) => text === null)
  return (removals.length > 0 ? removals : others).map(({ name }) => name)
}

function without({ effective, live }: Opened, left: ReadonlySet<string>): Effective {
  const documents = new Map(effective)
  for (const name of left) {
    const now = live.get(name)
    if (now === undefined) documents.delete(name)
    else documents.set(name, now)
  }
  return documents
}

/** As the console names it; what is not live isn't shown at all. */
export function leftDraft({ live, effective }: Opened, name: string): LeftDraft {
  const title = [effective.get(name), live.get(name)]
    .map((each) => (isObject(each) && typeof each['title'] === 'string' ? each['title'] : ''))
    .find((each) => each !== '')
  return {
    document: name,
    title: title ?? name.slice(name.indexOf('/') + 1),
    isLive: live.has(name),
  }
}
