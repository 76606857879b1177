/**
 * The port is taken before anything else is begun: one that is in use is found while nothing has been made yet, and whoever
 * watches over a server sees that it lives while it gets ready. Then the app answers on the same socket: nobody is refused.
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
  /** Where it is reached, as people type it. */
  readonly address: string
  /** Hands the app the server that listens already. What the app says is heard from `open` on. */
  readonly serverFactory: FastifyServerFactory
  readonly open: () => void
  /** Takes nobody else in, and waits until whoever is being answered is answered. */
  readonly close: () => Promise<void>
}

/** `problem.server.unavailable` in the product's own language: no document has been read yet. */
export const STARTING = 'We can’t reach our data right now. Please try again in a moment.'

/** A page for the second or two of a start. Whoever has been here before has one of their own. */
const MOMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><p>One moment, we are starting.</p></html>'

/** What `ready` says: with a reason it waits. */
export function readiness(kind: 'postgres' | 'embedded', reason: Outage | null) {
  return {
    status: reason === null ? 'ready' : 'waiting',
    database: kind,
    ...(reason !== null && { reason }),
    ...(kind === 'embedded' && { durability: 'process-crash-only' }),
  }
}

/**
 * Connections that the system takes for us while we are busy. Whoever finds no room there is not told so: their system tries
 * again after 1, 3, 7 and 15 s, and to them the server hangs. It may have less; Linux takes 4096 by itself.
 */
const BACKLOG = 4096

/** How often is looked for requests that never come to their end. */
const CHECKED_MS = 5000

/**
 * @param checkedMs how often requests that take too long are looked for
 * @throws the system's own error where the port cannot be had
 */
export async function openDoor(
  { port, host, databaseUrl }: Pick<Environment, 'port' | 'host' | 'databaseUrl'>,
  checkedMs = CHECKED_MS,
): Promise<Listener> {
  let answer: RequestListener = whileStarting(
    readiness(databaseUrl === null ? 'embedded' : 'postgres', 'starting'),
  )
  let app = answer
  let closing = false
  const server = createServer({ connectionsCheckingInterval: checkedMs }, (request, response) => {
    // Else a connection stays open for more after the last answer, and the stop waits for it.
    response.once('finish', () => void (closing && request.socket.end()))
    answer(request, response)
  })
  // `localhost` is two addresses on most machines, and browsers try either.
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
    // An address that this machine does not have, or that somebody else has, leaves the first one.
    if (await once(gate, 'listening').catch(() => null)) gates.push(gate)
  }
  return {
    address: `http://${['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }) => {
      app = handler
      // Node gives a body the longer of both times, and 60 s to a head by itself.
      return Object.assign(server, {
        keepAliveTimeout,
        requestTimeout,
        headersTimeout: requestTimeout,
      })
    },
    open: () => (answer = app),
    close: async () => {
      closing = true
      await Promise.all(gates.map((gate) => new Promise((resolve) => gate.close(resolve))))
    },
  }
}

/** Alive, not ready, and nothing else yet: the same answers in the same shape as the app's own. */
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
      // Whoever opens a page for the first time sees it as soon as it is there.
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
