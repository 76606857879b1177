/** Documents by their titles and names, and texts by what they say in any language. */

import type { FoundDocument, FoundText } from '#engine/contract/consolesearch.ts'
import type { TextPlace } from '#engine/contract/textplace.ts'
import { splitName } from '#engine/documents/document.ts'
import { bestOf, matchRank, plainWords } from '#engine/documents/finding.ts'
import { isObject, own } from '#engine/documents/json.ts'
import { flattenTexts, textName } from '#engine/documents/texts.ts'
import type { Opened } from './opened.ts'
import { eachTextUse } from './textplaces.ts'

const MAX_FOUND = 5
/** The console's own words are found too, but after those of learners. */
const OF_CONSOLE = 10

export type FoundInDocuments = {
  readonly documents: readonly FoundDocument[]
  readonly texts: readonly FoundText[]
}

export function findInDocuments(
  opened: Pick<Opened, 'effective' | 'code'>,
  text: string,
): FoundInDocuments {
  const wanted = plainWords(text)
  return { documents: documentsFor(opened, wanted), texts: textsFor(opened, wanted) }
}

function documentsFor({ effective }: Pick<Opened, 'effective'>, wanted: string): FoundDocument[] {
  const all = [...effective].map(([name, value]): FoundDocument => {
    const [kind, id] = splitName(name)
    const title = own(value, 'title')
    return { kind, id, title: typeof title === 'string' && title !== '' ? title : id }
  })
  return bestOf(all, wanted, ({ kind, id, title }) => `${title} ${kind}/${id}`, {
    most: MAX_FOUND,
    // A title that says just that comes before a longer one, whatever its name is.
    rank: ({ title }) => (matchRank(title, wanted) ?? 5) - 5,
  })
}

type Said = { readonly key: string; readonly words: string; readonly language: string }

function textsFor(opened: Pick<Opened, 'effective' | 'code'>, wanted: string): FoundText[] {
  const found = bestOf(said(opened.effective), wanted, ({ words }) => words, {
    most: MAX_FOUND * 4,
    rank: ({ key }) => (key.startsWith('console.') ? OF_CONSOLE : 0),
  })
  // One language is enough, and one form of a plural.
  const texts = [...new Map(found.toReversed().map((each) => [textName(each.key), each]))]
    .toReversed()
    .slice(0, MAX_FOUND)
  const places = new Map<string, TextPlace>()
  eachTextUse(
    opened,
    (name) => texts.some(([key]) => key === name),
    (key, place) => places.has(key) || places.set(key, place),
  )
  return texts.map(([name, text]) => {
    const { document = '', title = '', pointer = '' } = places.get(name) ?? {}
    return { ...text, document, title, pointer }
  })
}

function* said(effective: ReadonlyMap<string, unknown>): Iterable<Said> {
  for (const value of effective.values()) {
    if (own(value, 'kind') !== 'locale') continue
    const texts = own(value, 'texts')
    const language = String(own(value, 'id'))
    for (const [key, words] of Object.entries(isObject(texts) ? flattenTexts(texts) : {}))
      yield { key, words, language }
  }
}
