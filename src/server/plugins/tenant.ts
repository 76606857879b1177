/**
 * The tenant of a request, by its host name, and the language of the response. Depends on: nothing.
 */

import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { nearestLanguage } from '#engine/documents/languages.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { previewToken, type Preview } from '#server/release/previews.ts'
import type { Release } from '#server/release/compose.ts'
import type { Tenant } from '../store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant
    release: Release
    language: string
    /** Set when drafts are viewed as a simulated user. */
    preview: Preview | null
  }
  interface FastifyContextConfig {
    /** In a preview, respond as if it had succeeded, without storing anything. */
    inPreview?: boolean
  }
}

/** When a phone checks again whether its tenant is open. Unsent data stays on the phone. */
const SUSPENDED_SECONDS = 300

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Available on every host: a load balancer requests them by IP address. */
export const ANY_HOST: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

export const tenantPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    app.decorateRequest('tenant')
    app.decorateRequest('release')
    app.decorateRequest('language', 'en')
    app.decorateRequest('preview', null)
    const find = async (
      request: FastifyRequest,
      host: string,
      asked: string | undefined,
      token: string | null,
    ): Promise<void> => {
      const tenant = await context.tenantOf(host, asked)
      if (tenant === null) throw new Refusal('tenant/unknown-host')
      request.tenant = tenant
      const preview = token === null ? null : await context.previews.open(tenant, token)
      // A page is sent even if its preview has expired; its first API call reports that.
      if (token !== null && preview === null && request.url.startsWith('/api/'))
        throw new Refusal('preview/expired')
      request.preview = preview
      request.release = preview?.release ?? (await context.live(tenant))
      request.language = preview?.persona.language ?? languageOf(request, request.release)
      if (tenant.suspended) throw new Refusal('tenant/suspended', { retryAfter: SUSPENDED_SECONDS })
    }
    app.addHook('onRequest', (request, _reply, done) => {
      const host = hostName(request)
      const asked = oneHeader(request, 'x-tenant')
      if (ANY_HOST.has(request.routeOptions.url ?? '')) {
        // Who begins with them gets an anti-forgery token too, if that takes no database.
        const known = context.known(host, asked)
        if (known !== undefined) request.tenant = known.tenant
        return done()
      }
      const token = previewToken(request)
      // Usually both are cached; awaiting each would cost as much as the rest of a small response.
      const known = token === null ? context.known(host, asked) : undefined
      if (known === undefined)
        return void find(request, host, asked, token).then(() => done(), done)
      request.tenant = known.tenant
      request.release = known.release
      request.language = languageOf(request, known.release)
      done()
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      const kept = String(reply.getHeader('cache-control') ?? 'no-store')
      // Never on cacheable responses: an old one would name an old release forever.
      if (request.release !== undefined && request.url.startsWith('/api/') && kept === 'no-store')
        reply.header('x-release', request.release.id)
      done(null, payload)
    })
    // After the access hook, so that authorised callers learn that a preview stores nothing.
    app.addHook('preHandler', (request, _reply, done) => {
      const isKept =
        request.preview === null ||
        READING.has(request.method) ||
        request.routeOptions.config.inPreview === true
      done(isKept ? undefined : new Refusal('preview/read-only'))
    })
  },
  { name: 'tenant' },
)

/** The host without its port, in lower case; "" if missing or invalid. */
function hostName(request: FastifyRequest): string {
  const host = request.host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return /^[a-z0-9.-]{1,253}$/.test(host) ? host : ''
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The first available of: `?lang`, the language cookie, Accept-Language, the configured default.
 */
function languageOf(request: FastifyRequest, release: Release): string {
  const query = request.query as Readonly<Record<string, unknown>> | undefined
  const asked = typeof query?.['lang'] === 'string' ? query['lang'] : undefined
  const cookie = request.cookies['language']
  return (
    firstOf(release, [
      asked,
      ...(request.url.startsWith('/api/') ? [...accepted(request), cookie] : [cookie]),
    ]) ?? release.config.locales.default
  )
}

/**
 * The language that the caller has chosen, for what they're sent later. Pictures and downloads name
 * the browser's own in Accept-Language, so the page's cookie comes first, and one for a single call
 * (`?lang`) says nothing.
 *
 * @returns null if they say none that the tenant has
 */
export function usedLanguage(request: FastifyRequest): string | null {
  const { release, cookies } = request
  return firstOf(release, [cookies['language'], ...accepted(request)]) ?? null
}

function accepted({ headers }: FastifyRequest): string[] {
  return (headers['accept-language'] ?? '')
    .split(',')
    .slice(0, 8)
    .map((each) => each.replace(/;.*/s, '').trim())
}

function firstOf(
  { config }: Release,
  candidates: readonly (string | undefined)[],
): string | undefined {
  const { available } = config.locales
  for (const candidate of candidates) {
    if (candidate === undefined) continue
    const found = available.includes(candidate) ? candidate : nearestLanguage(available, candidate)
    if (found !== undefined) return found
  }
  return undefined
}
