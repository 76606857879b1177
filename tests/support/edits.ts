/**
 * Random documents and random edits of them, for the laws of overlays: small pools of names, so
 * that edits collide.
 */

import fc from 'fast-check'
import { idsOf, isIdList, isSet } from '#engine/documents/address.ts'
import type { Json, JsonObject } from '#engine/documents/json.ts'

const IDS = ['home', 'reports', 'careers', 'events', 'a/b', 'x~y', '1', 'ä'] as const
const WORDS = ['menu.home', 'menu.reports', '', 'true', 'Sawubona'] as const

const id = fc.constantFrom(...IDS)
const scalar = fc.oneof(
  fc.constantFrom<Json>(...WORDS),
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.constant(null),
)
const rule: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  true,
  { ref: 'isFree' },
  { '!': { var: 'session.signedIn' } },
  { and: [{ '==': [{ var: 'stage' }, 'onboarding'] }, { ref: 'isFree' }] },
  { in: [{ var: 'route.class' }, ['public', 'ignoreAuth']] },
)
const set = fc.uniqueArray(fc.constantFrom<Json>('en', 'af', 'zu', 'xh', 1, true, null), {
  maxLength: 5,
})
const opaque = fc.array(
  fc.oneof(scalar, fc.constant<Json>({ id: 'home' }), fc.constant<Json>([1])),
  { minLength: 2, maxLength: 4 },
)
const record = fc.dictionary(
  fc.constantFrom('one', 'two', 'a/b', '', '7'),
  fc.oneof(scalar, fc.dictionary(fc.constantFrom('one', 'two'), scalar)),
  { maxKeys: 4 },
)

function entriesOf(depth: number): fc.Arbitrary<Json> {
  const optional = depth === 0 ? {} : { items: entriesOf(depth - 1) }
  const entry = fc.record(
    { id, label: scalar, show: rule, roles: set, props: record, ...optional },
    { requiredKeys: ['id'] },
  )
  return fc.uniqueArray(entry, {
    selector: (each) => each.id,
    maxLength: depth + 2,
  }) as fc.Arbitrary<Json>
}

export const documents: fc.Arbitrary<Json> = fc.record(
  {
    kind: fc.constant('menu'),
    id: fc.constant('main'),
    items: entriesOf(2),
    rows: entriesOf(0),
    locales: set,
    colours: opaque,
    texts: record,
    when: rule,
  },
  { requiredKeys: ['kind', 'id', 'items'] },
)

/** Only rules are replaced as a whole, as in real kinds. */
export const isAtomic = (at: string): boolean => /\/(?:show|when)$/.test(at)

/** These numbers alone determine an edit, so that a failing case can be shrunk. */
export type Dice = readonly [place: number, what: number, which: number, where: number]
const dice = fc.tuple(fc.nat(100_000), fc.nat(20), fc.nat(20), fc.nat(20))
/** At most this many edits, one after another. */
export const editsOf = (most: number): fc.Arbitrary<readonly Dice[]> =>
  fc.array(dice, { minLength: 1, maxLength: most })

export function edited(document: Json, edits: readonly Dice[]): Json {
  return edits.reduce((now, each) => edit(now, each), document)
}

/** One thing that a user can do in an editor: set, remove, rename, insert, delete, move, swap. */
function edit(document: Json, [place, what, which, where]: Dice): Json {
  return at(document, placeOf(document, place), (node) => {
    if (isIdList(node)) return editEntries(node, what, which, where)
    if (isSet(node)) return editSet(node, what, which)
    if (Array.isArray(node)) return what % 2 === 0 ? [...node, which] : node.slice(1)
    return typeof node === 'object' && node !== null
      ? editMembers(node as JsonObject, what, which, where)
      : pick<Json>([...WORDS, 1, false, { one: 'x' }, ['en']], which + what)
  })
}

function editEntries(
  list: readonly JsonObject[],
  what: number,
  which: number,
  where: number,
): Json {
  const free = IDS.filter((each) => !idsOf(list as Json).includes(each))
  const entry = list[which % Math.max(1, list.length)]
  const others = list.filter((each) => each !== entry)
  const spot = where % (list.length + 1)
  if (what % 6 <= 1 || entry === undefined)
    return free.length === 0
      ? list
      : list.toSpliced(spot, 0, { id: pick(free, which), label: where })
  if (what % 6 === 2) return others
  if (what % 6 === 3)
    return free.length === 0
      ? list
      : list.map((each) => (each === entry ? { ...entry, id: pick(free, where) } : each))
  return others.toSpliced(spot, 0, entry)
}

function editSet(list: readonly Json[], what: number, which: number): Json {
  const added = pick<Json>(['en', 'af', 'zu', 'st', 2, false], which)
  if (what % 4 === 0) return list.slice(1)
  if (what % 4 === 1) return list.toReversed()
  return list.includes(added) ? list.filter((each) => each !== added) : [...list, added]
}

function editMembers(node: JsonObject, what: number, which: number, where: number): Json {
  const names = Object.keys(node).filter((name) => !['id', 'kind'].includes(name))
  const name = pick(names, which)
  if (what % 4 === 0 && name !== undefined)
    return Object.fromEntries(Object.entries(node).filter(([each]) => each !== name))
  const added = pick(['label', 'hint', 'one', 'deep', 'items'], which)
  return {
    ...node,
    [added]:
      added === 'items'
        ? [{ id: pick(IDS, where), label: what }]
        : added === 'deep'
          ? { one: where }
          : where,
  }
}

/** Walks down from the root, at each level to a child or stopping, by the digits of a number. */
function placeOf(node: Json, number: number): readonly string[] {
  // The id of an entry is never edited in place: another id is another entry.
  const names =
    typeof node === 'object' && node !== null
      ? Object.keys(node).filter((name) => !['id', 'kind'].includes(name))
      : []
  const name = names[(number % (names.length + 1)) - 1]
  return name === undefined
    ? []
    : [name, ...placeOf((node as JsonObject)[name]!, Math.floor(number / (names.length + 1)))]
}

function at(node: Json, [name, ...rest]: readonly string[], change: (node: Json) => Json): Json {
  if (name === undefined) return change(node)
  if (Array.isArray(node))
    return (node as Json[]).with(Number(name), at((node as Json[])[Number(name)]!, rest, change))
  return { ...(node as JsonObject), [name]: at((node as JsonObject)[name]!, rest, change) }
}

function pick<T>(from: readonly T[], number: number): T {
  return from[number % from.length]!
}

/** Deeply frozen: any write throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
