/** Paying for a plan: coupons, the checkout, one's own payments, and the providers' webhooks. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'

const PlanName = { type: 'string', minLength: 1, maxLength: 80 } as const
const CountryCode = { type: 'string', pattern: '^[A-Z]{2}$' } as const
const CouponCode = { type: 'string', maxLength: 200 } as const
const CouponQuery = {
  querystring: {
    type: 'object',
    required: ['code', 'plan'],
    properties: { code: CouponCode, plan: PlanName, country: CountryCode },
  },
} as const
const Checkout = {
  body: {
    type: 'object',
    required: ['plan'],
    properties: {
      plan: PlanName,
      country: CountryCode,
      coupon: { ...CouponCode, type: ['string', 'null'] },
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
const Webhook = {
  params: { type: 'object', properties: { provider: { type: 'string', maxLength: 40 } } },
  body: { type: 'string', description: 'As the provider writes it' },
} as const

export function paymentRoutes(app: FastifyInstance, context: ServerContext): void {
  void context
  const own = { config: { action: 'plan.buy' } }
  app.get('/plans/coupon', { ...own, schema: CouponQuery }, () => {
    throw new Refusal('coupon/unknown')
  })
  app.post('/plans/checkout', { ...own, schema: Checkout }, () => {
    throw new Refusal('payment/off')
  })
  app.get('/payments', own, () => ({ items: [], total: 0, page: 1, pageSize: 0 }))
  app.get('/payments/:id', { ...own, schema: ById }, () => {
    throw new Refusal('request/not-found')
  })
  app.post('/payments/:id/check', { ...own, schema: ById }, () => {
    throw new Refusal('request/not-found')
  })
  app.post(
    '/payments/:provider/webhook',
    { config: { action: 'payment.receive', changes: false, readsText: true }, schema: Webhook },
    () => {
      throw new Refusal('payment/forged')
    },
  )
}
