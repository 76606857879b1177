/** Asking for a release, approving it, sending it back. */

import type { FastifyInstance } from 'fastify'
import { approvalMessages } from '#server/accounts/approvalmessages.ts'
import { pausedMessages } from '#server/accounts/experimentmessages.ts'
import {
  approvalsFor,
  approve,
  askForApproval,
  sendBack,
  withdraw,
} from '#server/release/approving.ts'
import { endOfStart } from '#server/release/asking-start.ts'
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
      const who = await asking(request)
      const { asked, send } = await approvalMessages(context, who)
      const wanted = { ...wish, ...(at !== undefined && { at: new Date(at) }) }
      const id = await askForApproval(who, wanted, { asked })
      send()
      return reply.status(201).send({ id })
    },
  )

  app.post<Of>(
    '/admin/approvals/:id/approve',
    { config: { action: 'release.publish' }, schema: { params: Id } },
    async (request, reply) => {
      const who = await asking(request)
      const { tell, send } = pausedMessages(context, request.release)
      const mails = await approvalMessages(context, who)
      const hooks = { paused: tell, decided: mails.decided }
      const made = await approve(who, request.params.id, hooks)
      mails.send()
      if ('at' in made) return reply.status(202).send({ at: made.at.toISOString() })
      send()
      return reply.status(201).send({ id: made.id, number: made.number })
    },
  )

  app.post<Of & { Body: { comment: string } }>(
    '/admin/approvals/:id/return',
    { config: { action: 'release.publish' }, schema: { params: Id, body: Comment } },
    async (request, reply) => {
      const who = await asking(request)
      const { decided, send } = await approvalMessages(context, who)
      const { id } = request.params
      const ended = await endOfStart(who, id)
      await sendBack(who, id, request.body.comment.trim(), { decided, ended })
      send()
      return reply.status(204).send()
    },
  )

  app.delete<Of>(
    // Nobody else's; experimenters ask for a start without being editors.
    '/admin/approvals/:id',
    { config: { action: 'console.read' }, schema: { params: Id } },
    async (request, reply) => {
      const who = await asking(request)
      const { id } = request.params
      await withdraw(who, id, { ended: await endOfStart(who, id) })
      return reply.status(204).send()
    },
  )
}
