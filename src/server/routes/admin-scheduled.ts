/** Scheduling a release, publishing it early, cancelling it. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pausedMessages } from '#server/accounts/experimentmessages.ts'
import type { Asking } from '#server/release/asking.ts'
import { cancel, publishNow, schedule, scheduledFor } from '#server/release/scheduling.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { ScheduleBody } from './leaving.ts'

const Id = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const
type Of = { Params: { id: string } }

/** Who asks for something about a release of their tenant. */
export function askingOf(context: ServerContext) {
  return async (request: FastifyRequest): Promise<Asking> => {
    const { row } = await signedIn(request)
    return { context, tenant: request.tenant, release: request.release, person: row }
  }
}

export function adminScheduledRoutes(app: FastifyInstance, context: ServerContext): void {
  const asking = askingOf(context)

  app.get('/admin/scheduled', { config: { action: 'console.read' } }, async (request) => ({
    items: await scheduledFor(await asking(request)),
  }))

  app.post<{ Body: { message: string; at: string; only?: string[] } }>(
    '/admin/scheduled',
    { config: { action: 'release.publish' }, schema: { body: ScheduleBody } },
    async (request, reply) => {
      const { message, at, only } = request.body
      const id = await schedule(await asking(request), message, new Date(at), only)
      return reply.status(201).send({ id })
    },
  )

  app.post<Of>(
    '/admin/scheduled/:id/publish',
    { config: { action: 'release.publish' }, schema: { params: Id } },
    async (request, reply) => {
      const { tell, send } = pausedMessages(context, request.release)
      const { id, number } = await publishNow(await asking(request), request.params.id, tell)
      send()
      return reply.status(201).send({ id, number })
    },
  )

  // Also for those who asked for approval, and may not publish themselves.
  app.delete<Of>(
    '/admin/scheduled/:id',
    { config: { action: 'draft.write' }, schema: { params: Id } },
    async (request, reply) => {
      await cancel(await asking(request), request.params.id)
      return reply.status(204).send()
    },
  )
}
