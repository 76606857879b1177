/** Accounts with an address and a password: who is signed in, and signing in (spec 4; reliability.md 2). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { normalise, type Address } from '#server/base/address.ts'
import { Guesses } from '#server/accounts/guesses.ts'
import { SignUps } from '#server/accounts/signups.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { mayEnter } from '#server/accounts/people.ts'
import type { ServerContext } from '#server/start/context.ts'
import { sendAntiForgeryToken, startSession } from '../plugins/anti-forgery.ts'
import { clearSession, openSession, rememberDevice } from '../plugins/session.ts'
import { deviceLabel } from '#server/base/device.ts'
import { deleteSession } from '../store/sessions.ts'
import { addSignIn } from '../store/signins.ts'
import { userByAddress, type UserRow } from '../store/users.ts'
import { Account, addressIn, body, requireBasic, type Credentials } from './auth-input.ts'
import { addressRoutes } from './auth-address.ts'
import { linkOnLogin, providerRoutes } from './auth-providers.ts'
import { passwordRoutes } from './auth-password.ts'
import { recoverRoutes, type FindVisitor } from './auth-recover.ts'
import { sessionListRoutes } from './auth-sessions.ts'
import { signUpRoutes } from './auth-signup.ts'
import { verifyRoutes } from './auth-verify.ts'

export function authRoutes(app: FastifyInstance, context: ServerContext): void {
  // Guesses at the login and at a change of the password share their limits.
  const guesses = new Guesses(context)
  // Likewise what a network may learn about taken addresses.
  const signUps = new SignUps(context)
  const visitor: FindVisitor = async (tx, address) => {
    const user = await userByAddress(tx, address)
    return user !== undefined && mayEnter(context, user) ? user : undefined
  }
  sessionRoutes(app, context)
  signUpRoutes(app, context, signUps)
  loginRoute(app, context, guesses, visitor)
  verifyRoutes(app, context)
  recoverRoutes(app, context, visitor)
  passwordRoutes(app, context, guesses)
  addressRoutes(app, context, guesses, signUps)
  providerRoutes(app, context, signUps)
  sessionListRoutes(app, context)
}

function sessionRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/auth/ping', { config: { action: 'public.read' } }, () => ({ status: 'ok' }))

  app.get('/auth/get-user', { config: { action: 'session.open' } }, async (request, reply) => {
    const person = await request.person()
    // 204 means that no user is signed in (spec 4); it isn't an error.
    return person === null ? reply.status(204).send() : person.user
  })

  app.get(
    '/auth/logout',
    { config: { action: 'session.open', changes: true } },
    async (request, reply) => {
      const hash = request.tokenHash()
      if (hash !== null)
        await context.database.tenant(request.tenant.id, (tx) => deleteSession(tx, hash))
      clearSession(context, request, reply)
      sendAntiForgeryToken(context, request, reply)
      return reply.status(204).send()
    },
  )
}

function loginRoute(
  app: FastifyInstance,
  context: ServerContext,
  guesses: Guesses,
  visitor: FindVisitor,
): void {
  app.post<{ Body: Credentials }>(
    '/auth/login',
    { config: { action: 'session.open' }, schema: body(['password'], Account) },
    async (request, reply) => {
      requireBasic(request)
      // A wrong number is named; whatever else was typed gets the response of an unknown address.
      const address: Address =
        request.body.email === undefined && request.body.phone !== undefined
          ? addressIn(request, request.body)
          : { channel: 'email', value: normalise(request.body.email ?? '') }
      const { user, isRight, forgive } = await guesses.check(
        request,
        address.value,
        request.body.password,
        (tx) => visitor(tx, address),
      )
      // Body and time are the same for a wrong name and a wrong password.
      if (!isRight || user === undefined) {
        if (user !== undefined) noteWrong(context, request, user)
        throw new Refusal('login/failed')
      }
      const old = request.tokenHash()
      const { token, message } = await context.database.tenant(request.tenant.id, async (tx) => {
        if (old !== null) await deleteSession(tx, old)
        const opened = await openSession(context, request, tx, {
          userId: user.id,
          method: address.channel,
          verified: address.channel === 'email' ? user.email_verified : user.phone_verified,
          console: user.role !== null,
        })
        await addSignIn(tx, signIn(context, request, user, 'in'))
        await forgive(tx)
        return { token: opened, message: await linkOnLogin(context, request, reply, tx, user) }
      })
      sendMessage(context, message)
      rememberDevice(context, request, reply, address.value)
      startSession(context, request, reply, token)
      return (await request.refresh()).user
    },
  )
}

function signIn(
  context: ServerContext,
  request: FastifyRequest,
  { id }: Pick<UserRow, 'id'>,
  outcome: 'in' | 'wrong',
) {
  const label = deviceLabel(request.headers['user-agent'])
  return { id: context.newId(), user_id: id, outcome, label, now: context.now() }
}

/**
 * Tells the owner, on the security page. The response doesn't wait, so that its time doesn't reveal
 * whether there is an account.
 */
function noteWrong(context: ServerContext, request: FastifyRequest, user: UserRow): void {
  context.database
    .tenant(request.tenant.id, (tx) => addSignIn(tx, signIn(context, request, user, 'wrong')))
    .catch((error: unknown) => request.log.error({ err: error as Error }, 'sign-in not noted'))
}
