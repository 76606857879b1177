/**
 * A random token in a cookie and in a header, bound to the session (spec 7; reliability.md 2).
 * Depends on: session.
 */

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#engine/contract/problems.ts'
import { required } from '#server/base/required.ts'
import { sameText } from '#server/base/secrets.ts'
import type { ServerContext } from '#server/start/context.ts'
import { cookieNames, sendSession } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True: a GET with side effects, which needs the token too. False: a report sent by the browser
     * itself.
     */
    changes?: boolean
  }
}

/** How long an open page may use its token. */
export const LIFETIME_SECONDS = 24 * 3600
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export const antiForgeryPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const changes = request.routeOptions.config.changes ?? !READING.has(request.method)
      if (!changes || request.is404 || !isApi(request)) return done()
      const cookie = request.cookies[cookieNames(context).csrf]
      const header = request.headers['x-csrf-token']
      const isGenuine =
        cookie !== undefined &&
        typeof header === 'string' &&
        sameText(cookie, header) &&
        isValid(context, request, cookie) &&
        isSameOrigin(request)
      done(isGenuine ? undefined : new Refusal('csrf/missing'))
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      // A response that shared caches may store must not contain a token.
      const shared = String(reply.getHeader('cache-control') ?? '').startsWith('public')
      // One that matches no route changes nothing, so its text may be trusted.
      const isOfApi = request.is404 ? request.url.startsWith('/api/') : isApi(request)
      if (request.method === 'GET' && request.tenant !== undefined && !shared && isOfApi) {
        const cookie = request.cookies[cookieNames(context).csrf]
        if (cookie === undefined || !isValid(context, request, cookie))
          sendAntiForgeryToken(context, request, reply)
      }
      done(null, payload)
    })
  },
  { name: 'anti-forgery', dependencies: ['session'] },
)

/** By the matched route, never by the text of the URL: `/%61pi/...` matches the same route. */
function isApi(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/') ?? false
}

/** Issues a new token for the current session of the request. */
export function sendAntiForgeryToken(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const value = makeValue(context, request)
  const { csrf } = cookieNames(context)
  reply.setCookie(csrf, value, {
    sameSite: 'lax',
    path: '/',
    secure: context.https,
    maxAge: LIFETIME_SECONDS,
  })
  request.cookies[csrf] = value
}

/** Sends the cookies of a new session, and the token that belongs to it. */
export function startSession(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  sendSession(context, request, reply, token)
  sendAntiForgeryToken(context, request, reply)
}

function makeValue(context: ServerContext, request: FastifyRequest): string {
  const [value] = valuesOf(context, request, randomBytes(18).toString('base64url'))
  return required(value, 'the current secret')
}

/** The tokens of a nonce, under the current and the former secrets. */
function valuesOf(context: ServerContext, request: FastifyRequest, nonce: string): string[] {
  return context.secrets
    .macs(
      'anti-forgery',
      request.tenant.id,
      request.cookies[cookieNames(context).session] ?? '',
      nonce,
    )
    .map((binding) => `${nonce}.${binding.toString('base64url')}`)
}

/**
 * Verified tokens with everything they are bound to: a phone sends the same one again and again.
 */
const genuine = new WeakMap<ServerContext, LRUCache<string, true>>()
const MAX_GENUINE = 5000

function isValid(context: ServerContext, request: FastifyRequest, value: string): boolean {
  let known = genuine.get(context)
  if (known === undefined) genuine.set(context, (known = new LRUCache({ max: MAX_GENUINE })))
  const bound = `${request.tenant.id}|${request.cookies[cookieNames(context).session] ?? ''}|${value}`
  // get, not has: a token in use stays.
  if (known.get(bound)) return true
  const [nonce = ''] = value.split('.', 1)
  if (!/^[\w-]{20,40}$/.test(nonce)) return false
  if (!valuesOf(context, request, nonce).some((genuine) => sameText(value, genuine))) return false
  known.set(bound, true)
  return true
}

/**
 * Browsers send the origin of a request; without that header (a script, a test) the token alone
 * decides.
 */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = request.headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}
