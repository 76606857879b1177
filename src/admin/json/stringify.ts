/**
 * Formats a document for reading: short values on one line, the naming members of an entry together
 * on its first line, everything else on a line of its own. Keeps the author's order of members.
 */

import { isObject } from '#engine/documents/json.ts'

/** Maximum line length, in characters, where a break is possible. */
export const LINE = 160

/** The first members of every document, on one line. */
const HEAD: ReadonlySet<string> = new Set(['$schema', 'kind', 'id', 'v', 'title', 'source'])

/**
 * @returns text that ends with a line break; parsing it gives the same value with its members in
 *   the same order
 */
export function stringify(value: unknown): string {
  if (isObject(value) && typeof value['kind'] === 'string' && typeof value['id'] === 'string')
    return `${broken(value, '', (name) => HEAD.has(name))}\n`
  return `${textOf(value, '', 0, 0)}\n`
}

/** On one line: `{ "id": "home", "to": ["a", "b"] }`. */
function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/**
 * @param indent of the line that the value is on
 * @param before number of characters before it on that line
 * @param after  number of characters after it
 */
function textOf(value: unknown, indent: string, before: number, after: number): string {
  const short = flat(value)
  if (before + short.length + after <= LINE) return short
  if (Array.isArray(value)) return `[\n${listText(value, indent)}\n${indent}]`
  if (!isObject(value)) return short
  const isEntry = 'id' in value
  return broken(value, indent, (_name, member) => isEntry && !isNested(member))
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** One line per object; single values share lines. */
function listText(items: readonly unknown[], indent: string): string {
  if (!items.some(isNested)) return filled(items.map(flat), `${indent}  `)
  return items.map((item, index) => entry(item, indent, index < items.length - 1)).join('\n')
}

function entry(item: unknown, indent: string, more: boolean): string {
  const inner = `${indent}  `
  return `${inner}${textOf(item, inner, inner.length, more ? 1 : 0)}${more ? ',' : ''}`
}

/** @param together does a member share the first line, as long as all before it do? */
function broken(
  value: Record<string, unknown>,
  indent: string,
  together: (name: string, member: unknown) => boolean,
): string {
  const inner = `${indent}  `
  const members = Object.entries(value)
  const own = members.findIndex(([name, member]) => !together(name, member))
  const head = own === -1 ? members : members.slice(0, own)
  const rest = own === -1 ? [] : members.slice(own)
  const lines = rest.map(([name, member], index) => {
    const key = `${inner}${JSON.stringify(name)}: `
    const more = index < rest.length - 1
    return `${key}${textOf(member, inner, key.length, more ? 1 : 0)}${more ? ',' : ''}`
  })
  if (head.length > 0)
    lines.unshift(
      `${filled(
        head.map(([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`),
        inner,
      )}${rest.length > 0 ? ',' : ''}`,
    )
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** As many parts per line as fit. */
function filled(parts: readonly string[], indent: string): string {
  const lines: string[] = []
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part},` : part
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + text.length < LINE)
      lines[lines.length - 1] = `${last} ${text}`
    else lines.push(`${indent}${text}`)
  }
  return lines.join('\n')
}
