/** Careers: matches, all of them with search and filters, favourites, and one in detail. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type {
  CareerComparison,
  CareerDetail,
  CareerList,
  CareerSummary,
} from '#engine/contract/contract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { levelOf } from '#engine/scoring/match.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { listOf } from '#engine/documents/intl.ts'
import { translate } from '#engine/documents/translate.ts'
import { fitOf, letterOf, personOf, rankedFor, sideOf, type Person } from '#server/catalogue/fit.ts'
import { signedIn } from '../plugins/access.ts'
import { notForMe } from '#server/catalogue/notforme.ts'
import { inOrderOf, ownFacets, recentlySeen } from '#server/catalogue/recent.ts'
import { joinedOf } from '#server/catalogue/joins.ts'
import type { RememberedJoins } from '#server/catalogue/rememberedjoins.ts'
import { placeOfWay, trainingFor, wayBeside } from '#server/catalogue/training.ts'
import { variedDozen } from '#server/catalogue/varieddozen.ts'
import type { CareerBook, CareerFilter } from '#server/catalogue/careerbook.ts'
import {
  CAREERS,
  joinableCareer,
  wordsOf,
  type Career,
  type Rated,
} from '#server/catalogue/career.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { present } from './catalogue.ts'
import type { ServerContext } from '#server/start/context.ts'

const PAGE_SIZE = 20
/** The attribution that the data's licence requires, as pages show it. */
const ATTRIBUTION = 'attribution.onet'

const Filter = {
  querystring: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 100 },
      workerType: { type: 'string', maxLength: 80 },
      direction: { type: 'string', pattern: '^(\\d{2})?$' },
      jobZone: { type: 'integer', minimum: 1, maximum: 5 },
      years: { type: 'integer', minimum: 0, maximum: 20 },
      // Codes separated by commas: careers of the same kind of work as these.
      like: { type: 'string', maxLength: 400 },
      // Matches only: a varied dozen, without those marked "not for me".
      varied: { type: 'boolean' },
      // Matches only: those marked "not for me", to take one back.
      leftOut: { type: 'boolean' },
      // The whole list only: what this user opened recently, the latest first.
      seen: { type: 'boolean' },
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      lang: { type: 'string', maxLength: 10 },
    },
  },
} as const
const MAX_COMPARED = 3
const Compared = {
  querystring: {
    type: 'object',
    // Codes separated by commas; unknown codes are left out.
    properties: {
      ids: { type: 'string', maxLength: 400 },
      lang: { type: 'string', maxLength: 10 },
    },
  },
} as const
type Query = {
  search?: string
  workerType?: string
  direction?: string
  jobZone?: number
  years?: number
  like?: string
  varied?: boolean
  leftOut?: boolean
  seen?: boolean
  page?: number
}

/** @throws Refusal `request/invalid` if no worker type has that name */
function filterOf(
  { search, workerType, direction, jobZone, years, like }: Query,
  catalog: Catalog,
): CareerFilter {
  const letter = workerType ? letterOf(catalog, workerType) : undefined
  if (workerType && letter === undefined)
    throw new Refusal('request/invalid', {
      fields: [{ pointer: '/workerType', key: 'form.invalid' }],
    })
  return {
    ...(search && { search }),
    ...(letter !== undefined && { workerType: letter }),
    ...(direction && { direction }),
    ...(jobZone !== undefined && { jobZone }),
    ...(years !== undefined && { years }),
    ...(like && { like: like.split(',') }),
  }
}

