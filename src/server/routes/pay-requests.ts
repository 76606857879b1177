/** Links by which a parent or a school pays for somebody's plan. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'

const New = {
  body: {
    type: 'object',
    required: ['plan'],
    properties: {
      plan: { type: 'string', minLength: 1, maxLength: 80 },
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
    },
    additionalProperties: false,
  },
} as const
const ById = {
  params: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' } },
  },
} as const
const ByToken = {
  params: {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string', maxLength: 100 } },
  },
} as const
const Pay = {
  ...ByToken,
  body: {
    type: 'object',
    properties: { email: { type: ['string', 'null'], format: 'email', maxLength: 254 } },
    additionalProperties: false,
  },
} as const

export function payRequestRoutes(app: FastifyInstance, context: ServerContext): void {
  void context
  const own = { config: { action: 'plan.buy' } }
  app.get('/plans/requests', own, () => ({ items: [], total: 0, page: 1, pageSize: 0 }))
  app.post('/plans/requests', { ...own, schema: New }, () => {
    throw new Refusal('payment/off')
  })
  app.delete('/plans/requests/:id', { ...own, schema: ById }, () => {
    throw new Refusal('request/not-found')
  })
  app.get('/plans/requests/:token', { config: { action: 'public.read' }, schema: ByToken }, () => {
    throw new Refusal('request/not-found')
  })
  app.post(
    '/plans/requests/:token/checkout',
    { config: { action: 'plan.pay' }, schema: Pay },
    () => {
      throw new Refusal('request/not-found')
    },
  )
}
