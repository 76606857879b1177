/**
 * The limits on the size and depth of documents. Checked before anything else, and without
 * recursion: code that walks a document afterwards (to compare, hash, draw or send it) may recurse,
 * because the document is known to be shallow.
 */

import { FORBIDDEN_KEYS, own, pointer } from './json.ts'

/**
 * Of one document. `entries` of a list, `members` of an object, `text` in characters, and `name`
 * those of a member's name or an entry's id, of which every pointer is made.
 */
export const BOUNDS = {
  depth: 24,
  values: 60_000,
  entries: 2000,
  members: 5000,
  name: 120,
  text: 20_000,
} as const

/** NUL and lone surrogates: JSON can contain them, but PostgreSQL can't store either. */
export const UNKEEPABLE = /[\0\p{Surrogate}]/u

/** Which limit it is, so that callers can phrase their own message. */
export type Bound =
  | 'depth'
  | 'values'
  | 'text'
  | 'character'
  | 'number'
  | 'entries'
  | 'members'
  | 'name'
  | 'forbidden'

export type OutOfBounds = {
  readonly bound: Bound
  readonly pointer: string
  readonly message: string
}

/** Where a value is: its name in its container. Pointers are built only for refused values. */
type Place = {
  readonly value: unknown
  readonly name: string | number
  readonly within: Place | null
  readonly depth: number
}

/** The first value that exceeds a limit, that JSON can't represent, or that has a forbidden key. */
export function outOfBounds(root: unknown): OutOfBounds | undefined {
  let values = 0
  const open: Place[] = [{ value: root, name: '', within: null, depth: 1 }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place
    if (depth > BOUNDS.depth)
      return refuse('depth', place, `nested deeper than ${BOUNDS.depth} levels`)
    if (++values > BOUNDS.values)
      return refuse('values', place, `more than ${BOUNDS.values} values`)
    if (typeof value === 'string') {
      if (value.length > BOUNDS.text)
        return refuse('text', place, `a text longer than ${BOUNDS.text} characters`)
      if (UNKEEPABLE.test(value))
        return refuse('character', place, "a character that can't be stored")
    }
    // JSON may contain 1e999, which is parsed as a number that JSON can't represent.
    if (typeof value === 'number' && !Number.isFinite(value))
      return refuse('number', place, 'a number that is too large')
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      if (value.length > BOUNDS.entries)
        return refuse('entries', place, `a list of more than ${BOUNDS.entries} entries`)
      // In reverse, because the last one pushed is the next one visited.
      for (let index = value.length - 1; index >= 0; index--)
        open.push({ value: value[index] as unknown, name: index, within: place, depth: depth + 1 })
      continue
    }
    const id = own(value, 'id')
    if (typeof place.name === 'number' && isLong(id))
      return refuse(
        'name',
        { value: id, name: 'id', within: place, depth },
        `an id longer than ${BOUNDS.name} characters`,
      )
    const names = Object.keys(value)
    if (names.length > BOUNDS.members)
      return refuse('members', place, `more than ${BOUNDS.members} members`)
    for (let index = names.length - 1; index >= 0; index--) {
      const name = names[index]!
      const inner: Place = {
        value: (value as Record<string, unknown>)[name],
        name,
        within: place,
        depth: depth + 1,
      }
      if (FORBIDDEN_KEYS.has(name))
        return refuse('forbidden', inner, `the name "${name}" is not allowed`)
      if (UNKEEPABLE.test(name))
        return refuse('character', place, "a name with a character that can't be stored")
      if (isLong(name))
        return refuse(
          'name',
          { ...inner, name: `${name.slice(0, BOUNDS.name)}…` },
          `a name longer than ${BOUNDS.name} characters`,
        )
      open.push(inner)
    }
  }
  return undefined
}

function isLong(name: unknown): boolean {
  return typeof name === 'string' && name.length > BOUNDS.name
}

/** Pointers name list entries by their ids, if these are short. */
function refuse(bound: Bound, place: Place, message: string): OutOfBounds {
  const names: (string | number)[] = []
  for (let at = place; at.within !== null; at = at.within) {
    const id = typeof at.name === 'number' ? own(at.value, 'id') : undefined
    names.push(typeof id === 'string' && id !== '' && !isLong(id) ? id : at.name)
  }
  return { bound, pointer: pointer(...names.reverse()), message }
}
