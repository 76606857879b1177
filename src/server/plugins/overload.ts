/**
 * A server that has more to do than it can tells those who are too many at once, and when to come again. Else all of them
 * would wait, each a little longer than the one before, and nobody would be told anything. Depends on: errors.
 */

import plugin from 'fastify-plugin'
import { Refusal } from '#engine/contract/problems.ts'
import { networkOf } from '#server/base/network.ts'
import type { ServerContext } from '#server/start/context.ts'

/** Calls that are answered at the same time: about a second's worth on two processors, and more than passwords may wait (passwords.ts). */
export const MAX_UNDER_WAY = 600
/** The same of one route: a flood of sign-ups leaves room for those who log in. */
export const MAX_OF_ROUTE = 300
/** The same of one route for one network: a school that logs in all at once leaves room for everybody else. */
export const MAX_OF_NETWORK = 250
const RETRY_SECONDS = 2

/** Whoever watches the server must hear from it most of all then. */
const ALWAYS: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

export const overloadPlugin = plugin<{ world: ServerContext }>(
  async (app, { world }) => {
    let underWay = 0
    const routes = new Map<string, Count>()
    world.metrics.watch('tsela_requests_under_way', 'Calls that are being answered', () => underWay)
    app.addHook('onRequest', (request, reply, done) => {
      const { url } = request.routeOptions
      // Pages and files come from memory.
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
      // Also where who asked has gone meanwhile.
      reply.raw.once('close', () => {
        underWay--
        route.add(network, -1)
      })
      done()
    })
  },
  { name: 'overload', dependencies: ['errors'] },
)

/** Calls of one route that are being answered, by network. */
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
