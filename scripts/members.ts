/** JSON Schema as readable tables: one row per member, with nested members below. */

export type Schema = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? (value as Schema[]) : []
const objectOf = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {}
const code = (value: unknown): string => `\`${String(value).replaceAll('|', '\\|')}\``

/** How deep the rows of one table go. */
const DEPTH = 3

/** A schema with a title is described once, in its own section. */
export type LinkTo = (title: string) => string | undefined

/** A short description of a type: `text`, `list of integers`, `one of a, b`, `Attempt`. */
export function typeOf(schema: Schema, link: LinkTo): string {
  const title = schema['title']
  const href = typeof title === 'string' ? link(title) : undefined
  if (href !== undefined) return `[${String(title)}](${href})`
  if ('const' in schema) return code(JSON.stringify(schema['const']))
  if (Array.isArray(schema['enum'])) return schema['enum'].map(code).join(', ')
  if (Array.isArray(schema['anyOf'])) {
    const all = list(schema['anyOf']).map((each) => typeOf(each, link))
    return [...new Set(all)].join(' or ')
  }
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace(/^.*\//, '')
  const { type, items, format, pattern } = schema as {
    type?: string | readonly string[]
    items?: Schema
    format?: string
    pattern?: string
  }
  const refersTo = schema['x-ref']
  if (refersTo === 'rule') return 'rule'
  if (typeof refersTo === 'string') return refersTo === 'text' ? 'text key' : `${refersTo} id`
  if (typeof schema['x-address'] === 'string') return `address (${schema['x-address']})`
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items, link)}`
  if (type === 'object') {
    const values = valuesOf(schema)
    return values === undefined ? 'object' : `object of ${typeOf(values, link)}`
  }
  if (format !== undefined) return format
  if (pattern !== undefined) return `text like ${code(pattern)}`
  return typeof type === 'string' ? (type === 'string' ? 'text' : type) : 'anything'
}

/** The type of a map's values. */
function valuesOf(schema: Schema): Schema | undefined {
  if (schema['properties'] !== undefined && Object.keys(objectOf(schema['properties'])).length > 0)
    return undefined
  const [pattern] = Object.values(objectOf(schema['patternProperties']))
  if (pattern !== undefined) return objectOf(pattern)
  const others = schema['additionalProperties']
  return typeof others === 'object' && others !== null ? (others as Schema) : undefined
}

/** A Markdown table of an object's members; empty if it has no named ones. */
export function membersOf(schema: Schema, link: LinkTo, but: readonly string[] = []): string {
  const rows = rowsOf(schema, link, '', DEPTH).filter(([name]) => !but.includes(name))
  if (rows.length === 0) return ''
  return [
    '| Member | Type | |',
    '|---|---|---|',
    ...rows.map(([name, type, about]) => `| ${code(name)} | ${type} | ${about} |`),
    '',
  ].join('\n')
}

function rowsOf(
  schema: Schema,
  link: LinkTo,
  prefix: string,
  depth: number,
): [string, string, string][] {
  const required = new Set(
    Array.isArray(schema['required']) ? (schema['required'] as string[]) : [],
  )
  return Object.entries(objectOf(schema['properties'])).flatMap(([name, value]) => {
    const member = objectOf(value)
    const path = `${prefix}${name}`
    const about = [
      ...(required.has(name) ? [] : ['optional']),
      ...(typeof member['description'] === 'string'
        ? [member['description'].replace(/\.$/, '')]
        : []),
      ...boundsOf(member),
    ].join('; ')
    const row: [string, string, string] = [path, typeOf(member, link), about.replaceAll('|', '\\|')]
    return depth === 0 ? [row] : [row, ...insideOf(member, link, path, depth - 1)]
  })
}

function insideOf(
  schema: Schema,
  link: LinkTo,
  path: string,
  depth: number,
): [string, string, string][] {
  if (typeof schema['title'] === 'string' && link(schema['title']) !== undefined) return []
  if (schema['type'] === 'object') {
    const values = valuesOf(schema)
    return values === undefined
      ? rowsOf(schema, link, `${path}.`, depth)
      : insideOf(values, link, `${path}.*`, depth)
  }
  if (schema['type'] === 'array')
    return insideOf(objectOf(schema['items']), link, `${path}[]`, depth)
  // The variants of a union with the members of each; its type says whether it may be null.
  return list(schema['anyOf']).flatMap((each) => insideOf(each, link, path, depth))
}

function boundsOf(schema: Schema): string[] {
  const { minimum, maximum, maxLength, maxItems } = schema as Readonly<
    Record<string, number | undefined>
  >
  const isRange = minimum !== undefined && maximum !== undefined
  return [
    ...(isRange ? [`${minimum} to ${maximum}`] : []),
    ...(!isRange && minimum !== undefined ? [`at least ${minimum}`] : []),
    ...(!isRange && maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ]
}
