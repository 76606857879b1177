/**
 * A release: everything that one tenant serves, composed once, addressed by content, never changed afterwards.
 * Until a tenant publishes, its release is the product's own documents with the tenant's configuration.
 */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Catalog } from '#engine/catalog.ts'
import { checkDocuments, type Source } from '#engine/check.ts'
import { nameOf } from '#engine/document.ts'
import { canonical } from '#engine/json.ts'
import { SERVER_ONLY, type AnyDocument, type ConfigDocument } from '#engine/kinds.ts'
import { frameDocuments, frameTexts, needsOfScreen, pickTexts, withoutNotes, type CodeMeta } from '#engine/needs.ts'
import { DocumentError } from '#engine/problems.ts'
import { sectionSchema, type SectionSchema } from '#engine/section.ts'
import { scopeConfig } from '#engine/scope.ts'
import { flattenTexts } from '#engine/texts.ts'
import { themeCss } from '#engine/theme.ts'
import { compileValidator } from './validators.ts'
import { asset, type Asset } from './asset.ts'

export type Release = {
  readonly id: string
  readonly catalog: Catalog
  readonly config: ConfigDocument
  /** `GET app-configuration`, ready to send. */
  readonly configuration: Asset
  /** Documents, bundles, validators and style sheets by content hash. */
  readonly assets: ReadonlyMap<string, Asset>
  /** `kind/id` -> hash, server-only documents included. */
  readonly shas: ReadonlyMap<string, string>
  /** language -> hash of the bundle that holds the frame. */
  readonly frames: ReadonlyMap<string, string>
  /** `screen:language` -> hash of the bundle that a page brings. */
  readonly pages: ReadonlyMap<string, string>
  readonly theme: { readonly sha: string; readonly css: string } | null
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly sections: ReadonlyMap<string, SectionSchema>
}

export const MIGRATIONS = {}
export const APP_VERSION = '1.52.2'

/** Every JSON file below a folder of documents; generated meta-schemas are no documents. */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.startsWith('meta'))
    .sort()
    .map((file) => {
      const where = join('schemas', file)
      const text = readFileSync(join(folder, file), 'utf8')
      try {
        return { where, value: JSON.parse(text) as unknown }
      } catch (error) {
        throw new DocumentError([{ code: 'document/no-json', document: where, pointer: '', message: error instanceof Error ? error.message : String(error), severity: 'error' }])
      }
    })
}

export function readCodeMeta(folder: string): CodeMeta {
  return JSON.parse(readFileSync(join(folder, 'meta', 'widgets.json'), 'utf8')) as CodeMeta
}

/** What a set of documents is known by, with everything that the check depends on beside them. */
export function hashOfSources(sources: readonly Source[], code: CodeMeta): string {
  return shaOf(canonical([sources.map(({ where, value }) => [where, value]), code, ENGINE]))
}

/** Goes up when the check itself learns something, so that old stamps count no more. */
const ENGINE = 1

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
  if (stamp !== undefined && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(sources, code)) {
    return { catalog: new Catalog(sources.map(({ value }) => value as AnyDocument)), code }
  }
  const widgets = Object.fromEntries(Object.entries(code.widgets).map(([type, { props }]) => [type, props]))
  const { catalog, problems } = checkDocuments(sources, { widgets, icons: code.icons, migrations: MIGRATIONS })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new DocumentError(errors)
  return { catalog, code }
}

export function shaOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

export function composeRelease(catalog: Catalog, code: CodeMeta, configId: string): Release {
  const config = catalog.get('config', configId)
  if (config === undefined) throw new Error(`no configuration is called "${configId}"`)
  const assets = new Map<string, Asset>()
  const put = (text: string, type: string): string => {
    const sha = shaOf(text)
    if (!assets.has(sha)) assets.set(sha, asset(text, type))
    return sha
  }
  const json = (value: unknown) => put(canonical(value), 'application/json; charset=utf-8')

  const shas = new Map<string, string>()
  for (const document of catalog.documents()) {
    if (SERVER_ONLY.has(document.kind)) shas.set(nameOf(document), shaOf(canonical(document)))
    else shas.set(nameOf(document), json(withoutNotes(document)))
  }

  const sections = new Map(catalog.all('profile-section').map((section) => [section.id, sectionSchema(section, catalog, scopeConfig(config))]))
  const validators = Object.fromEntries(
    [...sections].filter(([, schema]) => Object.keys(schema.properties).length > 0).map(([id, schema]) => [id, put(compileValidator(schema).code, 'text/javascript; charset=utf-8')]),
  )

  const languages = catalog.all('locale').filter(({ id }) => config.locales.available.includes(id))
  const texts = new Map(languages.map((locale) => [locale.id, flattenTexts(locale.texts)]))
  const screens = catalog.all('screen').map(({ id }) => [id, needsOfScreen(catalog, code, id)] as const)
  const frameKeys = frameTexts(catalog, code)
  const frameDocs = frameDocuments(catalog).map(withoutNotes)
  const pages = new Map<string, string>()
  const frames = new Map<string, string>()
  for (const { id: language, direction, name } of languages) {
    const all = texts.get(language)!
    const inFrame = pickTexts(all, frameKeys)
    const index: Record<string, string> = {}
    for (const [screen, needs] of screens) {
      const own = Object.fromEntries(Object.entries(pickTexts(all, needs.texts)).filter(([key]) => !(key in inFrame)))
      index[screen] = json({ documents: [...needs.documents].map((each) => withoutNotes(documentOf(catalog, each))), texts: own })
      pages.set(`${screen}:${language}`, index[screen])
    }
    frames.set(language, json({ language, direction, name, documents: frameDocs, texts: inFrame, pages: index, validators }))
  }

  const css = themeCss(config)
  const theme = css === '' ? null : { sha: put(css, 'text/css; charset=utf-8'), css }
  const { kind: _kind, id: _id, v: _v, title: _title, source: _source, note: _note, $schema: _schema, ...fields } = config
  const documents = Object.fromEntries([...shas].filter(([name]) => !SERVER_ONLY.has(name.split('/')[0] as AnyDocument['kind'])))
  const id = `base-${shaOf(canonical([...shas].sort()) + configId).slice(0, 12)}`
  const languageNames = Object.fromEntries(languages.map((locale) => [locale.id, locale.name]))
  const configuration = canonical({ ...fields, version: APP_VERSION, release: id, documents, bundles: Object.fromEntries(frames), languageNames, theme: theme?.sha ?? null })
  return {
    id,
    catalog,
    config,
    assets,
    shas,
    frames,
    pages,
    theme,
    texts,
    sections,
    configuration: asset(configuration, 'application/json; charset=utf-8'),
  }
}

function documentOf(catalog: Catalog, name: string): AnyDocument {
  const [kind, ...id] = name.split('/')
  return catalog.get(kind as AnyDocument['kind'], id.join('/')) as AnyDocument
}
