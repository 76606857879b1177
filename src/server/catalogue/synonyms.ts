/** What users type and what records say instead: the list that a content type names. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { fold, type Synonyms } from './words.ts'

/** Of one list, for one word. */
const MAX_CODES = 12

export function synonymsOf(
  catalog: Catalog,
  { synonyms, fields }: Pick<ContentType, 'synonyms' | 'fields'>,
  language = 'en',
): Synonyms {
  const items = synonyms === undefined ? [] : (catalog.get('list', synonyms)?.items ?? [])
  const choices = fields.flatMap(({ search, list }) => (search === undefined ? [] : (list ?? [])))
  return (word) => {
    const means = items.flatMap(({ id, means = [] }) => (id.toLowerCase() === word ? means : []))
    return [...means, ...choices.flatMap((list) => codesFor(catalog, list, word, language))]
  }
}

/** Records have the codes of a list, users type the words: in their own language, or in English. */
function codesFor(catalog: Catalog, list: string, word: string, language: string): string[] {
  const items = catalog.get('list', list)?.items ?? []
  const says = (text: string | undefined) =>
    text !== undefined && fold(text).split(' ').includes(word)
  return items
    .filter(
      ({ label, name }) =>
        says(name) ||
        (label !== undefined &&
          [language, 'en'].some((each) => says(textsOf(catalog, each)[label]))),
    )
    .slice(0, MAX_CODES)
    .map(({ id }) => id)
}

const other = new WeakMap<Catalog, Map<string, readonly string[]>>()

/**
 * Words that find records of a type although no record says them: those of its synonyms, and of the
 * names of its choices in the user's language and in English. Typing mistakes are compared with them
 * too.
 */
export function otherWords(
  catalog: Catalog,
  { id, synonyms, fields }: Pick<ContentType, 'id' | 'synonyms' | 'fields'>,
  language = 'en',
): readonly string[] {
  const known = other.get(catalog) ?? new Map<string, readonly string[]>()
  other.set(catalog, known)
  const key = `${id} ${language}`
  const before = known.get(key)
  if (before !== undefined) return before
  const items = (list: string | undefined) =>
    list === undefined ? [] : (catalog.get('list', list)?.items ?? [])
  const names = fields
    .flatMap(({ search, list }) => (search === undefined ? [] : items(list)))
    .flatMap(({ label, name }) => [
      name,
      ...(label === undefined ? [] : [language, 'en'].map((each) => textsOf(catalog, each)[label])),
    ])
  const words = [...items(synonyms).map((item) => item.id), ...names].flatMap((each) =>
    each === undefined ? [] : fold(each).split(' '),
  )
  known.set(key, words)
  return words
}

const flat = new WeakMap<object, Readonly<Record<string, string>>>()

function textsOf(catalog: Catalog, language: string): Readonly<Record<string, string>> {
  const texts = catalog.get('locale', language)?.texts
  if (texts === undefined) return {}
  const known = flat.get(texts) ?? flattenTexts(texts)
  flat.set(texts, known)
  return known
}
