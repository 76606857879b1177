/**
 * Changes as people see them: what one place says in several languages is one change, told with the
 * document that shows it. Pure.
 */

import type { ChangeInWords, DocumentChange } from '#engine/contract/admincontract.ts'
import type { Thing, Told, ToldText, Way } from '#engine/overlay/tellings.ts'
import type { Op } from '#engine/overlay/ops.ts'

export type InLanguage = {
  readonly language: string
  readonly was?: string
  readonly now?: string
}

/** One change. */
export type Item = {
  readonly op: Op['op']
  readonly way: Way
  readonly was?: Told
  readonly now?: Told
  readonly after?: Thing
  readonly words?: readonly InLanguage[]
  /** Other places that show the same words. */
  readonly elsewhere?: number
  /** Of a release that was made before changes had names. */
  readonly former?: ChangeInWords
}

export type Section = {
  /** Its first document; null for words that no place shows. */
  readonly document: string | null
  readonly title: string
  readonly state: DocumentChange['state']
  readonly items: readonly Item[]
  readonly contents?: Told
  readonly more: number
  readonly arms: NonNullable<DocumentChange['arms']>
  /** As they are stored. */
  readonly raw: readonly DocumentChange[]
}

type Open = { -readonly [Name in keyof Section]: Section[Name] } & {
  items: Item[]
  raw: DocumentChange[]
}

const isLanguage = ({ document }: Pick<DocumentChange, 'document'>): boolean =>
  document.startsWith('locale/')

const isEnglish = ({ document }: DocumentChange): number => Number(document === 'locale/en')

/** How many changes a reader sees. */
export function countOf(sections: readonly Section[]): number {
  return sections.reduce(
    (sum, { items, state, more }) => sum + (state === 'changed' ? items.length + more : 1),
    0,
  )
}

/** @param titleOf a document, by its name */
export function together(
  changes: readonly DocumentChange[],
  titleOf: (document: string) => string,
): readonly Section[] {
  const sections = new Sections(titleOf)
  const isOfTexts = (change: DocumentChange) => isLanguage(change) && change.state === 'changed'
  for (const change of changes) if (!isOfTexts(change)) sections.add(change)
  // What documents say of their texts is known by now.
  const languages = changes.filter(isOfTexts)
  // The product's language first, as everywhere.
  for (const change of languages.toSorted((a, b) => isEnglish(b) - isEnglish(a)))
    sections.addTexts(change)
  return sections.all()
}

class Sections {
  readonly #open = new Map<string, Open>()
  /** Key of a text -> what it says in each language. */
  readonly #texts = new Map<string, InLanguage[]>()
  readonly #titleOf: (document: string) => string

  constructor(titleOf: (document: string) => string) {
    this.#titleOf = titleOf
  }

  all(): Section[] {
    return [...this.#open.values()]
  }

  add(change: DocumentChange): void {
    const section = this.#ofDocument(change)
    section.items.push(...change.changes.map(itemOf))
    if (change.contents !== undefined) section.contents = change.contents
    section.more += change.more ?? 0
    section.arms = change.arms ?? []
    section.raw.push(change)
  }

  addTexts(change: DocumentChange): void {
    for (const each of change.changes) {
      const text = each.told?.text
      const raw = { ...change, changes: [each] }
      const within = text?.within.map((name) => this.#open.get(name)).find(Boolean)
      if (within !== undefined) {
        within.raw.push(raw)
        continue
      }
      const section = text === undefined ? this.#ofDocument(change) : this.#ofPlace(text)
      if (text === undefined) section.items.push(itemOf(each))
      else this.#say(section, text, each)
      section.raw.push(raw)
    }
    if (change.more !== undefined) this.#ofDocument(change).more += change.more
  }

  /** The same text in another language is the same change. */
  #say(section: Open, text: ToldText, { op, before, after }: ChangeInWords): void {
    const words: InLanguage = {
      language: text.language,
      ...(before !== undefined && { was: before }),
      ...(after !== undefined && { now: after }),
    }
    const known = this.#texts.get(text.key)
    if (known !== undefined) return void known.push(words)
    const all = [words]
    this.#texts.set(text.key, all)
    section.items.push({
      op,
      way: text.place?.way ?? [],
      words: all,
      ...(text.places > 1 && { elsewhere: text.places - 1 }),
    })
  }

  #ofDocument({ document, title = '', state }: DocumentChange): Open {
    return this.#section(document, this.#titleOf(document) || title, state)
  }

  #ofPlace({ place }: ToldText): Open {
    return place === undefined
      ? this.#section(null, '', 'changed')
      : this.#section(place.document, this.#titleOf(place.document) || place.title, 'changed')
  }

  #section(document: string | null, title: string, state: DocumentChange['state']): Open {
    const key = document ?? ''
    const section: Open = this.#open.get(key) ?? {
      document,
      title,
      state,
      items: [],
      more: 0,
      arms: [],
      raw: [],
    }
    this.#open.set(key, section)
    return section
  }
}

function itemOf(change: ChangeInWords): Item {
  const { told, op } = change
  if (told === undefined) return { op, way: [], former: change }
  const { way, was, now, after } = told
  const words = inLanguages(was, now)
  return {
    op,
    way,
    ...(words.length > 0
      ? { words }
      : { ...(was !== undefined && { was }), ...(now !== undefined && { now }) }),
    ...(after !== undefined && { after }),
  }
}

function inLanguages(was: Told | undefined, now: Told | undefined): InLanguage[] {
  const [before, then] = [was, now].map((told) =>
    told === undefined ? [] : told.is === 'text' ? told.words : undefined,
  )
  if (before === undefined || then === undefined) return []
  const languages = new Set([...then, ...before].map(({ language }) => language))
  const wordsOf = (said: typeof then, language: string) =>
    said.find((each) => each.language === language)?.words
  return [...languages].map((language) => {
    const [old, next] = [wordsOf(before, language), wordsOf(then, language)]
    return {
      language,
      ...(old !== undefined && { was: old }),
      ...(next !== undefined && { now: next }),
    }
  })
}
