/** Turning the second factor of one's own account on and off (docs/decisions/0090). */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { MessageName } from '#engine/documents/messages.ts'
import { isRecent } from './auth-address.ts'
import { addressOf } from '#server/base/address.ts'
import { plus } from '#server/base/clock.ts'
import { newToken, sha256 } from '#server/base/secrets.ts'
import { addressOfSecret, newSecret, stepOf } from '#server/accounts/authenticator.ts'
import { ruleFor } from '#server/accounts/factorrule.ts'
import type { Guesses } from '#server/accounts/guesses.ts'
import { sendMessage, writeMessage, type Outgoing } from '#server/accounts/messages.ts'
import type { Person } from '#server/accounts/people.ts'
import {
  addressToTell,
  ENROL_SECONDS,
  newRecoveryCodes,
  recoveryCodesLeft,
  STEP_TRIES,
  tryProof,
  turnOff,
  turnOn,
  type Proof,
} from '#server/accounts/secondfactor.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { knownDevice, openSession } from '../plugins/session.ts'
import {
  challengeOf,
  deleteChallengesOf,
  insertChallenge,
  tryChallenge,
} from '../store/challenges.ts'
import { deleteSession, deleteWeakSessions } from '../store/sessions.ts'
import { lockUser, type UserRow } from '../store/users.ts'
import { Account, body } from './auth-input.ts'
import { proofIn, proofRefused, ProofBody } from './auth-step.ts'

const OWN = { action: 'account.own' } as const

export function factorRoutes(app: FastifyInstance, context: ServerContext, guesses: Guesses): void {
  stateRoute(app, context)
  beginRoute(app, context, guesses)
  confirmRoute(app, context)
  offRoute(app, context, guesses)
  recoveryRoute(app, context)
}

function stateRoute(app: FastifyInstance, context: ServerContext): void {
  app.get('/auth/second-factor', { config: OWN }, async (request) => {
    const { row, session } = await signedIn(request)
    // Never the secret: browsers keep what pages read.
    return {
      rule: ruleFor(context, request.release.config, row),
      since: row.factor_since?.toISOString() ?? null,
      recoveryCodes: await context.database.tenant(request.tenant.id, (tx) =>
        recoveryCodesLeft(tx, row.id),
      ),
      hasPassword: row.password_hash !== null,
      recent: isRecent(context, request, session),
    }
  })
}

function beginRoute(app: FastifyInstance, context: ServerContext, guesses: Guesses): void {
  app.post<{ Body: { password?: string } }>(
    '/auth/second-factor',
    { config: OWN, schema: body([], { password: Account.password }) },
    async (request) => {
      const person = await signedIn(request)
      const { row } = person
      if (ruleFor(context, request.release.config, row) === 'off') throw new Refusal('access/off')
      await requireOwn(request, guesses, person, request.body.password)
      const secret = newSecret()
      const now = context.now()
      await context.database.tenant(request.tenant.id, async (tx) => {
        await lockUser(tx, row.id)
        await deleteChallengesOf(tx, row.id, 'factor')
        await insertChallenge(tx, {
          hash: sha256(newToken()),
          userId: row.id,
          purpose: 'factor',
          value: context.secrets.seal(secret, 'factor', row.tenant_id, row.id),
          now,
          expiresAt: plus(now, ENROL_SECONDS),
        })
      })
      return { secret, address: otpAddress(request, row, secret) }
    },
  )
}

function confirmRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { code: string } }>(
    '/auth/second-factor/confirm',
    { config: OWN, schema: body(['code'], { code: ProofBody.code }) },
    async (request, reply) => {
      const person = await signedIn(request)
      const code = request.body.code.replace(/\s/g, '')
      const done = await context.database.tenant(request.tenant.id, (tx) =>
        confirm(context, request, tx, person, code),
      )
      if (done === 'expired') throw new Refusal('code/expired', AT_CODE_EXPIRED)
      if (done === 'wrong') throw proofRefused('wrong', { code })
      sendMessage(context, done.message)
      startSession(context, request, reply, done.token)
      return { recoveryCodes: done.codes }
    },
  )
}

const AT_CODE_EXPIRED = {
  fields: [{ pointer: '/code', key: 'problem.factor.again' }],
} as const

/** An account that is worth more gets a new token, and the console's other sessions end. */
async function confirm(
  context: ServerContext,
  request: FastifyRequest,
  tx: Tx,
  { row, session }: Person,
  code: string,
): Promise<
  | 'expired'
  | 'wrong'
  | { readonly codes: string[]; readonly token: string; message: Outgoing | null }
