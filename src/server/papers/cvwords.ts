/** What the product calls things, for a CV in the language of a request. */

import type { ReadWords } from '#engine/cv/readresume.ts'
import type { CvWords } from '#engine/cv/words.ts'
import { translate } from '#engine/documents/translate.ts'
import type { Release } from '#server/release/compose.ts'

type Texts = Readonly<Record<string, string>>

export function cvWords(release: Release, language: string): CvWords & ReadWords {
  const texts = release.texts.get(language) ?? {}
  const nameIn = (words: Texts, of: string, item: Item, list: string): string | undefined => {
    if (item.label !== undefined) return translate(words, of, item.label)
    // A language calls itself so in its own letters, which not every employer can read.
    const isForeign = list === 'languages' && !/^\p{Script=Latin}/u.test(item.name ?? '')
    return isForeign ? languageName(of, item.id) : item.name
  }
  const itemsOf = (list: string): readonly Item[] => release.catalog.get('list', list)?.items ?? []
  return {
    language,
    text: (key, values) => translate(texts, language, key, values),
    names: (list, id) => {
      const item = itemsOf(list).find((each) => each.id === id)
      return item === undefined ? undefined : nameIn(texts, language, item, list)
    },
    code: (list, word) => {
      const wanted = word.trim().toLocaleLowerCase()
      if (wanted === '') return undefined
      return itemsOf(list).find(
        (item) =>
          item.id === wanted ||
          [...release.texts].some(
            ([of, words]) => nameIn(words, of, item, list)?.toLocaleLowerCase() === wanted,
          ),
      )?.id
    },
  }
}

type Item = { readonly id: string; readonly name?: string; readonly label?: string }

function languageName(language: string, id: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(id)
  } catch {
    return undefined
  }
}
