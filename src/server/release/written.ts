/**
 * What the report of an older result said when the result was made: the documents and texts of that
 * release, as far as they differ from today's (docs/decisions/0164).
 */

import { LRUCache } from 'lru-cache'
import { needsBelow, pickTexts, withoutNotes } from '#engine/check/needs.ts'
import type { Written } from '#engine/contract/contract.ts'
import { bind } from '#engine/decide/bind.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { splitName } from '#engine/documents/document.ts'
import { withFigures } from '#engine/documents/figures.ts'
import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument, DocumentOf, Kind, NodeDocument } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { textName, wordsFor } from '#engine/documents/texts.ts'
import { changedBy } from '#engine/experiments/arms.ts'
import { readArms } from '#engine/experiments/assign.ts'
import type { Rule, RuleBook } from '#engine/rules/rules.ts'
import { baseManifest, releaseById, type Manifest } from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { Release } from './compose.ts'
import { DocumentGone, type Releases } from './served.ts'
import { shaOfDocument } from './shipped.ts'

/** Characters of all that is remembered. A report that changed a few sentences takes a thousand. */
const MAX_KNOWN = 10_000_000
/** What an entry takes beside its texts. */
const ENTRY = 500

/** What the words of a report may depend on. */
const KINDS_OF_WORDS: ReadonlySet<string> = new Set<Kind>([
  'report',
  'list',
  'locale',
  // For the figures in texts.
  'assessment',
  'experiment',
])

/** Which report of which result is read. */
export type Asked = {
  readonly tenant: Tenant
  /** Today's. */
  readonly release: Release
  /** Id of the release that the result was made under; null if that isn't known. */
  readonly then: string | null
  readonly report: string
  readonly language: string
}

export class WrittenWords {
  /** Null: as today. */
  readonly #known = new LRUCache<string, { readonly written: Written | null }>({
    maxSize: MAX_KNOWN,
  })

  constructor(readonly releases: Releases) {}

  /** Null if it says the same today, or has to: then it is drawn with today's documents. */
  async of(asked: Asked): Promise<Written | null> {
    const { tenant, release, then, report, language } = asked
    if (then === null || then === release.id) return null
    const key = [tenant.id, release.id, then, report, language].join(' ')
    let known = this.#known.get(key)
    if (known === undefined) {
      const written = await this.#read(asked, then)
      known = { written }
      this.#known.set(key, known, { size: ENTRY + JSON.stringify(known).length })
    }
    return known.written
  }

  async #read(asked: Asked, then: string): Promise<Written | null> {
    const { tenant, release, report } = asked
    if (release.catalog.get('report', report)?.redrawn === true) return null
    try {
      const former = await this.#former(tenant, release, then)
      return former === null ? null : differences(asked, former, this.releases.code)
    } catch (error) {
      // Documents that are gone, or that this version can't read or draw any more.
      if (!(error instanceof DocumentGone)) throw error
      this.releases.report(error, `the words of ${report} in the release ${then}`)
      return null
    }
  }

  /** Null if the release isn't known: it was deleted, or belongs to another installation. */
  async #former(tenant: Tenant, release: Release, then: string): Promise<Former | null> {
    const [id = '', ...named] = then.split('~')
    const manifest = await this.#manifest(tenant, id)
    if (manifest === undefined) return null
    const today = release.catalog
    const shaNow = (name: string) => {
      const document = today.get(...splitName(name))
      return document === undefined ? undefined : shaOfDocument(document)
    }
    const differing = Object.entries(manifest).filter(
      ([name, sha]) => KINDS_OF_WORDS.has(splitName(name)[0]) && shaNow(name) !== sha,
    )
    const documents = await this.releases.documents(tenant, Object.fromEntries(differing))
    const arms = readArms(named.join('~')) ?? {}
    const get = (name: string) =>
      documents.get(name) ?? (name in manifest ? today.get(...splitName(name)) : undefined)
    // People in an arm read its words.
    for (const [name, document] of changedBy(experimentsOf(manifest, get), arms, get))
      documents.set(name, document)
    return { manifest, documents, catalog: today.with(documents.values()) }
  }

  async #manifest(tenant: Tenant, id: string): Promise<Manifest | undefined> {
    const base = this.releases.bases.of(tenant)
    if (id === base.id) return base.manifest
    const { database } = this.releases
    return id.startsWith('base-')
      ? database.shared((tx) => baseManifest(tx, id))
      : (await database.tenant(tenant.id, (tx) => releaseById(tx, id)))?.manifest
  }
}

