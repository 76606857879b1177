/** GET metrics, for Prometheus: only from this machine itself, or with the token. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { watchInstallation } from '#server/start/figures.ts'
import { sameText } from '#server/base/secrets.ts'
import type { ServerContext } from '#server/start/context.ts'

/**
 * Behind a proxy on the same machine every request seems local; these headers give the proxy away.
 */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/

export function metricsRoutes(app: FastifyInstance, context: ServerContext): void {
  const bringUpToDate = watchInstallation(context)
  const token = context.options.environment.metricsToken
  app.get('/metrics', { config: { action: 'public.read' } }, async (request, reply) => {
    if (!isLocal(request) && !carries(request, token)) throw new Refusal('metrics/token')
    await bringUpToDate()
    return reply
      .type(context.metrics.registry.contentType)
      .send(await context.metrics.registry.metrics())
  })
}

function isLocal({ headers, raw }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(raw.socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}

function carries({ headers }: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== null && given !== undefined && sameText(given, token)
}
