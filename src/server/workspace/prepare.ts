/** Everything before a release: all checks, the changes, and the resulting documents. */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { canonical } from '#engine/documents/json.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { shaOf } from '#server/base/asset.ts'
import { checkTenant } from '#server/release/check-documents.ts'
import { documentChanges } from './changes.ts'
import { MAX_PROBLEMS } from './documents.ts'
import type { Opened } from './opened.ts'

/** A document of the new release, with its text only if it was not sent. */
export type Ready = { readonly name: string; readonly sha: string; readonly text: string | null }
/** `documents` is null if there are errors, or nothing has changed. */
export type Prepared = {
  readonly problems: readonly Problem[]
  readonly changes: readonly DocumentChange[]
  readonly documents: readonly Ready[] | null
}

/** Reports the draft being processed. */
export type Progress = (at: string) => void

export function checkOpened(
  { code, base, live, drafts, effective, unreadable }: Opened,
  progress: Progress,
): readonly Problem[] {
  const problems = [
    ...unreadable.values(),
    ...checkTenant(
      base,
      live,
      effective,
      code,
      (name) => (name === '' || drafts.has(name)) && progress(name),
    ),
  ]
  if (problems.length <= MAX_PROBLEMS) return problems
  // Errors first, so that truncation never makes an unsound release look sound.
  const kept = [
    ...problems.filter(isError),
    ...problems.filter((problem) => !isError(problem)),
  ].slice(0, MAX_PROBLEMS)
  return [
    ...kept,
    {
      code: 'check/more',
      document: '',
      pointer: '',
      message: `and ${problems.length - kept.length} more problems`,
      severity: 'warning',
    },
  ]
}

export type PrepareArgs = {
  /** What the changes are compared with. */
  readonly before: 'live' | 'before'
  /**
   * Even if nothing has changed: a tenant may move to another version of the product without
   * changes.
   */
  readonly anyway: boolean
  /** Problems are warnings: what they are about is live already. */
  readonly regardless: boolean
}

export function prepare(
  opened: Opened,
  { before, anyway, regardless }: PrepareArgs,
  progress: Progress,
): Prepared {
  const changes = documentChanges(
    before === 'live' ? opened.live : opened.other(before),
    opened.effective,
    opened.code,
  )
  if (changes.length === 0 && opened.unreadable.size === 0 && !anyway)
    return { problems: [], changes, documents: null }
  const problems = checkOpened(opened, progress).map((problem): Problem =>
    regardless ? { ...problem, severity: 'warning' } : problem,
  )
  return {
    problems,
    changes,
    documents: problems.some(isError) ? null : readyOf(opened, readAll(opened.effective)),
  }
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** Valid documents, each migrated to the newest version of its kind. */
export function readAll(effective: ReadonlyMap<string, unknown>): Map<string, AnyDocument> {
  return new Map(
    [...effective].map(([name, value]) => {
      const read = upcast(value, name, Object.keys(KINDS), MIGRATIONS)
      if ('problems' in read)
        throw new Refusal('release/problems', { extra: { problems: read.problems } })
      return [name, read.document as unknown as AnyDocument]
    }),
  )
}

export function readyOf(
  { shaOf: sent }: Opened,
  documents: ReadonlyMap<string, AnyDocument>,
): Ready[] {
  return [...documents].map(([name, document]) => {
    const sha = sent(document)
    return sha === undefined
      ? { name, sha: shaOf(canonical(document)), text: JSON.stringify(document) }
      : { name, sha, text: null }
  })
}
