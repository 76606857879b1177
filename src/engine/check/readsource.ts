/**
 * Reads one document on its way in: upgraded, checked against its meta-schema, and repaired if it
 * is broken.
 */

import type { Problem } from '#engine/contract/problems.ts'
import { inspect, type Mark, type Schema } from '#engine/documents/inspect.ts'
import { isObject, own } from '#engine/documents/json.ts'
import type { Issue } from '#engine/documents/issue.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/documents/kinds.ts'
import { scriptIssues } from '#engine/documents/links.ts'
import { repair } from '#engine/documents/repair.ts'
import { upcast, type Migrations } from '#engine/documents/upcast.ts'

/** An incoming document, with the name that problems give it (a file, or `kind/id`). */
export type Source = {
  readonly where: string
  readonly value: unknown
  /** The last sound version, or at least its kind and id: used where the document is broken. */
  readonly was?: unknown
}

/** A document, as far as it could be read. */
export type Read = {
  readonly problems: readonly Problem[]
  /** Always in the shape of its kind; null if not even its name is known. */
  readonly document: AnyDocument | null
  readonly marks: readonly Mark[]
  /** Texts that would run as a script if a page used them as a link. */
  readonly scripts: readonly Issue[]
  /** Pointers to what was repaired: of these only the shape is checked. */
  readonly replaced: readonly string[]
  /** May it have contained names that are lost? */
  readonly isLossy: boolean
}

/** Kinds whose contents other documents refer to: routes, features, texts, items, fields ... */
const NAMED_INSIDE: ReadonlySet<Kind> = new Set<Kind>([
  'route-group',
  'access',
  'locale',
  'assessment',
  'list',
  'profile-section',
  'rule',
])

/**
 * Sound documents that were read before: most of a tenant's are the product's, and identical at
 * each check.
 */
const sound = new WeakMap<object, Read>()

/** @returns the same object for a sound value that was read before */
export function readSource(source: Source, migrations: Migrations): Read {
  const known = isObject(source.value) ? sound.get(source.value) : undefined
  if (known !== undefined) return known
  const read = readAnew(source, migrations)
  if (isObject(source.value) && read.problems.length === 0) sound.set(source.value, read)
  return read
}

/**
 * A broken document is kept in its repaired form: references to it still resolve, and its sound
 * parts are checked.
 */
function readAnew({ where, value, was }: Source, migrations: Migrations): Read {
  const newest = upcast(value, where, Object.keys(KINDS), migrations)
  const isReadable = 'document' in newest
  const typed = isReadable ? newest.document : was
  const kind = own(typed, 'kind')
  const schema = typeof kind === 'string' ? (own(KINDS, kind) as Schema | undefined) : undefined
  if (schema === undefined)
    return {
      problems: isReadable ? [] : newest.problems,
      document: null,
      marks: [],
      scripts: [],
      replaced: [],
      isLossy: true,
    }
  const { issues, marks } = inspect(schema, typed)
  const problems = isReadable
    ? issues.map((issue) => ({ ...issue, document: where, severity: 'error' as const }))
    : newest.problems
  if (problems.length === 0)
    return {
      problems,
      document: typed as AnyDocument,
      marks,
      scripts: scriptIssues(typed, []),
      replaced: [],
      isLossy: false,
    }
  const repaired = repair(schema, typed, was)
  const document = repaired.document as AnyDocument
  return {
    problems,
    document: document.id === '' ? null : document,
    marks: inspect(schema, document).marks,
    scripts: scriptIssues(document, problems),
    replaced: isReadable ? repaired.replaced : [''],
    isLossy: document.id === '' || (repaired.isLossy && NAMED_INSIDE.has(document.kind)),
  }
}
