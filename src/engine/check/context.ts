/**
 * What every part of the check shares: the catalog, the known names, and the way to report a
 * problem.
 */

import type { Problem } from '#engine/contract/problems.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { nearest } from '#engine/documents/json.ts'
import { placesAround } from '#engine/documents/nodes.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import type { Migrations } from '#engine/documents/upcast.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import type { Read } from './readsource.ts'

/**
 * What the engine cannot know by itself: what the code can draw, and how older documents are read.
 */
export type CheckContext = {
  /** Widget type -> schema of its props. */
  readonly widgets: Readonly<Record<string, Schema>>
  readonly icons: readonly string[]
  readonly pictures: readonly string[]
  readonly migrations: Migrations
}

export type Context = {
  readonly catalog: Catalog
  readonly host: CheckContext
  readonly types: VarType
  readonly problems: Problem[]
  readonly where: ReadonlyMap<string, string>
  readonly read: ReadonlyMap<string, Read>
  /** Are there documents with lost parts? */
  readonly isLossy: boolean
  /** Language -> its flat texts. */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  /**
   * Target of a reference -> the names it may use; computed on first use, because thousands of
   * references need it.
   */
  readonly names: Map<string, ReadonlySet<string>>
  /** How many more names may be searched for suggestions. */
  suggestions: number
  /** Total cost of the rules of the current document. */
  steps: number
}

/**
 * Each suggestion searches thousands of names: a document full of unknown names would take a
 * minute.
 */
export const MAX_NAMES = 200_000

/**
 * The name that was probably meant; undefined if there is none, or the search budget is used up.
 */
export function suggest(
  word: string,
  names: ReadonlySet<string>,
  context: Context,
): string | undefined {
  if (context.suggestions < names.size) return undefined
  context.suggestions -= names.size
  return nearest(word, names)
}

/** Language -> its flat texts. */
export function textsOf(catalog: Catalog): Map<string, Record<string, string>> {
  return new Map(catalog.all('locale').map((locale) => [locale.id, flattenTexts(locale.texts)]))
}

/** Reports a problem of one document; `at` is a pointer into it. */
export type Add = (
  code: string,
  at: string,
  message: string,
  suggestion?: string,
  severity?: Problem['severity'],
) => void

/** Codes of problems that say that something is missing. */
const SAYS_MISSING =
  /^(?:catalog\/missing|reference\/unknown-.+|route\/no-unknown|rule\/(?:unknown-ref|unknown-variable|impossible-value|unusable)|scoring\/(?:unscored-item|other-scale)|text\/(?:missing|unknown-key|placeholders))$/

/** Reports problems of one document, but not those that only follow from a broken one. */
export function adder(document: string, context: Context): Add {
  const file = context.where.get(document) ?? document
  const replaced = new Set(context.read.get(document)?.replaced)
  return (code, at, message, suggestion, severity = 'error') => {
    // A broken part was already reported for its shape; its consequences are not separate mistakes.
    if (
      (replaced.size > 0 && [at, ...placesAround(at)].some((place) => replaced.has(place))) ||
      (context.isLossy && SAYS_MISSING.test(code))
    )
      return
    context.problems.push({
      code,
      document: file,
      pointer: at,
      message,
      severity,
      ...(suggestion !== undefined && { suggestion }),
    })
  }
}