> {
  const now = context.now()
  const user = await lockUser(tx, row.id)
  const begun = await challengeOf(tx, row.id, 'factor', now)
  if (user === undefined || begun === undefined) return 'expired'
  if ((await tryChallenge(tx, begun.hash, 'factor', now, STEP_TRIES)) === undefined)
    return 'expired'
  const secret = openBegun(context, user, begun.value)
  if (secret === null) return 'expired'
  const step = stepOf(secret, code, now)
  if (step === null) return 'wrong'
  await deleteChallengesOf(tx, user.id, 'factor')
  const codes = await turnOn(context, tx, user, { secret, step })
  await deleteSession(tx, session.token_hash)
  const token = await openSession(context, request, tx, {
    userId: user.id,
    method: session.method,
    verified: session.verified,
    console: session.console,
    since: session.created_at,
    strong: true,
  })
  if (user.role !== null) await deleteWeakSessions(tx, user.id, sha256(token))
  return { codes, token, message: await tell(context, request, tx, user, 'factorOn') }
}

function offRoute(app: FastifyInstance, context: ServerContext, guesses: Guesses): void {
  app.delete<{ Body: Proof & { password?: string } }>(
    '/auth/second-factor',
    { config: OWN, schema: body([], { ...ProofBody, password: Account.password }) },
    async (request, reply) => {
      const person = await signedIn(request)
      const { password, ...given } = request.body
      if (password !== undefined) await requireOwn(request, guesses, person, password)
      const proof = password === undefined ? proofIn(given) : null
      const done = await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, person.row.id)
        if (user === undefined || user.factor_since === null) return { verdict: 'right' } as const
        const verdict =
          proof === null ? 'right' : await tryOwn(context, request, tx, person, user, proof)
        if (verdict !== 'right') return { verdict }
        await turnOff(tx, user.id)
        return { verdict, message: await tell(context, request, tx, user, 'factorOff') }
      })
      if (done.verdict !== 'right') throw proofRefused(done.verdict, proof ?? {})
      sendMessage(context, done.message ?? null)
      return reply.status(204).send()
    },
  )
}

function recoveryRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: Proof }>(
    '/auth/second-factor/recovery',
    { config: OWN, schema: body([], ProofBody) },
    async (request) => {
      const person = await signedIn(request)
      const proof = proofIn(request.body)
      const done = await context.database.tenant(request.tenant.id, async (tx) => {
        const user = await lockUser(tx, person.row.id)
        if (user === undefined || user.factor_since === null) return { verdict: 'off' } as const
        const verdict = await tryOwn(context, request, tx, person, user, proof)
        if (verdict !== 'right') return { verdict }
        return { verdict, codes: await newRecoveryCodes(context, tx, user.id) }
      })
      if (done.verdict === 'off') throw new Refusal('access/off')
      if (done.verdict !== 'right') throw proofRefused(done.verdict, proof)
      return { recoveryCodes: done.codes }
    },
  )
}

function tryOwn(
  context: ServerContext,
  request: FastifyRequest,
  tx: Tx,
  { session }: Person,
  user: UserRow,
  proof: Proof,
) {
  const name = addressOf(user, session.method)?.value ?? user.id
  return tryProof(context, tx, user, proof, knownDevice(context, request, name))
}

/**
 * An unlocked phone alone must not be enough to put a lock on an account that is another's.
 *
 * @throws Refusal `password/wrong`; never for an account without a password
 */
export async function requireOwn(
  request: FastifyRequest,
  guesses: Guesses,
  { row, session }: Person,
  password = '',
): Promise<void> {
  if (row.password_hash === null) return
  const name = addressOf(row, session.method)?.value ?? row.id
  const { isRight, forgive } = await guesses.check(request, name, password, async () => row)
  if (!isRight)
    throw new Refusal('password/wrong', {
      fields: [{ pointer: '/password', key: 'problem.password.wrong' }],
    })
  await guesses.context.database.tenant(request.tenant.id, forgive)
}

/** @returns null if it was sealed by a secret that is gone */
function openBegun(context: ServerContext, row: UserRow, sealed: string): string | null {
  try {
    return context.secrets.open(sealed, 'factor', row.tenant_id, row.id)
  } catch {
    return null
  }
}

function otpAddress({ release }: FastifyRequest, row: UserRow, secret: string): string {
  return addressOfSecret(secret, release.config.appName, row.email ?? row.phone ?? row.id)
}

/** The owner learns of it, at an address that is proven if there is one. */
export async function tell(
  context: ServerContext,
  { release, language }: FastifyRequest,
  tx: Tx,
  user: UserRow,
  template: MessageName,
): Promise<Outgoing | null> {
  const to = addressToTell(user)
  if (to === null) return null
  return writeMessage(context, tx, release, language, { ...to, userId: user.id }, template, {})
}
