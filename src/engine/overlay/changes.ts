/**
 * The difference of two documents for readers: what changed where, from what to what. The console
 * turns each into a sentence.
 */

import { Finder, isList, lastOf, parentOf, parsePath } from '#engine/documents/address.ts'
import { diff, type IsAtomic } from './diff.ts'
import { isObject, own, type Json } from '#engine/documents/json.ts'
import { targetOf, type Op } from './ops.ts'

/** One difference; its sentence is the text `console.change.<op>`. */
export type Change = {
  readonly op: Op['op']
  /** Pointer to what changed; for an added or removed value, to its list. */
  readonly at: string
  /** The path in names: `items › reports › label`. */
  readonly label: string
  /** The value in a few words; absent if there is none, and for a move. */
  readonly before?: string
  readonly after?: string
  /** Id of the entry it now follows; absent if it is first or has no position. */
  readonly anchor?: string
}

export function changesBetween(
  base: Json | undefined,
  edited: Json | undefined,
  isAtomic?: IsAtomic,
): Change[] {
  const find = new Finder()
  return diff(base, edited, isAtomic).map((op) => {
    const at = targetOf(op)
    const anchor = op.op === 'insert' || op.op === 'move' ? neighbour(find, edited, at) : undefined
    const before =
      op.op === 'drop'
        ? op.value
        : op.op === 'move' || op.op === 'add'
          ? undefined
          : find.lookup(base, at)
    const after = 'value' in op && op.op !== 'drop' ? op.value : undefined
    return {
      op: op.op,
      at,
      label: parsePath(at)?.join(' › ') || nameOfValue(edited ?? base),
      ...(before !== undefined && { before: inWords(before) }),
      ...(after !== undefined && { after: inWords(after) }),
      ...(anchor !== undefined && { anchor }),
    }
  })
}

function neighbour(find: Finder, document: Json | undefined, at: string): string | undefined {
  const list = find.lookup(document, parentOf(at))
  const position = isList(list) ? find.positionsIn(list).get(lastOf(at)) : undefined
  return position === undefined
    ? undefined
    : (own((list as readonly Json[])[position - 1], 'id') as string | undefined)
}

/** Longer texts are cut: the document has the full text. */
const MAX_LENGTH = 120

function inWords(value: Json): string {
  const words =
    typeof value === 'string'
      ? value
      : isObject(value)
        ? nameOfValue(value)
        : isList(value) && !value.some(isObject)
          ? value.map(String).join(', ')
          : JSON.stringify(value)
  return words.length <= MAX_LENGTH ? words : `${words.slice(0, MAX_LENGTH - 1)}…`
}

/** A short name for an object. */
function nameOfValue(value: Json | undefined): string {
  const name = ['label', 'title', 'text', 'name', 'id']
    .map((member) => own(value, member))
    .find((each) => typeof each === 'string')
  return typeof name === 'string' ? name : JSON.stringify(value ?? null)
}
