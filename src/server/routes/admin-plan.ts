/** Giving a user another plan, with the reason on record. */

import type { FastifyInstance } from 'fastify'
import { OPERATOR } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { requireGuardian } from '#server/accounts/guarded.ts'
import { noteReachedOf } from '#server/accounts/milestones.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { lockUser, setAccountType } from '../store/users.ts'

const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const PlanBody = {
  type: 'object',
  required: ['plan', 'reason'],
  properties: {
    plan: { type: 'string', maxLength: 60 },
    reason: { type: 'string', minLength: 3, maxLength: 300 },
  },
  additionalProperties: false,
} as const

export function adminPlanRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: { id: string }; Body: { plan: string; reason: string } }>(
    '/admin/users/:id/plan',
    { config: { action: 'plan.grant' }, schema: { params: UserId, body: PlanBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { plan } = request.body
      const reason = request.body.reason.trim()
      const isKnown = request.release.catalog.plans.some(({ id }) => id === plan)
      if (!isKnown || reason === '')
        throw new Refusal('request/invalid', {
          fields: [
            isKnown
              ? { pointer: '/reason', key: 'form.required' }
              : { pointer: '/plan', key: 'form.invalid' },
          ],
        })
      await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, request.params.id)
        if (user === undefined || user.role === OPERATOR) throw new Refusal('user/unknown')
        requireGuardian(request.release, user, context.now())
        await setAccountType(tx, user.id, plan)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'plan.grant',
          target: user.id,
          detail: { from: user.account_type, to: plan, reason },
        })
        await noteReachedOf(context, tx, request.release, user)
      })
      return reply.status(204).send()
    },
  )
}
