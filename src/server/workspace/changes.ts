/** The differences of two sets of documents, for display. */

import type { CodeMeta } from '#engine/check/needs.ts'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { changesBetween, type Shapes } from '#engine/overlay/changes.ts'
import { Teller } from '#engine/overlay/told.ts'
import { atomicPointers } from '#engine/overlay/diff.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { changedBy } from '#engine/experiments/arms.ts'
import { localeChanges, withWords } from './changedwords.ts'
import { schemaOf } from './textplaces.ts'

/** Maximum sentences per document, and per release: a list of releases has fifty of them. */
const MAX_OF_ONE = 200
const MAX_OF_ALL = 2000

/**
 * Sorted by name.
 *
 * @param code what it draws: places and values are told by their names
 */
export function documentChanges(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  code: Pick<CodeMeta, 'widgets'>,
): DocumentChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const widgets = Object.fromEntries(
    Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
  )
  let room = MAX_OF_ALL
  const changes = names.flatMap((document): DocumentChange[] => {
    const [old, now] = [before.get(document), after.get(document)]
    if (old === now || canonical(old) === canonical(now)) return []
    const either = (now ?? old) as Json
    const shapes = { schema: schemaOf(either), widgets }
    const titled = isObject(either) ? either['title'] : undefined
    const named = { document, ...(typeof titled === 'string' && { title: titled }) }
    if (old === undefined || now === undefined)
      return [
        {
          ...named,
          state: old === undefined ? 'added' : 'removed',
          changes: [],
          contents: contentsOf(either, shapes),
        },
      ]
    const all =
      localeChanges(old, now) ??
      changesBetween(old as Json, now as Json, isAtomicIn(old, now), shapes)
    const listed = all.slice(0, Math.min(MAX_OF_ONE, room))
    room -= listed.length
    return [
      {
        ...named,
        state: 'changed',
        changes: listed,
        ...(all.length > listed.length && { more: all.length - listed.length }),
      },
    ]
  })
  return withWords(changes, before, after, { code, widgets })
}

/** Of a language nobody reads every text here. */
function contentsOf(document: Json, { schema, widgets }: Shapes) {
  const { texts: _, ...short } = isObject(document) ? document : { texts: null }
  const told = isObject(document) && document['kind'] === 'locale' ? (short as Json) : document
  return new Teller(told, schema, widgets).value(told, '')
}

/**
 * With what each version changes of an experiment that comes to run: of its document alone one only
 * reads that it does.
 */
export function withArms(
  changes: readonly DocumentChange[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  code: Pick<CodeMeta, 'widgets'>,
): DocumentChange[] {
  return changes.map((change) => {
    const [old, now] = [before.get(change.document), after.get(change.document)]
    if (!isRunning(now) || isRunning(old)) return change
    const arms = now.arms.slice(1).flatMap(({ id }) => {
      const changed = changedIn(now, id, after)
      return changed === null ? [] : [{ id, changes: documentChanges(...changed, code) }]
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
  const schema = documents.map(schemaOf).find((each) => each !== undefined)
  if (schema === undefined) return () => false
  const pointers = atomicPointers(schema, ...(documents as (Json | undefined)[]))
  return (pointer) => pointers.has(pointer)
}
