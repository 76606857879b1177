/**
 * What a meta-schema says about one place: which field to use, the initial value, and which branch
 * applies. Pure.
 */

import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { isObject, own } from '#engine/documents/json.ts'

export type Definitions = Readonly<Record<string, Schema>>
/** A schema without `$ref`, and the definitions that its parts may refer to. */
export type Resolved = { readonly schema: Schema; readonly definitions: Definitions }

export type FieldKind =
  | 'rule'
  | 'ref'
  | 'union'
  | 'const'
  | 'choice'
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'record'
  | 'object'
  | 'any'

const NONE: Definitions = {}
const merged = new WeakMap<object, { readonly outer: Definitions; readonly all: Definitions }>()

/** Cached, so that the same schema in the same place causes no render. */
function within(schema: Schema, outer: Definitions): Definitions {
  const own = schema['$defs']
  if (!isObject(own)) return outer
  const known = merged.get(own)
  if (known?.outer === outer) return known.all
  const all = { ...outer, ...(own as Definitions) }
  merged.set(own, { outer, all })
  return all
}

export function resolve(schema: Schema, outer: Definitions = NONE): Resolved {
  const definitions = within(schema, outer)
  const target =
    typeof schema['$ref'] === 'string'
      ? (own(definitions, schema['$ref']) as Schema | undefined)
      : undefined
  return target === undefined ? { schema, definitions } : resolve(target, definitions)
}

const KIND_OF_TYPE: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  array: 'list',
}

export function kindOf(schema: Schema): FieldKind {
  if (schema['x-ref'] === 'rule') return 'rule'
  if (Array.isArray(schema['anyOf'])) return 'union'
  if ('const' in schema) return 'const'
  if (Array.isArray(schema['enum'])) return 'choice'
  if (typeof schema['x-ref'] === 'string') return 'ref'
  if (schema['type'] === 'object') return isObject(schema['properties']) ? 'object' : 'record'
  return KIND_OF_TYPE[String(schema['type'])] ?? 'any'
}

const FITS: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  rule: () => true,
  ref: (value) => typeof value === 'string',
  union: () => true,
  const: () => true,
  choice: (value) => typeof value === 'string' || typeof value === 'number',
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  record: isObject,
  object: isObject,
  any: () => true,
}

/** Can a field of this kind show the value? A missing value suits all but containers. */
export function suits(kind: FieldKind, value: unknown): boolean {
  return value === undefined
    ? !['list', 'record', 'object', 'union'].includes(kind)
    : FITS[kind](value)
}

export type Member = { readonly name: string; readonly schema: Schema; readonly required: boolean }

export function membersOf(schema: Schema): Member[] {
  const required = new Set((schema['required'] ?? []) as string[])
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, member]) => ({ name, schema: member, required: required.has(name) }),
  )
}

/** The schema of a record's values; an open one if anything is allowed. */
export function valuesOf(schema: Schema): Schema {
  return Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>)[0] ?? {}
}

/** An initial value: what is required, and no more. */
export function emptyOf(schema: Schema, outer: Definitions = {}): unknown {
  const { schema: own, definitions } = resolve(schema, outer)
  switch (kindOf(own)) {
    case 'rule':
      return true
    case 'const':
      return own['const']
    case 'choice':
      return (own['enum'] as unknown[])[0]
    case 'union':
      return emptyOf((own['anyOf'] as Schema[])[0]!, definitions)
    case 'number':
      return typeof own['minimum'] === 'number' ? own['minimum'] : 0
    case 'flag':
      // Adding a checkbox usually means to check it: most are off by default.
      return true
    case 'list':
      return Array.from({ length: typeof own['minItems'] === 'number' ? own['minItems'] : 0 }, () =>
        emptyOf((own['items'] ?? {}) as Schema, definitions),
      )
    case 'record':
      return {}
    case 'object':
      return Object.fromEntries(
        membersOf(own)
          .filter(({ required }) => required)
          .map(({ name, schema: member }) => [name, emptyOf(member, definitions)]),
      )
    default:
      // What it shows without: the words that somebody is about to change.
      return typeof own['default'] === 'string' ? own['default'] : ''
  }
}

/**
 * The branch of a union that a value belongs to: the one it matches; else the one with its constant
 * member; else the nearest.
 */
export function branchOf(
  branches: readonly Schema[],
  value: unknown,
  definitions: Definitions,
): number {
  const wrong = branches.map(
    (branch) => inspect({ ...branch, $defs: definitions }, value).issues.length,
  )
  const fits = wrong.indexOf(0)
  if (fits >= 0) return fits
  const meant = branches.findIndex((branch) =>
    membersOf(branch).some(
      ({ name, schema }) => 'const' in schema && own(value, name) === schema['const'],
    ),
  )
  return meant >= 0 ? meant : wrong.indexOf(Math.min(...wrong))
}

/** A value of a branch that keeps members of the old value with the same name and shape. */
export function carryOver(branch: Schema, value: unknown, outer: Definitions): unknown {
  const { schema, definitions } = resolve(branch, outer)
  const empty = emptyOf(schema, definitions)
  if (!isObject(empty) || !isObject(value)) return empty
  const kept = membersOf(schema).filter(
    ({ name, schema: member }) =>
      Object.hasOwn(value, name) &&
      !('const' in member) &&
      inspect({ ...member, $defs: definitions }, value[name]).issues.length === 0,
  )
  return { ...empty, ...Object.fromEntries(kept.map(({ name }) => [name, value[name]])) }
}

/** The name of a union's branch: its title, its constant member, or its type. */
export function branchName(branch: Schema): string {
  if (typeof branch['title'] === 'string') return branch['title']
  const fixed = membersOf(branch).find(({ schema }) => 'const' in schema)
  if (fixed !== undefined) return String(fixed.schema['const'])
  if (membersOf(branch).some(({ name }) => name === 'bind')) return 'bind'
  if ('const' in branch) return String(branch['const'])
  return typeof branch['x-ref'] === 'string'
    ? branch['x-ref']
    : typeof branch['type'] === 'string'
      ? branch['type']
      : 'any'
}
