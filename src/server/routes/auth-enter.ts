/**
 * The last step of signing in, whatever the way: a session, or a wait for the second factor. Until
 * that is shown nothing is authenticated; the browser holds a token that opens this one step.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ARRIVAL_ROUTE } from '#engine/decide/providers.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { deviceLabel } from '#server/base/device.ts'
import { plus } from '#server/base/clock.ts'
import { newToken, sha256 } from '#server/base/secrets.ts'
import { STEP_SECONDS } from '#server/accounts/secondfactor.ts'
import type { Outgoing } from '#server/accounts/messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { openSession } from '../plugins/session.ts'
import { insertChallenge } from '../store/challenges.ts'
import type { SignInHow } from '../store/factorschema.ts'
import { deleteSession } from '../store/sessions.ts'
import { addSignIn } from '../store/signins.ts'
import type { UserRow } from '../store/users.ts'
import { linkOnLogin } from './auth-link.ts'

/** Sent to the calls of signing in alone. */
const PATH = '/api/auth'

/** A session that was opened. */
export type Opened = {
  readonly token: string
  /** Tells the owner of what else it did, once all of it is stored. */
  readonly message: Outgoing | null
}
/** Or `step`, of a wait for the second factor. */
export type Entered = Opened | { readonly step: string }

/** Opens a session, or begins to wait for the second factor of an account that has one. */
export async function enter(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
  user: UserRow,
  method: string,
): Promise<Entered> {
  if (user.factor_since === null) return openFor(context, request, reply, tx, user, method, null)
  const step = newToken()
  const now = context.now()
  await insertChallenge(tx, {
    hash: sha256(step),
    userId: user.id,
    purpose: 'sign-in',
    value: method,
    now,
    expiresAt: plus(now, STEP_SECONDS),
  })
  return { step }
}

/**
 * Opens the session of a user who has shown everything that is asked for; an earlier one of this
 * browser ends.
 *
 * @param how besides a password or another service
 */
export async function openFor(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
  user: UserRow,
  method: string,
  how: SignInHow | null,
): Promise<Opened> {
  const old = request.tokenHash()
  if (old !== null) await deleteSession(tx, old)
  const token = await openSession(context, request, tx, {
    userId: user.id,
    method,
    verified: isVouchedFor(user, method),
    console: user.role !== null,
    strong: how !== null,
  })
  await addSignIn(tx, { ...signInOf(context, request, user, how), outcome: 'in' })
  return { token, message: await linkOnLogin(context, request, reply, tx, user) }
}

/** Another service has checked who it is (spec 4); an address, whether a code has proven it. */
function isVouchedFor(user: UserRow, method: string): boolean {
  if (method === 'email') return user.email_verified
  return method === 'phone' ? user.phone_verified : true
}

/** What the list of recent sign-ins says of this request. */
export function signInOf(
  context: ServerContext,
  request: FastifyRequest,
  { id }: Pick<UserRow, 'id'>,
  how: SignInHow | null,
) {
  const label = deviceLabel(request.headers['user-agent'])
  return { id: context.newId(), user_id: id, label, how, now: context.now() }
}

function nameOf(context: ServerContext): string {
  return context.https ? '__Secure-step' : 'step'
}

function attributes(context: ServerContext) {
  return { httpOnly: true, sameSite: 'strict', path: PATH, secure: context.https } as const
}

export function sendStep(context: ServerContext, reply: FastifyReply, step: string): void {
  reply.setCookie(nameOf(context), step, { ...attributes(context), maxAge: STEP_SECONDS })
}

/** Hash of the token of this browser's wait; null if there is none. */
export function stepHash(context: ServerContext, request: FastifyRequest): Buffer | null {
  const token = request.cookies[nameOf(context)]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? sha256(token) : null
}

export function clearStep(context: ServerContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(context), attributes(context))
}

/** The page that asks for the code, with where to go afterwards. */
export function stepPage({ release }: FastifyRequest, query: Readonly<Record<string, string>>) {
  const route = release.catalog.route(ARRIVAL_ROUTE)
  return route === undefined ? '/' : pathTo(route, {}, { step: 'code', ...query })
}
