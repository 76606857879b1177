/**
 * GET catalogue/{type} and catalogue/{type}/{id}: records of any content type, as defined by its
 * document.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { CatalogueList, CatalogueRecord } from '#engine/contract/contract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { CAREERS, joinableCareer, wordsOf } from '#server/catalogue/career.ts'
import { Cursors } from '#server/catalogue/cursor.ts'
import { fitsOf, fittingOf, savedOf } from '#server/catalogue/fits.ts'
import { joinedOf, leadingTo } from '#server/catalogue/joins.ts'
import { inLanguage } from '#server/catalogue/language.ts'
import { Pages } from '#server/catalogue/pages.ts'
import { FITS, nearOf, queryOf } from '#server/catalogue/query.ts'
import { inOrderOf, lastFilter, ownFacets, recentlySeen } from '#server/catalogue/recent.ts'
import { kilometresOfRecord } from '#server/catalogue/distance.ts'
import { otherWords, synonymsOf } from '#server/catalogue/synonyms.ts'
import type { RememberedJoins } from '#server/catalogue/rememberedjoins.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn, type Target } from '../plugins/access.ts'
import { HERE_KM } from '../store/distances.ts'
import { listContent, recordOf, recordsOf, type Query, type RecordRow } from '../store/content.ts'

/** Records that refer to the one shown. The list of all of them has its own address. */
const MAX_INVERSE = 6

const List = {
  params: { type: 'object', properties: { type: { type: 'string', maxLength: 60 } } },
  querystring: {
    type: 'object',
    maxProperties: 30,
    properties: {
      search: { type: 'string', maxLength: 120 },
      saved: { type: 'string', maxLength: 5 },
      seen: { type: 'string', maxLength: 5 },
      sort: { type: 'string', maxLength: 80 },
      first: { type: 'string', maxLength: 80 },
      page: { type: 'string', maxLength: 5 },
      pageSize: { type: 'string', maxLength: 3 },
      cursor: { type: 'string', maxLength: 8000 },
      lang: { type: 'string', maxLength: 10 },
    },
    // Plus the filters of the type, which its document defines.
    additionalProperties: { type: 'string', maxLength: 120 },
  },
} as const
const One = {
  params: {
    type: 'object',
    properties: {
      type: { type: 'string', maxLength: 60 },
      id: { type: 'string', maxLength: 120 },
    },
  },
} as const

export function catalogueRoutes(app: FastifyInstance, context: ServerContext): void {
  const pages = new Pages(context.database)
  app.get<{ Params: { type: string }; Querystring: Record<string, string> }>(
    '/catalogue/:type',
    { config: { action: 'catalogue.read', target: typeTarget }, schema: List },
    async (request): Promise<CatalogueList> => {
      const { user, scope } = await signedIn(request)
      const { catalog } = request.release
      const type = typeOf(request, request.params.type)
      const { cursor = '', ...given } = request.query
      const { asked, chosen } = asLastChosen(catalog, type, given, user)
      const fits = await fitsFor(context, request, { type, user, scope }, asked)
      const { tenant } = request
      const [saved, seen] = [savedOf(type, user), recentlySeen(user, type.id)]
      const synonyms = synonymsOf(catalog, type, request.language)
      const whole = queryOf(catalog, type, asked, {
        synonyms,
        language: request.language,
        saved,
        seen,
        now: context.now(),
        fits,
      })
      const cursors = new Cursors(context.secrets, listOf(tenant.id, whole))
      const place = cursor === '' ? null : cursors.read(cursor)
      const query = place === null ? whole : { ...whole, page: place.page + 1, after: place.keys }
      const found = await pages.read(tenant.id, query, {
        synonyms,
        others: otherWords(catalog, type, request.language),
      })
      const { items, total, facets, last, instead, near } = found
      // They fit on one page, unless a smaller one was asked for.
      const rows =
        asked['seen'] === 'true' && query.wanted === null ? inOrderOf(seen, items) : items
      // Where all of them fit, none is marked.
      const marks = (row: RecordRow) =>
        asked[FITS] ? undefined : fittingOf(row, fits?.saved ?? {})
      return {
        items: rows.map((row) => {
          const marked = marks(row)
          return {
            ...present(type, row, user, request.language, query.near !== null),
            ...(marked !== undefined && { fits: marked }),
          }
        }),
        total,
        page: query.page,
        pageSize: query.pageSize,
        cursor: last === null ? null : cursors.write({ page: query.page, keys: last }),
        facets: {
          // Without a count of what fits, none of its choices is offered.
          ...(fits !== undefined && rows.length > 0 && { [FITS]: {} }),
          ...facets,
          ...ownFacets({ saved, seen }),
        },
        ...(fits?.record && { fits: fits.record }),
        ...(chosen && { chosen }),
        ...(instead && { instead: [...instead] }),
        ...(near && near.length > 0 && { near: [...near] }),
      }
    },
  )

  app.get<{ Params: { type: string; id: string } }>(
    '/catalogue/:type/:id',
    { config: { action: 'catalogue.read', target: typeTarget }, schema: One },
    async (request): Promise<CatalogueRecord> => {
      const { user, scope } = await signedIn(request)
      const { catalog } = request.release
      const type = typeOf(request, request.params.type)
      const now = context.now()
      // Nor do other pages show what the user's plan doesn't include.
      const others = catalog.all('content-type').filter((other) => {
        const feature = featureOf(other, scope)
        return feature === undefined || scope.feature[feature]?.access === true
      })
      return context.database.tenant(request.tenant.id, async (tx) => {
        const row = await recordOf(tx, type.id, request.params.id, now)
        if (row === undefined) throw new Refusal('request/not-found')
        return {
          ...present(type, row, user, request.language),
          ...fromTown(catalog, type, row, user),
          ...(await refsOf(tx, type, row, { catalog, now, language: request.language })),
          ...(await inversesOf(tx, others, type, row.id, user, now, request.language)),
          ...(await joinsOf(tx, type, row, {
            catalog,
            remembered: context.joins,
            scope,
            now,
            user,
            language: request.language,
          })),
          ...(row.expired && { expired: true }),
        }
      })
    },
  )
}

