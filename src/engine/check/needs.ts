/**
 * What a page needs: the documents it names, the texts of all of them, the widgets it draws.
 * Derived from the annotations of the meta-schemas, so that a page loads exactly these and there is
 * no list to maintain.
 */

import { isBinding } from '#engine/decide/bind.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import { inspect, type Mark, type Schema } from '#engine/documents/inspect.ts'
import { KINDS, type AnyDocument, type Kind, type NodeDocument } from '#engine/documents/kinds.ts'
import { resultsOf } from '#engine/documents/links.ts'

/**
 * What the code says about its widgets: the schema of their props, and the texts that they use by
 * themselves.
 */
export type WidgetMeta = { readonly props: Schema; readonly texts: readonly string[] }
export type CodeMeta = {
  readonly widgets: Readonly<Record<string, WidgetMeta>>
  /** Texts of the frame around every page. A key that ends in `.` includes all keys below it. */
  readonly frame: readonly string[]
  /** Texts of the console's frame, which come with its pages. */
  readonly consoleFrame: readonly string[]
  readonly icons: readonly string[]
  readonly pictures: readonly string[]
}

export type Needs = { readonly documents: ReadonlySet<string>; readonly texts: ReadonlySet<string> }

const REFERRED: Readonly<Record<string, Kind>> = {
  assessment: 'assessment',
  report: 'report',
  section: 'profile-section',
  list: 'list',
  screen: 'screen',
  help: 'help',
  curriculum: 'curriculum',
}

/** The annotated values of a document, cached: many pages use the same one. */
function marksOf(document: AnyDocument): readonly Mark[] {
  let marks = known.get(document)
  if (marks === undefined)
    known.set(
      document,
      (marks = inspect(KINDS[document.kind] as unknown as Schema, document).marks),
    )
  return marks
}
const known = new WeakMap<AnyDocument, readonly Mark[]>()

/**
 * `x-needs`: any document of a kind, or only what results or sections of the profile are called, or
 * what assessments are about.
 */
type Named = Kind | 'report-names' | 'section-names' | 'assessment-summaries'

/** Kinds that the console's frame shows and decides with. */
const CONSOLE_KINDS: readonly Kind[] = ['menu', 'access']

/** Everything below one screen, and what its frame needs if that is the console's. */
export function needsOfScreen(catalog: Catalog, code: CodeMeta, screen: string): Needs {
  const own = needsBelow(catalog, code, catalog.get('screen', screen))
  if (!isInConsole(catalog, screen)) return own
  const all = [
    own,
    ...CONSOLE_KINDS.flatMap((kind) => catalog.all(kind) as AnyDocument[]).map((each) =>
      needsBelow(catalog, code, each),
    ),
  ]
  return {
    documents: new Set(all.flatMap(({ documents }) => [...documents])),
    texts: new Set([...all.flatMap(({ texts }) => [...texts]), ...code.consoleFrame]),
  }
}

/** Does a route of the console lead to this screen? */
export function isInConsole(catalog: Catalog, id: string): boolean {
  return [...catalog.routes.values()].some(
    ({ layout, screen, screens = [] }) =>
      layout === 'console' && [screen, ...screens.map((row) => row.screen)].includes(id),
  )
}

