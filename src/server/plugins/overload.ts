/**
 * A server that has more to do than it can tells those who are too many at once, and when to come again. Else all of them
 * would wait, each a little longer than the one before, and nobody would be told anything. Depends on: errors.
 */

import plugin from 'fastify-plugin'
import { Refusal } from '#engine/problems.ts'
import type { World } from '../world.ts'

/** Calls that are answered at the same time: about a second's worth on two processors, and more than passwords may wait (passwords.ts). */
export const MOST_UNDER_WAY = 600
/** The same of one route: a flood of sign-ups leaves room for those who log in. */
export const MOST_OF_ROUTE = 300
const RETRY_SECONDS = 2

/** Whoever watches the server must hear from it most of all then. */
const ALWAYS: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/metrics'])

export const overloadPlugin = plugin<{ world: World }>(
  async (app, { world }) => {
    let underWay = 0
    const ofRoutes = new Map<string, number>()
    const counted = (url: string, by: 1 | -1) => {
      underWay += by
      ofRoutes.set(url, (ofRoutes.get(url) ?? 0) + by)
    }
    world.metrics.watch('tsela_requests_under_way', 'Calls that are being answered', () => underWay)
    app.addHook('onRequest', (request, reply, done) => {
      const { url } = request.routeOptions
      // Pages and files come from memory.
      if (url === undefined || !url.startsWith('/api/') || ALWAYS.has(url)) return done()
      if (underWay >= MOST_UNDER_WAY || (ofRoutes.get(url) ?? 0) >= MOST_OF_ROUTE) return done(new Refusal('server/busy', { retryAfter: RETRY_SECONDS }))
      counted(url, 1)
      // Also where who asked has gone meanwhile.
      reply.raw.once('close', () => counted(url, -1))
      done()
    })
  },
  { name: 'overload', dependencies: ['errors'] },
)
