/**
 * What every page has of the documents: enough to decide who goes where, and what the frame shows.
 */

import { fixedSegments } from '#engine/decide/tracked.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, Kind, RouteDocument } from '#engine/documents/kinds.ts'
import { textKeys } from './needs.ts'

/** Kinds that every page needs to decide who goes where, and what the frame shows. */
const FRAME_KINDS: readonly Kind[] = [
  'route-group',
  'menu',
  'flow',
  'rule',
  'access',
  'assessment',
  'report',
  'profile-section',
  'consent-list',
]

/**
 * Documents that decide only on the server, or that learners never see: loaded with the pages that
 * use them.
 */
const NOT_IN_FRAME: ReadonlySet<string> = new Set([
  'access/actions',
  'access/prices',
  'menu/console',
])

/**
 * The frame: everything needed for decisions, without the long parts of instruments, reports and
 * forms.
 */
export function frameDocuments(catalog: Catalog): AnyDocument[] {
  return FRAME_KINDS.flatMap((kind) => catalog.all(kind) as AnyDocument[])
    .filter((document) => !NOT_IN_FRAME.has(nameOf(document)) && !isUnlisted(document))
    .map((document) => withoutLocks(headOf(document)))
}

/**
 * Screens that only routes of the console or of research lead to, and rare ones: other learners'
 * devices don't need to know about them.
 */
export function screensOfFew(catalog: Catalog): ReadonlySet<string> {
  const screensOf = (few: boolean) =>
    [...catalog.routes.values()]
      .filter((route) => isOfFew(route) === few)
      .flatMap(({ screen, screens = [] }) => [screen, ...screens.map((row) => row.screen)])
  const others = new Set(screensOf(false))
  return new Set(
    screensOf(true).filter((screen) => screen !== undefined && !others.has(screen)) as string[],
  )
}

/** Titles and breadcrumbs of those routes, which come with their screens and not with the frame. */
export function textsOfFew(catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const route of [...catalog.routes.values()].filter(isOfFew)) {
    const keys = [route.title, ...(route.breadcrumbs ?? []).map(({ title }) => title)]
    for (const screen of [route.screen, ...(route.screens ?? []).map((row) => row.screen)])
      if (screen !== undefined)
        found.set(screen, [
          ...(found.get(screen) ?? []),
          ...keys.filter((key) => key !== undefined),
        ])
  }
  return found
}

/**
 * Texts that everyone needs of a document of the frame. What a section is called, and what an
 * assessment is about, comes with the pages that say it.
 */
export function frameTextKeys(document: AnyDocument): Set<string> {
  if (document.kind === 'profile-section') return new Set()
  if (document.kind === 'assessment') {
    const keys = textKeys(document)
    if (document.summary !== undefined) keys.delete(document.summary)
    return keys
  }
  return textKeys(
    document.kind === 'route-group'
      ? { ...document, routes: document.routes.filter((route) => !isOfFew(route)) }
      : document,
  )
}

/** Where a page is indexed is decided by the server; no browser reads it. */
export function withoutRare(document: AnyDocument): AnyDocument {
  if (document.kind !== 'route-group') return document
  return { ...document, routes: document.routes.map(({ rare: _rare, ...route }) => route) }
}

function isOfFew({ needs = [], stages = [], rare = false }: RouteDocument): boolean {
  return (
    rare ||
    needs.includes('console') ||
    needs.includes('installation') ||
    (stages.length > 0 && stages.every((stage) => stage === 'research'))
  )
}

/**
 * A section that the profile doesn't list decides nothing: it comes with the page that saves it.
 */
function isUnlisted(document: AnyDocument): boolean {
  return (
    document.kind === 'profile-section' &&
    document.listed === false &&
    document.completeness.kind === 'none'
  )
}

/** Locks matter when documents are checked, not when they decide. */
function withoutLocks<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutLocks) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'lock' && typeof item === 'string' ? [] : [[key, withoutLocks(item)]],
    ),
  ) as T
}

/** A document without its long parts: enough to list it, link to it, and decide with it. */
function headOf(document: AnyDocument): AnyDocument {
  switch (document.kind) {
    case 'assessment': {
      const {
        items: _items,
        practice: _practice,
        question: _question,
        options: _options,
        responseScale: _scale,
        instrument: _instrument,
        ...head
      } = document
      return head
    }
    case 'report': {
      const { strengths: _strengths, ...head } = document
      return { ...head, children: [] }
    }
    // Enough to list it, to count what is complete, and to say what comes next.
    case 'profile-section': {
      const { kind, id, v, label, listed, order, completeness, route } = document
      return {
        kind,
        id,
        v,
        label,
        completeness,
        title: '',
        source: '',
        fields: [],
        ...(listed !== undefined && { listed }),
        ...(order !== undefined && { order }),
        ...(route !== undefined && { route }),
      }
    }
    // Most page views are named by their path, which the route has anyway.
    case 'route-group':
      return {
        ...document,
        routes: document.routes.map((route) =>
          route.tracking?.join('/') === fixedSegments(route.path).join('/')
            ? { ...route, tracking: [] }
            : route,
        ),
      }
    // Who is asked for what, without the wording.
    case 'consent-list':
      return {
        ...document,
        items: document.items.map(({ link: _link, ...item }) => ({ ...item, label: '', text: '' })),
      }
    default:
      return document
  }
}
