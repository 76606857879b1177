/**
 * A release: everything that one tenant serves, composed once, addressed by content, never changed afterwards.
 * Until a tenant publishes, its release is the product's own documents with the tenant's configuration.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Catalog } from '#engine/documents/catalog.ts'
import type { Source } from '#engine/check/check.ts'
import { nameOf } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import {
  KINDS,
  SERVER_ONLY,
  type AnyDocument,
  type ConfigDocument,
  type DocumentOf,
} from '#engine/documents/kinds.ts'
import { withFigures } from '#engine/documents/figures.ts'
import { localesFor, tagOf } from '#engine/documents/languages.ts'
import {
  frameDocuments,
  frameTexts,
  needsOfScreen,
  pickTexts,
  textKeys,
  withoutNotes,
  screensOfConsole,
  type CodeMeta,
} from '#engine/check/needs.ts'
import { DocumentError, type Problem } from '#engine/contract/problems.ts'
import { sectionSchema, type SectionSchema } from '#engine/forms/section.ts'
import { scopeConfig } from '#engine/rules/scope.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { themeCss } from '#engine/documents/theme.ts'
import { ENGINE_VERSION } from '#engine/documents/version.ts'
import { checkShipped } from './check-documents.ts'
import { compileValidator } from './validators.ts'
import { asset, shaOf, type Asset } from '#server/base/asset.ts'
import { shaOfDocument } from './shipped.ts'
import { APP_VERSION } from '#server/base/version.ts'
import { withoutSchema, type Read } from './ownschema.ts'

export type Release = {
  readonly id: string
  readonly catalog: Catalog
  readonly config: ConfigDocument
  /** `GET app-configuration`, and the same ready to send. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly configuration: Asset
  /** The same without the index of all documents: our own pages get theirs by bundles. */
  readonly minimal: Asset
  /** Documents, bundles, validators and style sheets by content hash. */
  readonly assets: ReadonlyMap<string, Asset>
  /** `kind/id` -> hash, server-only documents included. */
  readonly shas: ReadonlyMap<string, string>
  /** language -> hash of the bundle that holds the frame. */
  readonly frames: ReadonlyMap<string, string>
  /** `screen:language` -> hash of the bundle that a page brings. */
  readonly pages: ReadonlyMap<string, string>
  /** assessment -> language -> hash of the bundle with the instrument and its words. */
  readonly instruments: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly theme: { readonly sha: string; readonly css: string } | null
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly sections: ReadonlyMap<string, SectionSchema>
  /** About how many characters of memory are this release's alone; 0 where the product ships it, for that is kept anyway. */
  readonly own: number
}

export type SourceFile = Source & { readonly text: string }

/** Every JSON file below a folder of documents; generated meta-schemas are no documents. */
export function readSources(folder: string): SourceFile[] {
  const problems: Problem[] = []
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.startsWith('meta'))
    .sort()
    .map((file) => {
      const where = join('schemas', file)
      const text = readFileSync(join(folder, file), 'utf8')
      let read: Read
      try {
        read = withoutSchema(where, JSON.parse(text))
      } catch (error) {
        throw new DocumentError([
          {
            code: 'document/no-json',
            document: where,
            pointer: '',
            message: error instanceof Error ? error.message : String(error),
            severity: 'error',
          },
        ])
      }
      if (read.problem !== undefined) problems.push(read.problem)
      return { where, value: read.value, text }
    })
  if (problems.length > 0) throw new DocumentError(problems)
  return sources
}

export function readCodeMeta(folder: string): CodeMeta {
  return JSON.parse(readFileSync(join(folder, 'meta', 'widgets.json'), 'utf8')) as CodeMeta
}

/** What a set of documents is known by, with everything that the check depends on beside them. */
export function hashOfSources(sources: readonly SourceFile[], code: CodeMeta): string {
  return shaOf(JSON.stringify([sources.map(({ where, text }) => [where, text]), code, ENGINE]))
}

/** Goes up when the check itself learns something, so that old stamps count no more. */
const ENGINE = 2

/**
 * The product's own documents, checked.
 *
 * @param stamp file with the hash of documents that were found sound before: looking at every person on every page
 *   takes seconds, and a server that was killed must be back in less. Documents that differ by a letter are checked again
 * @throws DocumentError with every problem of every file
 */
export function loadBase(folder: string, stamp?: string): { catalog: Catalog; code: CodeMeta } {
  const code = readCodeMeta(folder)
  const sources = readSources(folder)
  if (
    stamp !== undefined &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashOfSources(sources, code)
  ) {
    return { catalog: new Catalog(sources.map(({ value }) => value as AnyDocument)), code }
  }
  const { catalog, problems } = checkShipped(sources, code)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new DocumentError(errors)
  return { catalog, code }
}