/** @returns undefined if no join leads to the type */
async function fitsFor(
  context: ServerContext,
  { release: { catalog }, tenant, language }: FastifyRequest,
  { type, user, scope }: { readonly type: ContentType; readonly user: User; readonly scope: Scope },
  asked: Readonly<Record<string, string>>,
): ReturnType<typeof fitsOf> {
  const from = leadingTo(catalog, type.id)
  const isAsked = Boolean(asked[FITS]) || from.some((id) => savedOf({ id }, user).length > 0)
  if (from.length === 0) return undefined
  const now = context.now()
  if (!isAsked) return { saved: {}, asked: null, record: null }
  const careers = catalog.get('content-type', CAREERS)
  const book = from.includes(CAREERS)
    ? await context.careers.load({
        database: context.database,
        tenant: tenant.id,
        type: careers,
        now,
      })
    : undefined
  const joinables = async (tx: Tx, source: ContentType, ids: readonly string[]) =>
    source.id === CAREERS
      ? ids.flatMap((id) => {
          const row = book?.get(id)
          return row === undefined ? [] : [joinableCareer(row, wordsOf(row, language).title)]
        })
      : (await recordsOf(tx, source.id, ids, now)).map(({ id, title, data }) => ({
          ...data,
          id,
          title: titleOf(source, { title, data }, language),
        }))
  return context.database.tenant(tenant.id, (tx) =>
    fitsOf(tx, type, asked, { catalog, scope, user, now, remembered: context.joins, joinables }),
  )
}

/**
 * The type of this id, or else the one that has it among its other names.
 *
 * @throws Refusal `request/not-found` if there is none
 */
export function typeOf({ release: { catalog } }: FastifyRequest, id: string): ContentType {
  const type =
    catalog.get('content-type', id) ??
    catalog.all('content-type').find(({ aliases }) => aliases?.includes(id))
  if (type === undefined) throw new Refusal('request/not-found')
  return type
}

/** What a cursor is valid for: the same records in the same order. */
function listOf(tenant: string, query: Query): string[] {
  const { page: _page, pageSize: _size, now: _now, facets: _facets, ...same } = query
  return [tenant, JSON.stringify(same)]
}

/** The feature that must be open: that of the type, or an open one of its alternatives. */
export function featureOf({ feature, also = [] }: ContentType, scope: Scope): string | undefined {
  if (feature === undefined) return undefined
  return [feature, ...also].find((each) => scope.feature[each]?.access === true) ?? feature
}

/** What belongs to it by documents of kind join; empty if there is none for its type. */
async function joinsOf(
  tx: Tx,
  type: ContentType,
  { id, title, data }: RecordRow,
  {
    catalog,
    scope,
    now,
    remembered,
    user,
    language,
  }: {
    catalog: Catalog
    scope: Scope
    now: Date
    remembered: RememberedJoins
    user: User
    language: string
  },
): Promise<Pick<CatalogueRecord, 'joined'>> {
  const joined = await joinedOf(
    tx,
    type.id,
    { ...data, id, title },
    {
      catalog,
      scope,
      user,
      now,
      remembered,
      present: (other, row, near) => present(other, row, user, language, near),
    },
  )
  return Object.keys(joined).length === 0 ? {} : { joined }
}

