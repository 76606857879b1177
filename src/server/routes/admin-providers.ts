/**
 * Services to sign in with: where they send people back to, and their secrets. And the tenant's own
 * keys of payment providers and of its mail server.
 */

import type { FastifyInstance } from 'fastify'
import {
  MAX_OWN_KEY_LENGTH,
  OWN_KEY_PARTS,
  OWN_KEY_SERVICES,
  type OwnKeyService,
} from '#engine/contract/ownkeys.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { forgetKeys, keepKeys, keysOf } from '#server/accounts/changekeys.ts'
import { faultsOf } from '#server/accounts/keyrules.ts'
import type { KeyParts } from '#server/accounts/ownkeys.ts'
import {
  forgetSecret,
  keepSecret,
  providersOf,
  SECRET_PATTERN,
  tryProvider,
  unfinishedOf,
  type ProviderState,
} from '#server/accounts/providersecret.ts'
import { tooOften } from '#server/base/bounds.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import type { Tenant } from '../store/tenants.ts'

const MAX_TRIES_PER_HOUR = 60

const Body = {
  type: 'object',
  required: ['secret'],
  properties: { secret: { type: 'string', pattern: SECRET_PATTERN } },
  additionalProperties: false,
} as const

const ByService = {
  params: {
    type: 'object',
    required: ['service'],
    properties: { service: { type: 'string', enum: [...OWN_KEY_SERVICES] } },
  },
} as const
const Part = { type: 'string', maxLength: MAX_OWN_KEY_LENGTH } as const
const Keys = {
  type: 'object',
  properties: { secret: Part, webhook: Part, url: Part, from: Part },
  additionalProperties: false,
} as const

export function adminProviderRoutes(app: FastifyInstance, context: ServerContext): void {
  ownKeyRoutes(app, context)
  app.get('/admin/providers', { config: { action: 'console.read' } }, async (request) => {
    const usable = await providersOf(context, request.tenant)
    const unfinished = await unfinishedOf(context, request.tenant)
    return {
      items: [
        ...usable.map(({ id, name, callback, secretSetAt }) => ({
          id,
          name,
          callback,
          complete: true,
          secretSetAt: secretSetAt?.toISOString() ?? null,
        })),
        ...unfinished.map(({ id, name }) => ({
          id,
          name,
          callback: '',
          complete: false,
          secretSetAt: null,
        })),
      ],
    }
  })

  app.post<{ Params: { provider: string } }>(
    '/admin/providers/:provider/try',
    { config: { action: 'provider.secret' } },
    async (request) => {
      const provider = await requireProvider(context, request.tenant, request.params.provider)
      const key = limitKey(context, 'provider-try', request.tenant.id)
      const tries = await context.database.tenant(request.tenant.id, (tx) =>
        count(tx, key, 3600, context.now()),
      )
      if (tries > MAX_TRIES_PER_HOUR) throw tooOften(600)
      return tryProvider(context, request.tenant, provider)
    },
  )

  app.put<{ Params: { provider: string }; Body: { secret: string } }>(
    '/admin/providers/:provider/secret',
    { config: { action: 'provider.secret' }, schema: { body: Body } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const provider = await requireProvider(context, request.tenant, request.params.provider)
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

function ownKeyRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/keys', { config: { action: 'console.read' } }, async (request) => ({
    items: await keysOf(context, request.tenant),
  }))

  app.put<{ Params: { service: OwnKeyService }; Body: KeyParts }>(
    '/admin/keys/:service',
    { config: { action: 'provider.secret' }, schema: { ...ByService, body: Keys } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const { service } = request.params
      const parts = Object.fromEntries(
        OWN_KEY_PARTS[service].map((part) => [part, request.body[part] ?? '']),
      )
      const faults = faultsOf(service, parts, { loopback: context.demo })
      if (faults.length > 0)
        throw new Refusal('request/invalid', {
          fields: faults.map(({ part, key }) => ({ pointer: `/${part}`, key })),
        })
      await keepKeys(context, request.tenant, service, parts, row.id)
      return reply.status(204).send()
    },
  )

  app.delete<{ Params: { service: OwnKeyService } }>(
    '/admin/keys/:service',
    { config: { action: 'provider.secret' }, schema: ByService },
    async (request, reply) => {
      const { row } = await signedIn(request)
      await forgetKeys(context, request.tenant, request.params.service, row.id)
      return reply.status(204).send()
    },
  )
}

/** @throws Refusal `provider/unknown` if what is live has no such service that can be used */
async function requireProvider(
  context: ServerContext,
  tenant: Tenant,
  id: string,
): Promise<ProviderState> {
  const found = (await providersOf(context, tenant)).find((each) => each.id === id)
  if (found === undefined) throw new Refusal('provider/unknown')
  return found
}
