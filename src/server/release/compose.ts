/**
 * A release: everything that a tenant serves, composed once, addressed by content, never changed
 * afterwards. Until a tenant publishes, its release is the product's own documents with the
 * tenant's configuration.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Source } from '#engine/check/check.ts'
import type { CodeMeta } from '#engine/check/needs.ts'
import { DocumentError, type Problem } from '#engine/contract/problems.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { splitName } from '#engine/documents/document.ts'
import {
  changedBy,
  changingArms,
  combinationsOf,
  runningOf,
  withChanged,
} from '#engine/experiments/arms.ts'
import { nameOfArms, type Arms } from '#engine/experiments/assign.ts'
import { offeredProviders, serviceName } from '#engine/decide/providers.ts'
import { withFigures } from '#engine/documents/figures.ts'
import { canonical } from '#engine/documents/json.ts'
import {
  KINDS,
  SERVER_ONLY,
  type AnyDocument,
  type ConfigDocument,
  type ExperimentDocument,
} from '#engine/documents/kinds.ts'
import { tagOf } from '#engine/documents/languages.ts'
import { themeCss } from '#engine/documents/themecss.ts'
import { ENGINE_VERSION } from '#engine/documents/version.ts'
import type { SectionSchema } from '#engine/forms/section.ts'
import { required } from '#server/base/required.ts'
import { asset, shaOf, type Asset } from '#server/base/asset.ts'
import { APP_VERSION } from '#server/base/version.ts'
import {
  AssetStore,
  JSON_TYPE,
  languagesOf,
  putBundles,
  putDocuments,
  putForms,
  type Bundles,
  type Language,
} from './bundles.ts'
import { finish, type Steps } from './leantext.ts'
import { checkShipped } from './check-documents.ts'
import { withoutSchema, type Read } from './ownschema.ts'

export type Release = Bundles & {
  readonly id: string
  readonly catalog: Catalog
  readonly config: ConfigDocument
  /** `GET app-configuration`, and the same as an asset. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly configuration: Asset
  /** The same without the index of all documents: our own pages find theirs by bundles. */
  readonly minimal: Asset
  /** Documents, bundles, validators and style sheets by content hash. */
  readonly assets: ReadonlyMap<string, Asset>
  /** `kind/id` -> hash, server-only documents included. */
  readonly shas: ReadonlyMap<string, string>
  readonly theme: { readonly sha: string; readonly css: string } | null
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly sections: ReadonlyMap<string, SectionSchema>
  /** Those that are running (docs/decisions/0098). */
  readonly experiments: readonly ExperimentDocument[]
  /**
   * By name of a combination of arms: the release that those in them are served; `''` is this one.
   */
  readonly arms: ReadonlyMap<string, Release>
  /**
   * Approximate characters of memory used by this release alone; 0 for one that the product ships,
   * which is in memory anyway.
   */
  readonly own: number
  /** The services whose secrets were set when it was composed; not of what is shipped. */
  readonly services?: readonly string[] | undefined
}

export type SourceFile = Source & { readonly text: string }

/** Every JSON file in a folder of documents; generated meta-schemas aren't documents. */
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

/**
 * Hash of the code that checks documents, inserted by the build (scripts/build.mjs). Code that runs
 * from its sources has none, so it trusts no build's stamp.
 */
declare const __CHECK_CODE__: string | undefined
const CHECK_CODE = typeof __CHECK_CODE__ === 'undefined' ? 'sources' : __CHECK_CODE__

/**
 * Identifies a set of documents, together with everything else that the check depends on.
 *
 * @param checkCode the code that checked them
 */
export function hashOfSources(
  sources: readonly SourceFile[],
  code: CodeMeta,
  checkCode = CHECK_CODE,
): string {
  return shaOf(JSON.stringify([sources.map(({ where, text }) => [where, text]), code, checkCode]))
}

/**
 * The product's own documents, checked.
 *
 * @param stamp file with the hash of documents that were found sound before: visiting every page as
 *   every persona takes seconds, and a killed server must be back in less. Documents that differ by
 *   a letter are checked again
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
  /** Served in demo mode, which the pages show. */
  readonly demo?: boolean
  /** Without it no page offers accounts with a phone number. */
  readonly sendsTexts?: boolean
  /** The services whose secrets are set: no page offers another. Absent: of what is shipped. */
  readonly services?: readonly string[]
  /** A release that shares most of its content: equal parts are stored once. */
  readonly like?: Release
  /** Told of an experiment that is left out, because its documents have changed below it. */
  readonly onLost?: (experiment: ExperimentDocument, error: Error) => void
}

const NAMED_INTEGRATIONS = Object.keys(KINDS.config.properties.integrations.properties)
const NAMED_PROVIDERS = ['azureAdb2c', 'sbOpenid']

/**
 * Optional fields of a configuration, under every name of spec 3, with null for missing ones. Our
 * own pages ask for fewer, and handle absent ones.
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

/**
 * Composes a release from its documents. Takes a few hundred milliseconds, during which no request
 * is answered.
 */
export function composeRelease(composition: Composition): Release {
  return finish(composing(composition))
}

/** Other requests wait for at most this long, in ms, and for the step in progress. */
const SLICE_MS = 10

/**
 * The same for a server with other requests: it takes longer, and they wait for one slice of it.
 */
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

