/**
 * The difference of two documents for readers: what changed where, from what to what. The console
 * turns each into a sentence.
 */

import { Finder, isList, lastOf, parentOf, parsePath } from '#engine/documents/address.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { diff, type IsAtomic } from './diff.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import { targetOf, type Op } from './ops.ts'
import type { ToldChange } from './tellings.ts'
import { Teller, tellChange, type Values } from './told.ts'

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
  /** The same by the names of things; absent where no schema was given. */
  readonly told?: ToldChange
}

/** What is needed to name places and values. */
export type Shapes = {
  readonly schema: Schema | undefined
  /** Widget type -> schema of its props. */
  readonly widgets: Readonly<Record<string, Schema>>
}

/** How many a reader could read; the rest is only counted. */
const MAX_TOLD = 200

/** @param shapes told for readers too */
export function changesBetween(
  base: Json | undefined,
  edited: Json | undefined,
  isAtomic?: IsAtomic,
  shapes?: Shapes,
): Change[] {
  const find = new Finder()
  const tell = shapes && tellerOf(base, edited, shapes)
  return diff(base, edited, isAtomic).map((op, index) => {
    const at = targetOf(op)
    const anchor = op.op === 'insert' || op.op === 'move' ? neighbour(find, edited, at) : undefined
    const before =
      op.op === 'drop'
        ? op.value
        : op.op === 'move' || op.op === 'add'
          ? undefined
          : find.lookup(base, at)
    const after = 'value' in op && op.op !== 'drop' ? op.value : undefined
    const told =
      index < MAX_TOLD
        ? tell?.(at, {
            ...(before !== undefined && { was: before }),
            ...(after !== undefined && { now: after }),
            ...(anchor !== undefined && {
              anchor: {
                at: parentOf(at) + pointer(anchor),
                entry: find.lookup(edited, parentOf(at) + pointer(anchor)) ?? null,
              },
            }),
          })
        : undefined
    return {
      op: op.op,
      at,
      label: parsePath(at)?.join(' › ') || nameOfValue(edited ?? base),
      ...(before !== undefined && { before: inWords(before) }),
      ...(after !== undefined && { after: inWords(after) }),
      ...(anchor !== undefined && { anchor }),
      ...(told !== undefined && { told }),
    }
  })
}

function tellerOf(
  base: Json | undefined,
  edited: Json | undefined,
  { schema, widgets }: Shapes,
): (at: string, values: Values) => ToldChange {
  const before = new Teller(base ?? null, schema, widgets)
  const after = new Teller(edited ?? null, schema, widgets)
  return (at, values) => tellChange(at, before, after, values)
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
