/** GET catalogue: one search over every explorer that the plan opens. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FoundList } from '#engine/contract/found.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { translate } from '#engine/documents/translate.ts'
import { CAREERS } from '#server/catalogue/career.ts'
import type { CareerBook } from '#server/catalogue/careerbook.ts'
import { queryOf } from '#server/catalogue/query.ts'
import {
  listPageOf,
  paramsOf,
  recordPageOf,
  type RecordPage,
} from '#server/catalogue/recordpage.ts'
import { otherWords, synonymsOf } from '#server/catalogue/synonyms.ts'
import { fold } from '#server/catalogue/words.ts'
import { NearWords } from '#server/catalogue/nearwords.ts'
import type { ServerContext } from '#server/start/context.ts'
import { listContentOnce } from '../store/content.ts'
import { careersFor, seenBy, summary, type Seen } from './careers.ts'
import { present } from './catalogue.ts'

/** Of each type; the list of the type has all of them. */
const MAX_OF_TYPE = 3

const Search = {
  querystring: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 100 },
      lang: { type: 'string', maxLength: 10 },
    },
  },
} as const

type Group = FoundList['groups'][number]
type Fields = Readonly<Record<string, unknown>>
type Found = {
  readonly total: number
  readonly items: readonly (Fields & { readonly id: string })[]
}

/** How closely a record must say what was typed; the first way that finds anything is enough. */
const WAYS = ['typed', 'corrected', 'similar'] as const

export function catalogueSearchRoutes(app: FastifyInstance, context: ServerContext): void {
  const near = new NearWords(context.database)
  app.get<{ Querystring: { search?: string } }>(
    '/catalogue',
    { config: { action: 'catalogue.read' }, schema: Search },
    async (request): Promise<FoundList> => {
      const search = (request.query.search ?? '').trim()
      if (fold(search) === '') return { groups: [], total: 0 }
      const seen = await seenBy(request)
      const book = await careersFor(context, request)
      for (const way of WAYS) {
        const groups = await groupsOf({ context, near, request, seen, book, search, way })
        if (groups.length > 0)
          return { groups, total: groups.reduce((sum, { total }) => sum + total, 0) }
      }
      return { groups: [], total: 0 }
    },
  )
}

type Asked = {
  readonly context: ServerContext
  readonly near: NearWords
  readonly request: FastifyRequest
  readonly seen: Seen
  readonly book: CareerBook
  readonly search: string
  readonly way: (typeof WAYS)[number]
}

/** Types with a match, those with a title that says it first. */
async function groupsOf(asked: Asked): Promise<Group[]> {
  const { request, seen, search } = asked
  const { catalog } = request.release
  const groups: Group[] = []
  for (const type of catalog.all('content-type')) {
    const page = recordPageOf(catalog, type.id, seen.scope)
    if (page === undefined) continue
    const found = type.id === CAREERS ? careersFound(asked) : await recordsFound(type, asked)
    if (found.total > 0) groups.push(groupOf(type, page, found, asked))
  }
  return groups.toSorted((a, b) => saysIt(b, search) - saysIt(a, search))
}

function careersFound({ request, seen, book, search, way }: Asked): Found {
  const found = book.where({ search, exact: way === 'typed' }, request.language)
  return {
    total: found.length,
    items: found.slice(0, MAX_OF_TYPE).map((row) => summary(row, seen)),
  }
}

async function recordsFound(type: ContentType, asked: Asked): Promise<Found> {
  const { context, near, request, seen, search, way } = asked
  const { language, release, tenant } = request
  const synonyms = synonymsOf(release.catalog, type, language)
  const others = otherWords(release.catalog, type, language)
  const query = queryOf(
    release.catalog,
    type,
    { search, pageSize: String(MAX_OF_TYPE) },
    { saved: [], seen: [], now: context.now(), synonyms },
  )
  const meant =
    way === 'corrected' ? await near.find(tenant.id, query, { synonyms, others }) : query.wanted
  if (meant === null) return { total: 0, items: [] }
  // Nothing is similar to no word at all.
  const wanted = way === 'similar' ? meant : { ...meant, typed: '' }
  const { page } = await listContentOnce(context.database, tenant.id, {
    ...query,
    wanted,
    facets: [],
  })
  return {
    total: page.total,
    items: page.items.map((row) => present(type, row, seen.user, language)),
  }
}

function groupOf(
  type: ContentType,
  page: RecordPage,
  { total, items }: Found,
  { request, seen }: Asked,
): Group {
  const { release, language } = request
  const texts = release.texts.get(language) ?? {}
  return {
    id: type.id,
    kind: translate(texts, language, type.label),
    total,
    list: listPageOf(release.catalog, type.id, seen.scope) ?? null,
    items: items.map((record) => ({
      ...paramsOf(release.catalog, page, record),
      id: record.id,
      title: String(record['title']),
      about: aboutOf(request, type, record),
      page,
    })),
  }
}

/** Its summary field in words: a text, or the name of its choice. */
function aboutOf(
  { release, language }: FastifyRequest,
  { record: { summary: field }, fields }: ContentType,
  record: Fields,
): string | null {
  const value = field === undefined ? undefined : record[field]
  if (typeof value !== 'string' || value === '') return null
  const list = fields.find(({ id }) => id === field)?.list
  if (list === undefined) return value
  const item = release.catalog.get('list', list)?.items.find(({ id }) => id === value)
  return item?.label === undefined
    ? (item?.name ?? null)
    : translate(release.texts.get(language) ?? {}, language, item.label)
}

/** 3: a title is what was searched for, 2: one begins with it, 1: one contains it. */
function saysIt({ items }: Group, search: string): number {
  const words = fold(search)
  const titles = items.map(({ title }) => fold(title))
  if (titles.includes(words)) return 3
  if (titles.some((title) => title.startsWith(words))) return 2
  return titles.some((title) => title.includes(words)) ? 1 : 0
}
