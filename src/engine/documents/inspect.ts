/**
 * Walks a document along its meta-schema: reports what is wrong, where, and what was probably
 * meant, and every annotated value (`x-ref`, `x-lock` ...) on the way. It knows the part of JSON
 * Schema that our TypeBox kinds use.
 */

import { FORMATS } from '#engine/forms/formats.ts'
import type { Issue, Mark, Schema } from './issue.ts'
import { isObject, nearest, own, pointer } from './json.ts'
import { addressIssues } from './links.ts'

export type { Issue, Mark, Schema } from './issue.ts'

export function inspect(schema: Schema, value: unknown): { issues: Issue[]; marks: Mark[] } {
  const issues: Issue[] = []
  const marks: Mark[] = []
  walk(schema, value, '', {}, issues, marks)
  issues.push(...addressIssues(marks))
  return { issues, marks }
}

/**
 * Annotations that say more about a value than its shape: what it refers or leads to, what is
 * changed as a whole, what a tenant may not loosen.
 */
const ANNOTATIONS = ['x-ref', 'x-address', 'x-words', 'x-props', 'x-atomic', 'x-lock'] as const

export type Definitions = Readonly<Record<string, Schema>>

function walk(
  schema: Schema,
  value: unknown,
  at: string,
  outer: Definitions,
  issues: Issue[],
  marks: Mark[],
): void {
  const definitions = isObject(schema['$defs'])
    ? { ...outer, ...(schema['$defs'] as Definitions) }
    : outer
  if (typeof schema['$ref'] === 'string') {
    const target = own(definitions, schema['$ref']) as Schema | undefined
    if (target) walk(target, value, at, definitions, issues, marks)
    return
  }
  if (ANNOTATIONS.some((name) => name in schema)) marks.push({ pointer: at, value, schema })
  const add = (code: string, message: string, suggestion?: string, where = at) =>
    issues.push({ code, pointer: where, message, ...(suggestion !== undefined && { suggestion }) })

  if (Array.isArray(schema['anyOf'])) {
    walkUnion(schema['anyOf'] as Schema[], value, at, definitions, issues, marks)
    return
  }
  if ('const' in schema && value !== schema['const'])
    return void add(
      'document/value',
      `must be ${JSON.stringify(schema['const'])}`,
      String(schema['const']),
    )
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) {
    const names = schema['enum'].map(String)
    return void add(
      'document/value',
      `${JSON.stringify(value)} is not one of ${names.join(', ')}`,
      typeof value === 'string' ? nearest(value, names) : undefined,
    )
  }
  if (typeof schema['type'] === 'string' && !isOfType(schema['type'], value)) {
    return void add(
      'document/type',
      `must be ${WORDS[schema['type']] ?? schema['type']}, not ${WORDS[typeOf(value)]}`,
    )
  }
  if (typeof value === 'string') checkText(schema, value, add)
  if (typeof value === 'number') checkNumber(schema, value, add)
  if (Array.isArray(value)) walkList(schema, value, at, definitions, issues, marks, add)
  else if (isObject(value)) walkMembers(schema, value, at, definitions, issues, marks, add)
}

type Add = (code: string, message: string, suggestion?: string, where?: string) => void

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
  undefined: 'missing',
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

export function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return typeOf(value) === type
}

function checkText(schema: Schema, value: string, add: Add): void {
  const { pattern, format, minLength, maxLength } = schema
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    add('document/pattern', `${JSON.stringify(value)} does not look like ${pattern}`)
  if (typeof format === 'string' && !(FORMATS[format]?.(value) ?? true))
    add('document/format', `${JSON.stringify(value)} is not a valid ${format}`)
  if (typeof minLength === 'number' && value.length < minLength)
    add('document/length', 'must not be empty')
  if (typeof maxLength === 'number' && value.length > maxLength)
    add('document/length', `must not be longer than ${maxLength} characters`)
}

