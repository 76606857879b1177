/** Two editors' changes of one document, to be merged by one of them. Pure. */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { changesBetween, type Shapes } from '#engine/overlay/changes.ts'
import { atomicPointers, type IsAtomic } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import { Teller } from '#engine/overlay/told.ts'
import { merge3 } from '#engine/overlay/merge.ts'
import { apply } from '#engine/overlay/overlay.ts'
import { resolve, type Conflict } from '#engine/overlay/rebase.ts'
import type { Stale } from './autosave.ts'

export type Side = 'mine' | 'theirs'
export type Merging = {
  /** Changes of each since the common version. */
  readonly mine: DocumentChange
  readonly theirs: DocumentChange
  readonly conflicts: readonly Conflict[]
  /** @param choices for the conflicts, in their order */
  readonly put: (choices: readonly Side[]) => Json | null
}

/** The places of a document that are replaced as a whole: rules above all. */
export function atomicIn(schema: Schema, ...documents: readonly (Json | null)[]): IsAtomic {
  const pointers = atomicPointers(schema, ...documents.map((each) => each ?? undefined))
  return (pointer) => pointers.has(pointer)
}

export function difference(
  name: string,
  before: Json | null,
  after: Json | null,
  isAtomic: IsAtomic,
  shapes: Shapes,
): DocumentChange {
  if (before === null || after === null)
    return {
      document: name,
      state: before === null ? 'added' : 'removed',
      changes: [],
      contents: contentsOf(before ?? after, shapes),
    }
  return {
    document: name,
    state: 'changed',
    changes: changesBetween(before, after, isAtomic, shapes),
  }
}

function contentsOf(document: Json, { schema, widgets }: Shapes) {
  return new Teller(document, schema, widgets).value(document, '')
}

export function prepareMerge(
  name: string,
  schema: Schema,
  { base, mine, theirs }: Stale,
  widgets: Shapes['widgets'] = {},
): Merging {
  const shapes = { schema, widgets }
  const isAtomic = atomicIn(schema, base, mine, theirs)
  const { merged, conflicts } = merge3(
    base ?? undefined,
    mine ?? undefined,
    theirs ?? undefined,
    isAtomic,
  )
  return {
    mine: difference(name, base, mine, isAtomic, shapes),
    theirs: difference(name, base, theirs, isAtomic, shapes),
    conflicts,
    put: (choices) => {
      const sides = new Map(
        conflicts.map((conflict, index) => [conflict, choices[index] ?? 'mine']),
      )
      return (
        apply(
          merged,
          resolve(merged, { ops: [], conflicts }, (conflict) => sides.get(conflict) ?? 'mine'),
        ) ?? null
      )
    },
  }
}
