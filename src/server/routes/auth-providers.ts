/**
 * Signing in with another service. Both addresses are opened by the browser itself, so they always
 * end at a page: /auth-callback, which says why if it didn't work (spec 2, 8).
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { ARRIVAL_ROUTE } from '#engine/decide/providers.ts'
import { safeRedirect } from '#engine/decide/redirect.ts'
import { admit } from '#server/accounts/arrivals.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { Providers, SignInFailed, type Arrival } from '#server/accounts/providers.ts'
import type { SignUps } from '#server/accounts/signups.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { outageOf } from '#server/base/outage.ts'
import { Windows } from '#server/base/windows.ts'
import type { ServerContext } from '#server/start/context.ts'
import { startSession } from '../plugins/anti-forgery.ts'
import { count } from '../store/limits.ts'
import { enter, sendStep, stepPage } from './auth-enter.ts'
import { comeBack, FLOW_SECONDS, keepLink, keepProof, sendAway } from './auth-providers-cookies.ts'
import { consentsOfSignUp } from './auth-signup.ts'

/** A whole school may sign in at once; more than that is a flood, which services needn't notice. */
const FLOOD = { seconds: 60, most: 300 }

type Asked = FastifyRequest<{
  Params: { provider: string }
  Querystring: Readonly<Record<string, unknown>>
}>

export function providerRoutes(
  app: FastifyInstance,
  context: ServerContext,
  signUps: SignUps,
): void {
  const providers = new Providers(context)
  const floods = new Windows(FLOOD.seconds, FLOOD.most)
  const requireCalm = (request: FastifyRequest) => {
    if (!floods.take(`${request.tenant.id}|${networkOf(request.ip)}`, context.now()))
      throw new SignInFailed('temporarily_unavailable')
  }

  app.get(
    '/auth/providers/:provider',
    { config: { action: 'session.open' } },
    endingAtPage(context, async (request, reply) => {
      const { provider: id } = request.params
      const provider = providers.offered(request.release.config, id)
      requireCalm(request)
      const base = await context.baseUrl(request.tenant)
      // The service sends everybody back to one address: the cookie has to be there too.
      const moved = request.query['moved'] === undefined && otherHost(request, base)
      if (moved) return `${base}${request.url}${request.url.includes('?') ? '&' : '?'}moved=1`
      const asked = request.query['redirect']
      const redirect = safeRedirect(
        request.release.catalog,
        typeof asked === 'string' ? asked : null,
      )
      const checks = sendAway(context, request, reply, id, redirect)
      const address = callbackOf(base, id)
      // A signed-in user proves again that it is them, and not someone else with their phone.
      const again = (await request.person()) !== null
      return (await providers.begin(request.tenant.id, provider, address, checks, again)).href
    }),
  )

  app.get(
    '/auth/providers/:provider/callback',
    { config: { action: 'session.open' } },
    endingAtPage(context, async (request, reply) => {
      const { provider: id } = request.params
      const provider = providers.offered(request.release.config, id)
      const flow = comeBack(context, request, reply, id, request.query['state'])
      if (flow === null) throw new SignInFailed('expired')
      requireCalm(request)
      await requireFirstUse(context, request, flow.state)
      const response = new URL(callbackOf(await context.baseUrl(request.tenant), id))
      response.search = request.url.split('?').slice(1).join('?')
      const arrival = await providers.finish(request.tenant.id, provider, response, flow)
      return arrive(context, signUps, request, reply, arrival, flow.redirect)
    }),
  )
}

/** @param handle returns where to send the browser; what it throws becomes an error of the page */
function endingAtPage(
  context: ServerContext,
  handle: (request: Asked, reply: FastifyReply) => Promise<string>,
) {
  return async (request: Asked, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return reply.redirect(await handle(request, reply), 302)
    } catch (error) {
      // Too many sign-ups, or a database that doesn't respond: nobody should read JSON.
      if (error instanceof Refusal || outageOf(error) !== null)
        return reply.redirect(callbackPage(request, { error: 'temporarily_unavailable' }), 302)
      if (!(error instanceof SignInFailed)) throw error
      if (error.cause !== undefined)
        context.log?.warn(
          { err: error.cause as Error, provider: request.params.provider, why: error.key },
          'signing in with another service failed',
        )
      return reply.redirect(callbackPage(request, { error: error.key }), 302)
    }
  }
}

function callbackPage(request: FastifyRequest, query: Readonly<Record<string, string>>): string {
  const route = request.release.catalog.route(ARRIVAL_ROUTE)
  return route === undefined ? '/' : pathTo(route, {}, query)
}

function callbackOf(base: string, provider: string): string {
  return `${base}/api/auth/providers/${provider}/callback`
}

function otherHost(request: FastifyRequest, base: string): boolean {
  return new URL(base).hostname !== request.host.toLowerCase().replace(/:\d+$/, '')
}

/** @throws SignInFailed `expired` if the same response has come before, from this browser or another */
async function requireFirstUse(
  context: ServerContext,
  request: FastifyRequest,
  state: string,
): Promise<void> {
  const key = limitKey(context, 'oidc-state', request.tenant.id, state)
  const times = await context.database.tenant(request.tenant.id, (tx) =>
    count(tx, key, FLOW_SECONDS, context.now()),
  )
  if (times > 1) throw new SignInFailed('expired')
}

/** @returns the page to go to */
async function arrive(
  context: ServerContext,
  signUps: SignUps,
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: Arrival,
  redirect: string | null,
): Promise<string> {
  const { identity, email } = arrival
  const query = redirect === null ? {} : { redirect }
  const admission = {
    tenant: request.tenant.id,
    config: request.release.config,
    network: networkOf(request.ip),
    consents: consentsOfSignUp(request, context.now()),
  }
  let entering = ''
  try {
    const entered = await admit(context, signUps, arrival, admission, (tx, user) => {
      entering = user.id
      return enter(context, request, reply, tx, user, identity.provider)
    })
    if (arrival.isFresh) keepProof(context, reply, entering)
    if ('step' in entered) {
      sendStep(context, reply, entered.step)
      return stepPage(request, query)
    }
    sendMessage(context, entered.message)
    startSession(context, request, reply, entered.token)
    return callbackPage(request, query)
  } catch (error) {
    if (error instanceof SignInFailed && error.key === 'account_exists' && email !== null)
      keepLink(context, request, reply, { ...identity, email })
    throw error
  }
}
