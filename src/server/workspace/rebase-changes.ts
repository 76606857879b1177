/** Moves a tenant's changes to a newer version of the product (docs/decisions/0020). */

import type { Upgrade } from '#engine/contract/admincontract.ts'
import { diff } from '#engine/overlay/diff.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { apply, stamp } from '#engine/overlay/overlay.ts'
import { rebase, resolve, type Conflict } from '#engine/overlay/rebase.ts'
import { isAtomicIn } from './changes.ts'
import type { Opened } from './opened.ts'
import { readyOf, type Ready } from './prepare.ts'

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>
export type Rebased = {
  readonly conflicts: Upgrade['conflicts']
  readonly documents: readonly Ready[]
  /**
   * Drafts that are migrated as well; where both changed the same thing, the author's version stays
   * in the draft.
   */
  readonly drafts: readonly { readonly name: string; readonly text: string }[]
}

/** @param choices for conflicts, each identified as in `menu/main#/items/reports/label` */
export function rebaseChanges(opened: Opened, { choices }: { choices: Choices }): Rebased {
  const { base, live, drafts } = opened
  const next = opened.other('next')
  const conflicts: Upgrade['conflicts'][number][] = []
  const documents = new Map<string, AnyDocument>()
  for (const name of new Set([...next.keys(), ...live.keys(), ...base.keys()])) {
    const [before, now, mine] = [base.get(name), next.get(name), live.get(name)] as (
      | Json
      | undefined
    )[]
    const moved = rebaseDocument(before, now, mine)
    for (const conflict of moved.conflicts)
      conflicts.push({
        document: name,
        ...worded(conflict),
        choice: choices[keyOf(name, conflict)] ?? null,
      })
    const decided = resolve(now, moved, (conflict) => choices[keyOf(name, conflict)] ?? 'mine')
    const document = apply(now, decided) as AnyDocument | undefined
    if (document !== undefined) documents.set(name, document)
  }
  const rebased = [...drafts.values()].flatMap(({ name, text }) => {
    if (text === null || opened.unreadable.has(name)) return []
    const mine = JSON.parse(text) as Json
    const moved = rebaseDraft(
      live.get(name) as Json | undefined,
      mine,
      documents.get(name) as Json | undefined,
    )
    return moved === undefined || canonical(moved) === canonical(mine)
      ? []
      : [{ name, text: JSON.stringify(moved) }]
  })
  return { conflicts, documents: readyOf(opened, documents), drafts: rebased }
}

/**
 * Applies a tenant's changes of a document to its newer version. Both have been migrated to the
 * newest version of their kind.
 */
function rebaseDocument(before: Json | undefined, now: Json | undefined, mine: Json | undefined) {
  if (before === mine || canonical(before) === canonical(mine)) return { ops: [], conflicts: [] }
  return rebase(before, now, stamp(before, diff(before, mine, isAtomicIn(before, mine))))
}

function rebaseDraft(
  before: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): Json | undefined {
  try {
    return apply(
      theirs,
      resolve(
        theirs,
        rebase(before, theirs, stamp(before, diff(before, mine, isAtomicIn(before, mine)))),
        () => 'mine',
      ),
    )
  } catch {
    // A draft that is not a valid document yet stays as it was typed.
    return mine
  }
}

function keyOf(name: string, { at }: Conflict): string {
  return `${name}#${at}`
}

function worded({ code, at, op, baseOld, baseNew, mine }: Conflict) {
  return { code, at, op, baseOld: baseOld ?? null, baseNew: baseNew ?? null, mine: mine ?? null }
}
