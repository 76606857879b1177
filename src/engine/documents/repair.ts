/**
 * Gives a document of the wrong shape the shape that its kind promises, so that the rest of it can
 * still be checked. Only types matter here: a text that is too long, or a number out of range,
 * stays as it was typed.
 */

import { isIdList } from './address.ts'
import { inspect, isOfType, meantBranch, type Definitions, type Schema } from './inspect.ts'
import { isObject, own, pointer } from './json.ts'

export type Repaired = {
  readonly document: unknown
  /** Pointers to what was replaced: only its shape can be checked. */
  readonly replaced: readonly string[]
  /** Did an empty value replace entries or members that others may refer to? */
  readonly isLossy: boolean
}

/**
 * A copy in which every value has the type that the schema promises: others are as they were
 * before, or empty.
 *
 * @param was the same document when it was last valid, or what is left of it; each part is used
 * only if it fits
 */
export function repair(schema: Schema, value: unknown, was: unknown): Repaired {
  const log: Log = { replaced: [], isLossy: false }
  return { document: walk(schema, value, was, '', {}, log), ...log }
}

type Log = { readonly replaced: string[]; isLossy: boolean }

function walk(
  schema: Schema,
  value: unknown,
  was: unknown,
  at: string,
  outer: Definitions,
  log: Log,
): unknown {
  const definitions = definitionsOf(schema, outer)
  const meant = resolve(schema, definitions, value)
  if (!hasType(meant, value)) return replace(schema, was, at, definitions, log)
  // What the schema leaves open, like the parts of a rule, is checked elsewhere.
  if (meant['type'] === undefined) return value
  if (Array.isArray(value)) return walkList(meant, value, was, at, definitions, log)
  if (isObject(value)) return walkMembers(meant, value, was, at, definitions, log)
  return value
}

function definitionsOf(schema: Schema, outer: Definitions): Definitions {
  return isObject(schema['$defs']) ? { ...outer, ...(schema['$defs'] as Definitions) } : outer
}

/** The schema behind a `$ref`; of several, the one that was meant. */
function resolve(schema: Schema, definitions: Definitions, value: unknown): Schema {
  if (typeof schema['$ref'] === 'string') return definitions[schema['$ref']]!
  return Array.isArray(schema['anyOf'])
    ? meantBranch(schema['anyOf'] as Schema[], value, definitions).branch
    : schema
}

function hasType(schema: Schema, value: unknown): boolean {
  if ('const' in schema) return value === schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  return typeof schema['type'] !== 'string' || isOfType(schema['type'], value)
}

function replace(
  schema: Schema,
  was: unknown,
  at: string,
  definitions: Definitions,
  log: Log,
): unknown {
  log.replaced.push(at)
  if (
    was !== undefined &&
    inspect({ ...schema, $defs: definitionsOf(schema, definitions) }, was).issues.length === 0
  )
    return was
  const empty = emptyOf(schema, definitions)
  log.isLossy ||= mayLack(empty)
  return empty
}

/** Is there a list or a map in it that may have had entries? */
function mayLack(empty: unknown): boolean {
  return (
    typeof empty === 'object' &&
    empty !== null &&
    (Object.keys(empty).length === 0 || Object.values(empty).some(mayLack))
  )
}

function emptyOf(schema: Schema, outer: Definitions): unknown {
  const definitions = definitionsOf(schema, outer)
  const meant = resolve(schema, definitions, undefined)
  if ('const' in meant) return meant['const']
  if (Array.isArray(meant['enum'])) return meant['enum'][0]
  switch (meant['type']) {
    case 'string':
      return ''
    case 'integer':
    case 'number':
      return meant['minimum'] ?? 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        requiredOf(meant).map((name) => [name, emptyOf(propertiesOf(meant)[name]!, definitions)]),
      )
    default:
      // For a rule, one that is always true.
      return true
  }
}

/**
 * Entries are addressed by id: one without an id is dropped, and of duplicates the first is kept.
 */
function walkList(
  schema: Schema,
  value: readonly unknown[],
  was: unknown,
  at: string,
  definitions: Definitions,
  log: Log,
): unknown[] {
  const items = schema['items'] as Schema
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : value.length
  const isNamed = requiredOf(resolve(items, definitionsOf(items, definitions), undefined)).includes(
    'id',
  )
  if (!isNamed)
    return value
      .slice(0, most)
      .map((item, index) =>
        walk(items, item, own(was, String(index)), at + pointer(index), definitions, log),
      )
  const before = new Map(isIdList(was) ? was.map((entry) => [entry.id, entry] as const) : [])
  const entries = new Map<string, unknown>()
  let isLacking = value.length > most
  for (const item of value.slice(0, most)) {
    const id = own(item, 'id')
    if (typeof id !== 'string') isLacking = true
    else if (!entries.has(id))
      entries.set(id, walk(items, item, before.get(id), at + pointer(id), definitions, log))
  }
  if (isLacking) {
    // It may be any of those that have been dropped.
    for (const [id, entry] of before)
      if (!entries.has(id))
        entries.set(id, replace(items, entry, at + pointer(id), definitions, log))
    if (before.size === 0) log.isLossy = true
  }
  return [...entries.values()]
}

function walkMembers(
  schema: Schema,
  value: Record<string, unknown>,
  was: unknown,
  at: string,
  definitions: Definitions,
  log: Log,
): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const others = Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>)[0]
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(value, name))
  return Object.fromEntries([
    ...Object.entries(value).flatMap(([name, item]) => {
      const member = (own(properties, name) as Schema | undefined) ?? others
      if (member !== undefined)
        return [[name, walk(member, item, own(was, name), at + pointer(name), definitions, log)]]
      return schema['additionalProperties'] === false ? [] : [[name, item]]
    }),
    ...missing.map((name) => [
      name,
      replace(properties[name]!, own(was, name), at + pointer(name), definitions, log),
    ]),
  ])
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema['properties'] ?? {}) as Record<string, Schema>
}

function requiredOf(schema: Schema): readonly string[] {
  return (schema['required'] ?? []) as string[]
}
