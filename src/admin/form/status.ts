/** Differences from the document that the form compares with. Pure. */

import { canonical, own } from '#engine/documents/json.ts'

// Unchanged parts keep their identity through every edit, so most comparisons are cached here.
const written = new WeakMap<object, string>()

function text(value: unknown): string {
  if (typeof value !== 'object' || value === null) return canonical(value)
  const known = written.get(value)
  if (known !== undefined) return known
  const made = canonical(value)
  written.set(value, made)
  return made
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return one !== undefined && other !== undefined && text(one) === text(other)
}

/** Entries in `before` that `now` lacks, each with its old position. */
export function removedFrom(
  before: unknown,
  now: readonly unknown[],
): readonly { readonly index: number; readonly entry: unknown }[] {
  if (!Array.isArray(before)) return []
  const here = new Set(now.map((entry) => own(entry, 'id')))
  return (before as unknown[])
    .map((entry, index) => ({ index, entry }))
    .filter(({ entry }) => typeof own(entry, 'id') === 'string' && !here.has(own(entry, 'id')))
}

/** Do the common entries of both lists have a different order? */
export function isReordered(before: unknown, now: readonly unknown[]): boolean {
  if (!Array.isArray(before)) return false
  const ids = (list: readonly unknown[]) =>
    list.map((entry) => own(entry, 'id')).filter((id) => typeof id === 'string')
  const [was, is] = [ids(before as unknown[]), ids(now)]
  return (
    was.filter((id) => is.includes(id)).join('\n') !==
    is.filter((id) => was.includes(id)).join('\n')
  )
}
