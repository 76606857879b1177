/**
 * Careers by school subjects: those that a set leaves open or closes, and those that use one
 * subject.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SubjectCareerList } from '#engine/contract/contract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { opennessOf, type Chosen, type Openness } from '#engine/decide/subjects.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { CAREERS, joinableCareer, type Career } from '#server/catalogue/career.ts'
import { bestOf, partsFrom } from '#server/catalogue/joins.ts'
import { careerOpenness, usesSubject } from '#server/catalogue/subjectcareers.ts'
import type { ServerContext } from '#server/start/context.ts'
import { listContent, recordOf, type RecordRow } from '../store/content.ts'
import { careersFor, seenBy, summary } from './careers.ts'

const PAGE_SIZE = 20
/** On the page of a subject. */
const MAX_PER_SUBJECT = 6
const MAX_FIELDS = 100
/** Content type of the fields that curricula open and close. */
const FIELDS = 'study-fields'

const Filter = {
  querystring: {
    type: 'object',
    properties: {
      opens: { type: 'string', pattern: '^(open|some|closed)?$' },
      field: { type: 'string', maxLength: 20 },
      search: { type: 'string', maxLength: 100 },
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      lang: { type: 'string', maxLength: 10 },
    },
  },
} as const
type Query = { opens?: Openness | ''; field?: string; search?: string; page?: number }

export function subjectRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: Query }>(
    '/subject-choices/careers',
    { config: { action: 'subject.read' }, schema: Filter },
    async (request): Promise<SubjectCareerList> => {
      const seen = await seenBy(request)
      const { opens, field, search, page = 1 } = request.query
      const fields = await studyFields(context, request)
      const openness = opennessFor(request, seen.user, fields)
      const fieldOf = firstField(request, seen.scope, fields)
      const book = await careersFor(context, request)
      const judged = book
        .where(search ? { search } : {}, request.language)
        .map((row) => ({ row, ...careerOpenness(row, fieldOf(row), openness) }))
      const inField = judged.filter((each) => !field || each.field === field)
      const found = inField.filter((each) => !opens || each.opens === opens)
      return {
        items: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((each) => ({
          ...summary(each.row, seen),
          opens: each.opens,
          field: each.field,
        })),
        total: found.length,
        page,
        pageSize: PAGE_SIZE,
        ...book.instead(search, found[0]?.row),
        facets: {
          opens: countsOf(inField.map((each) => each.opens)),
          field: countsOf(
            judged.flatMap((each) =>
              each.field !== null && (!opens || each.opens === opens) ? [each.field] : [],
            ),
          ),
        },
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/subject-choices/subjects/:id/careers',
    { config: { action: 'subject.read' } },
    async (request): Promise<SubjectCareerList> => {
      const seen = await seenBy(request)
      const record = await context.database.tenant(request.tenant.id, (tx) =>
        recordOf(tx, 'subjects', request.params.id, context.now()),
      )
      if (record === undefined) throw new Refusal('request/not-found')
      const areas = textsIn(record.data['knowledge'])
      const book = await careersFor(context, request)
      const found = book
        .where({}, request.language)
        .map((row) => ({ row, uses: usesSubject(row, areas) }))
        .filter(({ uses }) => uses > 0)
        .sort((a, b) => b.uses - a.uses)
      return {
        items: found.slice(0, MAX_PER_SUBJECT).map(({ row }) => summary(row, seen)),
        total: found.length,
        page: 1,
        pageSize: MAX_PER_SUBJECT,
        ...(areas.length === 0 && { reason: 'unknown' as const }),
      }
    },
  )
}

/** What to study for a career, as its page says: by the join that leads from careers to fields. */
function firstField(
  { release: { catalog } }: FastifyRequest,
  scope: Scope,
  fields: readonly RecordRow[],
): (career: Career) => string | null {
  const part = partsFrom(catalog, CAREERS).find(({ to }) => to === FIELDS)
  if (part === undefined) return () => null
  return (career) =>
    bestOf(part, joinableCareer(career, career.id), fields, catalog, scope)?.id ?? null
}

async function studyFields(
  context: ServerContext,
  request: FastifyRequest,
): Promise<readonly RecordRow[]> {
  const { items } = await context.database.tenant(request.tenant.id, (tx) =>
    listContent(tx, {
      type: FIELDS,
      wanted: null,
      only: null,
      filters: {},
      facets: [],
      near: null,
      sort: null,
      page: 1,
      pageSize: MAX_FIELDS,
      now: context.now(),
    }),
  )
  return items
}

/** By the user's curriculum and saved set; without either, nothing is closed. */
function opennessFor(
  { release: { catalog } }: FastifyRequest,
  { profile }: User,
  fields: readonly RecordRow[],
): Record<string, Openness> {
  const curriculum = catalog.get('curriculum', String(profile['schoolCurriculum'] ?? ''))
  const chosen = chosenIn(profile['subjectSet'])
  // An empty choice doesn't count yet.
  if (curriculum === undefined || chosen.length === 0) return {}
  return opennessOf(
    curriculum,
    fields.map(({ id }) => id),
    chosen,
  )
}

function chosenIn(kept: unknown): Chosen[] {
  return (Array.isArray(kept) ? (kept as unknown[]) : []).flatMap((entry) =>
    isObject(entry) && typeof entry['subject'] === 'string'
      ? [
          {
            subject: entry['subject'],
            ...(typeof entry['level'] === 'string' && { level: entry['level'] }),
          },
        ]
      : [],
  )
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function countsOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
