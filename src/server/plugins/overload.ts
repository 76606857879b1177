/**
 * Load shedding: an overloaded server refuses excess requests with a time to retry. Otherwise all
 * of them would wait longer and longer, and none would get a response. Depends on: errors.
 */

import plugin from 'fastify-plugin'
import { Refusal } from '#engine/contract/problems.ts'
import { networkOf } from '#server/base/network.ts'
import type { ServerContext } from '#server/start/context.ts'

/**
 * Requests in progress: about a second's worth on two processors, and more than may wait for a
 * password hash (passwords.ts).
 */
export const MAX_UNDER_WAY = 600
/** Per route: a flood of sign-ups leaves room for logins. */
export const MAX_OF_ROUTE = 300
/** Per route and network: a school that logs in at once leaves room for everyone else. */
export const MAX_OF_NETWORK = 250
const RETRY_SECONDS = 2

/** Monitoring must work especially when the server is overloaded. */
const ALWAYS: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

export const overloadPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    let underWay = 0
    const routes = new Map<string, Count>()
    context.metrics.watch(
      'tsela_requests_under_way',
      'Calls that are being answered',
      () => underWay,
    )
    app.addHook('onRequest', (request, reply, done) => {
      const { url } = request.routeOptions
      // Pages and files are served from memory.
      if (url === undefined || !url.startsWith('/api/') || ALWAYS.has(url)) return done()
      let route = routes.get(url)
      if (route === undefined) routes.set(url, (route = new Count()))
      const network = networkOf(request.ip)
      if (
        underWay >= MAX_UNDER_WAY ||
        route.total >= MAX_OF_ROUTE ||
        route.of(network) >= MAX_OF_NETWORK
      )
        return done(new Refusal('server/busy', { retryAfter: RETRY_SECONDS }))
      underWay++
      route.add(network, 1)
      // Even if the client has disconnected in the meantime.
      reply.raw.once('close', () => {
        underWay--
        route.add(network, -1)
      })
      done()
    })
  },
  { name: 'overload', dependencies: ['errors'] },
)

/** Requests in progress on one route, by network. */
class Count {
  readonly #networks = new Map<string, number>()
  total = 0

  of(network: string): number {
    return this.#networks.get(network) ?? 0
  }

  add(network: string, by: 1 | -1): void {
    const count = this.of(network) + by
    this.total += by
    if (count === 0) this.#networks.delete(network)
    else this.#networks.set(network, count)
  }
}
