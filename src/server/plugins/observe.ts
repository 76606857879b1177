/**
 * What an operator sees of a request: its time in the metrics, its id in the response, a line in the access log where that
 * is on. Never the address as it was typed, nor anything that a person is known by. Depends on: nothing.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { ServerContext } from '#server/start/context.ts'

export const observePlugin = plugin<{ world: ServerContext }>(
  async (app, { world }) => {
    const { metrics } = world
    app.addHook('onSend', (request, reply, payload, done) => {
      // What a cache keeps would name the request of somebody else; and a first visit pays for every byte.
      if (!String(reply.getHeader('cache-control') ?? '').startsWith('public'))
        reply.header('x-request-id', request.id)
      done(null, payload)
    })
    app.addHook('onResponse', (request, reply, done) => {
      metrics.responded(request.method, routeOf(request), reply.statusCode, reply.elapsedTime)
      done()
    })
    if (world.options.environment.accessLog) logAccess(app)
  },
  { name: 'observe' },
)

/** A strange address finds no route, or the one that every page has: what was typed is nobody's label. */
function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url
}

function logAccess(app: FastifyInstance): void {
  // Lines of its own level: whoever wants to see requests need not see what else is of that level.
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
        // Head included: what it was on the wire.
        bytes: written(request) - (before.get(request) ?? 0),
        tenant: request.tenant?.slug ?? null,
      },
      'request',
    )
    done()
  })
}

/** Bytes that went out on this connection so far; a simulated one counts none. */
function written({ raw }: FastifyRequest): number {
  return raw.socket.bytesWritten ?? 0
}
