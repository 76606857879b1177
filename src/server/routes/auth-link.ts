/** Linking an account with the service that sent its owner here to log in (docs/decisions/0086). */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { offeredProviders } from '#engine/decide/providers.ts'
import { writeMessage, type Outgoing } from '#server/accounts/messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { insertIdentity } from '../store/identities.ts'
import type { UserRow } from '../store/users.ts'
import { clearLink, pendingLink } from './auth-providers-cookies.ts'

/**
 * Links the account that was logged in to with the service that sent its owner here: the address is
 * verified on both sides, and logging in has shown whose account it is.
 *
 * @returns the message that tells them, to be sent once all of it is stored
 */
export async function linkOnLogin(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
  user: UserRow,
): Promise<Outgoing | null> {
  const link = pendingLink(context, request)
  if (link === null || !user.email_verified || link.email !== user.email) return null
  const linked = await insertIdentity(tx, link, user.id, context.now())
  clearLink(context, reply)
  if (linked === 0) return null
  const { release, language } = request
  const service = offeredProviders(release.config.authProviders).find(
    ({ id }) => id === link.provider,
  )
  return writeMessage(
    context,
    tx,
    release,
    language,
    { channel: 'email', value: link.email, userId: user.id },
    'linked',
    { service: service?.name ?? link.provider },
  )
}
