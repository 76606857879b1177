/** Liveness at once; readiness only when every other call works. */

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sqlBuilder } from '../database.ts'
import { readiness } from '../listen.ts'
import { APP_VERSION } from '../version.ts'
import type { World } from '../world.ts'

export function healthRoutes(app: FastifyInstance, world: World): void {
  app.get('/health', { config: { action: 'public.read' } }, () => ({ status: 'ok', version: APP_VERSION }))

  app.get('/ready', { config: { action: 'public.read' } }, async (_request, reply) => {
    const { kind } = world.database
    const asked = world.database.shared((tx) => tx.all({ compile: () => sql<{ one: number }>`SELECT 1 AS one FROM tenants LIMIT 1`.compile(sqlBuilder) }))
    const patience = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('the database is slow')), 1500).unref())
    try {
      await Promise.race([asked, patience])
      return readiness('ready', kind)
    } catch {
      return reply.status(503).header('retry-after', '1').send(readiness('waiting', kind))
    }
  })
}