export function careerRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: Query }>(
    '/careers',
    { config: { action: 'career.read' }, schema: Filter },
    async (request): Promise<CareerList> => {
      const seen = await seenBy(request)
      const book = await careersFor(context, request)
      const rows = book.where(filterOf(request.query, request.release.catalog), request.language)
      const recent = recentlySeen(seen.user, CAREERS)
      const found =
        request.query.seen === true
          ? inOrderOf(
              recent,
              rows.filter(({ id }) => recent.includes(id)),
            )
          : rows
      const page = request.query.page ?? 1
      const items = found
        .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
        .map((row) => summary(row, seen))
      const { search, like } = request.query
      return {
        items,
        total: found.length,
        page,
        pageSize: PAGE_SIZE,
        facets: ownFacets({ seen: recent }),
        ...(like && { like: { title: titlesOf(like, book, request.language) } }),
        ...book.instead(search, found[0]),
      }
    },
  )

  matchesRoute(app, context)

  app.get<{ Querystring: Query }>(
    '/careers/favourites',
    { config: { action: 'career.read' }, schema: Filter },
    async (request): Promise<CareerList> => {
      const seen = await seenBy(request)
      const book = await careersFor(context, request)
      const wanted = new Set(
        book
          .where(filterOf(request.query, request.release.catalog), request.language)
          .map(({ id }) => id),
      )
      const rows = favourites(seen.user).flatMap((id) =>
        wanted.has(id) ? (book.get(id) ?? []) : [],
      )
      const items = rows.map((row) => summary(row, seen))
      return {
        items,
        total: items.length,
        page: 1,
        pageSize: Math.max(PAGE_SIZE, items.length),
        ...book.instead(request.query.search, rows[0]),
      }
    },
  )

  app.get<{ Querystring: { ids?: string } }>(
    '/careers/compare',
    { config: { action: 'career.read' }, schema: Compared },
    async (request): Promise<CareerComparison> => {
      const seen = await seenBy(request)
      const book = await careersFor(context, request)
      const ids = new Set((request.query.ids ?? '').split(','))
      const rows = [...ids].flatMap((id) => book.get(id) ?? []).slice(0, MAX_COMPARED)
      const around = aroundOf(request, context, { seen, book })
      const items = await context.database.tenant(request.tenant.id, async (tx) => {
        const found: CareerDetail[] = []
        for (const row of rows) found.push(await detailOf(tx, row, around))
        return found
      })
      return { items, total: items.length }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/careers/:id',
    { config: { action: 'career.read' } },
    async (request): Promise<CareerDetail> => {
      const seen = await seenBy(request)
      const book = await careersFor(context, request)
      const row = book.get(request.params.id)
      if (row === undefined) throw new Refusal('request/not-found')
      return context.database.tenant(request.tenant.id, (tx) =>
        detailOf(tx, row, aroundOf(request, context, { seen, book })),
      )
    },
  )
}

const MAX_TITLES = 2

/** What the careers are called that others are like: of many, the first ones. */
function titlesOf(ids: string, book: CareerBook, language: string): string {
  const titles = ids.split(',').flatMap((id) => {
    const career = book.get(id)
    return career === undefined ? [] : [wordsOf(career, language).title]
  })
  const shown = titles.slice(0, MAX_TITLES)
  return shown.length < titles.length ? `${shown.join(', ')} …` : listOf(shown, language)
}

const MAX_RELATED = 6

type Around = {
  readonly seen: Seen
  readonly book: CareerBook
  readonly release: Release
  readonly now: Date
  readonly remembered: RememberedJoins
}

function aroundOf(
  request: FastifyRequest,
  context: ServerContext,
  known: Pick<Around, 'seen' | 'book'>,
): Around {
  const { release } = request
  return { ...known, release, now: context.now(), remembered: context.joins }
}

/** A career with everything that its page shows. */
async function detailOf(tx: Tx, row: Career, around: Around): Promise<CareerDetail> {
  const { seen, book, release, now, remembered } = around
  const { catalog } = release
  const texts = release.texts.get(seen.language) ?? {}
  const named = joinableCareer(row, wordsOf(row, seen.language).title)
  const joined = await joinedOf(tx, CAREERS, named, {
    catalog,
    scope: seen.scope,
    user: seen.user,
    now,
    remembered,
    present: (type, other, near) => present(type, other, seen.user, seen.language, near),
  })
  return {
    ...summary(row, seen),
    onetTitle: row.onetTitle,
    interests: row.interests,
    ...sideOf(seen.person),
    skills: rated(row.skills),
    knowledge: rated(row.knowledge),
    workStyles: rated(row.workStyles),
    technologies: [...row.technologies],
    pay: row.pay,
    demand: row.demand,
    otherTitles: [...row.otherTitles],
    related: row.related
      .flatMap((id) => book.get(id) ?? [])
      .slice(0, MAX_RELATED)
      .map((each) => ({ each, way: wayBeside(row.training, each.training) }))
      .sort((a, b) => placeOfWay(a.way) - placeOfWay(b.way))
      .map(({ each, way }) => ({ ...summary(each, seen), way })),
    joined,
    attribution: translate(texts, seen.language, ATTRIBUTION),
  }
}

