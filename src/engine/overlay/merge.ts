/**
 * Two editors changed the same document: merges both edits, and lists the conflicts for an editor
 * to decide.
 */

import { apply, stamp } from './overlay.ts'
import { diff, type IsAtomic } from './diff.ts'
import type { Json } from '#engine/documents/json.ts'
import { rebase, type Conflict, type Note } from './rebase.ts'

/** `merged` contains everything that does not conflict, and their version where it does. */
export type Merged = {
  readonly merged: Json | undefined
  readonly conflicts: readonly Conflict[]
  readonly notes: readonly Note[]
}

/**
 * @param base   the common version
 * @param mine   what I want to save
 * @param theirs what was saved in the meantime
 */
export function merge3(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  isAtomic?: IsAtomic,
): Merged {
  const { ops, conflicts, notes } = rebase(base, theirs, stamp(base, diff(base, mine, isAtomic)))
  return { merged: apply(theirs, ops), conflicts, notes }
}
