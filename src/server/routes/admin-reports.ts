/** Learners' reports by record, for editors who can correct it. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleReport, Page } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import { reasonsOf } from '#server/catalogue/reasons.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { handleReports, reopenReports, reportedRecords } from '../store/reports.ts'
import { typeOf } from './catalogue.ts'

const PAGE = 25
const ListQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 100_000 },
    type: { type: 'string', maxLength: 60 },
    show: { type: 'string', enum: ['open', 'handled'] },
  },
} as const
const Params = {
  type: 'object',
  properties: {
    type: { type: 'string', maxLength: 60 },
    id: { type: 'string', minLength: 1, maxLength: 120 },
  },
} as const
const Body = {
  type: 'object',
  required: ['handled'],
  properties: {
    handled: { type: 'boolean' },
    until: { type: 'string', format: 'date-time', maxLength: 40 },
  },
  additionalProperties: false,
} as const

export function adminReportRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number; type?: string; show?: 'open' | 'handled' } }>(
    '/admin/reports',
    { config: { action: 'content.write' }, schema: { querystring: ListQuery } },
    async (request): Promise<Page<ConsoleReport>> => {
      const { page = 1, type, show = 'open' } = request.query
      const types =
        type === undefined
          ? request.release.catalog.all('content-type').map(({ id }) => id)
          : [typeOf(request, type).id]
      const asked = { types, handled: show === 'handled', page, pageSize: PAGE }
      const { items, total } = await context.database.tenant(request.tenant.id, (tx) =>
        reportedRecords(tx, asked),
      )
      const nameOf = reasonNames(request)
      return {
        items: items.map(
          ({ type: of, record, title, people, last, said, handledAt, actor, known, email }) => ({
            type: of,
            id: record,
            title,
            people,
            last,
            said: said.map((each) => ({ ...each, reason: nameOf(of, each.reason) })),
            handled:
              handledAt === null
                ? null
                : { at: handledAt, by: actor !== null && known === null ? null : (email ?? '') },
          }),
        ),
        total,
        page,
        pageSize: PAGE,
      }
    },
  )

  app.patch<{
    Params: { type: string; id: string }
    Body: { handled: boolean; until?: string }
  }>(
    '/admin/reports/:type/:id',
    { config: { action: 'content.write' }, schema: { params: Params, body: Body } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const type = typeOf(request, request.params.type)
      const { id } = request.params
      const { handled, until } = request.body
      const auditId = context.newId()
      await context.database.tenant(request.tenant.id, async (tx) => {
        const seen = until === undefined ? null : new Date(until)
        const done = handled
          ? await handleReports(tx, type.id, id, { until: seen, auditId })
          : await reopenReports(tx, type.id, id)
        if (!done) throw new Refusal('request/not-found')
        await addAudit(tx, {
          id: auditId,
          now: context.now(),
          actor: actor.id,
          action: handled ? 'report.handle' : 'report.reopen',
          target: `${type.id}/${id}`,
        })
      })
      return reply.status(204).send()
    },
  )
}

/** The label of a reason on the page that offered it; its id if no page offers it any more. */
function reasonNames(request: FastifyRequest): (type: string, reason: string | null) => string {
  const { catalog, texts } = request.release
  const keys = reasonsOf(catalog)
  return (type, reason) => {
    const key = keys.get(`${type}/${reason}`)
    return key === undefined
      ? (reason ?? '')
      : translate(texts.get(request.language) ?? {}, request.language, key)
  }
}
