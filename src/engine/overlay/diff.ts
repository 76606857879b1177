/**
 * Editors change the document they see; this finds the fewest operations that make the same change.
 */

import { idsOf, isIdList, isList, isSet, type Entry } from '#engine/documents/address.ts'
import { isBinding } from '#engine/decide/bind.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import {
  canonical,
  FORBIDDEN_KEYS,
  isObject,
  own,
  pointer,
  type Json,
} from '#engine/documents/json.ts'
import { OverlayError, type Anchor, type Op } from './ops.ts'

/** Is the value at this pointer replaced as a whole, never changed inside? */
export type IsAtomic = (pointer: string) => boolean

/**
 * The ops that turn `base` into `edited`, applied in order: apply(base, diff(base, edited)) equals
 * `edited`.
 *
 * @param isAtomic places that are replaced as a whole, rules above all: see atomicPointers
 * @throws OverlayError if a member has a forbidden name
 */
export function diff(
  base: Json | undefined,
  edited: Json | undefined,
  isAtomic: IsAtomic = () => false,
): Op[] {
  const ops: Op[] = []
  compare(base, edited, '', isAtomic, ops)
  return ops
}

function compare(
  base: Json | undefined,
  edited: Json | undefined,
  at: string,
  isAtomic: IsAtomic,
  ops: Op[],
): void {
  if (base === undefined && edited === undefined) return
  if (edited === undefined) ops.push({ op: 'unset', at })
  else if (base === undefined) ops.push({ op: 'set', at, value: edited })
  else if (isAtomic(at)) compareWhole(base, edited, at, ops)
  else if (isIdList(base) && isIdList(edited)) compareEntries(base, edited, at, isAtomic, ops)
  else if (isSet(base) && isSet(edited)) compareSets(base, edited, at, ops)
  else if (isObject(base) && isObject(edited)) {
    for (const name of new Set([...Object.keys(base), ...Object.keys(edited)])) {
      if (FORBIDDEN_KEYS.has(name))
        throw new OverlayError(
          ops.length,
          at + pointer(name),
          'hostile',
          `the name "${name}" is not allowed`,
        )
      compare(base[name], edited[name], at + pointer(name), isAtomic, ops)
    }
  } else compareWhole(base, edited, at, ops)
}

function compareWhole(base: Json, edited: Json, at: string, ops: Op[]): void {
  if (canonical(base) !== canonical(edited)) ops.push({ op: 'set', at, value: edited })
}

/**
 * Order in a set rarely matters; if dropping and adding can't produce the desired order, the whole
 * set is replaced.
 */
function compareSets(base: readonly Json[], edited: readonly Json[], at: string, ops: Op[]): void {
  const [had, has] = [new Set(base), new Set(edited)]
  const dropped = base.filter((value) => !has.has(value))
  const added = edited.filter((value) => !had.has(value))
  const left = [...base.filter((value) => has.has(value)), ...added]
  if (left.some((value, index) => value !== edited[index]))
    ops.push({ op: 'set', at, value: edited })
  else {
    for (const value of dropped) ops.push({ op: 'drop', at, value })
    for (const value of added) ops.push({ op: 'add', at, value })
  }
}

function compareEntries(
  base: readonly Entry[],
  edited: readonly Entry[],
  at: string,
  isAtomic: IsAtomic,
  ops: Op[],
): void {
  const before = new Map(base.map((entry) => [entry.id, entry]))
  const wanted = new Set(idsOf(edited))
  for (const { id } of base) if (!wanted.has(id)) ops.push({ op: 'remove', at: at + pointer(id) })
  const position = new Map(base.map(({ id }, index) => [id, index]))
  const kept = edited.filter(({ id }) => before.has(id))
  const staying = new Set(
    longestRise(kept.map(({ id }) => position.get(id)!)).map((index) => kept[index]!.id),
  )
  edited.forEach((entry, index) => {
    if (staying.has(entry.id)) return
    const anchor = anchorOf(edited, index, staying)
    if (before.has(entry.id)) ops.push({ op: 'move', at: at + pointer(entry.id), ...anchor })
    else ops.push({ op: 'insert', at, value: entry, ...anchor })
  })
  for (const entry of kept)
    compare(before.get(entry.id), entry, at + pointer(entry.id), isAtomic, ops)
}

/**
 * Entries are placed front to back, so the entry that each one follows is already in place. Entries
 * appended at the very end name no neighbour, so the product cannot remove it.
 */
function anchorOf(edited: readonly Entry[], index: number, staying: ReadonlySet<string>): Anchor {
  const neighbour = edited[index - 1]?.id
  if (index === edited.length - 1 && (neighbour === undefined || staying.has(neighbour))) return {}
  return neighbour === undefined ? { first: true } : { after: neighbour }
}

/**
 * A longest increasing subsequence: the entries that may stay, so that the fewest have to move.
 *
 * @param values all different
 * @returns positions in `values`, in their order
 */
function longestRise(values: readonly number[]): number[] {
  // tails[n]: position of the smallest value that ends an increasing run of length n + 1.
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[tails[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1]
    tails[low] = index
  })
  const rise: number[] = []
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) rise.push(index)
  return rise.reverse()
}

/**
 * Where a document of this kind must be replaced as a whole: rules (half of one editor's rule and
 * half of another's is a rule that neither wrote), values bound by a rule, and what the schema
 * marks `x-atomic`.
 *
 * @param documents all that are compared: a rule may be in only one of them
 */
export function atomicPointers(
  kindSchema: Schema,
  ...documents: readonly (Json | undefined)[]
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const document of documents) {
    for (const { pointer: at, value, schema } of document === undefined
      ? []
      : inspect(kindSchema, document).marks) {
      if (schema['x-ref'] === 'rule' || schema['x-atomic'] === true) found.add(at)
      if (schema['x-props']) collectBindings(value, at, found)
    }
  }
  return found
}

function collectBindings(value: unknown, at: string, found: Set<string>): void {
  if (isBinding(value)) found.add(at)
  else if (isList(value))
    value.forEach((item, index) =>
      collectBindings(item, at + pointer((own(item, 'id') as string | undefined) ?? index), found),
    )
  else if (isObject(value))
    for (const [name, item] of Object.entries(value))
      collectBindings(item, at + pointer(name), found)
}
