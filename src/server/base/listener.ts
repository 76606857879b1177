/**
 * Opens the port before anything else starts: a port in use is found early, and health checks see a
 * live server while it gets ready. Then the app takes over the same socket: no connection is
 * refused.
 */

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createGate, type Server as Gate } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import type { Environment } from './environment.ts'
import type { Outage } from './outage.ts'
import { APP_VERSION } from './version.ts'

export type Listener = {
  /** The address to show to users. */
  readonly address: string
  /** Passes the listening server to the app, which starts responding at `open`. */
  readonly serverFactory: FastifyServerFactory
  readonly open: () => void
  /** Stops accepting connections, and waits until running requests are done. */
  readonly close: () => Promise<void>
}

/** `problem.server.unavailable` in English: no document has been read yet. */
const STARTING = 'We can’t reach our data right now. Please try again in a moment.'

/** A page for the second or two of start-up. Returning visitors see their cached page instead. */
const MOMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><p>One moment, we are starting.</p></html>'

/** The body of `ready`; a reason means that it isn't. */
export function readiness(kind: 'postgres' | 'embedded', reason: Outage | null) {
  return {
    status: reason === null ? 'ready' : 'waiting',
    database: kind,
    ...(reason !== null && { reason }),
    ...(kind === 'embedded' && { durability: 'process-crash-only' }),
  }
}

/**
 * Connections that the system accepts while we are busy. Clients that find no room are not told:
 * their system retries after 1, 3, 7 and 15 s, and the server seems to hang. The system may cap it;
 * Linux uses 4096 by default.
 */
const BACKLOG = 4096

/** How often to look for requests that never complete. */
const CHECKED_MS = 5000

/** What people on this machine type to reach a server that listens there. */
export function nameOf(host: string): string {
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
}

/**
 * @param checkedMs how often to look for requests that take too long
 * @throws the system's own error if the port cannot be opened
 */
export async function openListener(
  { port, host, databaseUrl }: Pick<Environment, 'port' | 'host' | 'databaseUrl'>,
  checkedMs = CHECKED_MS,
): Promise<Listener> {
  let handle: RequestListener = whileStarting(
    readiness(databaseUrl === null ? 'embedded' : 'postgres', 'starting'),
  )
  let app = handle
  let closing = false
  const server = createServer({ connectionsCheckingInterval: checkedMs }, (request, response) => {
    // Otherwise a keep-alive connection stays open after the last response, and the shutdown waits
    // for it.
    response.once('finish', () => void (closing && request.socket.end()))
    handle(request, response)
  })
  // `localhost` has two addresses on most machines, and browsers try either.
  const [first, ...others] =
    host === 'localhost'
      ? (await lookup(host, { all: true })).map(({ address }) => address)
      : [host]
  server.listen({ port, host: first, backlog: BACKLOG })
  await once(server, 'listening')
  const bound = server.address() as { port: number }
  const gates: (Server | Gate)[] = [server]
  for (const other of others) {
    const gate = createGate((socket) => server.emit('connection', socket)).listen({
      port: bound.port,
      host: other,
      backlog: BACKLOG,
    })
    // If this machine lacks the second address, or it is in use, the first one is enough.
    if (await once(gate, 'listening').catch(() => null)) gates.push(gate)
  }
  return {
    address: `http://${nameOf(host).includes(':') ? `[${host}]` : nameOf(host)}:${bound.port}`,
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }) => {
      app = handler
      // Node uses the longer of both timeouts for a body, and 60 s for headers by default.
      return Object.assign(server, {
        keepAliveTimeout,
        requestTimeout,
        headersTimeout: requestTimeout,
      })
    },
    open: () => (handle = app),
    close: async () => {
      closing = true
      await Promise.all(gates.map((gate) => new Promise((resolve) => gate.close(resolve))))
    },
  }
}

/** Live but not ready: responses in the same shape as the app's own. */
function whileStarting(ready: object): RequestListener {
  const unavailable = { code: 'server/unavailable', message: STARTING }
  return ({ method, url = '' }, response) => {
    const asked =
      method === 'GET' || method === 'HEAD'
        ? /^\/api\/(health|ready)\/?(?:\?|$)/.exec(url)?.[1]
        : undefined
    const page = !url.startsWith('/api/')
    const body = page
      ? MOMENT
      : JSON.stringify(
          asked === 'health'
            ? { status: 'ok', version: APP_VERSION }
            : asked === 'ready'
              ? ready
              : unavailable,
        )
    response.writeHead(asked === 'health' ? 200 : 503, {
      'content-type': `${page ? 'text/html' : 'application/json'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      // First-time visitors see the page as soon as it is available.
      ...(page && {
        refresh: '1',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(asked !== 'health' && { 'retry-after': '1' }),
    })
    response.end(body)
  }
}
