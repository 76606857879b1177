/**
 * What a tenant can't loosen: consent, payment, roles, security. A node of the base has a `lock`, a
 * member of its meta-schema an `x-lock`; either is `no-overlay` (must stay as it is) or
 * `tighten-only` (may only become stricter).
 *
 * Only the locks of the base bind. A node that an overlay adds may have one: it binds the overlays
 * above it.
 */

import {
  Finder,
  idsOf,
  isIdList,
  isList,
  lastOf,
  parentOf,
  type Entry,
} from '#engine/documents/address.ts'
import { inspect, type Issue, type Schema } from '#engine/documents/inspect.ts'
import {
  canonical,
  isObject,
  own,
  pointer,
  type Json,
  type JsonObject,
} from '#engine/documents/json.ts'
import { isNarrower, isWider, mayStandBefore, ruleMayBecome } from './tighten.ts'

export type Lock = 'no-overlay' | 'tighten-only'

/** Descriptive members of a locked node, which have no effect. */
const FREE = new Set(['label', 'title', 'text', 'hint', 'note', 'icon', 'reason', 'why'])
/** Allow lists: fewer entries are stricter. */
const ALLOWING = new Set(['stages', 'roles', 'countries', 'allow'])
/** Deny lists: more entries are stricter. */
const HIDING = new Set(['hideForAccounts'])
/** Flags for which true is stricter. */
const PROTECTING = new Set(['required'])

/**
 * What an overlay does to locked places.
 *
 * @param effective the document with the overlay applied; undefined if removed
 * @returns `lock/removed`, `lock/changed`, `lock/loosened`; the pointer is that of the locked
 *   place, or of what interferes with it
 */
export function checkLocks(
  kindSchema: Schema,
  base: Json | undefined,
  effective: Json | undefined,
): Issue[] {
  if (base === undefined) return []
  const issues: Issue[] = []
  const added = marksOf(kindSchema, effective)
  const find = new Finder()
  const check: Check = {
    child: (node, name) => find.child(node, name),
    marks: new Map([...marksOf(kindSchema, base), ...added]),
    add: (code, at, message, meant) => {
      const suggestion = typeof meant === 'string' ? meant : JSON.stringify(meant)
      issues.push({
        code,
        pointer: at,
        message,
        ...(suggestion !== undefined && suggestion.length <= 200 && { suggestion }),
      })
    },
  }
  visit(base, effective, '', check)
  for (const [at, lock] of added) {
    const isNew = find.lookup(base, at) === undefined && isObject(find.lookup(base, parentOf(at)))
    if (isNew && lock === 'no-overlay')
      check.add('lock/changed', at, 'this is locked: an overlay cannot give it a value')
  }
  return issues
}

type Check = {
  readonly child: Finder['child']
  /** Pointer -> what the meta-schema says of this member. */
  readonly marks: ReadonlyMap<string, Lock>
  /** @param meant the expected value, as the suggestion */
  readonly add: (
    code: 'lock/removed' | 'lock/changed' | 'lock/loosened',
    at: string,
    message: string,
    meant?: Json,
  ) => void
}

function marksOf(kindSchema: Schema, document: Json | undefined): Map<string, Lock> {
  const marks = document === undefined ? [] : inspect(kindSchema, document).marks
  return new Map(
    marks.flatMap(({ pointer: at, schema }) =>
      'x-lock' in schema ? [[at, schema['x-lock'] as Lock]] : [],
    ),
  )
}

function lockOf(value: unknown): Lock | undefined {
  const lock = own(value, 'lock')
  return lock === 'no-overlay' || lock === 'tighten-only' ? lock : undefined
}

function same(one: Json, other: Json | undefined): boolean {
  return other !== undefined && canonical(one) === canonical(other)
}

/**
 * Searches for locked places. Unlocked parts may change freely, but nothing locked may disappear
 * with them.
 */
function visit(base: Json, mine: Json | undefined, at: string, check: Check): void {
  const lock = lockOf(base) ?? check.marks.get(at)
  if (lock !== undefined) return hold(lock, base, mine, at, null, check)
  if (lockOf(mine) !== undefined)
    check.add('lock/changed', `${at}/lock`, 'an overlay cannot lock what the product leaves open')
  if (isIdList(base))
    for (const entry of base)
      visit(entry, check.child(mine, entry.id), at + pointer(entry.id), check)
  else if (isObject(base)) {
    for (const [name, value] of Object.entries(base))
      visit(value, check.child(mine, name), at + pointer(name), check)
    checkOrder(check.child(base, 'rows'), check.child(mine, 'rows'), `${at}/rows`, check)
  }
}

