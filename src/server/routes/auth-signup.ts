/** Signing up with an email address or a phone number, and a password. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { versionOf } from '#engine/decide/consents.ts'
import type { Address } from '#server/base/address.ts'
import { sendCode } from '#server/accounts/codes.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import type { SignUps } from '#server/accounts/signups.ts'
import { networkOf } from '#server/base/network.ts'
import { isDuplicate } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { openSession } from '../plugins/session.ts'
import { usedLanguage } from '../plugins/tenant.ts'
import { isOver } from '../store/tenantlimits.ts'
import { insertUser } from '../store/users.ts'
import {
  Account,
  addressIn,
  body,
  requireBasic,
  requirePassword,
  signupTaken,
  type Credentials,
} from './auth-input.ts'

export function signUpRoutes(app: FastifyInstance, context: ServerContext, signUps: SignUps): void {
  app.post<{ Body: Credentials }>(
    '/auth/signup',
    { config: { action: 'session.open' }, schema: body(['password'], Account) },
    async (request, reply) => {
      requireBasic(request)
      if (!request.release.config.signup) throw new Refusal('signup/off')
      const address = addressIn(request, request.body)
      requirePassword(context, request.body.password, address.value)
      const asker = { network: networkOf(request.ip), signsUp: true }
      // The visitor learns this anyway (docs/decisions/0016), so it is checked before hashing.
      const isAdmitted = await context.passwords.prepare(asker, () =>
        signUps.admit(request.tenant.id, address, asker.network),
      )
      if (!isAdmitted) throw signupTaken(address)
      const passwordHash = await context.passwords.hash(request.body.password, asker)
      const { token, message } = await makeAccount(context, request, signUps, {
        address,
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
  { address, passwordHash }: { address: Address; passwordHash: string },
) {
  const id = context.newId()
  const consents = consentsOfSignUp(request, context.now())
  return context.database
    .tenant(request.tenant.id, async (tx) => {
      await insertUser(tx, {
        id,
        email: address.channel === 'email' ? address.value : null,
        phone: address.channel === 'phone' ? address.value : null,
        passwordHash,
        accountType: 'free',
        language: usedLanguage(request),
        consents,
      })
      // As many as its operator allows the tenant.
      if (await isOver(tx, 'people')) throw new Refusal('signup/off')
      const token = await openSession(context, request, tx, {
        userId: id,
        method: address.channel,
        verified: false,
        console: false,
        strong: false,
      })
      // Null if others have used up the messages for this address: its owner can use recovery.
      const { release, language } = request
      const message = await sendCode(context, tx, release, language, { id, address })
      await signUps.made(tx, networkOf(request.ip))
      return { token, message }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? signupTaken(address) : error
    })
}

/** Signing up accepts the terms only if the tenant says so; the page then says so too. */
export function consentsOfSignUp({ release }: FastifyRequest, now: Date) {
  // Where a guardian may have to agree first, the terms wait for a page of their own.
  if (!release.config.defaultTermsConsent || release.config.consent.parental) return {}
  return {
    terms: {
      granted: true,
      updatedAt: now.toISOString(),
      version: versionOf(release.catalog, 'terms'),
    },
  }
}
