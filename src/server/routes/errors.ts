/** Errors in users' browsers: received from anyone, read in the console. */

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Page } from '#engine/contract/admincontract.ts'
import {
  MAX_MESSAGE,
  scrub,
  type ConsoleError,
  type ErrorReport,
} from '#engine/contract/errorreports.ts'
import { EVENT_WORD } from '#engine/contract/events.ts'
import { tooOften } from '#server/base/bounds.ts'
import { networkOf } from '#server/base/network.ts'
import { uuidOf } from '#server/base/secrets.ts'
import { Windows } from '#server/base/windows.ts'
import type { ServerContext } from '#server/start/context.ts'
import { countError, countErrors, errorsOf, tidyErrors } from '../store/errorlog.ts'

/** A class whose phones all fail in the same way is heard; a flood isn't. */
const CALLS_OF_NETWORK = 120
const CALLS_OF_TENANT = 1200
const PAGE = 50
const Word = { type: 'string', pattern: EVENT_WORD } as const
const Report = {
  body: {
    type: 'object',
    required: ['name', 'message', 'frame', 'page', 'release'],
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z]{1,40}$' },
      message: { type: 'string', maxLength: MAX_MESSAGE },
      frame: { type: 'string', pattern: '^[\\w.:-]{0,120}$' },
      page: Word,
      release: Word,
    },
    additionalProperties: false,
  },
} as const
const Paged = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 1, maximum: 100_000 } },
} as const

export function errorRoutes(app: FastifyInstance, context: ServerContext): void {
  const networks = new Windows(60, CALLS_OF_NETWORK)
  const tenants = new Windows(60, CALLS_OF_TENANT)

  app.post<{ Body: ErrorReport }>(
    '/errors',
    { config: { action: 'event.record', nameless: true }, schema: Report },
    async (request, reply) => {
      const { tenant } = request
      const now = context.now()
      if (
        !networks.take(`${tenant.id}/${networkOf(request.ip)}`, now) ||
        !tenants.take(tenant.id, now)
      )
        throw tooOften(60)
      // The browser did so already; a report that another program wrote may not have.
      const report = { ...request.body, message: scrub(request.body.message) }
      const { name, message, frame, page, release } = report
      const id = uuidOf(
        createHash('sha256')
          .update(JSON.stringify([name, message, frame, page, release]))
          .digest(),
      )
      await context.database.tenant(tenant.id, async (tx) => {
        if (await countError(tx, id, report, now)) await tidyErrors(tx, now)
      })
      return reply.status(204).send()
    },
  )

  app.get<{ Querystring: { page?: number } }>(
    '/admin/errors',
    { config: { action: 'console.read' }, schema: { querystring: Paged } },
    async (request): Promise<Page<ConsoleError>> => {
      const { page = 1 } = request.query
      return context.database.tenant(request.tenant.id, async (tx) => ({
        items: (await errorsOf(tx, page, PAGE)).map(({ count, first_at, last_at, ...said }) => ({
          ...said,
          count: Number(count),
          first: first_at.toISOString(),
          last: last_at.toISOString(),
        })),
        total: await countErrors(tx),
        page,
        pageSize: PAGE,
      }))
    },
  )
}
