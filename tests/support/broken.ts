/** Broken documents as data: one change to one sound document, and what the check says of it. */

export type BrokenCase = {
  readonly description: string
  readonly file: string
  /**
   * Where the change is made, and where the problem is expected unless `pointer` says otherwise.
   */
  readonly at: string
  readonly set?: unknown
  readonly drop?: boolean
  readonly code: string
  /** Of a document that isn't in use; otherwise "error". */
  readonly severity?: 'warning'
  readonly pointer?: string
  readonly document?: string
  readonly suggestion?: string
  readonly more?: boolean
}

/** The member of an object, or the entry of a list with that id or position. */
function keyIn(parent: unknown, segment: string): string | number {
  if (!Array.isArray(parent)) return segment
  const index = parent.findIndex((entry) => (entry as { id?: unknown } | null)?.id === segment)
  return index === -1 ? Number(segment) : index
}

/** Changes a document in place, at a pointer with ids. */
export function edit(
  document: Record<string, unknown>,
  { at, set, drop }: Pick<BrokenCase, 'at' | 'set' | 'drop'>,
): Record<string, unknown> {
  const segments = at.split('/').slice(1)
  const last = segments.pop()!
  const parent = segments.reduce<unknown>(
    (value, segment) => (value as Record<string | number, unknown>)[keyIn(value, segment)],
    document,
  ) as Record<string | number, unknown>
  const key = keyIn(parent, last)
  if (drop === true && Array.isArray(parent)) parent.splice(key as number, 1)
  else if (drop === true) delete parent[key]
  else parent[key] = set
  return document
}
