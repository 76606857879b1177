/** Confirming an address with the code that was sent to it: the account's own, or a new one. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { saidWhen } from '#server/base/bounds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOf, addressOfValue, type Address } from '#server/base/address.ts'
import { secondsUntilCode, sendCode, tryCode, type CodeVerdict } from '#server/accounts/codes.ts'
import { sendMessage, writeMessage, type Outgoing } from '#server/accounts/messages.ts'
import type { Person } from '#server/accounts/people.ts'
import { isDuplicate, type Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { openSession, rememberDevice } from '../plugins/session.ts'
import { deleteSession, verifySessions } from '../store/sessions.ts'
import { replaceAddress, setVerified, type UserRow } from '../store/users.ts'
import { body, signupTaken } from './auth-input.ts'

const Code = { type: 'string', pattern: '^\\s*[0-9](\\s*[0-9]){5}\\s*$' }

/** What a code would confirm now. */
type Pending = { readonly purpose: 'verify' | 'address'; readonly address: Address }

export function verifyRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { code: string } }>(
    '/auth/verify',
    { config: { action: 'account.own' }, schema: body(['code'], { code: Code }) },
    async (request, reply) => {
      const person = await signedIn(request)
      const pending = pendingOf(person)
      if (pending === null) return (await request.refresh()).user
      const code = request.body.code.replace(/\s/g, '')
      const { token, message } = await verify(context, request, person, pending, code)
      sendMessage(context, message)
      rememberDevice(context, request, reply, pending.address.value)
      startSession(context, request, reply, token)
      return (await request.refresh()).user
    },
  )

  app.post('/auth/verify/resend', { config: { action: 'account.own' } }, async (request, reply) => {
    const person = await signedIn(request)
    const pending = pendingOf(person)
    if (pending === null) return reply.status(204).send()
    const { purpose, address } = pending
    const { release, language } = request
    const to = { id: person.row.id, address }
    const sent = await context.database.tenant(
      request.tenant.id,
      async (tx) =>
        (await sendCode(context, tx, release, language, to, purpose)) ??
        secondsUntilCode(context, tx, address),
    )
    if (typeof sent === 'number') throw tooSoon(sent)
    sendMessage(context, sent)
    return reply.status(204).send()
  })
}

/**
 * A new address first. Then the one that this session signed in with; null if it is verified, or if
 * another service vouches for the user (spec 4: "otherwise true").
 */
function pendingOf({ row, session }: Person): Pending | null {
  if (row.new_address !== null)
    return { purpose: 'address', address: addressOfValue(row.new_address) }
  const address = addressOf(row, session.method)
  return address === null || isVerified(row, address) ? null : { purpose: 'verify', address }
}

function isVerified(row: UserRow, { channel }: Address): boolean {
  return channel === 'email' ? row.email_verified : row.phone_verified
}

/**
 * Marks the address as verified if the code is right; a new one replaces the old one.
 *
 * @returns the token of a new session, and the message that tells the old address
 * @throws Refusal for a wrong or expired code, after the failed try has been counted; `signup/taken`
 *   if another account has the new address by now
 */
async function verify(
  context: ServerContext,
  request: FastifyRequest,
  { row, session }: Person,
  { purpose, address }: Pending,
  code: string,
): Promise<{ token: string; message: Outgoing | null }> {
  const work = context.database.tenant(request.tenant.id, async (tx) => {
    const verdict = await tryCode(context, tx, { id: row.id, address }, code, purpose)
    if (verdict !== 'right') return { verdict, token: null, message: null }
    if (purpose === 'address') await replaceAddress(tx, row.id, address)
    else await setVerified(tx, row.id, address.channel)
    await verifySessions(tx, row.id, address.channel)
    // A verified account is worth more than an unverified one, so its session gets a new token.
    await deleteSession(tx, session.token_hash)
    const token = await openSession(context, request, tx, {
      userId: row.id,
      method: session.method,
      verified: session.verified || session.method === address.channel,
      console: session.console,
      since: session.created_at,
      strong: session.strong,
    })
    const message = purpose === 'address' ? await tellOld(context, request, tx, row, address) : null
    return { verdict, token, message }
  })
  const { verdict, token, message } = await work.catch((error: unknown) => {
    throw isDuplicate(error) ? signupTaken(address) : error
  })
  if (token === null) throw codeRefused(verdict)
  return { token, message }
}

/** The owner of a proven address learns that it was replaced; an unproven one may be a stranger's. */
async function tellOld(
  context: ServerContext,
  request: FastifyRequest,
  tx: Tx,
  row: UserRow,
  { channel }: Address,
): Promise<Outgoing | null> {
  const old = row[channel]
  if (old === null || !isVerified(row, { channel, value: old })) return null
  const to = { channel, value: old, userId: row.id }
  return writeMessage(context, tx, request.release, request.language, to, 'moved', {})
}

/** Says when, because the first request after signing up may come too soon as well. */
export function tooSoon(seconds: number): Refusal {
  return new Refusal('request/rate-limited', {
    retryAfter: seconds,
    said: saidWhen('problem.code.again', seconds),
  })
}

function codeRefused(verdict: CodeVerdict): Refusal {
  if (verdict === 'too-many') return new Refusal('request/rate-limited', { retryAfter: 3600 })
  const code = verdict === 'wrong' ? 'code/wrong' : 'code/expired'
  const key = verdict === 'wrong' ? 'problem.code.wrong' : 'problem.code.expired'
  return new Refusal(code, { fields: [{ pointer: '/code', key }] })
}
