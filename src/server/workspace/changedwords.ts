/**
 * The words of changes: what a text said and says in every language, and where the texts are shown
 * that only a language's document changes.
 */

import type { CodeMeta } from '#engine/check/needs.ts'
import type { ChangeInWords, DocumentChange } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, type Json } from '#engine/documents/json.ts'
import { flattenTexts, shownTexts } from '#engine/documents/texts.ts'
import { changesBetween } from '#engine/overlay/changes.ts'
import type { SaidIn, Told, ToldChange, ToldText, Way } from '#engine/overlay/tellings.ts'
import { Teller } from '#engine/overlay/told.ts'
import { eachTextUse, schemaOf } from './textplaces.ts'

type Documents = ReadonlyMap<string, unknown>
type Locale = Readonly<Record<string, unknown>>

const isLocale = (document: unknown): document is Locale =>
  isObject(document) && document['kind'] === 'locale'

const nameOf = (locale: Locale): string => String(locale['name'] ?? locale['id'])
const textsIn = ({ texts }: Locale) => (isObject(texts) ? flattenTexts(texts) : {})

/**
 * What changed of a language, text by text; null if it is no language. Where its texts come from is
 * nothing to read.
 */
export function localeChanges(old: unknown, now: unknown): ChangeInWords[] | null {
  if (!isLocale(old) || !isLocale(now)) return null
  const rest = ({ texts: _texts, origins: _origins, unread: _unread, ...others }: Locale) => others
  const [was, is] = [textsIn(old), textsIn(now)]
  const [wasShown, isShown] = [shownTexts(old), shownTexts(now)]
  const texts = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(
    (key): ChangeInWords[] => {
      // What a machine wrote is the same before and after somebody has read it, but for learners.
      const [before, after] =
        wasShown[key] === isShown[key] ? [was[key], is[key]] : [wasShown[key], isShown[key]]
      if (before === after) return []
      return [
        {
          op: after === undefined ? 'unset' : 'set',
          at: `/texts/${key.replaceAll('.', '/')}`,
          label: key,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
          told: {
            way: [],
            ...(before !== undefined && { was: { is: 'value', value: before } }),
            ...(after !== undefined && { now: { is: 'value', value: after } }),
            text: { key, language: nameOf(now), within: [], places: 0, isShown: false },
          },
        },
      ]
    },
  )
  const shapes = { schema: schemaOf(now), widgets: {} }
  return [...changesBetween(rest(old) as Json, rest(now) as Json, undefined, shapes), ...texts]
}

type Code = {
  readonly code: Pick<CodeMeta, 'widgets'>
  readonly widgets: Readonly<Record<string, Schema>>
}

/** The same changes with the words of their texts, and with the places of those of languages. */
export function withWords(
  changes: readonly DocumentChange[],
  before: Documents,
  after: Documents,
  code: Code,
): DocumentChange[] {
  const said = new Sayer(changes, before, after)
  const told = changes.map((change) => said.change(change))
  const keys = new Set(
    changes.flatMap(({ changes: all }) => all.flatMap((each) => each.told?.text?.key ?? [])),
  )
  if (keys.size === 0) return told
  const placed = placer(keys, new Set(changes.map(({ document }) => document)), before, after, code)
  return told.map((change) => ({
    ...change,
    changes: change.changes.map((each) => {
      const text = each.told?.text
      if (text === undefined || each.told === undefined) return each
      const within = [...(said.within.get(text.key) ?? [])]
      return { ...each, told: { ...each.told, text: { ...text, within, ...placed(text.key) } } }
    }),
  }))
}

class Sayer {
  /** Key of a text -> documents whose changes say it. */
  readonly within = new Map<string, Set<string>>()
  readonly #before: readonly Locale[]
  readonly #after: readonly Locale[]
  /** Of what is new, only languages with something new, so that the tenant's other ones don't fill the page. */
  readonly #few: ReadonlySet<unknown>
  #document = ''

  constructor(changes: readonly DocumentChange[], before: Documents, after: Documents) {
    this.#before = localesOf(before)
    this.#after = localesOf(after)
    const changed = changes.flatMap(({ document }) =>
      document.startsWith('locale/') ? [document.slice('locale/'.length)] : [],
    )
    this.#few = new Set(changed.length > 0 ? changed : ['en'])
  }

