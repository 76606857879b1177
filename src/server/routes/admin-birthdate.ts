/**
 * Correcting a birth date that a person mistyped and can't put right: where guardians are asked, it
 * decides who they are asked for (docs/decisions/0142). The reason is on record, the date isn't: the
 * log outlives the account.
 */

import type { FastifyInstance } from 'fastify'
import { OPERATOR } from '#engine/contract/admincontract.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { languageFor, sendMessage, writeMessage } from '#server/accounts/messages.ts'
import { addressToTell } from '#server/accounts/secondfactor.ts'
import { noteReachedOf } from '#server/accounts/milestones.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { lockUser, patchProfile } from '../store/users.ts'

const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const BirthDate = {
  type: 'object',
  required: ['birthDate', 'reason'],
  properties: {
    birthDate: { type: 'string', maxLength: 10 },
    reason: { type: 'string', minLength: 3, maxLength: 300 },
  },
  additionalProperties: false,
} as const

export function adminBirthDateRoute(app: FastifyInstance, context: ServerContext): void {
  app.put<{ Params: { id: string }; Body: { birthDate: string; reason: string } }>(
    '/admin/users/:id/birth-date',
    { config: { action: 'role.grant' }, schema: { params: UserId, body: BirthDate } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { birthDate } = request.body
      const reason = request.body.reason.trim()
      const fields: FieldProblem[] = []
      if (FORMATS['past-date']?.(birthDate) !== true)
        fields.push({ pointer: '/birthDate', key: 'console.people.birthDateWrong' })
      if (reason === '') fields.push({ pointer: '/reason', key: 'form.required' })
      if (fields.length > 0) throw new Refusal('request/invalid', { fields })
      const { release } = request
      const message = await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, request.params.id)
        if (user === undefined || user.role === OPERATOR) throw new Refusal('user/unknown')
        await patchProfile(tx, user.id, { birthDate })
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'birthdate.correct',
          target: user.id,
          detail: { reason },
        })
        await noteReachedOf(context, tx, release, user)
        const to = addressToTell(user)
        if (to === null) return null
        const recipient = { ...to, userId: user.id }
        const language = languageFor(release, user)
        return writeMessage(context, tx, release, language, recipient, 'birthDate', {})
      })
      sendMessage(context, message)
      return reply.status(204).send()
    },
  )
}
