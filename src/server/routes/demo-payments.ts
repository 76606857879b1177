/** The page of the demo provider: what it shows, and what happens on it. Only in demo mode. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PaymentEventType } from '#engine/contract/paymentcalls.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { DEMO, demoWebhook } from '#server/payments/demo.ts'
import { planName } from '#server/payments/offers.ts'
import type { ServerContext } from '#server/start/context.ts'
import { paymentById, type PaymentRow } from '../store/payments.ts'

const ById = {
  params: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' } },
  },
  /** Of the link by which it is paid: the payer is sent back there. */
  querystring: {
    type: 'object',
    properties: { token: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } },
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

type Way = { Params: { id: string }; Querystring: { token?: string } }

export function demoPaymentRoutes(app: FastifyInstance, context: ServerContext): void {
  if (!context.demo) return
  const find = async (request: FastifyRequest<Way>): Promise<PaymentRow> => {
    const found = await context.database.tenant(request.tenant.id, (tx) =>
      paymentById(tx, request.params.id),
    )
    if (found?.provider !== DEMO) throw new Refusal('request/not-found')
    return found
  }
  const backOf = ({ params, query }: FastifyRequest<Way>): string =>
    query.token === undefined ? `/payments/${params.id}` : `/pay/${query.token}`

  app.get<Way>(
    '/demo/payments/:id',
    { config: { action: 'public.read' }, schema: ById },
    async (request) => {
      const { id, plan, country, amount, currency, state } = await find(request)
      return {
        id,
        planName: planName(request.release, plan, request.language),
        country,
        amount,
        currency,
        state,
        seller: request.release.config.appName,
        back: backOf(request),
      }
    },
  )

  app.post<Way & { Body: { outcome: PaymentEventType | 'lost' } }>(
    '/demo/payments/:id',
    { config: { action: 'plan.pay' }, schema: Outcome },
    async (request) => {
      const { id, amount, currency } = await find(request)
      const { outcome } = request.body
      if (outcome !== 'lost') {
        const { payload, headers } = demoWebhook(context.secrets, {
          id: `${outcome}:${context.newId()}`,
          type: outcome,
          tenant: request.tenant.id,
          payment: id,
          at: context.now(),
          money: { amount, currency },
        })
        // Handled like any provider's.
        const url = `/api/payments/${DEMO}/webhook`
        const { statusCode } = await app.inject({
          method: 'POST',
          url,
          headers: { ...headers, host: request.headers.host ?? '' },
          payload,
        })
        if (statusCode !== 200) throw new Refusal('payment/unavailable', { retryAfter: 5 })
      }
      return { back: backOf(request) }
    },
  )
}
