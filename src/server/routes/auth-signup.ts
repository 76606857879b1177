/** Signing up with an email address and a password. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { versionOf } from '#engine/decide/consents.ts'
import { sendCode } from '#server/accounts/codes.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { SignUps } from '#server/accounts/signups.ts'
import { networkOf } from '#server/base/network.ts'
import { isDuplicate } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { openSession } from '../plugins/session.ts'
import { insertUser } from '../store/users.ts'
import {
  Account,
  body,
  emailOf,
  requireBasic,
  requirePassword,
  type Credentials,
} from './auth-input.ts'

export function signUpRoutes(app: FastifyInstance, context: ServerContext): void {
  const signUps = new SignUps(context)
  app.post<{ Body: Credentials }>(
    '/auth/signup',
    { config: { action: 'session.open' }, schema: body(['password'], Account) },
    async (request, reply) => {
      requireBasic(request)
      if (!request.release.config.signup) throw new Refusal('signup/off')
      const email = emailOf(request.body)
      requirePassword(context, request.body.password, email)
      const asker = { network: networkOf(request.ip), signsUp: true }
      context.passwords.requireRoom(asker)
      // The visitor learns this anyway (docs/decisions/0016), so it is checked before hashing.
      if (!(await signUps.admit(request.tenant.id, email, asker.network))) throw signupTaken()
      const passwordHash = await context.passwords.hash(request.body.password, asker)
      const { token, message } = await makeAccount(context, request, signUps, {
        email,
        passwordHash,
      })
      sendMessage(context, message)
      startSession(context, request, reply, token)
      return reply.status(201).send((await request.refresh()).user)
    },
  )
}

/**
 * Stores the account with its first session and the code for its address: all of it, or nothing.
 */
async function makeAccount(
  context: ServerContext,
  request: FastifyRequest,
  signUps: SignUps,
  { email, passwordHash }: { email: string; passwordHash: string },
) {
  const id = context.newId()
  const consents = consentsOfSignUp(request, context.now())
  return context.database
    .tenant(request.tenant.id, async (tx) => {
      await insertUser(tx, { id, email, passwordHash, accountType: 'free', consents })
      const token = await openSession(context, request, tx, {
        userId: id,
        method: 'email',
        verified: false,
        console: false,
      })
      // Null if others have used up the emails for this address: its owner can use recovery.
      const message = await sendCode(context, tx, request.release, request.language, { id, email })
      await signUps.made(tx, networkOf(request.ip))
      return { token, message }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? signupTaken() : error
    })
}

/** Signing up accepts the terms only if the tenant says so; the page then says so too. */
function consentsOfSignUp({ release }: FastifyRequest, now: Date) {
  if (!release.config.defaultTermsConsent) return {}
  return {
    terms: {
      granted: true,
      updatedAt: now.toISOString(),
      version: versionOf(release.catalog, 'terms'),
    },
  }
}

function signupTaken(): Refusal {
  return new Refusal('signup/taken', {
    fields: [{ pointer: '/email', key: 'problem.signup.taken' }],
  })
}