function* composing(composition: Composition): Steps<Release> {
  const { id, catalog, like, onLost } = composition
  const store = new AssetStore(like)
  const plain = yield* composingContent(composition, catalog, store)
  const get = (name: string) => catalog.get(...splitName(name))
  const experiments = runningOf(catalog.all('experiment'), get, onLost)
  const arms = new Map<string, Release>()
  // Controls change nothing: several combinations have the same content.
  const contents = new Map([['', plain]])
  for (const each of combinationsOf(experiments)) {
    const changing = nameOfArms(changingArms(experiments, each))
    let content = contents.get(changing)
    if (content === undefined) {
      const documents = withChanged(catalog.documents(), changedBy(experiments, each, get))
      // In one store: a browser that changes arms still finds the bundles of the page before.
      content = yield* composingContent(composition, wholeCatalog(documents), store)
      contents.set(changing, content)
    }
    const name = nameOfArms(each)
    arms.set(name, {
      ...withConfiguration(content, composition, `${id}~${name}`, { arms: each, experiments }),
      experiments,
      arms,
      own: 0,
    })
  }
  const release = {
    ...withConfiguration(plain, composition, id, null),
    experiments,
    arms,
    own: store.own,
    services: composition.services,
  }
  arms.set('', release)
  return release
}

type Content = Bundles &
  Pick<Release, 'catalog' | 'config' | 'assets' | 'shas' | 'theme' | 'texts' | 'sections'> & {
    readonly languages: readonly Language[]
  }

/** Everything of a release but its configuration, which says the addresses of it all. */
function* composingContent(
  { code, config: configId, sendsTexts = true, services }: Composition,
  catalog: Catalog,
  store: AssetStore,
): Steps<Content> {
  const written = catalog.get('config', configId)
  if (written === undefined) throw new Error(`there is no configuration called "${configId}"`)
  const sending = sendsTexts ? withTags(written) : withoutPhone(withTags(written))
  const config = services === undefined ? sending : withServices(sending, services)
  const shas = yield* putDocuments(catalog, store)
  const { sections, validators } = yield* putForms(catalog, config, store)
  const languages = languagesOf(catalog, config.locales.available, config.locales.default)
  const texts = new Map(
    languages.map((language) => [language.id, withFigures(language.texts, catalog)]),
  )
  yield
  const bundles = yield* putBundles({ catalog, code, languages, texts, validators, store })
  const css = themeCss(config)
  const theme = css === '' ? null : { sha: store.put(css, 'text/css; charset=utf-8'), css }
  const { assets } = store
  return { catalog, config, assets, shas, ...bundles, theme, texts, sections, languages }
}

/** The arms that a release is composed for. */
type Seen = { readonly arms: Arms; readonly experiments: readonly ExperimentDocument[] }

function withConfiguration(
  { languages, ...content }: Content,
  { demo = false }: Composition,
  id: string,
  seen: Seen | null,
): Omit<Release, 'experiments' | 'arms' | 'own'> {
  const { config, shas, frames, theme } = content
  const configuration = {
    ...publicFields(config),
    ...(demo && { demo }),
    version: APP_VERSION,
    engine: ENGINE_VERSION,
    release: id,
    documents: publicDocuments(shas),
    bundles: Object.fromEntries(frames),
    languageNames: Object.fromEntries(languages.map((locale) => [locale.id, locale.name])),
    theme: theme?.sha ?? null,
    ...(seen && { experiments: seen.arms, exposures: exposuresOf(seen) }),
  }
  const { documents: _documents, ...minimal } = configuration
  return {
    ...content,
    id,
    fields: configuration,
    configuration: asset(canonical({ ...configuration, ...withNothingLeftOut(config) }), JSON_TYPE),
    minimal: asset(canonical(minimal), JSON_TYPE),
  }
}

/** Place on a page (`screen`, or `screen/children/node`) -> the experiments whose change is there. */
function exposuresOf({ arms, experiments }: Seen): Record<string, string[]> {
  const places: Record<string, string[]> = {}
  for (const { id, exposure } of experiments)
    if (id in arms)
      for (const { screen, node = '' } of exposure) (places[screen + node] ??= []).push(id)
  return places
}

/** A configuration without what describes it as a document, and without retention periods. */
function publicFields({
  kind: _kind,
  id: _id,
  v: _v,
  title: _title,
  source: _source,
  note: _note,
  $schema: _schema,
  retention: _retention,
  emails: _emails,
  approval: _approval,
  ...fields
}: ConfigDocument) {
  return fields
}

/** `kind/id` -> hash of the documents that browsers may read. */
function publicDocuments(shas: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...shas].filter(([name]) => !SERVER_ONLY.has(name.split('/')[0] as AnyDocument['kind'])),
  )
}

/** The same with its languages as browsers name them: `en_ZA` is `en-ZA` in a release. */
function withTags(config: ConfigDocument): ConfigDocument {
  const { available, default: first } = config.locales
  const locales = { default: tagOf(first), available: [...new Set(available.map(tagOf))] }
  return canonical(locales) === canonical(config.locales) ? config : { ...config, locales }
}

/** What no text message can confirm isn't offered, whatever the tenant's configuration says. */
function withoutPhone(config: ConfigDocument): ConfigDocument {
  return config.authProviders['phone'] === undefined
    ? config
    : { ...config, authProviders: { ...config.authProviders, phone: false } }
}

/** Nor is a service that nobody can sign in with until its secret is set. */
function withServices(config: ConfigDocument, services: readonly string[]): ConfigDocument {
  const off = offeredProviders(config.authProviders).filter(
    (provider) => !services.includes(serviceName(provider)),
  )
  if (off.length === 0) return config
  const none = Object.fromEntries(off.map(({ id }) => [id, false]))
  return { ...config, authProviders: { ...config.authProviders, ...none } }
}

/**
 * The hash of a document of a release. @param name `kind/id` @throws Error if the release has no
 * such document
 */
export function shaIn({ shas }: Pick<Release, 'shas'>, name: string): string {
  return required(shas.get(name), `the hash of ${name}`)
}
