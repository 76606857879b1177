/** What a release serves: its documents, forms, pages and frames, each under its content hash. */

import {
  frameDocuments,
  frameTextKeys,
  screensOfFew,
  textsOfFew,
  withoutRare,
} from '#engine/check/framed.ts'
import { needsOfScreen, pickTexts, textKeys, type CodeMeta } from '#engine/check/needs.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { entryPart } from '#engine/cv/ownparts.ts'
import { nameOf } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import {
  SERVER_ONLY,
  type AnyDocument,
  type ConfigDocument,
  type DocumentOf,
} from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { shownTexts, withFallback } from '#engine/documents/texts.ts'
import { sectionSchema, type SectionSchema } from '#engine/forms/section.ts'
import { scopeConfig } from '#engine/rules/scope.ts'
import { required } from '#server/base/required.ts'
import { asset, shaOf, type Asset } from '#server/base/asset.ts'
import { leanText, leanTextNow, type Steps } from './leantext.ts'
import { shaOfDocument } from './shipped.ts'
import { compileValidator } from './validators.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/**
 * What a release takes even if it shares all that it serves: maps, a catalogue, flattened texts.
 */
const MIN_OWN = 500_000

type Texts = Readonly<Record<string, string>>
export type Bundles = {
  /** `screen:language` -> hash of the bundle of a page. */
  readonly pages: ReadonlyMap<string, string>
  /** language -> hash of the bundle with the frame. */
  readonly frames: ReadonlyMap<string, string>
  /** assessment -> language -> hash of the bundle with the instrument and its texts. */
  readonly instruments: ReadonlyMap<string, Readonly<Record<string, string>>>
}

type Shared = { readonly assets: ReadonlyMap<string, Asset> }

/** Collects what a release serves, each content once. */
export class AssetStore {
  readonly assets = new Map<string, Asset>()
  /** Characters that `like` doesn't have. */
  own: number

  /** @param like a release that shares most of its content: its assets are used again */
  constructor(readonly like: Shared | undefined) {
    this.own = like === undefined ? 0 : MIN_OWN
  }

  /** @returns the hash of the text */
  put(text: string, type: string): string {
    const sha = shaOf(text)
    if (this.assets.has(sha)) return sha
    const shared = this.like?.assets.get(sha)
    if (this.like !== undefined && shared === undefined) this.own += text.length
    this.assets.set(sha, shared ?? asset(text, type))
    return sha
  }

  json(value: unknown): string {
    return this.put(canonical(value), JSON_TYPE)
  }

  /** As `canonical` would write it. @param members as it would write each */
  object(members: Readonly<Record<string, string>>): string {
    const parts = Object.keys(members)
      .sort()
      .map((name) => `"${name}":${members[name]}`)
    return this.put(`{${parts.join(',')}}`, JSON_TYPE)
  }

  /** As `canonical` would write it; documents, which many bundles share, are serialised once. */
  bundle(documents: readonly AnyDocument[], picked: Texts): string {
    const all = documents.map(leanTextNow).join(',')
    return this.put(`{"documents":[${all}],"texts":${canonical(picked)}}`, JSON_TYPE)
  }
}

/** @returns `kind/id` -> hash; documents for the server alone have one too, but aren't served */
export function* putDocuments(catalog: Catalog, store: AssetStore): Steps<Map<string, string>> {
  const shas = new Map<string, string>()
  for (const document of catalog.documents()) {
    shas.set(
      nameOf(document),
      SERVER_ONLY.has(document.kind)
        ? shaOfDocument(document)
        : store.put(yield* leanText(document), JSON_TYPE),
    )
    yield
  }
  return shas
}

/**
 * @returns `validators`: section -> hash of the module that validates its form; none for a form
 * without fields
 */
export function* putForms(catalog: Catalog, config: ConfigDocument, store: AssetStore) {
  const sections = new Map<string, SectionSchema>()
  const validators: Record<string, string> = {}
  for (const section of catalog.all('profile-section')) {
    const schema = sectionSchema(section, catalog, scopeConfig(config))
    sections.set(section.id, schema)
    // Choices are judged by what is in the list, not by a form.
    if (section.shape !== 'choices' && Object.keys(schema.properties).length > 0)
      validators[section.id] = store.put(
        compileValidator(schema).code,
        'text/javascript; charset=utf-8',
      )
    yield
  }
  return { sections, validators }
}

/** What a period is said with (engine/cv/period.ts). */
const DATES = ['cv.date.now', 'cv.date.range']

/** For every section with records: the first layout, with nothing but the part that draws them. */
function entryPapers(catalog: Catalog): [string, DocumentOf<'paper'>][] {
  const [paper] = catalog.all('paper').toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const sections = catalog.all('profile-section')
  return sections.flatMap((section) => {
    const part = paper && entryPart(paper, section, sections)
    return paper && part ? [[section.id, { ...paper, parts: [part] }]] : []
  })
}

