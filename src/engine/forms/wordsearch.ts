/** Searches a list of choices by its labels and by other words for the same. Pure. */

import { mistakesBetween } from './mistakes.ts'

export type Searchable = {
  readonly id: string
  readonly label: string
  readonly also?: readonly string[]
}

type Indexed<T> = {
  readonly item: T
  readonly label: readonly string[]
  readonly also: readonly string[]
}

/**
 * What every typed word is in, at the start of a word: in the label first, then in the other words.
 * Then what typed words may stand for, if they aren't whole words of the list: "schol" begins
 * "scholar", and may be meant for "school".
 *
 * @returns in the order of the list, best matches first; all of it if nothing was typed
 */
export function searchWords<T extends Searchable>(
  items: readonly T[],
  typed: string,
): readonly T[] {
  return searchMarked(items, typed).found
}

/** A piece of a label: what was typed, or is meant by it, or not. */
export type Piece = { readonly text: string; readonly isHit: boolean }

export type Found<T> = {
  readonly found: readonly T[]
  /** What a typing mistake stands for; null if some of it is found as it was typed. */
  readonly meant: string | null
  /** A label in pieces, to show why it was found. */
  readonly marked: (label: string) => readonly Piece[]
}

/** The same, with what was found in each label. */
export function searchMarked<T extends Searchable>(items: readonly T[], typed: string): Found<T> {
  const words = wordsOf(typed)
  if (words.length === 0)
    return { found: [...items], meant: null, marked: (text) => [{ text, isHit: false }] }
  const indexed = items.map((item) => ({
    item,
    label: wordsOf(item.label),
    also: (item.also ?? []).flatMap(wordsOf),
  }))
  const known = new Set(indexed.flatMap(({ label, also }) => [...label, ...also]))
  const begins = words.map((word) => (each: string) => each.startsWith(word))
  const exact = find(indexed, begins)
  if (words.every((word) => known.has(word)))
    return { found: exact, meant: null, marked: marking(begins) }
  const standsFor = words.map((word) => meant(known, word, exact.length === 0))
  const near = find(indexed, standsFor)
  const found = [...new Set([...exact, ...near])]
  return {
    found,
    meant: exact.length > 0 || found.length === 0 ? null : inWords(words, begins, standsFor, known),
    marked: marking([...begins, ...standsFor]),
  }
}

/** The shortest known word for each that was mistyped. */
function inWords(
  words: readonly string[],
  begins: readonly Fits[],
  standsFor: readonly Fits[],
  known: ReadonlySet<string>,
): string {
  const all = [...known].sort((a, b) => a.length - b.length)
  return words
    .map((word, at) => (all.some(begins[at]!) ? word : (all.find(standsFor[at]!) ?? word)))
    .join(' ')
}

function marking(fits: readonly Fits[]): Found<never>['marked'] {
  return (label) =>
    label.split(/([\p{L}\p{M}\p{N}]+)/u).flatMap((text) => {
      if (text === '') return []
      const [word] = wordsOf(text)
      return { text, isHit: word !== undefined && fits.some((fit) => fit(word)) }
    })
}

type Fits = (known: string) => boolean

function find<T>(indexed: readonly Indexed<T>[], asked: readonly Fits[]): T[] {
  const within = (words: readonly string[]) => asked.every((fits) => words.some(fits))
  const inLabel = indexed.filter(({ label }) => within(label))
  const inBoth = indexed.filter(({ label, also }) => !within(label) && within([...label, ...also]))
  return [...inLabel, ...inBoth].map(({ item }) => item)
}

/**
 * The words that a typed one may stand for: itself if it is one, otherwise the nearest ones and what
 * begins with them ("customers" with "customer"), and if there are none, those that begin nearly as
 * it does, because it is still being typed.
 */
function meant(known: ReadonlySet<string>, word: string, isUnknown: boolean): Fits {
  if (known.has(word)) return (each) => each === word
  // "Swm": three letters are few to guess from, so only if they begin nothing either.
  const shortest = isUnknown ? 3 : 4
  const most = word.length < shortest ? 0 : word.length < 8 ? 1 : 2
  if (most === 0) return (each) => each.startsWith(word)
  const near = [...known].map((each) => [each, mistakesBetween(word, each, most)] as const)
  const least = Math.min(...near.map(([, mistakes]) => mistakes))
  if (least <= most) {
    const nearest = near.flatMap(([each, mistakes]) => (mistakes === least ? [each] : []))
    // What a word of three letters begins is anything.
    return (each) =>
      nearest.some((meant) => (meant.length < 4 ? each === meant : each.startsWith(meant)))
  }
  if (word.length < 4) return (each) => each.startsWith(word)
  return (each) =>
    each.startsWith(word) || mistakesBetween(word, each.slice(0, word.length), most) <= most
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
