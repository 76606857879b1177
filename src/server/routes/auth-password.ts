/** Changing the password of the user's own account. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf } from '#server/base/address.ts'
import type { Guesses } from '#server/accounts/guesses.ts'
import { sendMessage, writeMessage } from '#server/accounts/messages.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { openSession } from '../plugins/session.ts'
import { count } from '../store/limits.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { setPassword } from '../store/users.ts'
import { Account, body, requirePassword } from './auth-input.ts'

/** Each one sends a message. */
const MAX_CHANGES_PER_HOUR = 20

export function passwordRoutes(
  app: FastifyInstance,
  context: ServerContext,
  guesses: Guesses,
): void {
  app.post<{ Body: { current: string; next: string } }>(
    '/auth/password',
    {
      config: { action: 'account.own' },
      schema: body(['current', 'next'], { current: Account.password, next: Account.password }),
    },
    async (request, reply) => {
      const { row, session } = await signedIn(request)
      const { current, next } = request.body
      const address = addressOf(row, session.method)
      requirePassword(context, next, address?.value ?? '', '/next')
      // A stranger with an unlocked phone can guess no faster than at login.
      const name = address?.value ?? row.id
      const { isRight, forgive } = await guesses.check(request, name, current, async () => row)
      if (!isRight)
        throw new Refusal('password/wrong', {
          fields: [{ pointer: '/current', key: 'problem.password.wrong' }],
        })
      await requireFewChanges(context, request, row.id)
      const passwordHash = await context.passwords.hash(next, { network: networkOf(request.ip) })
      const { token, message } = await context.database.tenant(request.tenant.id, async (tx) => {
        await setPassword(tx, row.id, passwordHash)
        await deleteSessionsOf(tx, row.id)
        const opened = await openSession(context, request, tx, {
          userId: row.id,
          method: session.method,
          verified: session.verified,
          console: session.console,
          strong: session.strong,
        })
        await forgive(tx)
        const { release, language } = request
        const message =
          address === null
            ? null
            : await writeMessage(
                context,
                tx,
                release,
                language,
                { ...address, userId: row.id },
                'changed',
                {},
              )
        return { token: opened, message }
      })
      sendMessage(context, message)
      startSession(context, request, reply, token)
      return reply.status(204).send()
    },
  )
}

async function requireFewChanges(
  context: ServerContext,
  request: FastifyRequest,
  userId: string,
): Promise<void> {
  const changes = await context.database.tenant(request.tenant.id, (tx) =>
    count(tx, limitKey(context, 'password', request.tenant.id, userId), 3600, context.now()),
  )
  if (changes > MAX_CHANGES_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
}
