/** Searches a list of choices by its labels and by other words for the same. Pure. */

import { mistakesBetween, nearestWords } from './mistakes.ts'

export type Searchable = {
  readonly id: string
  readonly label: string
  readonly also?: readonly string[]
}

/**
 * What every typed word is in, at the start of a word: in the label first, then in the other words.
 * If there is nothing, typed words stand for the nearest word of the list.
 *
 * @returns in the order of the list, best matches first; all of it if nothing was typed
 */
export function searchWords<T extends Searchable>(items: readonly T[], typed: string): T[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...items]
  const indexed = items.map((item) => ({
    item,
    label: wordsOf(item.label),
    also: (item.also ?? []).flatMap(wordsOf),
  }))
  const find = (asked: readonly string[]) => {
    const within = (known: readonly string[]) =>
      asked.every((word) => known.some((each) => each.startsWith(word)))
    const inLabel = indexed.filter(({ label }) => within(label))
    const inBoth = indexed.filter(
      ({ label, also }) => !within(label) && within([...label, ...also]),
    )
    return [...inLabel, ...inBoth].map(({ item }) => item)
  }
  const found = find(words)
  if (found.length > 0) return found
  const known = new Set(indexed.flatMap(({ label, also }) => [...label, ...also]))
  return find(words.map((word) => nearest(known, word)))
}

/** The word itself if it begins one; otherwise the nearest whole word, or the nearest beginning. */
function nearest(known: ReadonlySet<string>, word: string): string {
  if ([...known].some((each) => each.startsWith(word))) return word
  const whole = nearestWords(known, word)[0]
  if (whole !== undefined) return whole
  const most = word.length < 4 ? 0 : 1
  return (
    [...known]
      .map((each) => each.slice(0, word.length))
      .find((each) => mistakesBetween(word, each, most) <= most) ?? word
  )
}

/** Without accents and capitals: "Résumé" is found by "resume". */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
