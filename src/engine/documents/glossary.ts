/**
 * The tenant's own words in a text and its translation: which terms occur, whether the translation
 * has the word that was agreed on, and words that nobody should use. Pure.
 */

import { isObject, own } from './json.ts'
import { nearestLanguage } from './languages.ts'

/** A term in a text that is translated. */
export type TermNote = {
  readonly id: string
  /** What the language of the original calls it. */
  readonly term: string
  readonly meaning: string | null
  /** The word of the other language. */
  readonly preferred: string
  /** The translation has neither that word nor another form of it; an empty one lacks nothing. */
  readonly isLacking: boolean
}

/** A word that the glossary advises against, and what to write instead. */
export type Avoided = { readonly word: string; readonly preferred: string }

export type Glossary = {
  /** How many terms have a word in both languages. */
  readonly size: number
  terms(source: string, target: string): readonly TermNote[]
  /** In a text of the language that is translated into. */
  avoided(target: string): readonly Avoided[]
}

type Word = {
  readonly preferred: string
  readonly forms: readonly string[]
  readonly avoid: readonly string[]
}

/**
 * @param document a document of the kind `glossary`; a draft, which may have any shape
 * @param from code of the language that is translated from
 * @param to code of the language that is translated into
 */
export function glossaryBetween(document: unknown, from: string, to: string): Glossary {
  const all = entriesOf(document).flatMap(({ id, meaning, words }) => {
    const source = wordIn(words, from)
    const target = wordIn(words, to)
    return target === null ? [] : [{ id, meaning, source, target }]
  })
  const terms = all.flatMap(({ id, meaning, source, target }) =>
    source === null
      ? []
      : [{ id, meaning, target, term: source.preferred, found: anyOf(writtenAs(source)) }],
  )
  // Most texts have no term at all: one expression says so for all of them.
  const some = anyOf(all.flatMap(({ source }) => (source === null ? [] : writtenAs(source))))
  const refused = all.flatMap(({ target: { avoid, preferred } }) =>
    avoid.map((word) => ({ word, preferred, found: anyOf([word]) })),
  )
  const someRefused = anyOf(refused.map(({ word }) => word))
  return {
    size: terms.length,
    terms: (source, target) => {
      const plain = plainOf(source)
      if (!has(some, plain)) return []
      const translated = plainOf(target).toLowerCase()
      return terms.flatMap(({ id, meaning, term, target: word, found }) =>
        has(found, plain)
          ? [
              {
                id,
                meaning,
                term,
                preferred: word.preferred,
                isLacking: translated.trim() !== '' && !isSaidIn(translated, word),
              },
            ]
          : [],
      )
    },
    avoided: (target) => {
      const plain = plainOf(target)
      if (!has(someRefused, plain)) return []
      return refused.flatMap(({ word, preferred, found }) =>
        has(found, plain) ? [{ word, preferred }] : [],
      )
    },
  }
}

/** As one line for a translator: `career: beroep (a kind of work)`. */
export function noteOf({ term, preferred, meaning }: TermNote): string {
  return `${term}: ${preferred}${meaning === null ? '' : ` (${meaning})`}`
}

/** Anywhere: languages put letters before a word, and make one word of two. */
function isSaidIn(text: string, word: Word): boolean {
  return writtenAs(word).some((each) => text.includes(each.toLowerCase()))
}

function writtenAs({ preferred, forms }: Word): string[] {
  return [preferred, ...forms]
}

/** What it says, without tags and values that are filled in. */
function plainOf(text: string): string {
  return text.replaceAll(/<[^>]*>|\{\{[^}]*\}\}/g, ' ')
}

function has(expression: RegExp | null, text: string): boolean {
  return expression !== null && expression.test(text)
}

/** Below this, an ending may make another word of it: plan, plant. */
const MIN_LETTERS = 5

/** Each as a word of its own, or with a short ending. */
function anyOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const each = words.map((word) => {
    const letters = word
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`)
    return letters + (word.trim().length < MIN_LETTERS ? 's?' : String.raw`\p{L}{0,2}`)
  })
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${each.join('|')})(?![\p{L}\p{N}]|\.\p{L})`,
    'iu',
  )
}

function entriesOf(document: unknown): {
  readonly id: string
  readonly meaning: string | null
  readonly words: unknown
}[] {
  const terms = isObject(document) ? document['terms'] : undefined
  return (Array.isArray(terms) ? (terms as readonly unknown[]) : []).flatMap((term) => {
    if (!isObject(term) || typeof term['id'] !== 'string') return []
    const { id, meaning, words } = term
    return [{ id, meaning: typeof meaning === 'string' && meaning !== '' ? meaning : null, words }]
  })
}

/** The word of a language, or of the same language elsewhere. */
function wordIn(words: unknown, language: string): Word | null {
  if (!isObject(words)) return null
  const found = nearestLanguage(Object.keys(words), language)
  const word = found === undefined ? undefined : own(words, found)
  if (!isObject(word) || typeof word['preferred'] !== 'string' || word['preferred'].trim() === '')
    return null
  return {
    preferred: word['preferred'].trim(),
    forms: textsIn(word['forms']),
    avoid: textsIn(word['avoid']),
  }
}

function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((each) =>
    typeof each === 'string' && each.trim() !== '' ? [each.trim()] : [],
  )
}
