/** Services to sign in with: where they send people back to, and their secrets. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import {
  forgetSecret,
  keepSecret,
  providersOf,
  SECRET_PATTERN,
} from '#server/accounts/providersecret.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'

const Body = {
  type: 'object',
  required: ['secret'],
  properties: { secret: { type: 'string', pattern: SECRET_PATTERN } },
  additionalProperties: false,
} as const

export function adminProviderRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/providers', { config: { action: 'console.read' } }, async (request) => ({
    items: (await providersOf(context, request.tenant)).map(
      ({ id, name, callback, secretSetAt }) => ({
        id,
        name,
        callback,
        secretSetAt: secretSetAt?.toISOString() ?? null,
      }),
    ),
  }))

  app.put<{ Params: { provider: string }; Body: { secret: string } }>(
    '/admin/providers/:provider/secret',
    { config: { action: 'provider.secret' }, schema: { body: Body } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { provider: id } = request.params
      const provider = (await providersOf(context, request.tenant)).find((each) => each.id === id)
      if (provider === undefined) throw new Refusal('provider/unknown')
      await keepSecret(context, request.tenant, provider, request.body.secret, row.id)
      return reply.status(204).send()
    },
  )

  app.delete<{ Params: { provider: string } }>(
    '/admin/providers/:provider/secret',
    { config: { action: 'provider.secret' } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      await forgetSecret(context, request.tenant, request.params.provider, row.id)
      return reply.status(204).send()
    },
  )
}
