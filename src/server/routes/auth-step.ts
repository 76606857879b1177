/** The second step of signing in: a code of the authenticator, or a recovery code. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf } from '#server/base/address.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { mayEnter } from '#server/accounts/people.ts'
import {
  STEP_TRIES,
  tryProof,
  type Proof,
  type ProofVerdict,
} from '#server/accounts/secondfactor.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { knownDevice, rememberDevice } from '../plugins/session.ts'
import { challengeBy, takeChallenge, tryChallenge } from '../store/challenges.ts'
import { addSignIn } from '../store/signins.ts'
import { lockUser } from '../store/users.ts'
import { clearStep, openFor, signInOf, stepHash, type Opened } from './auth-enter.ts'
import { body } from './auth-input.ts'

export const ProofBody = {
  code: { type: 'string', pattern: '^\\s*[0-9](\\s*[0-9]){5}\\s*$' },
  recoveryCode: { type: 'string', minLength: 1, maxLength: 40 },
} as const

type Outcome =
  | { readonly verdict: Exclude<ProofVerdict, 'right'> | 'expired' }
  | (Opened & { readonly verdict: 'right'; readonly name: string | null })

export function stepRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: Proof }>(
    '/auth/second-factor/check',
    { config: { action: 'session.open' }, schema: body([], ProofBody) },
    async (request, reply) => {
      const proof = proofIn(request.body)
      const hash = stepHash(context, request)
      if (hash === null) throw new Refusal('login/expired')
      // A wrong code is counted, so the transaction commits whatever the outcome.
      const outcome = await context.database.tenant(request.tenant.id, (tx) =>
        check(context, request, reply, tx, hash, proof),
      )
      if (outcome.verdict !== 'right') throw proofRefused(outcome.verdict, proof)
      clearStep(context, reply)
      if (outcome.name !== null) rememberDevice(context, request, reply, outcome.name)
      sendMessage(context, outcome.message)
      startSession(context, request, reply, outcome.token)
      return (await request.refresh()).user
    },
  )
}

async function check(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
  hash: Buffer,
  proof: Proof,
): Promise<Outcome> {
  const now = context.now()
  const waiting = await challengeBy(tx, hash, 'sign-in')
  // Users are locked before what belongs to them, here as everywhere.
  const user = waiting?.user_id ? await lockUser(tx, waiting.user_id) : undefined
  const step = await tryChallenge(tx, hash, 'sign-in', now, STEP_TRIES)
  if (step === undefined || user === undefined || !mayEnter(context, user))
    return { verdict: 'expired' }
  const name = addressOf(user, step.value)?.value ?? null
  const known = knownDevice(context, request, name ?? user.id)
  const verdict = await tryProof(context, tx, user, proof, known)
  const how = proof.code === undefined ? 'recovery' : 'code'
  if (verdict !== 'right') {
    await addSignIn(tx, { ...signInOf(context, request, user, how), outcome: 'wrong' })
    return { verdict }
  }
  await takeChallenge(tx, hash, 'sign-in', now)
  return { verdict, name, ...(await openFor(context, request, reply, tx, user, step.value, how)) }
}

/**
 * Exactly one of the two.
 *
 * @throws Refusal `request/invalid`
 */
export function proofIn({ code, recoveryCode }: Proof): Proof {
  if ((code === undefined) === (recoveryCode === undefined))
    throw new Refusal('request/invalid', {
      fields: [{ pointer: '/code', key: 'form.required' }],
    })
  return code === undefined
    ? { recoveryCode: recoveryCode ?? '' }
    : { code: code.replace(/\s/g, '') }
}

export function proofRefused(verdict: 'wrong' | 'too-many' | 'expired', proof: Proof): Refusal {
  if (verdict === 'expired') return new Refusal('login/expired')
  if (verdict === 'too-many') return new Refusal('request/rate-limited', { retryAfter: 3600 })
  const pointer = proof.code === undefined ? '/recoveryCode' : '/code'
  return new Refusal('code/wrong', { fields: [{ pointer, key: 'problem.code.wrong' }] })
}
