/** The differences of two sets of documents, for display. */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { changesBetween } from '#engine/overlay/changes.ts'
import { atomicPointers } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'

/** Maximum sentences per document, and per release: a list of releases has fifty of them. */
const MAX_OF_ONE = 200
const MAX_OF_ALL = 2000

/** Sorted by name. */
export function documentChanges(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): DocumentChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  let room = MAX_OF_ALL
  return names.flatMap((document): DocumentChange[] => {
    const [old, now] = [before.get(document), after.get(document)]
    if (old === now || canonical(old) === canonical(now)) return []
    if (old === undefined) return [{ document, state: 'added', changes: [] }]
    if (now === undefined) return [{ document, state: 'removed', changes: [] }]
    const all = changesBetween(old as Json, now as Json, isAtomicIn(old, now))
    const changes = all.slice(0, Math.min(MAX_OF_ONE, room))
    room -= changes.length
    return [
      {
        document,
        state: 'changed',
        changes,
        ...(all.length > changes.length && { more: all.length - changes.length }),
      },
    ]
  })
}

/** Rules and the like are replaced as a whole: half a rule in a difference would be misleading. */
export function isAtomicIn(...documents: readonly unknown[]): (pointer: string) => boolean {
  const kind = documents
    .map((document) => (isObject(document) ? document['kind'] : undefined))
    .find((each) => typeof each === 'string')
  if (kind === undefined || !Object.hasOwn(KINDS, kind)) return () => false
  const pointers = atomicPointers(
    KINDS[kind as Kind] as unknown as Schema,
    ...(documents as (Json | undefined)[]),
  )
  return (pointer) => pointers.has(pointer)
}
