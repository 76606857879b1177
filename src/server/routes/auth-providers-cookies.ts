/**
 * What a browser keeps while it is away at another service, sealed: only the browser that was sent
 * away can come back, to the tenant that sent it (docs/decisions/0086).
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Checks } from '#server/accounts/providers.ts'
import { newToken } from '#server/base/secrets.ts'
import type { ServerContext } from '#server/start/context.ts'
import type { Identity } from '../store/identities.ts'

/** Long enough to look for a phone with a code on it. */
export const FLOW_SECONDS = 10 * 60
/** Each tab has its own; a browser that keeps beginning keeps the last few. */
const MAX_FLOWS = 4
/** Cookies hold 4 kB. */
const MAX_REDIRECT = 500

type Flow = Checks & { readonly at: number; readonly redirect: string | null }
/** Someone who has to log in before their account is linked. */
export type PendingLink = Identity & { readonly email: string; readonly at: number }

function named(context: ServerContext, name: string): string {
  return context.https ? `__Host-${name}` : name
}

function flowName(context: ServerContext, state: string): string {
  return named(context, `oidc-${state.slice(-8)}`)
}

/** @returns what the service is given to check and to send back */
export function sendAway(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: string,
  redirect: string | null,
): Checks {
  const state = `${request.tenant.slug}.${newToken()}`
  const checks: Checks = { state, nonce: newToken(), verifier: newToken() }
  const flow: Flow = {
    ...checks,
    at: context.now().getTime(),
    redirect: redirect !== null && redirect.length <= MAX_REDIRECT ? redirect : null,
  }
  const pattern = new RegExp(`^${named(context, 'oidc-')}[\\w-]{8}$`)
  const others = Object.keys(request.cookies).filter((name) => pattern.test(name))
  for (const name of others.slice(0, Math.max(0, others.length - MAX_FLOWS + 1)))
    clear(context, reply, name)
  keep(context, reply, flowName(context, state), {
    value: flow,
    owner: flowOwner(request, provider, state),
  })
  return checks
}

/** The same with its cookie gone; null if this browser wasn't sent away like that, or long ago. */
export function comeBack(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: string,
  state: unknown,
): Flow | null {
  if (typeof state !== 'string' || !state.startsWith(`${request.tenant.slug}.`)) return null
  const name = flowName(context, state)
  const owner = flowOwner(request, provider, state)
  const flow = open<Flow>(context, request.cookies[name], owner)
  if (flow !== null) clear(context, reply, name)
  return flow?.state === state ? flow : null
}

/** Tenant and provider are checked by opening it: for any other it doesn't. */
function flowOwner(request: FastifyRequest, provider: string, state: string): string[] {
  return ['oidc', request.tenant.id, provider, state]
}

const LINK = 'oidc-link'

export function keepLink(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Omit<PendingLink, 'at'>,
): void {
  keep(context, reply, named(context, LINK), {
    value: { ...link, at: context.now().getTime() },
    owner: [LINK, request.tenant.id],
  })
}

/** The link that waits for its owner to log in; null if there is none. */
export function pendingLink(context: ServerContext, request: FastifyRequest): PendingLink | null {
  return open<PendingLink>(context, request.cookies[named(context, LINK)], [
    LINK,
    request.tenant.id,
  ])
}

export function clearLink(context: ServerContext, reply: FastifyReply): void {
  clear(context, reply, named(context, LINK))
}

const PROOF = 'oidc-proof'
type Proof = { readonly user: string; readonly at: number }

/** This user has just shown their service who they are. */
export function keepProof(context: ServerContext, reply: FastifyReply, user: string): void {
  const value: Proof = { user, at: context.now().getTime() }
  keep(context, reply, named(context, PROOF), { value, owner: [PROOF] })
}

/** As long as it was {@link FLOW_SECONDS} ago at most. */
export function hasProof(context: ServerContext, request: FastifyRequest, user: string): boolean {
  const proof = open<Proof>(context, request.cookies[named(context, PROOF)], [PROOF])
  return proof?.user === user
}

function keep(
  context: ServerContext,
  reply: FastifyReply,
  name: string,
  { value, owner }: { readonly value: unknown; readonly owner: readonly string[] },
): void {
  reply.setCookie(name, context.secrets.seal(JSON.stringify(value), ...owner), {
    ...attributes(context),
    maxAge: FLOW_SECONDS,
  })
}

function clear(context: ServerContext, reply: FastifyReply, name: string): void {
  reply.clearCookie(name, attributes(context))
}

function attributes(context: ServerContext) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: context.https } as const
}

function open<Value extends { readonly at: number }>(
  context: ServerContext,
  sealed: string | undefined,
  owner: readonly string[],
): Value | null {
  if (sealed === undefined) return null
  try {
    const value = JSON.parse(context.secrets.open(sealed, ...owner)) as Value
    const age = context.now().getTime() - value.at
    return Math.abs(age) <= FLOW_SECONDS * 1000 ? value : null
  } catch {
    // Forged, of another tenant, or sealed by a secret that is gone: not ours.
    return null
  }
}
