/** Inviting colleagues to the console. */

import type { FastifyInstance } from 'fastify'
import { ROLES, type Role } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { makeInvitation } from '#server/accounts/codes.ts'
import { requireGuardian } from '#server/accounts/guarded.ts'
import { languageFor, sendMessage, writeMessage } from '#server/accounts/messages.ts'
import { tooOften } from '#server/base/bounds.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { withdrawInvitation } from '../store/codes.ts'
import { count } from '../store/limits.ts'
import { isOver } from '../store/tenantlimits.ts'
import { insertUser, userByEmail } from '../store/users.ts'

const MAX_INVITATIONS_PER_HOUR = 60
const InviteBody = {
  type: 'object',
  required: ['email', 'role'],
  properties: {
    email: { type: 'string', maxLength: 254 },
    role: { type: 'string', enum: [...ROLES] },
  },
  additionalProperties: false,
} as const
const UserId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
const WithdrawBody = {
  type: 'object',
  required: ['reason'],
  properties: { reason: { type: 'string', minLength: 3, maxLength: 300 } },
  additionalProperties: false,
} as const

/**
 * Sends a link that sets a password and grants the role. The role is granted only when the link is
 * used: an earlier sign-up with this address, never verified, gains nothing.
 */
export function adminInviteRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { email: string; role: Role } }>(
    '/admin/users',
    { config: { action: 'role.grant' }, schema: { body: InviteBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { role } = request.body
      const email = request.body.email.trim().toLowerCase()
      if (!FORMATS.email(email)) throw refused('form.email')
      const { release } = request
      const baseUrl = await context.baseUrl(request.tenant)
      const { id, message } = await context.database.tenant(request.tenant.id, async (tx) => {
        const key = limitKey(context, 'invitations', tx.tenant)
        if ((await count(tx, key, 3600, context.now())) > MAX_INVITATIONS_PER_HOUR)
          throw tooOften(600)
        const found = await userByEmail(tx, email)
        if (found !== undefined && found.role !== null) throw refused('console.people.hasRole')
        if (found !== undefined) requireGuardian(release, found, context.now())
        const id = found?.id ?? context.newId()
        if (found === undefined)
          await insertUser(tx, { id, email, phone: null, passwordHash: null, accountType: 'free' })
        if (found === undefined && (await isOver(tx, 'people')))
          throw refused('console.people.full')
        const token = await makeInvitation(context, tx, id, role)
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'people.invite',
          target: id,
          detail: { role },
        })
        const language = languageFor(release, found ?? { language: null })
        const texts = release.texts.get(language) ?? {}
        return {
          id,
          message: await writeMessage(
            context,
            tx,
            release,
            language,
            { channel: 'email', value: email, userId: id },
            'colleague',
            {
              link: `${baseUrl}/recover?token=${token}`,
              role: translate(texts, language, `console.role.${role}`),
            },
          ),
        }
      })
      sendMessage(context, message)
      return reply.status(201).send({ id })
    },
  )
}

/** The link stops working at once; who withdrew it, and why, stays in the log. */
export function adminWithdrawRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { id: string }; Body: { reason: string } }>(
    '/admin/users/:id/invitation/withdraw',
    { config: { action: 'role.grant' }, schema: { params: UserId, body: WithdrawBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const reason = request.body.reason.trim()
      if (reason === '')
        throw new Refusal('request/invalid', {
          fields: [{ pointer: '/reason', key: 'form.required' }],
        })
      await context.database.tenant(request.tenant.id, async (tx) => {
        const [withdrawn] = await withdrawInvitation(tx, request.params.id)
        if (withdrawn === undefined) throw new Refusal('request/not-found')
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'people.withdraw',
          target: request.params.id,
          detail: { role: withdrawn.role, reason },
        })
      })
      return reply.status(204).send()
    },
  )
}

function refused(key: string): Refusal {
  return new Refusal('request/invalid', { fields: [{ pointer: '/email', key }] })
}
