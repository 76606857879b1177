/**
 * Observability of requests: response times as metrics, the id in the response, and the access log
 * if enabled. Never the raw URL or personal data. Depends on: nothing.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { ServerContext } from '#server/start/context.ts'

export const observePlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    const { metrics } = context
    app.addHook('onSend', (request, reply, payload, done) => {
      // A cached response would carry another request's id, and on a first visit every byte counts.
      if (!String(reply.getHeader('cache-control') ?? '').startsWith('public'))
        reply.header('x-request-id', request.id)
      done(null, payload)
    })
    app.addHook('onResponse', (request, reply, done) => {
      metrics.responded(request.method, routeOf(request), reply.statusCode, reply.elapsedTime)
      done()
    })
    if (context.options.environment.accessLog) logAccess(app)
  },
  { name: 'observe' },
)

/** An unknown URL matches no route, or the catch-all: the raw URL is never used as a label. */
function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url
}

function logAccess(app: FastifyInstance): void {
  // A logger with its own level: the access log doesn't depend on the general level.
  const log = app.log.child({}, { level: 'info' })
  const before = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    before.set(request, written(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(request) ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        // Including headers: the size on the wire.
        bytes: written(request) - (before.get(request) ?? 0),
        tenant: request.tenant?.slug ?? null,
      },
      'request',
    )
    done()
  })
}

/** Bytes sent on this connection so far; 0 for a simulated one. */
function written({ raw }: FastifyRequest): number {
  return raw.socket.bytesWritten ?? 0
}
