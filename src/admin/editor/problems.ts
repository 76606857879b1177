/**
 * Problems of the open document: those its shape shows at once, and those the server found in the
 * drafts. Pure.
 */

import type { Json } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { renameAt, setAt, valueAt } from '#admin/parts/edit.ts'

/**
 * @param own     of the document as it is now
 * @param checked of all drafts as last saved
 * @param isWhole was `own` found with the schemas of all widgets? If not, only the server knows
 *   about props.
 * @returns errors first; problems found by both appear once
 */
export function problemsFor(
  document: string,
  own: readonly Problem[],
  checked: readonly Problem[],
  isWhole = true,
): Problem[] {
  const seen = new Set(own.map(keyOf))
  // Shape problems are more current here than in the last check.
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

/**
 * What is said of texts while they are written: nothing of those whose words are here already and
 * only on their way to the server; of empty ones, that they are to be written.
 *
 * @param hasWords does some language have words under a key by now?
 */
export function aboutWords(
  problems: readonly Problem[],
  document: Json | null,
  hasWords: (key: string) => boolean,
  say: (member: string) => string,
): Problem[] {
  return problems.flatMap((problem) => {
    if (problem.code !== 'reference/unknown-text') return [problem]
    const key = valueAt(document, problem.pointer)
    if (typeof key !== 'string') return [problem]
    if (hasWords(key)) return []
    if (key !== '' && !key.startsWith('own.')) return [problem]
    const { suggestion: _none, ...rest } = problem
    const member = problem.pointer.slice(problem.pointer.lastIndexOf('/') + 1)
    return [{ ...rest, message: say(member) }]
  })
}

/** Problems whose suggestion is another name for a member, not another value. */
const NAMES: ReadonlySet<string> = new Set(['document/unknown-member', 'theme/unknown-role'])

/** Applies a problem's suggestion; returns the document unchanged if it cannot be applied. */
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
  /^document\/(?:value|type|pattern|length|range|missing|unknown-member|duplicate-id|hostile|format|address|script)$|^picture\//

function isOfShape({ code }: Problem): boolean {
  return SHAPE.test(code)
}

function keyOf({ code, pointer, message }: Problem): string {
  return `${code} ${pointer} ${message}`
}
