/** The differences of two sets of documents, for display. */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { changesBetween } from '#engine/overlay/changes.ts'
import { atomicPointers } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import {
  KINDS,
  type AnyDocument,
  type ExperimentDocument,
  type Kind,
} from '#engine/documents/kinds.ts'
import { changedBy } from '#engine/experiments/arms.ts'

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

/**
 * With what each version changes of an experiment that comes to run: of its document alone one only
 * reads that it does.
 */
export function withArms(
  changes: readonly DocumentChange[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): DocumentChange[] {
  return changes.map((change) => {
    const [old, now] = [before.get(change.document), after.get(change.document)]
    if (!isRunning(now) || isRunning(old)) return change
    const arms = now.arms.slice(1).flatMap(({ id }) => {
      const changed = changedIn(now, id, after)
      return changed === null ? [] : [{ id, changes: documentChanges(...changed) }]
    })
    return arms.length === 0 ? change : { ...change, arms }
  })
}

/** A draft may have any shape; what doesn't fit is a problem that the check names. */
function changedIn(
  experiment: ExperimentDocument,
  arm: string,
  documents: ReadonlyMap<string, unknown>,
): readonly [Map<string, unknown>, Map<string, unknown>] | null {
  try {
    const get = (name: string) => documents.get(name) as AnyDocument | undefined
    const changed = changedBy([experiment], { [experiment.id]: arm }, get)
    return [new Map([...changed.keys()].map((name) => [name, get(name)])), changed]
  } catch {
    return null
  }
}

function isRunning(document: unknown): document is ExperimentDocument {
  return (
    isObject(document) &&
    document['kind'] === 'experiment' &&
    document['state'] === 'running' &&
    Array.isArray(document['arms']) &&
    document['arms'].every(isObject)
  )
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