function checkOrder(
  base: Json | undefined,
  mine: Json | undefined,
  at: string,
  check: Check,
): void {
  if (!isIdList(base) || !isIdList(mine)) return
  const isLocked = (row: Entry) => lockOf(row) !== undefined
  const past = new Set<string>()
  for (const locked of base.filter(isLocked)) {
    const had = new Map(base.slice(0, base.indexOf(locked)).map((row) => [row.id, row]))
    const index = mine.findIndex(({ id }) => id === locked.id)
    for (const row of mine.slice(0, Math.max(0, index))) {
      if (past.has(row.id) || mayStandBefore(row, had.get(row.id), locked, isLocked)) continue
      past.add(row.id)
      check.add(
        'lock/loosened',
        at + pointer(row.id),
        `it comes before the locked row "${locked.id}" and lets people past it; move it after that row`,
      )
    }
  }
}

/** @param owner the object that `base` is a member of; null for an entry of a list or the root */
function hold(
  lock: Lock,
  base: Json,
  mine: Json | undefined,
  at: string,
  owner: JsonObject | null,
  check: Check,
): void {
  if (mine === undefined)
    check.add('lock/removed', at, `${named(at)} is locked: it can't be removed`, base)
  else if (lock === 'tighten-only') tighten(base, mine, at, owner, check)
  else if (!same(base, mine))
    check.add('lock/changed', at, `${named(at)} is locked: it can't be changed`, base)
}

function named(at: string): string {
  return at === '' ? 'the whole document' : `"${lastOf(at)}"`
}

/** Is `mine` at least as strict as `base`? */
function tighten(base: Json, mine: Json, at: string, owner: JsonObject | null, check: Check): void {
  const name = owner === null && !check.marks.has(at) ? '' : lastOf(at)
  const isMarked = check.marks.get(at) === 'tighten-only'
  const loosened = (what: string, meant = base) =>
    check.add('lock/loosened', at, `"${name}" is locked: ${what}`, meant)
  if (same(base, mine) || FREE.has(name)) return
  if (name === 'when') {
    const may = ruleMayBecome(owner)
    if (may === 'wider' && !isWider(base, mine))
      loosened('its rule may only be joined to others by "or"', { or: [base] })
    else if (may === 'narrower' && !isNarrower(base, mine))
      loosened('its rule may only be joined to others by "and"', { and: [base] })
    else if (may === null)
      check.add('lock/changed', at, `"when" is locked: it can't be changed`, base)
  } else if (HIDING.has(name) && isList(base) && isList(mine)) {
    if (!base.every((each) => mine.includes(each))) loosened('the list may only grow')
  } else if ((isMarked || ALLOWING.has(name)) && isList(base) && isList(mine)) {
    for (const each of mine) checkAllowed(each, base, at, check)
  } else if (
    (isMarked || PROTECTING.has(name)) &&
    typeof base === 'boolean' &&
    typeof mine === 'boolean'
  ) {
    if (base) loosened("it can't be switched off")
  } else if (isMarked && typeof base === 'number' && typeof mine === 'number') {
    if (mine < base) loosened('the number may only grow')
  } else if (
    isIdList(base) &&
    isIdList(mine) &&
    canonical(idsOf(base)) === canonical(idsOf(mine))
  ) {
    for (const entry of base)
      hold(
        lockOf(entry) ?? 'tighten-only',
        entry,
        check.child(mine, entry.id),
        at + pointer(entry.id),
        null,
        check,
      )
  } else if (isObject(base) && isObject(mine)) checkMembers(base, mine, at, check)
  else check.add('lock/changed', at, `${named(at)} is locked: it can't be changed`, base)
}

/** One entry of an allow list: the base must include it, under no stricter conditions. */
function checkAllowed(each: Json, base: readonly Json[], at: string, check: Check): void {
  const id = own(each, 'id')
  // "*" includes everyone, so any single name is stricter.
  const known =
    typeof id === 'string'
      ? check.child(base, id)
      : base.find((other) => other === '*' || same(other, each))
  if (known === undefined)
    check.add(
      'lock/loosened',
      at,
      `this is locked: ${JSON.stringify(id ?? each)} cannot be added`,
      base,
    )
  else if (typeof id === 'string') tighten(known, each, at + pointer(id), null, check)
}

function checkMembers(base: JsonObject, mine: JsonObject, at: string, check: Check): void {
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const here = at + pointer(name)
    const was = check.child(base, name)
    const is = check.child(mine, name)
    const mark = check.marks.get(here)
    if (name === 'lock') {
      if (was !== is) check.add('lock/changed', here, "a lock can't be changed", was)
    } else if (was === undefined) {
      const isStricter =
        FREE.has(name) ||
        HIDING.has(name) ||
        PROTECTING.has(name) ||
        mark === 'tighten-only' ||
        (name === 'when' && ruleMayBecome(base) === 'narrower')
      // Allow lists are no exception: their absence has different meanings (an action: everyone; a
      // route: one stage).
      if (!isStricter) check.add('lock/changed', here, `this is locked: "${name}" cannot be added`)
    } else if (is !== undefined || !(FREE.has(name) || (PROTECTING.has(name) && was === false))) {
      hold(lockOf(was) ?? mark ?? 'tighten-only', was, is, here, base, check)
    }
  }
}
