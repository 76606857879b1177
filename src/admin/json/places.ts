/**
 * Maps pointers to text positions and back. Works on incomplete text: unreadable parts have no
 * place, everything around them has. List entries are identified by id, as in problems.
 */

import { pointer } from '#engine/documents/json.ts'

/** Half-open range of characters [from, to). */
export type Range = { readonly from: number; readonly to: number }
/** A place in the text: the value, and its name if it is a member. */
export type Place = Range & { readonly key?: Range }

export type Tree = Range & {
  readonly is: 'object' | 'list' | 'scalar'
  readonly parts: readonly Part[]
}
type Part = { readonly name: string; readonly key?: Range; readonly value: Tree }

const SPACE = /[\s,:]*/y
const STRING = /"(?:[^"\\\n]|\\.)*"?/y
const WORD = /[^\s,:{}[\]"]+/y
/** No document is this deep; anything deeper is ignored, so that no text can exhaust the stack. */
const MAX_DEPTH = 200

/** The value in a text, as far as it is readable; null if there is none. */
export function readTree(text: string): Tree | null {
  return new Reader(text).value(0)
}

/** Tolerates missing and extra characters: between two edits a text is seldom complete. */
class Reader {
  #at = 0
  constructor(readonly text: string) {}

  value(depth: number): Tree | null {
    this.#match(SPACE)
    const from = this.#at
    const first = this.text[from]
    if ((first === '{' || first === '[') && depth < MAX_DEPTH) {
      this.#at++
      const parts = first === '{' ? this.#members(depth + 1) : this.#items(depth + 1)
      return { is: first === '{' ? 'object' : 'list', from, to: this.#at, parts }
    }
    return this.#match(STRING) !== '' || this.#match(WORD) !== ''
      ? { is: 'scalar', from, to: this.#at, parts: [] }
      : null
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.text) ?? []
    this.#at += found.length
    return found
  }

  /**
   * At the end of an object or list. A bracket of the other kind ends it too: it belongs to an
   * outer container.
   */
  #ends(bracket: string): boolean {
    this.#match(SPACE)
    const next = this.text[this.#at]
    if (next === bracket) this.#at++
    return next === undefined || next === '}' || next === ']'
  }

  #members(depth: number): Part[] {
    const parts: Part[] = []
    while (!this.#ends('}')) {
      const from = this.#at
      const name = wordOf(this.#match(STRING))
      const key = { from, to: this.#at }
      if (name !== null) parts.push({ name, key, value: this.#memberValue(key, depth) })
      // Something other than a name is skipped.
      else if (this.#at === from && this.value(depth) === null) this.#at++
    }
    return parts
  }

  /** A missing value is placed at the end of its name. */
  #memberValue({ to }: Range, depth: number): Tree {
    const hasColon = /^\s*:\s*[^\s,}\]]/.test(this.text.slice(to, to + 400))
    return (hasColon ? this.value(depth) : null) ?? { is: 'scalar', from: to, to, parts: [] }
  }

  #items(depth: number): Part[] {
    const parts: Part[] = []
    while (!this.#ends(']')) {
      const value = this.value(depth)
      if (value === null) this.#at++
      else parts.push({ name: this.#idOf(value) ?? String(parts.length), value })
    }
    return parts
  }

  #idOf({ is, parts }: Tree): string | null {
    const id = is === 'object' ? parts.find(({ name }) => name === 'id')?.value : undefined
    return id?.is === 'scalar' ? wordOf(this.text.slice(id.from, id.to)) : null
  }
}

function wordOf(written: string): string | null {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/**
 * The place of a pointer.
 *
 * @returns the nearest enclosing place if the rest of the path is not in the text, with `whole:
 *   false`; null for a text without any value
 */
export function placeOf(
  tree: Tree | null,
  at: string,
): (Place & { readonly whole: boolean }) | null {
  if (tree === null) return null
  let here: Place & { value: Tree } = { from: tree.from, to: tree.to, value: tree }
  for (const segment of segmentsOf(at)) {
    const part = partOf(here.value, segment)
    if (part === undefined) return { ...placed(here), whole: false }
    here = {
      from: part.value.from,
      to: part.value.to,
      value: part.value,
      ...(part.key && { key: part.key }),
    }
  }
  return { ...placed(here), whole: true }
}

function placed({ from, to, key }: Place): Place {
  return { from, to, ...(key && { key }) }
}

/** By name; list entries also by index, for lists whose entries have no ids. */
function partOf({ is, parts }: Tree, segment: string): Part | undefined {
  return (
    parts.find(({ name }) => name === segment) ??
    (is === 'list' && /^\d+$/.test(segment) ? parts[Number(segment)] : undefined)
  )
}

function segmentsOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'))
}

/**
 * The pointer of the innermost value, or of the member whose name is there, at an offset; ''
 * outside of all.
 */
export function pointerAt(tree: Tree | null, offset: number): string {
  const names: string[] = []
  let here = tree
  while (here !== null) {
    const part: Part | undefined = here.parts.find(
      ({ key, value }) => (key?.from ?? value.from) <= offset && offset <= value.to,
    )
    if (part === undefined) break
    names.push(part.name)
    here = part.value
  }
  return pointer(...names)
}

/** Duplicate names in one object: parsing such a text would lose the first value. */
export function doubledNames(tree: Tree | null): readonly Range[] {
  if (tree === null) return []
  const seen = new Set<string>()
  return tree.parts.flatMap(({ name, key, value }) => {
    const doubled = key !== undefined && seen.has(name) ? [key] : []
    seen.add(name)
    return [...doubled, ...doubledNames(value)]
  })
}
