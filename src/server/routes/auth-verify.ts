/** Confirming an email address with the code that was sent to it. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { secondsUntilCode, sendCode, tryCode, type CodeVerdict } from '#server/accounts/codes.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import type { Person } from '#server/accounts/people.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { openSession, rememberDevice } from '../plugins/session.ts'
import { deleteSession, verifySessions } from '../store/sessions.ts'
import { setVerified } from '../store/users.ts'
import { body } from './auth-input.ts'

const Code = { type: 'string', pattern: '^\\s*[0-9](\\s*[0-9]){5}\\s*$' }

export function verifyRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: { code: string } }>(
    '/auth/verify',
    { config: { action: 'account.own' }, schema: body(['code'], { code: Code }) },
    async (request, reply) => {
      const person = await signedIn(request)
      const email = addressOf(person)
      if (person.row.email_verified) return (await request.refresh()).user
      const code = request.body.code.replace(/\s/g, '')
      const token = await verify(context, request, person, email, code)
      rememberDevice(context, request, reply, email)
      startSession(context, request, reply, token)
      return (await request.refresh()).user
    },
  )

  app.post('/auth/verify/resend', { config: { action: 'account.own' } }, async (request, reply) => {
    const person = await signedIn(request)
    const { id, email_verified: isVerified } = person.row
    const email = addressOf(person)
    if (isVerified) return reply.status(204).send()
    const sent = await context.database.tenant(
      request.tenant.id,
      async (tx) =>
        (await sendCode(context, tx, request.release, request.language, { id, email })) ??
        secondsUntilCode(context, tx, email),
    )
    if (typeof sent === 'number') throw tooSoon(sent)
    sendMessage(context, sent)
    return reply.status(204).send()
  })
}

function addressOf({ row }: Person): string {
  if (row.email === null) throw new Refusal('feature/being-built')
  return row.email
}

/**
 * Marks the address as verified if the code is right.
 *
 * @returns the token of a new session
 * @throws Refusal for a wrong or expired code, after the failed try has been counted
 */
async function verify(
  context: ServerContext,
  request: FastifyRequest,
  { row, session }: Person,
  email: string,
  code: string,
): Promise<string> {
  const { verdict, token } = await context.database.tenant(request.tenant.id, async (tx) => {
    const tried = await tryCode(context, tx, { id: row.id, email }, code)
    if (tried !== 'right') return { verdict: tried, token: null }
    await setVerified(tx, row.id, 'email')
    await verifySessions(tx, row.id, 'email')
    // A verified account is worth more than an unverified one, so its session gets a new token.
    await deleteSession(tx, session.token_hash)
    const opened = await openSession(context, request, tx, {
      userId: row.id,
      method: session.method,
      verified: true,
      console: session.console,
    })
    return { verdict: tried, token: opened }
  })
  if (token === null) throw codeRefused(verdict)
  return token
}

/** Says when, because the first request after signing up may come too soon as well. */
function tooSoon(seconds: number): Refusal {
  const [unit, length] =
    seconds < 120 ? ['seconds', 1] : seconds < 7200 ? ['minutes', 60] : ['hours', 3600]
  return new Refusal('request/rate-limited', {
    retryAfter: seconds,
    said: { key: `problem.code.again.${unit}`, values: { count: Math.ceil(seconds / length) } },
  })
}

function codeRefused(verdict: CodeVerdict): Refusal {
  if (verdict === 'too-many') return new Refusal('request/rate-limited', { retryAfter: 3600 })
  const code = verdict === 'wrong' ? 'code/wrong' : 'code/expired'
  const key = verdict === 'wrong' ? 'problem.code.wrong' : 'problem.code.expired'
  return new Refusal(code, { fields: [{ pointer: '/code', key }] })
}
