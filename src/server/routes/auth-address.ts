/**
 * Changing the email address or the phone number of the user's own account: the old one stays until
 * a code has proven the new one (`POST auth/verify`; docs/decisions/0083).
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf, type Address } from '#server/base/address.ts'
import { plus } from '#server/base/clock.ts'
import { secondsUntilCode, sendCode } from '#server/accounts/codes.ts'
import type { Guesses } from '#server/accounts/guesses.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { RECENT_SECONDS } from '#server/accounts/providers.ts'
import type { SignUps } from '#server/accounts/signups.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import type { SessionRow } from '../store/sessions.ts'
import { setNewAddress, type UserRow } from '../store/users.ts'
import { hasProof } from './auth-providers-cookies.ts'
import { Account, addressIn, body, signupTaken, type Credentials } from './auth-input.ts'
import { tooSoon } from './auth-verify.ts'

/** Each one may send a message to a stranger. */
const MAX_PER_HOUR = 5
/** Ways to sign in that ask for something each time. */
const OWN_WAYS: readonly string[] = ['email', 'phone', 'passkey']

export function addressRoutes(
  app: FastifyInstance,
  context: ServerContext,
  guesses: Guesses,
  signUps: SignUps,
): void {
  app.post<{ Body: Partial<Credentials> }>(
    '/auth/address',
    { config: { action: 'account.own' }, schema: body([], Account) },
    async (request) => {
      const { row, session, scope } = await signedIn(request)
      // One address is all that may be stored before a guardian has agreed.
      if (scope.facts.guardianPending) throw new Refusal('consent/guardian')
      const address = addressIn(request, request.body)
      if (row.password_hash !== null)
        await requireOwn(request, guesses, row, session.method, request.body.password ?? '')
      else if (!isRecent(context, request, session)) throw new Refusal('login/again')
      const { tenant } = request
      if (row[address.channel] === address.value) {
        // Back to what it was: a code that is on its way proves nothing any more.
        await context.database.tenant(tenant.id, (tx) => setNewAddress(tx, row.id, null))
        return (await request.refresh()).user
      }
      await requireFew(context, request, row.id)
      if (!(await signUps.admit(tenant.id, address, networkOf(request.ip))))
        throw signupTaken(address)
      await ask(context, request, row.id, address)
      return (await request.refresh()).user
    },
  )
}

/**
 * Has this person shown a moment ago who they are? Signing in with another service isn't enough: an
 * open session there lets in anyone who has the phone.
 */
export function isRecent(
  context: ServerContext,
  request: FastifyRequest,
  { method, created_at, user_id: user }: SessionRow,
): boolean {
  const isOwn = OWN_WAYS.includes(method) || hasProof(context, request, user)
  return isOwn && plus(created_at, RECENT_SECONDS) >= context.now()
}

/** @throws Refusal `password/wrong`: an unlocked phone alone must not be enough to take an account */
async function requireOwn(
  request: FastifyRequest,
  guesses: Guesses,
  row: UserRow,
  method: string,
  password: string,
): Promise<void> {
  const name = addressOf(row, method)?.value ?? row.id
  const { isRight, forgive } = await guesses.check(request, name, password, async () => row)
  if (!isRight)
    throw new Refusal('password/wrong', {
      fields: [{ pointer: '/password', key: 'problem.password.wrong' }],
    })
  await guesses.context.database.tenant(request.tenant.id, forgive)
}

async function requireFew(
  context: ServerContext,
  { tenant }: FastifyRequest,
  userId: string,
): Promise<void> {
  const asked = await context.database.tenant(tenant.id, (tx) =>
    count(tx, limitKey(context, 'address', tenant.id, userId), 3600, context.now()),
  )
  if (asked > MAX_PER_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 3600 })
}

/** Keeps the new address and sends its code: both, or neither. */
async function ask(
  context: ServerContext,
  { tenant, release, language }: FastifyRequest,
  id: string,
  address: Address,
): Promise<void> {
  const sent = await context.database.tenant(tenant.id, async (tx) => {
    const message = await sendCode(context, tx, release, language, { id, address }, 'address')
    if (message === null) return secondsUntilCode(context, tx, address)
    await setNewAddress(tx, id, address.value)
    return message
  })
  if (typeof sent === 'number') throw tooSoon(sent)
  sendMessage(context, sent)
}
