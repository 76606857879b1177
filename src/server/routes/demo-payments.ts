/** The page of the demo provider: what it shows, and what happens on it. Only in demo mode. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'

const ById = {
  params: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' } },
  },
} as const
const Outcome = {
  ...ById,
  body: {
    type: 'object',
    required: ['outcome'],
    properties: { outcome: { enum: ['paid', 'declined', 'expired', 'lost', 'refunded'] } },
    additionalProperties: false,
  },
} as const

export function demoPaymentRoutes(app: FastifyInstance, context: ServerContext): void {
  if (!context.demo) return
  app.get('/demo/payments/:id', { config: { action: 'public.read' }, schema: ById }, () => {
    throw new Refusal('request/not-found')
  })
  app.post('/demo/payments/:id', { config: { action: 'plan.pay' }, schema: Outcome }, () => {
    throw new Refusal('request/not-found')
  })
}