/** The bundles of every page, instrument and frame, in every language. */
export function* putBundles({
  catalog,
  code,
  languages,
  texts,
  validators,
  store,
}: {
  readonly catalog: Catalog
  readonly code: CodeMeta
  readonly languages: readonly Language[]
  readonly texts: ReadonlyMap<string, Texts>
  readonly validators: Readonly<Record<string, string>>
  readonly store: AssetStore
}): Steps<Bundles> {
  const screens: [string, ReturnType<typeof needsOfScreen>][] = []
  for (const screen of catalog.all('screen')) {
    screens.push([screen.id, needsOfScreen(catalog, code, screen.id)])
    yield
  }
  // What the frame's code uses, and what its documents name.
  const frameKeys = new Set(code.frame)
  const documents: string[] = []
  for (const document of frameDocuments(catalog)) {
    for (const key of frameTextKeys(document)) frameKeys.add(key)
    yield
    documents.push(yield* leanText(withoutRare(document)))
  }
  const ofFew = screensOfFew(catalog)
  const rareTexts = textsOfFew(catalog)
  yield
  const questionnaires = catalog.all('assessment').filter(({ items }) => items !== undefined)
  const longLists = catalog.all('list').filter(({ lazy }) => lazy === true)
  const pages = new Map<string, string>()
  const frames = new Map<string, string>()
  const instruments = new Map<string, Record<string, string>>()
  for (const { id: language, direction, name } of languages) {
    const all = required(texts.get(language), `the texts of ${language}`)
    const inFrame = pickTexts(all, frameKeys)
    const index: Record<string, string> = {}
    const otherIndex: Record<string, string> = {}
    for (const [screen, needs] of screens) {
      const words = Object.fromEntries(
        Object.entries(
          pickTexts(all, new Set([...needs.texts, ...(rareTexts.get(screen) ?? [])])),
        ).filter(([key]) => !(key in inFrame)),
      )
      const documentsOfPage = [...needs.documents].map((each) => documentOf(catalog, each))
      const sha = store.bundle(documentsOfPage, words)
      const own = ofFew.has(screen) ? otherIndex : index
      own[screen] = sha
      pages.set(`${screen}:${language}`, sha)
      yield
    }
    const lists: Record<string, string> = {}
    for (const list of longLists) {
      lists[list.id] = store.bundle([list], pickTexts(all, textKeysOf(list)))
      yield
    }
    const guides: Record<string, string> = {}
    for (const guide of catalog.all('guide')) {
      guides[guide.section] = store.bundle([guide], pickTexts(all, textKeysOf(guide)))
      yield
    }
    const papers: Record<string, string> = {}
    for (const [section, paper] of entryPapers(catalog)) {
      const keys = new Set([...textKeysOf(paper), ...DATES])
      papers[section] = store.bundle([paper], pickTexts(all, keys))
      yield
    }
    const whole: Record<string, string> = {}
    for (const assessment of questionnaires) {
      const sha = store.bundle([assessment], pickTexts(all, textKeysOf(assessment)))
      instruments.set(assessment.id, { ...instruments.get(assessment.id), [language]: sha })
      whole[assessment.id] = sha
      yield
    }
    frames.set(
      language,
      store.object({
        language: canonical(language),
        direction: canonical(direction),
        name: canonical(name),
        documents: `[${documents.join(',')}]`,
        texts: canonical(inFrame),
        pages: canonical(index),
        otherPages: canonical(store.json({ pages: otherIndex })),
        forms: canonical(store.json({ validators, lists, guides, papers })),
        instruments: canonical(whole),
      }),
    )
  }
  return { pages, frames, instruments }
}

export type Language = Pick<DocumentOf<'locale'>, 'id' | 'name' | 'direction'> & {
  readonly texts: Texts
}

/**
 * Each language by its tag; its own texts override those of the language without its region, and
 * those override the default language's, and English: a language may be offered before all of it has
 * words.
 */
export function languagesOf(
  catalog: Catalog,
  tags: readonly string[],
  defaultTag: string,
): Language[] {
  const locales = catalog.all('locale')
  const last = [...new Set([defaultTag, 'en'].flatMap((tag) => localesFor(locales, tag)))]
  return tags.flatMap((id) => {
    const [nearest, ...others] = localesFor(locales, id)
    if (nearest === undefined) return []
    const own =
      others.length === 0
        ? textsOf(nearest)
        : Object.assign({}, ...[nearest, ...others].map(textsOf).reverse())
    const texts = last.reduce<Texts>((all, each) => withFallback(all, textsOf(each), id), own)
    return [{ id, name: nearest.name, direction: nearest.direction, texts }]
  })
}

/**
 * Caches what is derived from a document for as long as the document lives: releases share most of
 * theirs.
 */
function once<D extends object, R>(make: (document: D) => R): (document: D) => R {
  const made = new WeakMap<D, R>()
  return (document) => {
    let value = made.get(document)
    if (value === undefined) {
      value = make(document)
      made.set(document, value)
    }
    return value
  }
}

const textsOf = once((locale: DocumentOf<'locale'>) => shownTexts(locale))
const textKeysOf = once((document: AnyDocument) => textKeys(document))

function documentOf(catalog: Catalog, name: string): AnyDocument {
  const [kind, ...id] = name.split('/')
  return catalog.get(kind as AnyDocument['kind'], id.join('/')) as AnyDocument
}