/** Everything below a document. */
export function needsBelow(
  catalog: Catalog,
  code: CodeMeta,
  document: AnyDocument | undefined,
): Needs {
  const documents = new Set<string>()
  const texts = new Set<string>()
  const visit = (below: AnyDocument | undefined): void => {
    if (below === undefined || documents.has(nameOf(below))) return
    // A long list has a call of its own.
    if (below.kind === 'list' && below.lazy === true) return
    documents.add(nameOf(below))
    collect(marksOf(below))
    if (below.kind === 'screen' || below.kind === 'report') visitNodes(below.children)
  }
  const collect = (marks: readonly Mark[]): void => {
    for (const { value, schema } of marks) {
      const target = schema['x-ref']
      // Which of them is shown is only known at render time.
      if (target === 'text' && isBinding(value))
        for (const { text } of resultsOf(value.bind)) if (text !== '') texts.add(text)
      if (typeof value !== 'string' || typeof target !== 'string') continue
      if (target === 'text') texts.add(value)
      // A group of texts, one for each code that a record may have.
      if (target === 'texts') texts.add(`${value}.`)
      const kind = REFERRED[target]
      // A route's or a plan's document comes with the frame; only what the page itself draws is
      // followed.
      if (kind !== undefined) visit(catalog.get(kind, value))
    }
  }
  const visitNodes = (nodes: readonly NodeDocument[]): void => {
    for (const node of nodes) {
      const widget = code.widgets[node.type]
      if (widget) {
        widget.texts.forEach((key) => texts.add(key))
        // A widget that may draw any document of a kind declares that, because no property names
        // the document.
        for (const kind of (widget.props['x-needs'] ?? []) as Named[])
          if (kind === 'report-names') resultNames(catalog).forEach(visit)
          else if (kind === 'section-names')
            for (const { label } of catalog.all('profile-section')) texts.add(label)
          else if (kind === 'assessment-summaries') {
            for (const { summary } of catalog.all('assessment'))
              if (summary !== undefined) texts.add(summary)
          } else for (const each of catalog.all(kind)) visit(each)
        collect(inspect(widget.props, node.props ?? {}).marks)
        for (const kind of boundKinds(widget.props, node.props ?? {}))
          for (const each of catalog.all(kind)) visit(each)
      }
      visitNodes(node.children ?? [])
      if (node.fallback) visitNodes([node.fallback])
    }
  }
  visit(document)
  return { documents, texts }
}

/** Lists that reports use to name their results: a card of any report may show its result. */
function resultNames(catalog: Catalog): (AnyDocument | undefined)[] {
  return catalog
    .all('report')
    .map(({ result }) => result && (catalog.get('list', result.names) as AnyDocument | undefined))
}

/**
 * Kinds of which a bound property may name any document: which one is only known at render time.
 */
function boundKinds(schema: Schema, props: Readonly<Record<string, unknown>>): Kind[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  return Object.entries(props).flatMap(([name, value]) =>
    isBinding(value) ? (REFERRED[String(properties[name]?.['x-ref'])] ?? []) : [],
  )
}

/** Keys of the texts that a document itself names, without those of documents it refers to. */
export function textKeys(document: AnyDocument): Set<string> {
  const keys = new Set<string>()
  for (const { value, schema } of marksOf(document))
    if (schema['x-ref'] === 'text' && typeof value === 'string') keys.add(value)
  return keys
}

/** Authors' notes, titles and sources are not sent: a browser doesn't need them. */
export function withoutNotes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNotes) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(withoutOwnNotes(value as Record<string, unknown>)).map(([key, item]) => [
      key,
      withoutNotes(item),
    ]),
  ) as T
}

/** The same of an object's own members alone. */
export function withoutOwnNotes(value: Record<string, unknown>): Record<string, unknown> {
  const { note: _note, $schema: _schema, ...rest } = value
  if ('kind' in rest && 'v' in rest && 'source' in rest) {
    delete rest['source']
    delete rest['title']
  }
  return rest
}

/** The flat texts that a set of keys asks for, plural forms included. */
export function pickTexts(
  texts: Readonly<Record<string, string>>,
  keys: ReadonlySet<string>,
): Record<string, string> {
  const { forms, sorted } = indexOfTexts(texts)
  const picked: Record<string, string> = {}
  const pick = (key: string) => {
    const text = texts[key]
    if (text !== undefined) picked[key] = text
  }
  for (const key of keys) {
    if (key.endsWith('.'))
      for (let at = firstFrom(sorted, key); ; at++) {
        const name = sorted[at]
        if (name?.startsWith(key) !== true) break
        pick(name)
      }
    else {
      if (Object.hasOwn(texts, key)) pick(key)
      forms.get(key)?.forEach(pick)
    }
  }
  return picked
}

type TextIndex = {
  /** key without its plural form -> the keys that have one */ readonly forms: ReadonlyMap<
    string,
    readonly string[]
  >
  readonly sorted: readonly string[]
}
/** Cached, because a release looks up the same thousands of texts for a hundred pages. */
const textIndexes = new WeakMap<Readonly<Record<string, string>>, TextIndex>()

function indexOfTexts(texts: Readonly<Record<string, string>>): TextIndex {
  const known = textIndexes.get(texts)
  if (known !== undefined) return known
  const forms = new Map<string, string[]>()
  for (const key of Object.keys(texts)) {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
    if (base !== key) forms.set(base, [...(forms.get(base) ?? []), key])
  }
  const index = { forms, sorted: Object.keys(texts).sort() }
  textIndexes.set(texts, index)
  return index
}

/** Index of the first key that is not before it. */
function firstFrom(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
