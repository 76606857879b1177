/**
 * The single entry point for documents: first the size limits, then the migrations to the newest
 * version of their kind and to current widget types.
 */

import { outOfBounds } from './bounds.ts'
import { withoutFormer } from './former.ts'
import { inspect, type Schema } from './inspect.ts'
import { isObject, nearest } from './json.ts'
import type { Problem } from '#engine/contract/problems.ts'

/**
 * One migration step of a kind, from version n to n + 1. Pure JSON to JSON.
 *
 * `renames` (old id -> new id, per pointer of the list) lets overlays follow.
 */
export type Migration = {
  /** The meta-schema of version n: an older document is checked as what it was. */
  readonly from?: Schema
  readonly up: (document: Record<string, unknown>) => Record<string, unknown>
  readonly renames?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * kind -> steps; the step at index 0 leads from version 1 to 2. Absent if the kind is still at
 * version 1.
 */
export type Migrations = Readonly<Record<string, readonly Migration[]>>

/**
 * Migrates a document to the newest version of its kind.
 *
 * @param isKept it was within the limits when it was published, and is served even if they are
 * stricter now
 * @returns the upcast document, or the problems that forbid reading it: `document/too-new`,
 *   `document/unknown-kind` ...
 */
export function upcast(
  input: unknown,
  where: string,
  kinds: readonly string[],
  migrations: Migrations,
  isKept = false,
): { document: Record<string, unknown> } | { problems: Problem[] } {
  const refuse = (code: string, message: string, at = '', suggestion?: string) => ({
    problems: [
      {
        code,
        document: where,
        pointer: at,
        message,
        severity: 'error' as const,
        ...(suggestion !== undefined && { suggestion }),
      },
    ],
  })
  if (!isObject(input)) return refuse('document/not-an-object', 'a document must be a JSON object')
  const hostile = isKept ? undefined : outOfBounds(input)
  if (hostile) return refuse('document/hostile', hostile.message, hostile.pointer)
  const { kind, v } = input
  if (typeof kind !== 'string')
    return refuse('document/no-kind', 'a document must name its kind', '/kind')
  if (!kinds.includes(kind))
    return refuse(
      'document/unknown-kind',
      `there is no kind called "${kind}"`,
      '/kind',
      nearest(kind, kinds),
    )
  if (!Number.isInteger(v) || (v as number) < 1)
    return refuse(
      'document/no-version',
      'a document must give the version of its kind in "v", from 1 up',
      '/v',
    )
  const steps = migrations[kind] ?? []
  const latest = steps.length + 1
  if ((v as number) > latest)
    return refuse(
      'document/too-new',
      `version ${v as number} of "${kind}" is newer than this engine (${latest})`,
      '/v',
    )
  let document: Record<string, unknown> = input
  for (const step of steps.slice((v as number) - 1)) {
    const issues = step.from === undefined ? [] : inspect(step.from, document).issues
    if (issues.length > 0)
      return {
        problems: issues.map((issue) => ({
          ...issue,
          document: where,
          severity: 'error' as const,
        })),
      }
    document = { ...step.up(document), v: (document['v'] as number) + 1 }
  }
  return { document: withoutFormer(document) }
}
