/**
 * The schema for the language service: the meta-schema of a kind, with every reference replaced by
 * the existing names, every widget's props by its type, and rules as a schema of their strict
 * dialect. For completion and hover help only; validity is decided by the same checks as everywhere
 * else.
 */

import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { OPERATORS } from '#engine/rules/operators.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import { variablesIn, type Variable } from '#engine/rules/rulechoices.ts'
import { ROLES } from '#engine/documents/theme.ts'

/** Widget type -> schema of its props. */
export type Widgets = Readonly<Record<string, Schema>>

export type Known = {
  readonly names: Names
  readonly widgets: Widgets
  /** What rules can read (scopetypes.ts). */
  readonly scope: VarType
  /** Names of the data that this document's nodes can use. */
  readonly sources: readonly string[]
}

/** The draft whose tuples the language service completes. */
const DRAFT = 'http://json-schema.org/draft-07/schema#'
const at = (definition: string): Schema => ({
  $ref: `#/$defs/${encodeURIComponent(definition.replace(/~/g, '~0').replace(/\//g, '~1'))}`,
})
const RULE = at('rule')
const BINDING = at('binding')

/** @param schema the meta-schema of `kind`, as the server sends it or from schemas/meta */
export function enrich(kind: Kind, schema: Schema, known: Known): Schema {
  const definitions: Record<string, unknown> = {
    ...nameDefinitions(known),
    ...ruleDefinitions(known),
  }
  const hasNodes = kind === 'screen' || kind === 'report'
  if (hasNodes) {
    for (const [type, props] of Object.entries(known.widgets))
      definitions[`props ${type}`] = convert(props, known, definitions, true)
  }
  const { $id: _address, ...root } = convert(schema, known, definitions, false) as Record<
    string,
    unknown
  >
  const properties = { ...(root['properties'] as Record<string, Schema>) }
  for (const [member, names] of Object.entries(KEYS[kind]?.(known) ?? {}))
    properties[member] = { ...properties[member], propertyNames: { enum: names } }
  if (kind === 'locale')
    properties['texts'] = { ...properties['texts'], ...textTree(known.names['text'] ?? []) }
  return { ...root, $schema: DRAFT, properties, $defs: definitions }
}

/** Open maps whose keys are names. */
const KEYS: Partial<Record<Kind, (known: Known) => Readonly<Record<string, readonly string[]>>>> = {
  config: ({ names }) => ({
    features: (names['feature'] ?? []).map(({ id }) => id),
    cssVariables: ROLES,
    themeDark: ROLES,
  }),
}

/**
 * A copy with references, rules and nodes expanded. Inner definitions move to the root, where they
 * can be referenced.
 *
 * @param bindable within a widget's props: any value may be taken from the scope
 */
function convert(
  schema: Schema,
  known: Known,
  definitions: Record<string, unknown>,
  bindable: boolean,
): Schema {
  const { $defs, ...rest } = schema
  for (const [name, definition] of Object.entries(
    (isObject($defs) ? $defs : {}) as Record<string, Schema>,
  )) {
    const { $id: _address, ...plain } = convert(definition, known, definitions, bindable) as Record<
      string,
      unknown
    >
    definitions[name] = name === 'Node' ? nodeOf(plain, known) : plain
  }
  if (typeof rest['$ref'] === 'string') return at(rest['$ref'])
  const target = rest['x-ref']
  const deeper = (each: unknown) =>
    isObject(each) ? convert(each, known, definitions, bindable) : each
  const result: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(rest)) {
    if (keyword.startsWith('x-')) continue
    if (keyword === 'properties' || keyword === 'patternProperties')
      result[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, member]) => [
          name,
          withBinding(deeper(member) as Schema, bindable),
        ]),
      )
    else if (keyword === 'anyOf') result[keyword] = (value as Schema[]).map(deeper)
    else if (keyword === 'items') result[keyword] = withBinding(deeper(value) as Schema, bindable)
    else result[keyword] = value
  }
  if (target === 'rule') return { ...result, allOf: [RULE] }
  if (typeof target === 'string' && nameOf(target) in definitions)
    return { ...result, allOf: [at(nameOf(target))] }
  return result
}

function withBinding(schema: Schema, bindable: boolean): Schema {
  return bindable
    ? {
        ...(typeof schema['description'] === 'string' && { description: schema['description'] }),
        anyOf: [schema, BINDING],
      }
    : schema
}

const nameOf = (target: string): string => `names ${target}`

/**
 * The possible names of each kind of reference, with their titles. A kind without known names stays
 * open.
 */
function nameDefinitions({ names, widgets }: Known): Record<string, Schema> {
  const targets = Object.entries({
    ...names,
    widget: Object.keys(widgets).map((id): Names[string][number] => ({ id })),
  })
  return Object.fromEntries(
    targets.flatMap(([target, entries]) =>
      entries.length === 0
        ? []
        : [
            [
              nameOf(target),
              oneOf(
                entries.map(({ id }) => id),
                entries.map(({ title }) => title ?? ''),
              ),
            ],
          ],
    ),
  )
}

function oneOf(values: readonly string[], words: readonly string[]): Schema {
  return {
    enum: values,
    ...(words.some((each) => each !== '') && {
      enumDetails: words.map(short),
      enumDescriptions: words,
    }),
  }
}

