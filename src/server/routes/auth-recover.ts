/**
 * Setting a new password with a link that is sent to the account's address. Invited owners use
 * the same way.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf, type Address } from '#server/base/address.ts'
import { isRecoveryToken, sendRecovery, useRecovery } from '#server/accounts/codes.ts'
import { sendMessage, writeMessage, type Outgoing } from '#server/accounts/messages.ts'
import { FairQueue } from '#server/base/fairqueue.ts'
import { networkOf } from '#server/base/network.ts'
import type { Tx } from '#server/database/database.ts'
import { noteReachedOf } from '#server/accounts/milestones.ts'
import type { ServerContext } from '#server/start/context.ts'
import { knownDevice } from '../plugins/session.ts'
import { addAudit } from '../store/audit.ts'
import { setRole } from '../store/console.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { setPassword, setVerified, userById, type userByAddress } from '../store/users.ts'
import {
  Account,
  body,
  offersPhone,
  readAddress,
  requireBasic,
  requirePassword,
  Text,
  WithAddress,
  type GivenAddress,
} from './auth-input.ts'

/**
 * Recovery messages are written after the response: at most this many at once, and this many waiting.
 */
const RECOVERIES = { atOnce: 2, room: [50] }

/** Finds the user with this address, if they may sign in here. */
export type FindVisitor = (tx: Tx, address: Address) => ReturnType<typeof userByAddress>

export function recoverRoutes(
  app: FastifyInstance,
  context: ServerContext,
  visitor: FindVisitor,
): void {
  requestRoute(app, context, visitor)
  confirmRoute(app, context)
}

function requestRoute(app: FastifyInstance, context: ServerContext, visitor: FindVisitor): void {
  const busy = () => new Refusal('server/busy', { retryAfter: 2 })
  const recoveries = new FairQueue({ ...RECOVERIES, refuse: busy })
  app.post<{ Body: GivenAddress }>(
    '/auth/recover',
    {
      config: { action: 'session.open' },
      schema: body([], WithAddress),
    },
    async (request, reply) => {
      requireBasic(request)
      const address = readAddress(request, request.body)
      // What is no address, or one that no message reaches, is answered like any other.
      if (address === null || (address.channel === 'phone' && !offersPhone(request)))
        return reply.status(204).send()
      const baseUrl = await context.baseUrl(request.tenant)
      const network = networkOf(request.ip)
      if (recoveries.isFull(network)) throw busy()
      const device = knownDevice(context, request, address.value)
      const work = recoveries.run(network, () =>
        context.database.tenant(request.tenant.id, async (tx) => {
          const user = await visitor(tx, address)
          if (user === undefined) return null
          const to = { id: user.id, address }
          const asker = { network, device }
          return sendRecovery(context, tx, request.release, request.language, to, baseUrl, asker)
        }),
      )
      // The response doesn't wait, so that its time doesn't reveal whether there is an account.
      work
        .then((message) => sendMessage(context, message))
        .catch((error: unknown) =>
          request.log.error({ err: error as Error }, 'recovery not written'),
        )
      return reply.status(204).send()
    },
  )
}

function confirmRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { token: string; password: string } }>(
    '/auth/recover/confirm',
    {
      config: { action: 'session.open' },
      schema: body(['token', 'password'], { token: Text(200), password: Account.password }),
    },
    async (request, reply) => {
      requireBasic(request)
      const { token, password } = request.body
      requirePassword(context, password, '')
      // A made-up token isn't worth hashing a password for. It is used up in `recover`, where two
      // requests at the same time meet.
      const isKnown = await context.database.tenant(request.tenant.id, (tx) =>
        isRecoveryToken(context, tx, token),
      )
      if (!isKnown) throw new Refusal('recover/expired')
      const passwordHash = await context.passwords.hash(password, {
        network: networkOf(request.ip),
      })
      const message = await context.database.tenant(request.tenant.id, (tx) =>
        recover(context, tx, request, token, passwordHash),
      )
      if (message === undefined) throw new Refusal('recover/expired')
      sendMessage(context, message)
      return reply.status(204).send()
    },
  )
}

/**
 * Sets the new password, and the role if the token is an invitation.
 *
 * @returns the message that notifies the owner, null without an address; undefined if the token is
 * used up or expired
 */
async function recover(
  context: ServerContext,
  tx: Tx,
  request: FastifyRequest,
  token: string,
  passwordHash: string,
): Promise<Outgoing | null | undefined> {
  const recovery = await useRecovery(context, tx, token)
  if (recovery === null) return undefined
  const user = await userById(tx, recovery.userId)
  if (user === undefined) return undefined
  if (recovery.role !== null) {
    await setRole(tx, user.id, recovery.role)
    await addAudit(tx, {
      id: context.newId(),
      now: context.now(),
      actor: user.id,
      action: 'owner.accept',
      target: user.id,
      detail: { from: user.role, to: recovery.role },
    })
  }
  await setPassword(tx, user.id, passwordHash)
  // Reading the message proves that the address is theirs.
  await setVerified(tx, user.id, recovery.channel)
  await noteReachedOf(context, tx, request.release, user)
  await deleteSessionsOf(tx, user.id)
  const address = addressOf(user, recovery.channel)
  if (address === null) return null
  const to = { ...address, userId: user.id }
  return writeMessage(context, tx, request.release, request.language, to, 'changed', {})
}
