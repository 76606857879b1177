/** Accounts with an email address: who is signed in, and signing in (spec 4; reliability.md 2). */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { Guesses } from '#server/accounts/guesses.ts'
import { mayEnter } from '#server/accounts/people.ts'
import type { ServerContext } from '#server/start/context.ts'
import { sendAntiForgeryToken, startSession } from '../plugins/anti-forgery.ts'
import { clearSession, openSession, rememberDevice } from '../plugins/session.ts'
import { deleteSession } from '../store/sessions.ts'
import { userByEmail } from '../store/users.ts'
import { Account, body, normalise, requireBasic, type Credentials } from './auth-input.ts'
import { passwordRoutes } from './auth-password.ts'
import { recoverRoutes, type FindVisitor } from './auth-recover.ts'
import { signUpRoutes } from './auth-signup.ts'
import { verifyRoutes } from './auth-verify.ts'

export function authRoutes(app: FastifyInstance, context: ServerContext): void {
  // Guesses at the login and at a change of the password share their limits.
  const guesses = new Guesses(context)
  const visitor: FindVisitor = async (tx, email) => {
    const user = await userByEmail(tx, email)
    return user !== undefined && mayEnter(context, user) ? user : undefined
  }
  sessionRoutes(app, context)
  signUpRoutes(app, context)
  loginRoute(app, context, guesses, visitor)
  verifyRoutes(app, context)
  recoverRoutes(app, context, visitor)
  passwordRoutes(app, context, guesses)
  // Not built yet, and these addresses say so.
  for (const path of ['/auth/providers/:provider', '/auth/providers/:provider/callback']) {
    app.get(path, { config: { action: 'session.open' } }, () => {
      throw new Refusal('feature/being-built')
    })
  }
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
      const email = normalise(request.body.email ?? request.body.phone ?? '')
      const { user, isRight, forgive } = await guesses.check(
        request,
        email,
        request.body.password,
        (tx) => visitor(tx, email),
      )
      // Body and time are the same for a wrong name and a wrong password.
      if (!isRight || user === undefined) throw new Refusal('login/failed')
      const old = request.tokenHash()
      const token = await context.database.tenant(request.tenant.id, async (tx) => {
        if (old !== null) await deleteSession(tx, old)
        const opened = await openSession(context, request, tx, {
          userId: user.id,
          method: 'email',
          verified: user.email_verified,
          console: user.role !== null,
        })
        await forgive(tx)
        return opened
      })
      rememberDevice(context, request, reply, email)
      startSession(context, request, reply, token)
      return (await request.refresh()).user
    },
  )
}
