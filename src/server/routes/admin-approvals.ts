/** Asking for a release, approving it, sending it back. */

import type { FastifyInstance } from 'fastify'
import { pausedMessages } from '#server/accounts/experimentmessages.ts'
import {
  approvalsFor,
  approve,
  askForApproval,
  sendBack,
  withdraw,
} from '#server/release/approving.ts'
import type { ServerContext } from '#server/start/context.ts'
import { askingOf } from './admin-scheduled.ts'
import { AskBody } from './leaving.ts'

const Id = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const Comment = {
  type: 'object',
  required: ['comment'],
  properties: { comment: { type: 'string', minLength: 1, maxLength: 400, pattern: '\\S' } },
  additionalProperties: false,
} as const
type Of = { Params: { id: string } }

export function adminApprovalRoutes(app: FastifyInstance, context: ServerContext): void {
  const asking = askingOf(context)

  app.get('/admin/approvals', { config: { action: 'console.read' } }, async (request) =>
    approvalsFor(await asking(request)),
  )

  // Everybody who may change drafts may ask for them to be published.
  app.post<{ Body: { message: string; only?: string[]; at?: string } }>(
    '/admin/approvals',
    { config: { action: 'draft.write' }, schema: { body: AskBody } },
    async (request, reply) => {
      const { at, ...wish } = request.body
      const id = await askForApproval(await asking(request), {
        ...wish,
        ...(at !== undefined && { at: new Date(at) }),
      })
      return reply.status(201).send({ id })
    },
  )

  app.post<Of>(
    '/admin/approvals/:id/approve',
    { config: { action: 'release.publish' }, schema: { params: Id } },
    async (request, reply) => {
      const { tell, send } = pausedMessages(context, request.release)
      const made = await approve(await asking(request), request.params.id, tell)
      if ('at' in made) return reply.status(202).send({ at: made.at.toISOString() })
      send()
      return reply.status(201).send({ id: made.id, number: made.number })
    },
  )

  app.post<Of & { Body: { comment: string } }>(
    '/admin/approvals/:id/return',
    { config: { action: 'release.publish' }, schema: { params: Id, body: Comment } },
    async (request, reply) => {
      await sendBack(await asking(request), request.params.id, request.body.comment.trim())
      return reply.status(204).send()
    },
  )

  app.delete<Of>(
    '/admin/approvals/:id',
    { config: { action: 'draft.write' }, schema: { params: Id } },
    async (request, reply) => {
      await withdraw(await asking(request), request.params.id)
      return reply.status(204).send()
    },
  )
}
