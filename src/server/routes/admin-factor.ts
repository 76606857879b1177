/** Taking the second factor and the passkeys of someone away who has lost them, with the reason on record. */

import type { FastifyInstance } from 'fastify'
import { OPERATOR } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { resetFactor } from '#server/accounts/factorreset.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { userById } from '../store/users.ts'

const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const Reason = {
  type: 'object',
  required: ['reason'],
  properties: { reason: { type: 'string', minLength: 3, maxLength: 300 } },
  additionalProperties: false,
} as const

export function adminFactorRoute(app: FastifyInstance, context: ServerContext): void {
  app.delete<{ Params: { id: string }; Body: { reason: string } }>(
    '/admin/users/:id/second-factor',
    { config: { action: 'role.grant' }, schema: { params: UserId, body: Reason } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      const reason = request.body.reason.trim()
      // One's own is turned off with a code or the password, so that an open console isn't enough.
      if (reason === '' || id === actor.id)
        throw new Refusal('request/invalid', {
          fields: [{ pointer: '/reason', key: 'form.required' }],
        })
      const { release } = request
      const message = await context.database.tenant(request.tenant.id, async (tx) =>
        (await userById(tx, id))?.role === OPERATOR
          ? undefined
          : resetFactor(context, tx, { id, by: actor.id, reason, release }),
      )
      if (message === undefined) throw new Refusal('user/unknown')
      sendMessage(context, message)
      return reply.status(204).send()
    },
  )
}
