/**
 * A difference as readers know its places: by the members' names, the titles of entries and what
 * values refer to. Pure; the console turns it into sentences.
 */

import { Finder, isIdList, isList, lastOf, parentOf, parsePath } from '#engine/documents/address.ts'
import { isBinding } from '#engine/decide/bind.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import type { Thing, Told, ToldChange, Way } from './tellings.ts'

/** Longer lists and things say how much more there is. */
const MAX_ITEMS = 12
const MAX_DEPTH = 5
const MAX_TOLD = 60

/** Nobody but a technician reads these. */
const UNTOLD: ReadonlySet<string> = new Set([
  '$schema',
  'id',
  'kind',
  'v',
  'source',
  'note',
  'lock',
  'origins',
  'unread',
  'language',
  'props',
  'pixels',
])
const TITLES = ['label', 'title', 'text', 'question', 'name'] as const
const LEADS = { to: 'route', flow: 'flow', screen: 'screen', assessment: 'assessment' } as const

/** One version of a document, with what its schema says of each of its values. */
export class Teller {
  readonly #document: Json
  readonly #marks: ReadonlyMap<string, Schema>
  readonly #find = new Finder()
  #left = MAX_TOLD

  constructor(
    document: Json,
    schema: Schema | undefined,
    widgets: Readonly<Record<string, Schema>>,
  ) {
    this.#document = document
    this.#marks = schema === undefined ? new Map() : marksOf(schema, document, widgets)
  }

  /** A text that a place shows if it names none. */
  usual(at: string): Told | undefined {
    const schema = this.#marks.get(at)
    return schema?.['x-ref'] === 'text' && typeof schema['default'] === 'string'
      ? { is: 'text', key: schema['default'] }
      : undefined
  }

  /** The way to a place; null if this version doesn't have it. */
  way(at: string): Way | null {
    const way: (string | Thing)[] = []
    let node: Json | undefined = this.#document
    let here = ''
    for (const segment of parsePath(at) ?? []) {
      const isEntry = isIdList(node)
      node = this.#find.child(node, segment)
      if (node === undefined) return null
      here += pointer(segment)
      if (!isEntry) {
        if (segment !== 'props') way.push(segment)
        continue
      }
      const thing = this.thing(node, here)
      // "Parts" says nothing that the part's own name doesn't say.
      if (isNamed(thing) && typeof way.at(-1) === 'string') way.pop()
      way.push(thing)
    }
    return way.filter(
      (step, index) => typeof step === 'string' || index === lastThing(way) || !isFrame(step),
    )
  }

  /** The same for a place that may have no value: what a widget says of its own accord stands nowhere. */
  wayTo(at: string): Way {
    return this.way(at) ?? [...(this.way(at.slice(0, at.lastIndexOf('/props/'))) ?? []), lastOf(at)]
  }

  thing(entry: Json | undefined, at: string): Thing {
    const id = own(entry, 'id')
    const [type, props] = [own(entry, 'type'), own(entry, 'props')]
    const isPart = typeof type === 'string' && (props !== undefined || this.#isTree(at))
    const titled = isPart ? props : entry
    const found = TITLES.find((member) => {
      const title = own(titled, member)
      return typeof title === 'string' && title !== ''
    })
    const title = found === undefined ? undefined : String(own(titled, found))
    const isText =
      found !== undefined &&
      this.#marks.get(at + (isPart ? '/props' : '') + pointer(found))?.['x-ref'] === 'text'
    const to = title === undefined ? leadsTo(own(entry, 'then') ?? entry) : undefined
    return {
      id: typeof id === 'string' ? id : '',
      ...(isPart && { type }),
      ...(title !== undefined && (isText ? { text: title } : { name: title })),
      ...(to !== undefined && { to }),
    }
  }

  /** Parts of a page may have neither words nor settings. */
  #isTree(at: string): boolean {
    return /(?:^|\/)children\/[^/]+$/.test(at)
  }

  value(value: Json, at: string, depth = 0): Told {
    if (depth === 0) this.#left = MAX_TOLD
    this.#left--
    const schema = this.#marks.get(at)
    const target = schema?.['x-ref']
    if (target === 'rule') return { is: 'rule', rule: value }
    if (isBinding(value)) return { is: 'rule', rule: value.bind }
    if (typeof value === 'string' && typeof target === 'string')
      return target === 'text' ? { is: 'text', key: value } : { is: 'ref', target, id: value }
    if (isList(value)) return this.#list(value, at, depth)
    if (isObject(value)) return this.#object(value, at, depth)
    return { is: 'value', value }
  }