  change(change: DocumentChange): DocumentChange {
    this.#document = change.document
    return {
      ...change,
      changes: change.changes.map((each) =>
        each.told === undefined ? each : { ...each, told: this.#told(each.told) },
      ),
      ...(change.contents !== undefined && {
        contents: this.#said(change.contents, this.#after, this.#few),
      }),
    }
  }

  #told({ was, now, ...told }: ToldChange): ToldChange {
    const differ = this.#differing(was, now)
    return {
      ...told,
      ...(was !== undefined && { was: this.#said(was, this.#before, differ) }),
      ...(now !== undefined && { now: this.#said(now, this.#after, differ) }),
    }
  }

  /** Ids of the languages that the two texts say something else in. */
  #differing(was: Told | undefined, now: Told | undefined): ReadonlySet<unknown> {
    if (was?.is !== 'text' && now?.is !== 'text') return this.#few
    const wordsOf = (told: Told | undefined, id: unknown, locales: readonly Locale[]) =>
      told?.is === 'text'
        ? wordsIn(
            locales.find((each) => each['id'] === id),
            told.key,
          )
        : undefined
    const ids = this.#after.map(({ id }) => id)
    const differ = ids.filter(
      (id) => wordsOf(was, id, this.#before) !== wordsOf(now, id, this.#after),
    )
    return new Set(differ.length > 0 ? differ : ids.slice(0, 1))
  }

  #said(told: Told, locales: readonly Locale[], ids: ReadonlySet<unknown>): Told {
    if (told.is === 'list')
      return { ...told, items: told.items.map((each) => this.#said(each, locales, ids)) }
    if (told.is === 'thing')
      return {
        ...told,
        members: told.members.map(({ name, told: each }) => ({
          name,
          told: this.#said(each, locales, ids),
        })),
      }
    if (told.is !== 'text') return told
    const documents = this.within.get(told.key) ?? new Set<string>()
    this.within.set(told.key, documents.add(this.#document))
    const words = locales.flatMap((locale): SaidIn[] => {
      const said = ids.has(locale['id']) ? wordsIn(locale, told.key) : undefined
      return said === undefined ? [] : [{ language: nameOf(locale), words: said }]
    })
    return words.length === 0 ? told : { ...told, words }
  }
}

/** The product's language first: every text is in it. */
function localesOf(documents: Documents): Locale[] {
  const locales = [...documents.values()].filter(isLocale)
  return locales.toSorted((a, b) => Number(b['id'] === 'en') - Number(a['id'] === 'en'))
}

function wordsIn(locale: Locale | undefined, key: string): string | undefined {
  const said = key.split('.').reduce<unknown>((group, each) => own(group, each), locale?.['texts'])
  return typeof said === 'string' ? said : undefined
}

type Placed = Pick<ToldText, 'place' | 'places' | 'isShown'>

/** Where texts are shown: in a document that changes, if there is one. */
function placer(
  keys: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  before: Documents,
  after: Documents,
  { code, widgets }: Code,
): (key: string) => Placed {
  const found = new Map<string, { document: string; title: string; pointer: string }>()
  const places = new Map<string, number>()
  const live = new Set<string>()
  const isText = (name: string) => keys.has(name)
  const use = (documents: Documents, onUse: Parameters<typeof eachTextUse>[2]) =>
    eachTextUse({ effective: documents, code }, isText, (key, place) => {
      if (keys.has(key)) onUse(key, place)
    })
  use(before, (key) => live.add(key))
  use(after, (key, place) => {
    places.set(key, (places.get(key) ?? 0) + 1)
    const first = found.get(key)
    if (first === undefined || (!changed.has(first.document) && changed.has(place.document)))
      found.set(key, place)
  })
  const tellers = new Map<string, Teller>()
  const wayIn = (document: string, at: string): Way => {
    const value = after.get(document) as Json
    const teller = tellers.get(document) ?? new Teller(value, schemaOf(value), widgets)
    tellers.set(document, teller)
    return teller.wayTo(at)
  }
  return (key) => {
    const first = found.get(key)
    return {
      places: places.get(key) ?? 0,
      isShown: live.has(key),
      ...(first !== undefined && {
        place: {
          document: first.document,
          title: first.title,
          way: wayIn(first.document, first.pointer),
        },
      }),
    }
  }
}