function typeTarget(request: FastifyRequest, scope: Scope): Target {
  const type = typeOf(request, (request.params as { type: string }).type)
  return { id: type.id, listed: false, feature: featureOf(type, scope) }
}

export function present(
  type: ContentType,
  { id, title, data, km }: RecordRow,
  user: User,
  language: string,
  near = false,
): CatalogueRecord {
  return {
    ...inLanguage(type, data, language),
    id,
    slug: id,
    title: titleOf(type, { title, data }, language),
    favourite: savedOf(type, user).includes(id),
    ...(near && { distance: distanceOf(km) }),
  }
}

function titleOf(
  type: ContentType | undefined,
  { title, data }: Pick<RecordRow, 'title' | 'data'>,
  language: string,
): string {
  const words = type && inLanguage(type, data, language)[type.record.title]
  return typeof words === 'string' ? words : title
}

/** A filter's value that stands for what the user chose last. */
const LAST = 'last'

/** @returns `chosen` if a town was asked for in that way, and there is one */
function asLastChosen(
  catalog: Catalog,
  type: ContentType,
  given: Readonly<Record<string, string>>,
  user: User,
): {
  readonly asked: Readonly<Record<string, string>>
  readonly chosen?: Readonly<Record<string, string>>
} {
  const field = type.fields.find(({ id, filter }) => filter === 'near' && given[id] === LAST)
  if (field === undefined) return { asked: given }
  const { [field.id]: _, ...others } = given
  const town = { [field.id]: lastFilter(user, type.id, field.id) ?? '' }
  // The town may have left the list since.
  return nearOf(catalog, [field], town) === null
    ? { asked: others }
    : { asked: { ...others, ...town }, chosen: town }
}

/** From the town that the user chose last in the list; nothing if none of the two is known. */
function fromTown(
  catalog: Catalog,
  type: ContentType,
  { data }: RecordRow,
  user: User,
): { distance?: ReturnType<typeof distanceOf> } {
  const field = type.fields.find(({ filter }) => filter === 'near')
  const town = field && lastFilter(user, type.id, field.id)
  const near = town === undefined ? null : nearOf(catalog, [field!], { [field!.id]: town })
  const km = near === null ? null : kilometresOfRecord(near, data)
  return km === null ? {} : { distance: distanceOf(km) }
}

/** A single member, so that a page can have its own words for each. */
function distanceOf(
  km: number | null | undefined,
): { km: number } | { here: 'here' } | { unknown: 'unknown' } {
  if (km === null || km === undefined) return { unknown: 'unknown' }
  return km < HERE_KM ? { here: 'here' } : { km: Math.round(km) }
}

/** The records that this one refers to, as `{ id, title }`, without those that no longer exist. */
async function refsOf(
  tx: Tx,
  type: ContentType,
  { data }: RecordRow,
  { catalog, now, language }: { catalog: Catalog; now: Date; language: string },
): Promise<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {}
  for (const { id, to, type: kind } of type.fields) {
    const value = data[id]
    if (to === undefined || value === undefined || value === null) continue
    const ids = (Array.isArray(value) ? value : [value]).map(String)
    const rows = new Map((await recordsOf(tx, to, ids, now)).map((row) => [row.id, row]))
    const other = catalog.get('content-type', to)
    const found = ids.flatMap((each) => {
      const row = rows.get(each)
      return row === undefined
        ? []
        : [{ id: each, title: titleOf(other, row, language), slug: each }]
    })
    resolved[id] = kind === 'refs' ? found : (found[0] ?? null)
  }
  return resolved
}

/** The first few records that refer to this one, and how many there are. */
async function inversesOf(
  tx: Tx,
  others: readonly ContentType[],
  type: ContentType,
  id: string,
  user: User,
  now: Date,
  language: string,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const other of others)
    for (const field of other.fields) {
      if (field.to !== type.id || field.inverse === undefined) continue
      const { items, total } = await listContent(tx, {
        type: other.id,
        wanted: null,
        only: null,
        filters: {
          [field.id]: { anyOf: [{ [field.id]: field.type === 'refs' ? [id] : id }] },
        },
        facets: [],
        near: null,
        sort: null,
        page: 1,
        pageSize: MAX_INVERSE,
        now,
      })
      found[field.inverse] = {
        total,
        items: items.map((row) => present(other, row, user, language)),
      }
    }
  return found
}
