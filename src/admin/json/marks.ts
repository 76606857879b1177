/** Problems in a text: which characters each of them is about, on which line, and the change that its suggestion means. */

import type { Problem } from '#engine/contract/problems.ts'
import { placeOf, readTree, type Range, type Tree } from './places.ts'

export type Spotted = Pick<Problem, 'code' | 'pointer' | 'message' | 'suggestion'>
export type Change = Range & { readonly insert: string }

/**
 * The characters to underline: a value; the name of a member that should not be there, or whose value is long; where
 * something is missing, the beginning of what lacks it. Never more than a line.
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

/** Tells the lines of a text on which problems stand, from 1; null where the text holds nothing that can be read. */
export function linesIn(
  text: string,
): (problem: Pick<Spotted, 'code' | 'pointer'>) => number | null {
  const tree = readTree(text)
  return (problem) =>
    tree === null ? null : text.slice(0, spotOf(tree, text, problem).from).split('\n').length
}

/** The change that a problem's suggestion means; null where it has none, or none that can be put in its place. */
export function fixOf(text: string, { code, pointer, suggestion }: Spotted): Change | null {
  if (suggestion === undefined) return null
  const tree = readTree(text)
  const place = placeOf(tree, pointer)
  if (place === null || !place.whole) return null
  const insert = JSON.stringify(suggestion)
  if (code === 'document/unknown-member' || code === 'rule/unknown-operator')
    return place.key ? { ...bare(place.key), insert } : null
  if (text[place.from] === '"') return { ...bare(place), insert }
  // A variable with a value to fall back on stands as the first of a list.
  const first = placeOf(tree, `${pointer}/0`)
  return code === 'rule/unknown-variable' && first?.whole && text[first.from] === '"'
    ? { ...bare(first), insert }
    : null
}

function bare({ from, to }: Range): Range {
  return { from, to }
}