function checkNumber(schema: Schema, value: number, add: Add): void {
  const { minimum, exclusiveMinimum, maximum } = schema
  if (typeof minimum === 'number' && value < minimum)
    add('document/range', `must be at least ${minimum}`)
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    add('document/range', `must be more than ${exclusiveMinimum}`)
  if (typeof maximum === 'number' && value > maximum)
    add('document/range', `must be at most ${maximum}`)
}

function walkList(
  schema: Schema,
  value: readonly unknown[],
  at: string,
  definitions: Definitions,
  issues: Issue[],
  marks: Mark[],
  add: Add,
): void {
  const { minItems, maxItems, items } = schema
  if (typeof minItems === 'number' && value.length < minItems)
    add('document/length', `must have at least ${minItems} entries`)
  if (typeof maxItems === 'number' && value.length > maxItems)
    add('document/length', `must have at most ${maxItems} entries`)
  const seen = new Set<unknown>()
  value.forEach((item, index) => {
    const id = own(item, 'id')
    // A list of objects is addressed by id: the pointer of a problem names the id if possible.
    const here = at + pointer(typeof id === 'string' ? id : index)
    if (id !== undefined) {
      if (seen.has(id))
        add(
          'document/duplicate-id',
          `the id ${JSON.stringify(id)} is in this list twice`,
          undefined,
          here,
        )
      seen.add(id)
    }
    if (isObject(items)) walk(items, item, here, definitions, issues, marks)
  })
}

function walkMembers(
  schema: Schema,
  value: Record<string, unknown>,
  at: string,
  definitions: Definitions,
  issues: Issue[],
  marks: Mark[],
  add: Add,
): void {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const patterns = Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>)
  for (const name of (schema['required'] ?? []) as string[]) {
    if (!Object.hasOwn(value, name)) add('document/missing', `"${name}" is missing`)
  }
  for (const [name, item] of Object.entries(value)) {
    const member = own(properties, name) as Schema | undefined
    if (member) walk(member, item, at + pointer(name), definitions, issues, marks)
    else if (patterns.length > 0)
      walk(patterns[0]!, item, at + pointer(name), definitions, issues, marks)
    else if (schema['additionalProperties'] === false) {
      add(
        'document/unknown-member',
        `nothing here is called "${name}"`,
        nearest(name, Object.keys(properties)),
        at + pointer(name),
      )
    }
  }
}

function walkUnion(
  branches: readonly Schema[],
  value: unknown,
  at: string,
  definitions: Definitions,
  issues: Issue[],
  marks: Mark[],
): void {
  const meant = meantBranch(branches, value, definitions, at)
  issues.push(...meant.found)
  marks.push(...meant.marked)
}

/**
 * The matching branch; if none matches, the one that was probably meant: by its fixed members, or
 * else, of those for values of this type, by the fewest problems.
 */
export function meantBranch(
  branches: readonly Schema[],
  value: unknown,
  definitions: Definitions,
  at = '',
): { branch: Schema; found: Issue[]; marked: Mark[] } {
  const tried = branches.map((branch) => {
    const found: Issue[] = []
    const marked: Mark[] = []
    walk(branch, value, at, definitions, found, marked)
    return { branch, found, marked }
  })
  const fits = tried.find(({ found }) => found.length === 0)
  const ofType = tried.filter(
    ({ found }) =>
      !found.some(({ code, pointer: where }) => code === 'document/type' && where === at),
  )
  return (
    fits ??
    tried.find(({ branch }) => sharesFixedMember(branch, value)) ??
    (ofType.length === 0 ? tried : ofType).reduce((best, each) =>
      each.found.length < best.found.length ? each : best,
    )
  )
}

function sharesFixedMember(branch: Schema, value: unknown): boolean {
  const properties = (branch['properties'] ?? {}) as Record<string, Schema>
  return Object.entries(properties).some(
    ([name, member]) => 'const' in member && own(value, name) === member['const'],
  )
}