type Former = {
  readonly manifest: Manifest
  /** Those of the time that differ from today's, by name. */
  readonly documents: ReadonlyMap<string, AnyDocument>
  /** Today's with those. */
  readonly catalog: Catalog
}

/** Those of the time, with the changes of words alone. */
function experimentsOf(
  manifest: Manifest,
  get: (name: string) => AnyDocument | undefined,
): DocumentOf<'experiment'>[] {
  return Object.keys(manifest)
    .filter((name) => name.startsWith('experiment/'))
    .map((name) => get(name) as DocumentOf<'experiment'>)
    .map((experiment) => ({
      ...experiment,
      arms: experiment.arms.map((arm) => ({
        ...arm,
        overlays: arm.overlays.filter(({ kind }) => KINDS_OF_WORDS.has(kind)),
      })),
    }))
}

/** @throws DocumentGone if today's code or rules can't draw the layout of that time */
function differences(
  { release, report, language }: Asked,
  { manifest, documents, catalog }: Former,
  code: Releases['code'],
): Written | null {
  const layout = catalog.get('report', report)
  const locales = catalog.all('locale').filter(({ id }) => `locale/${id}` in manifest)
  // A language that was added later never had the words of that time.
  if (layout === undefined || localesFor(locales, language).length === 0) return null
  requireDrawable(layout.children, catalog.book)
  const needs = needsBelow(catalog, code, layout)
  // What today's layout doesn't name isn't on today's page either.
  const here = needsBelow(release.catalog, code, release.catalog.get('report', report))
  const changed = [...needs.documents].flatMap((name) => {
    const kind = splitName(name)[0]
    const own = kind === 'report' || kind === 'list' ? documents.get(name) : undefined
    return own ?? (here.documents.has(name) ? [] : (release.catalog.get(...splitName(name)) ?? []))
  })
  const then = withFigures(wordsFor(locales, language), catalog)
  const today = release.texts.get(language) ?? {}
  const { corrected = [] } = release.catalog.get('report', report) ?? {}
  const said = { ...pickTexts(then, needs.texts), ...pickTexts(today, new Set(corrected)) }
  const texts = changedTexts(said, pickTexts(today, here.texts))
  if (changed.length === 0 && Object.keys(texts).length === 0) return null
  return { documents: changed.map(withoutNotes) as unknown as Written['documents'], texts }
}

/** A text with plural forms is taken whole: today's may have a form more. */
function changedTexts(
  then: Readonly<Record<string, string>>,
  today: Readonly<Record<string, string>>,
): Record<string, string> {
  const now = formsOf(today)
  return Object.assign(
    {},
    ...[...formsOf(then)].flatMap(([name, forms]) =>
      canonical(forms) === canonical(now.get(name) ?? {}) ? [] : [forms],
    ),
  ) as Record<string, string>
}

function formsOf(texts: Readonly<Record<string, string>>): Map<string, Record<string, string>> {
  const forms = new Map<string, Record<string, string>>()
  for (const [key, text] of Object.entries(texts)) {
    const name = textName(key)
    forms.set(name, { ...forms.get(name), [key]: text })
  }
  return forms
}

/** Rules that it refers to may be gone; they are compiled whatever the scope. */
function requireDrawable(nodes: readonly NodeDocument[], book: RuleBook): void {
  try {
    for (const { show, props = {}, children = [], fallback } of nodes) {
      book.holds(show as Rule | undefined, {})
      bind(props, {}, book)
      requireDrawable([...children, ...(fallback ? [fallback] : [])], book)
    }
  } catch (error) {
    throw error instanceof DocumentGone ? error : new DocumentGone(String(error))
  }
}