const MAX_LENGTH = 60
function short(words: string): string {
  const line = words.replace(/\s+/g, ' ')
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`
}

/** A node of a screen: its props depend on its widget, its data on its screen. */
function nodeOf(node: Record<string, unknown>, { widgets, sources }: Known): Schema {
  const properties = node['properties'] as Record<string, Schema>
  return {
    ...node,
    properties: {
      ...properties,
      data: { ...properties['data'], ...(sources.length > 0 && { enum: sources }) },
    },
    allOf: Object.keys(widgets).map((type) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      then: { properties: { props: at(`props ${type}`) } },
    })),
  }
}

/** The texts of a language in groups, each with its English text. */
function textTree(texts: readonly { readonly id: string; readonly title?: string }[]): Schema {
  const properties: Record<string, Record<string, unknown>> = {}
  const groups = new Map<string, { id: string; title?: string }[]>()
  for (const { id, title } of texts) {
    const [first = '', ...rest] = id.split('.')
    if (rest.length === 0)
      properties[first] = { type: 'string', ...(title !== undefined && { description: title }) }
    else
      groups.set(first, [
        ...(groups.get(first) ?? []),
        { id: rest.join('.'), ...(title !== undefined && { title }) },
      ])
  }
  for (const [name, inner] of groups) properties[name] = textTree(inner)
  return { type: 'object', properties }
}

// ---- rules ----------------------------------------------------------------------------------------------------------

const anyArgument = (min: number, max: number): Schema =>
  min <= 1
    ? { anyOf: [RULE, { type: 'array', items: RULE, minItems: min, maxItems: max }] }
    : { type: 'array', items: RULE, minItems: min, maxItems: max }

/** Help for each operator. The dialect is code; so are these. */
const HELP: Readonly<Record<string, string>> = {
  var: 'The value of a variable.',
  ref: 'A named rule.',
  and: 'All of these are true.',
  or: 'At least one of these is true.',
  if: 'If this, then that, else the last.',
  some: 'True for at least one entry of a list.',
  all: 'True for every entry of a list.',
  none: 'True for no entry of a list.',
  count: 'How many entries of a list it is true for.',
  '==': 'The two are equal.',
  '===': 'The two are equal and of the same type.',
  '!=': 'The two differ.',
  '!==': 'The two are different, or of different types.',
  '<': 'The first is less than the second.',
  '<=': 'The first is at most the second.',
  '>': 'The first is more than the second.',
  '>=': 'The first is at least the second.',
  in: 'The first is one of the list.',
  '!': 'Does not hold.',
  '!!': 'Is set, and not empty.',
}

function ruleDefinitions({ names, scope }: Known): Record<string, Schema> {
  const variables = variablesIn(scope)
  const overList: Schema = { type: 'array', items: [RULE, RULE], minItems: 1, maxItems: 2 }
  const operators: Record<string, Schema> = {
    var: {
      anyOf: [
        at('variable'),
        { type: 'array', items: [at('variable'), RULE], minItems: 1, maxItems: 2 },
      ],
    },
    ref: {
      type: 'string',
      ...((names['rule'] ?? []).length > 0 && { allOf: [at(nameOf('rule'))] }),
    },
    and: { type: 'array', items: RULE, minItems: 1 },
    or: { type: 'array', items: RULE, minItems: 1 },
    if: { type: 'array', items: RULE, minItems: 2 },
    some: overList,
    all: overList,
    none: overList,
    count: overList,
    ...Object.fromEntries(
      Object.entries(OPERATORS).map(([name, { min, max }]) => [name, anyArgument(min, max)]),
    ),
  }
  for (const name of ['==', '===', '!=', '!=='])
    operators[name] = { ...operators[name], allOf: compared(variables) }
  operators['in'] = { ...operators['in'], allOf: contained(variables) }
  for (const [name, description] of Object.entries(HELP))
    operators[name] = { description, ...operators[name] }
  return {
    rule: {
      anyOf: [
        { type: ['boolean', 'number', 'string', 'null'] },
        { type: 'array', items: RULE },
        at('operation'),
      ],
    },
    operation: {
      type: 'object',
      properties: operators,
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
    },
    binding: {
      type: 'object',
      properties: {
        bind: { description: 'A value taken from the scope by a rule.', allOf: [RULE] },
      },
      required: ['bind'],
      additionalProperties: false,
    },
    variable: {
      type: 'string',
      ...(variables.length > 0 &&
        oneOf(
          variables.map(({ path }) => path),
          variables.map(({ type }) => describe(type)),
        )),
    },
  }
}

const WORDS: Readonly<Record<VarType['is'], string>> = {
  boolean: 'true or false',
  number: 'a number',
  text: 'a text',
  list: 'a list',
  object: 'an object',
  any: 'anything',
}
const MANY = 6

function describe(type: VarType): string {
  const values = type.values ?? type.of?.values
  const shown = values && values.length <= MANY ? values.join(', ') : undefined
  return `${type.is === 'list' && shown !== undefined ? 'a list of ' : ''}${shown ?? WORDS[type.is]}${type.nullable ? ', or missing' : ''}`
}

const isVariable = (path: string): Schema => ({
  type: 'object',
  properties: { var: { const: path } },
  required: ['var'],
})

/** A variable with known values is compared with one of them. */
function compared(variables: readonly Variable[]): Schema[] {
  return variables.flatMap(({ path, type }) =>
    type.values
      ? [
          {
            if: { contains: isVariable(path) },
            then: { items: { anyOf: [{ enum: type.values }, RULE] } },
          },
        ]
      : [],
  )
}

/** The list after a variable, or a value before a list variable, uses its known values. */
function contained(variables: readonly Variable[]): Schema[] {
  return variables.flatMap(({ path, type }): Schema[] => {
    if (type.values)
      return [
        {
          if: { items: [isVariable(path)] },
          then: { items: [RULE, { type: 'array', items: { enum: type.values } }] },
        },
      ]
    if (type.of?.values)
      return [
        {
          if: { contains: isVariable(path) },
          then: { items: [{ anyOf: [{ enum: type.of.values }, RULE] }, RULE] },
        },
      ]
    return []
  })
}
