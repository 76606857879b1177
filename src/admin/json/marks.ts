/** Problems in a text: the characters and the line of each, and the edit for its suggestion. */

import type { Problem } from '#engine/contract/problems.ts'
import { placeOf, readTree, type Range, type Tree } from './places.ts'

export type Spotted = Pick<Problem, 'code' | 'pointer' | 'message' | 'suggestion'>
export type Change = Range & { readonly insert: string }

/**
 * The characters to underline: a value; the name of an unexpected member or of one with a long
 * value; for a missing part, the start of its container. Never more than a line.
 */
export function spotOf(
  tree: Tree | null,
  text: string,
  { code, pointer }: Pick<Spotted, 'code' | 'pointer'>,
): Range {
  const place = placeOf(tree, pointer)
  if (place === null) return { from: 0, to: Math.min(1, text.length) }
  const end = text.indexOf('\n', place.from)
  const long = end !== -1 && end < place.to
  if (
    place.key &&
    (code === 'document/unknown-member' || code === 'rule/unknown-operator' || long || !place.whole)
  )
    return place.key
  return {
    from: place.from,
    to: long || !place.whole ? Math.min(place.from + 1, place.to) : place.to,
  }
}

/** Returns a function that finds the line of a problem, from 1; null if the text is unreadable. */
export function linesIn(
  text: string,
): (problem: Pick<Spotted, 'code' | 'pointer'>) => number | null {
  const tree = readTree(text)
  return (problem) =>
    tree === null ? null : text.slice(0, spotOf(tree, text, problem).from).split('\n').length
}

/** The edit for a problem's suggestion; null if there is none, or it cannot be applied. */
export function fixOf(text: string, { code, pointer, suggestion }: Spotted): Change | null {
  if (suggestion === undefined) return null
  const tree = readTree(text)
  const place = placeOf(tree, pointer)
  if (place === null || !place.whole) return null
  const insert = JSON.stringify(suggestion)
  if (code === 'document/unknown-member' || code === 'rule/unknown-operator')
    return place.key ? { ...bare(place.key), insert } : null
  if (text[place.from] === '"') return { ...bare(place), insert }
  // A variable with a default is the first element of a list.
  const first = placeOf(tree, `${pointer}/0`)
  return code === 'rule/unknown-variable' && first?.whole && text[first.from] === '"'
    ? { ...bare(first), insert }
    : null
}

function bare({ from, to }: Range): Range {
  return { from, to }
}