  #list(list: readonly Json[], at: string, depth: number): Told {
    const items: Told[] = []
    for (const [index, item] of list.entries()) {
      if (index === MAX_ITEMS || this.#left <= 0) break
      const id = own(item, 'id')
      items.push(
        this.value(item, at + pointer(typeof id === 'string' ? id : String(index)), depth + 1),
      )
    }
    return {
      is: 'list',
      items,
      ...(list.length > items.length && { more: list.length - items.length }),
    }
  }

  #object(value: Readonly<Record<string, Json>>, at: string, depth: number): Told {
    const thing = this.thing(value, at)
    const members: { name: string; told: Told }[] = []
    const all = Object.entries(value).flatMap(([name, member]): [string, Json, string][] =>
      name === 'props' && isObject(member)
        ? Object.entries(member).map(([prop, each]) => [prop, each, at + pointer('props', prop)])
        : UNTOLD.has(name) ||
            (name === 'type' && thing.type !== undefined) ||
            // Where to says already that it does.
            (name === 'go' && Object.hasOwn(value, 'to'))
          ? []
          : [[name, member, at + pointer(name)]],
    )
    for (const [name, member, place] of all) {
      if (depth >= MAX_DEPTH || this.#left <= 0) break
      members.push({
        name,
        told:
          name === 'go' && typeof member === 'string'
            ? { is: 'ref', target: 'branch', id: member }
            : this.value(member, place, depth + 1),
      })
    }
    return {
      is: 'thing',
      ...((isNamed(thing) || thing.id !== '') && depth > 0 && { thing }),
      members,
      ...(all.length > members.length && { more: all.length - members.length }),
    }
  }
}

function isNamed({ type, text, name, to }: Thing): boolean {
  return [type, text, name, to].some((each) => each !== undefined)
}

/** It only arranges others. */
function isFrame({ type, text, name }: Thing): boolean {
  return type !== undefined && text === undefined && name === undefined
}

function lastThing(way: Way): number {
  return way.findLastIndex((step) => typeof step !== 'string')
}

function leadsTo(verdict: unknown): Thing['to'] {
  for (const [member, target] of Object.entries(LEADS)) {
    const id = own(verdict, member)
    if (typeof id === 'string') return { target, id }
  }
  return undefined
}

/** Every value that its schema annotates, those of widgets' settings too. */
function marksOf(
  schema: Schema,
  document: Json,
  widgets: Readonly<Record<string, Schema>>,
): Map<string, Schema> {
  const found = new Map<string, Schema>()
  const find = new Finder()
  for (const { pointer: at, schema: mark, value } of inspect(schema, document).marks) {
    found.set(at, mark)
    if (mark['x-props'] !== true) continue
    const props = own(widgets, String(own(find.lookup(document, parentOf(at)), 'type')))
    if (!isObject(props)) continue
    for (const [name, member] of Object.entries(
      isObject(props['properties']) ? props['properties'] : {},
    ))
      if (isObject(member) && 'x-ref' in member) found.set(at + pointer(name), member)
    for (const inner of inspect(props, value).marks) found.set(at + inner.pointer, inner.schema)
  }
  return found
}

/** What changed, told by both versions; `before` for what is no longer there. */
export function tellChange(at: string, before: Teller, after: Teller, values: Values): ToldChange {
  const way = after.way(at) ?? before.way(at) ?? []
  const { was, now, anchor } = values
  const last = way.at(-1)
  const told = {
    was:
      was === undefined ? (now === undefined ? undefined : after.usual(at)) : before.value(was, at),
    now:
      now === undefined ? (was === undefined ? undefined : before.usual(at)) : after.value(now, at),
  }
  return {
    way: last === undefined ? [] : way,
    ...(told.was !== undefined && { was: told.was }),
    ...(told.now !== undefined && { now: told.now }),
    ...(anchor !== undefined && { after: after.thing(anchor.entry, anchor.at) }),
  }
}

export type Values = {
  readonly was?: Json
  readonly now?: Json
  readonly anchor?: { readonly entry: Json; readonly at: string }
}
