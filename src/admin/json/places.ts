/**
 * Where in a text a pointer stands, and which pointer stands at the cursor. Works on text that is being written: what
 * cannot be read has no place, everything around it has. List entries are named by their ids, as problems name them.
 */

import { jsonLanguage } from '@codemirror/lang-json'
import { pointer } from '#engine/json.ts'

/** Characters from (with) and to (without). */
export type Range = { readonly from: number; readonly to: number }
/** A place in the text: the value, and its name where it is a member of an object. */
export type Place = Range & { readonly key?: Range }

/** Type of the parser's nodes, without its package. */
type Cursor = ReturnType<ReturnType<typeof jsonLanguage.parser.parse>['cursor']>

export type Tree = Range & {
  readonly is: 'object' | 'list' | 'scalar'
  readonly parts: readonly Part[]
}
type Part = { readonly name: string; readonly key?: Range; readonly value: Tree }

const KINDS: Readonly<Record<string, Tree['is']>> = { Object: 'object', Array: 'list', String: 'scalar', Number: 'scalar', True: 'scalar', False: 'scalar', Null: 'scalar' }

/** The value that a text holds, as far as it can be read; null where there is none. */
export function readTree(text: string): Tree | null {
  const cursor = jsonLanguage.parser.parse(text).cursor()
  return cursor.firstChild() ? readAmong(cursor, text) : null
}

/** The value at the cursor or behind it, on the same level. */
function readAmong(cursor: Cursor, text: string): Tree | null {
  do {
    const is = KINDS[cursor.name]
    if (is !== undefined) return readValue(cursor, text, is)
  } while (cursor.nextSibling())
  return null
}

function readValue(cursor: Cursor, text: string, is: Tree['is']): Tree {
  const { from, to } = cursor
  const parts: Part[] = []
  if (is !== 'scalar' && cursor.firstChild()) {
    do {
      const part = is === 'list' ? readItem(cursor, text, parts.length) : cursor.name === 'Property' ? readMember(cursor, text) : null
      if (part !== null) parts.push(part)
    } while (cursor.nextSibling())
    cursor.parent()
  }
  return { is, from, to, parts }
}

function readItem(cursor: Cursor, text: string, index: number): Part | null {
  const is = KINDS[cursor.name]
  if (is === undefined) return null
  const value = readValue(cursor, text, is)
  const id = value.parts.find(({ name }) => name === 'id')?.value
  const name = id?.is === 'scalar' ? wordAt(text, id) : null
  return { name: name ?? String(index), value }
}

/** A member whose value is not written yet stands where its name ends. */
function readMember(cursor: Cursor, text: string): Part | null {
  if (!cursor.firstChild()) return null
  const key = { from: cursor.from, to: cursor.to }
  const name = wordAt(text, key)
  const value = (cursor.nextSibling() ? readAmong(cursor, text) : null) ?? { is: 'scalar' as const, from: key.to, to: key.to, parts: [] }
  cursor.parent()
  return name === null ? null : { name, key, value }
}

function wordAt(text: string, { from, to }: Range): string | null {
  try {
    const value: unknown = JSON.parse(text.slice(from, to))
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/**
 * The place that a pointer names.
 *
 * @returns the nearest place around it where the rest of the way is not in the text (something is missing there), with
 *          `whole: false`; null for a text without any value
 */
export function placeOf(tree: Tree | null, at: string): (Place & { readonly whole: boolean }) | null {
  if (tree === null) return null
  let here: Place & { value: Tree } = { from: tree.from, to: tree.to, value: tree }
  for (const segment of segmentsOf(at)) {
    const part = partOf(here.value, segment)
    if (part === undefined) return { ...placed(here), whole: false }
    here = { from: part.value.from, to: part.value.to, value: part.value, ...(part.key && { key: part.key }) }
  }
  return { ...placed(here), whole: true }
}

function placed({ from, to, key }: Place): Place {
  return { from, to, ...(key && { key }) }
}

/** By name; an entry of a list also by its number, for lists whose entries have no ids. */
function partOf({ is, parts }: Tree, segment: string): Part | undefined {
  return parts.find(({ name }) => name === segment) ?? (is === 'list' && /^\d+$/.test(segment) ? parts[Number(segment)] : undefined)
}

function segmentsOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'))
}

/** The pointer of the innermost value, or of the member whose name it is, at an offset; '' outside of all. */
export function pointerAt(tree: Tree | null, offset: number): string {
  const names: string[] = []
  let here = tree
  while (here !== null) {
    const part: Part | undefined = here.parts.find(({ key, value }) => (key?.from ?? value.from) <= offset && offset <= value.to)
    if (part === undefined) break
    names.push(part.name)
    here = part.value
  }
  return pointer(...names)
}

/** Names that stand twice in one object: reading such a text would lose the first of them. */
export function doubledNames(tree: Tree | null): readonly Range[] {
  if (tree === null) return []
  const seen = new Set<string>()
  return tree.parts.flatMap(({ name, key, value }) => {
    const doubled = key !== undefined && seen.has(name) ? [key] : []
    seen.add(name)
    return [...doubled, ...doubledNames(value)]
  })
}
