/** Two people edited the same document: both edits in one, and what cannot be in one for somebody to decide. */

import { apply, stamp } from './overlay.ts'
import { diff, type IsAtomic } from './diff.ts'
import type { Json } from '#engine/documents/json.ts'
import { rebase, type Conflict, type Note } from './rebase.ts'

/** `merged` has everything that does not conflict, and theirs where it does. */
export type Merged = {
  readonly merged: Json | undefined
  readonly conflicts: readonly Conflict[]
  readonly notes: readonly Note[]
}

/**
 * @param base   what both began with
 * @param mine   what I want to save
 * @param theirs what was saved meanwhile
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
