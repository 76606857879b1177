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
import { clearSession, rememberDevice } from '../plugins/session.ts'
import { deleteSession } from '../store/sessions.ts'
import { addSignIn } from '../store/signins.ts'
import { userByAddress, type UserRow } from '../store/users.ts'
import { Account, addressIn, body, requireBasic, type Credentials } from './auth-input.ts'
import { addressRoutes } from './auth-address.ts'
import { enter, sendStep, signInOf, stepPage } from './auth-enter.ts'
import { factorRoutes } from './auth-factor.ts'
import { providerRoutes } from './auth-providers.ts'
import { passkeyRoutes } from './auth-passkeys.ts'
import { passwordRoutes } from './auth-password.ts'
import { recoverRoutes, type FindVisitor } from './auth-recover.ts'
import { sessionListRoutes } from './auth-sessions.ts'
import { signUpRoutes } from './auth-signup.ts'
import { stepRoute } from './auth-step.ts'
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
  stepRoute(app, context)
  factorRoutes(app, context, guesses)
  passkeyRoutes(app, context, guesses)
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
      const entered = await context.database.tenant(request.tenant.id, async (tx) => {
        await forgive(tx)
        return enter(context, request, reply, tx, user, address.channel)
      })
      if ('step' in entered) {
        sendStep(context, reply, entered.step)
        return reply.status(202).send({ secondFactor: 'code', page: stepPage(request, {}) })
      }
      rememberDevice(context, request, reply, address.value)
      sendMessage(context, entered.message)
      startSession(context, request, reply, entered.token)
      return (await request.refresh()).user
    },
  )
}

/**
 * Tells the owner, on the security page. The response doesn't wait, so that its time doesn't reveal
 * whether there is an account.
 */
function noteWrong(context: ServerContext, request: FastifyRequest, user: UserRow): void {
  context.database
    .tenant(request.tenant.id, (tx) =>
      addSignIn(tx, { ...signInOf(context, request, user, null), outcome: 'wrong' }),
    )
    .catch((error: unknown) => request.log.error({ err: error as Error }, 'sign-in not noted'))
}
