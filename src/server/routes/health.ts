/** Liveness at once; readiness only if every other route works. */

import type { FastifyInstance } from 'fastify'
import { readiness } from '#server/base/listener.ts'
import { APP_VERSION } from '#server/base/version.ts'
import type { ServerContext } from '#server/start/context.ts'

/** A readiness probe doesn't wait for long. */
const PATIENCE_MS = 1500

export function healthRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/health', { config: { action: 'public.read' } }, () => ({
    status: 'ok',
    version: APP_VERSION,
  }))

  app.get('/ready', { config: { action: 'public.read' } }, async (_request, reply) => {
    const reason = await context.database.check(PATIENCE_MS)
    if (reason !== null) reply.status(503).header('retry-after', '1')
    return readiness(context.database.kind, reason)
  })
}