function rated(list: Rated): { id: string; importance: number }[] {
  return list.map(([id, importance]) => ({ id, importance }))
}

/** Those of the request's tenant. */
export function careersFor(context: ServerContext, request: FastifyRequest): Promise<CareerBook> {
  const { tenant, release } = request
  return context.careers.load({
    database: context.database,
    tenant: tenant.id,
    type: release.catalog.get('content-type', CAREERS),
    now: context.now(),
  })
}

function favourites(user: Pick<User, 'profile'>): readonly string[] {
  const lists = user.profile['favourites'] as
    | Readonly<Record<string, readonly string[]>>
    | undefined
  return lists?.[CAREERS] ?? []
}

/** Who is viewing careers, and in which language. */
export type Seen = {
  readonly user: User
  readonly scope: Scope
  readonly country: string | null
  readonly language: string
  /** Careers that they marked "not for me". */
  readonly notForMe: ReadonlySet<string>
  readonly person: Person | null
}

/** What a summary depends on; a signed-out visitor has an empty profile. */
export type Seer = Pick<Seen, 'country' | 'language' | 'notForMe' | 'person'> & {
  readonly user: Pick<User, 'profile'>
}

export async function seenBy(request: FastifyRequest): Promise<Seen> {
  const { user, scope } = await signedIn(request)
  return {
    user,
    scope,
    country: scope.facts.country,
    language: request.language,
    notForMe: notForMe(user, CAREERS),
    person: personOf(request.release.catalog, user),
  }
}

export function summary(
  row: Career,
  { user, country, language, notForMe, person }: Seer,
): CareerSummary {
  return {
    id: row.id,
    slug: row.slug,
    ...wordsOf(row, language),
    direction: row.direction,
    jobZone: row.jobZone,
    training: trainingFor(row, country),
    types: [...row.types],
    isco08: row.isco08,
    favourite: favourites(user).includes(row.id),
    notForMe: notForMe.has(row.id),
    ...fitOf(person, row.interests),
  }
}

function matchesRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: Query }>(
    '/careers/matches',
    { config: { action: 'career.match' }, schema: Filter },
    async (request): Promise<CareerList> => {
      const seen = await seenBy(request)
      const { person } = seen
      const empty = { items: [], total: 0, page: 1, pageSize: PAGE_SIZE }
      if (person === null) return { ...empty, reason: 'not-taken' }
      const { resultDate } = person
      if (person.even) return { ...empty, reason: 'undifferentiated', resultDate }
      const book = await careersFor(context, request)
      const ranked = rankedFor(
        person,
        book.where(filterOf(request.query, request.release.catalog), request.language),
      )
      const found = shownOf(ranked, request.query, seen.notForMe, person)
      const items = found.map(({ row }) => summary(row, seen))
      const leftOut = [...seen.notForMe].filter((id) => book.get(id) !== undefined)
      return {
        items,
        total: items.length,
        page: 1,
        pageSize: PAGE_SIZE,
        resultDate,
        compared: book.compared,
        facets: ownFacets({ leftOut }),
        ...book.instead(request.query.search, found[0]?.row),
      }
    },
  )
}

/** Of all careers, the nearest first. */
function shownOf<Ranked extends { readonly row: Career; readonly r: number }>(
  ranked: readonly Ranked[],
  { varied, leftOut }: Query,
  out: ReadonlySet<string>,
  { cuts }: Person,
): readonly Ranked[] {
  if (leftOut === true) return ranked.filter(({ row }) => out.has(row.id)).slice(0, PAGE_SIZE)
  if (varied !== true) return ranked.slice(0, PAGE_SIZE)
  return variedDozen(
    // The page is called "Careers that fit you".
    ranked.filter(({ row, r }) => levelOf(r, cuts) !== 'low' && !out.has(row.id)),
  )
}
