/** The outbox of demo mode: every email and text message, for users who try the product. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { messagesTo } from '../store/others.ts'
import type { ServerContext } from '#server/start/context.ts'

const Query = {
  type: 'object',
  required: ['to'],
  properties: { to: { type: 'string', minLength: 3, maxLength: 254 } },
} as const

export function demoRoutes(app: FastifyInstance, context: ServerContext): void {
  if (!context.demo) return
  app.get<{ Querystring: { to: string } }>(
    '/demo/outbox',
    { config: { action: 'public.read' }, schema: { querystring: Query } },
    async (request) => {
      // A real tenant may be in the same database, and an email may contain a link into an account.
      if (!request.tenant.demo) throw new Refusal('request/not-found')
      const to = recipientIn(request.query.to)
      const rows = await context.database.tenant(request.tenant.id, (tx) => messagesTo(tx, to))
      return {
        items: rows.map(({ id, recipient, channel, subject, text, created_at }) => ({
          id,
          to: recipient,
          channel,
          subject,
          text,
          at: created_at.toISOString(),
        })),
      }
    },
  )
}

/** In a query a plus sign means a space, so a number may have lost its own. */
function recipientIn(written: string): string {
  const to = written.trim().toLowerCase()
  return /^\d{8,15}$/.test(to) ? `+${to}` : to
}