export type Composition = {
  readonly id: string
  readonly catalog: Catalog
  readonly code: CodeMeta
  /** Id of the configuration among the documents. */
  readonly config: string
  /** Served in demo mode: the pages say so. */
  readonly demo?: boolean
  /** A release that shares most of its content: what is the same is kept once. */
  readonly like?: Release
}

const NAMED_INTEGRATIONS = Object.keys(KINDS.config.properties.integrations.properties)
const NAMED_PROVIDERS = ['azureAdb2c', 'sbOpenid']

/**
 * What a configuration may leave out, under every name of spec 3: nothing is null. Our own pages ask for less, and read
 * what is absent.
 */
function withNothingLeftOut({
  integrations,
  images,
  authSettings,
  themeDark = {},
}: ConfigDocument) {
  const none = (names: readonly string[], value: unknown) =>
    Object.fromEntries(names.map((name) => [name, value]))
  return {
    themeDark,
    integrations: { ...none(NAMED_INTEGRATIONS, null), ...integrations },
    images: { favicon: null, ...images },
    authSettings: { ...none(NAMED_PROVIDERS, { singleLogoutUrl: null }), ...authSettings },
  }
}

/** Everything that a release serves, from its documents. Takes some tenths of a second, and nobody is answered meanwhile. */
export function composeRelease(composition: Composition): Release {
  const steps = composing(composition)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Whoever else asks for something meanwhile waits for so long at most, in ms, and for the step that is under way. */
const SLICE_MS = 10

/** The same for a server that answers others meanwhile: it takes longer, and they wait for a slice of it. */
export async function composeInSlices(composition: Composition): Promise<Release> {
  const steps = composing(composition)
  for (let until = performance.now() + SLICE_MS; ;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + SLICE_MS
  }
}

/** Stops after each step: a document, a form, a page in a language. */
function* composing({
  id,
  catalog,
  code,
  config: configId,
  demo = false,
  like,
}: Composition): Generator<undefined, Release, undefined> {
  const written = catalog.get('config', configId)
  if (written === undefined) throw new Error(`there is no configuration called "${configId}"`)
  const config = withTags(written)
  const assets = new Map<string, Asset>()
  let own = like === undefined ? 0 : MIN_OWN
  const put = (text: string, type: string): string => {
    const sha = shaOf(text)
    if (assets.has(sha)) return sha
    const shared = like?.assets.get(sha)
    if (like !== undefined && shared === undefined) own += text.length
    assets.set(sha, shared ?? asset(text, type))
    return sha
  }
  const json = (value: unknown) => put(canonical(value), JSON_TYPE)
  /** As `canonical` would write it; the documents, which many bundles share, are written once. */
  const bundle = (documents: readonly AnyDocument[], picked: Readonly<Record<string, string>>) =>
    put(
      `{"documents":[${documents.map(leanText).join(',')}],"texts":${canonical(picked)}}`,
      JSON_TYPE,
    )

  const shas = new Map<string, string>()
  for (const document of catalog.documents()) {
    shas.set(
      nameOf(document),
      SERVER_ONLY.has(document.kind) ? shaOfDocument(document) : put(leanText(document), JSON_TYPE),
    )
    yield
  }

  const sections = new Map<string, SectionSchema>()
  const validators: Record<string, string> = {}
  for (const section of catalog.all('profile-section')) {
    const schema = sectionSchema(section, catalog, scopeConfig(config))
    sections.set(section.id, schema)
    if (Object.keys(schema.properties).length > 0)
      validators[section.id] = put(compileValidator(schema).code, 'text/javascript; charset=utf-8')
    yield
  }

  const languages = languagesOf(catalog, config.locales.available)
  const texts = new Map(
    languages.map((language) => [language.id, withFigures(language.texts, catalog)]),
  )
  yield
  const screens: [string, ReturnType<typeof needsOfScreen>][] = []
  for (const screen of catalog.all('screen')) {
    screens.push([screen.id, needsOfScreen(catalog, code, screen.id)])
    yield
  }
  const frameKeys = frameTexts(catalog, code)
  const onlyInConsole = screensOfConsole(catalog)
  yield
  const frameDocs = frameDocuments(catalog).map(withoutNotes)
  const pages = new Map<string, string>()
  const frames = new Map<string, string>()
  const instruments = new Map<string, Record<string, string>>()
  for (const { id: language, direction, name } of languages) {
    const all = texts.get(language)!
    const inFrame = pickTexts(all, frameKeys)
    const index: Record<string, string> = {}
    const consoleIndex: Record<string, string> = {}
    for (const [screen, needs] of screens) {
      const words = Object.fromEntries(
        Object.entries(pickTexts(all, needs.texts)).filter(([key]) => !(key in inFrame)),
      )
      const sha = bundle(
        [...needs.documents].map((each) => documentOf(catalog, each)),
        words,
      )
      const own = onlyInConsole.has(screen) ? consoleIndex : index
      own[screen] = sha
      pages.set(`${screen}:${language}`, sha)
      yield
    }
    for (const assessment of catalog.all('assessment').filter(({ items }) => items !== undefined)) {
      const sha = bundle([assessment], pickTexts(all, textKeysOf(assessment)))
      instruments.set(assessment.id, { ...instruments.get(assessment.id), [language]: sha })
      yield
    }
    const whole = Object.fromEntries(
      [...instruments].map(([assessment, shaByLanguage]) => [assessment, shaByLanguage[language]!]),
    )
    frames.set(
      language,
      json({
        language,
        direction,
        name,
        documents: frameDocs,
        texts: inFrame,
        pages: index,
        consolePages: json({ pages: consoleIndex }),
        validators,
        instruments: whole,
      }),
    )
  }

  const css = themeCss(config)
  const theme = css === '' ? null : { sha: put(css, 'text/css; charset=utf-8'), css }
  const {
    kind: _kind,
    id: _id,
    v: _v,
    title: _title,
    source: _source,
    note: _note,
    $schema: _schema,
    retention: _retention,
    ...fields
  } = config
  const documents = Object.fromEntries(
    [...shas].filter(([name]) => !SERVER_ONLY.has(name.split('/')[0] as AnyDocument['kind'])),
  )
  const languageNames = Object.fromEntries(languages.map((locale) => [locale.id, locale.name]))
  const configuration = {
    ...fields,
    ...(demo && { demo }),
    version: APP_VERSION,
    engine: ENGINE_VERSION,
    release: id,
    documents,
    bundles: Object.fromEntries(frames),
    languageNames,
    theme: theme?.sha ?? null,
  }
  const { documents: _documents, ...minimal } = configuration
  return {
    id,
    catalog,
    config,
    assets,
    shas,
    frames,
    pages,
    instruments,
    theme,
    texts,
    sections,
    fields: configuration,
    configuration: asset(canonical({ ...configuration, ...withNothingLeftOut(config) }), JSON_TYPE),
    minimal: asset(canonical(minimal), JSON_TYPE),
    own,
  }
}

/** The same with its languages as browsers know them: `en_ZA` is `en-ZA` to all who read a release. */
function withTags(config: ConfigDocument): ConfigDocument {
  const { available, default: first } = config.locales
  const locales = { default: tagOf(first), available: [...new Set(available.map(tagOf))] }
  return canonical(locales) === canonical(config.locales) ? config : { ...config, locales }
}

type Language = Pick<DocumentOf<'locale'>, 'id' | 'name' | 'direction'> & {
  readonly texts: Readonly<Record<string, string>>
}

/** Each by its tag, with its own words before those of the language without its region. */
function languagesOf(catalog: Catalog, tags: readonly string[]): Language[] {
  const locales = catalog.all('locale')
  return tags.flatMap((id) => {
    const [nearest, ...others] = localesFor(locales, id)
    if (nearest === undefined) return []
    const texts =
      others.length === 0
        ? textsOf(nearest)
        : Object.assign({}, ...[nearest, ...others].map(textsOf).reverse())
    return [
      { id, name: nearest.name, direction: nearest.direction, texts: texts as Language['texts'] },
    ]
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** What a release has for itself even where it shares all that it serves: maps, a catalogue, texts laid flat. */
const MIN_OWN = 500_000

/** Remembers what is made of a document as long as the document lives: releases share most of theirs. */
function once<D extends object, R>(make: (document: D) => R): (document: D) => R {
  const made = new WeakMap<D, R>()
  return (document) => {
    let value = made.get(document)
    if (value === undefined) {
      value = make(document)
      made.set(document, value as R)
    }
    return value as R
  }
}

/** What may be known by anybody: no notes, and not by which weights a report's strengths are reckoned on the server. */
const leanText = once((document: AnyDocument) =>
  canonical(
    withoutNotes(
      document.kind === 'report' && document.strengths !== undefined
        ? ({
            ...document,
            strengths: document.strengths.map(({ id, label }) => ({ id, label, from: [] })),
          } as AnyDocument)
        : document,
    ),
  ),
)
const textsOf = once((locale: DocumentOf<'locale'>) => flattenTexts(locale.texts))
const textKeysOf = once((document: AnyDocument) => textKeys(document))

function documentOf(catalog: Catalog, name: string): AnyDocument {
  const [kind, ...id] = name.split('/')
  return catalog.get(kind as AnyDocument['kind'], id.join('/')) as AnyDocument
}
