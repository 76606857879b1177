/** What is wrong with the document on the screen: what its shape shows at once, and what the server found of the drafts. Pure. */

import type { Json } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { renameAt, setAt, valueAt } from '../form/edit.ts'

/**
 * @param own     of the document as it stands now
 * @param checked of all drafts as they were last saved
 * @param isWhole was `own` found with the schemas of all widgets? Without them what the server says of props is all that is known.
 * @returns errors first; what both found stands there once
 */
export function problemsFor(
  document: string,
  own: readonly Problem[],
  checked: readonly Problem[],
  isWhole = true,
): Problem[] {
  const seen = new Set(own.map(keyOf))
  // What the shape shows is known better here and now than it was at the last check.
  const others = checked.filter(
    (problem) =>
      problem.document === document &&
      !seen.has(keyOf(problem)) &&
      !(isWhole && isOfShape(problem)),
  )
  return [...own, ...others].sort(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )
}

/** Of these the suggestion is another name for a member, not another value. */
const NAMES: ReadonlySet<string> = new Set(['document/unknown-member', 'theme/unknown-role'])

/** Takes what a problem suggests; the document as it is where that is nothing that can be put in its place. */
export function takeSuggestion(
  document: Json,
  { code, document: name, pointer, suggestion }: Problem,
): Json {
  if (suggestion === undefined) return document
  const isName = NAMES.has(code) || (name.startsWith('config/') && pointer.startsWith('/features/'))
  if (isName) return renameAt(document, pointer, suggestion) as Json
  return typeof valueAt(document, pointer) === 'string'
    ? (setAt(document, pointer, suggestion) as Json)
    : document
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

const SHAPE =
  /^document\/(?:value|type|pattern|length|range|missing|unknown-member|duplicate-id|hostile|format|address|script)$/

function isOfShape({ code }: Problem): boolean {
  return SHAPE.test(code)
}

function keyOf({ code, pointer, message }: Problem): string {
  return `${code} ${pointer} ${message}`
}
