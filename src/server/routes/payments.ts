/** Paying for a plan: coupons, the checkout, one's own payments, and the providers' webhooks. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { priceOf } from '#engine/decide/prices.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { receiveEvent } from '#server/accounts/payment-accounts.ts'
import { beginPayment } from '#server/accounts/payment-begin.ts'
import { applyEvent } from '#server/accounts/payment-events.ts'
import { lookAgain } from '#server/accounts/payment-looking.ts'
import { followUp } from '#server/accounts/payment-tasks.ts'
import { presentPayment } from '#server/accounts/payment-view.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { couponCode, reducedBy } from '#server/payments/coupons.ts'
import { ProviderError } from '#server/payments/port.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { couponByCode, holdsCoupon } from '../store/coupons.ts'
import { count } from '../store/limits.ts'
import { paymentById, paymentsOf, type PaymentRow } from '../store/payments.ts'

const COUPONS_AN_HOUR = 40
const MAX_LISTED = 100

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
      email: { type: ['string', 'null'], format: 'email', maxLength: 254 },
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
  couponRoute(app, context)
  checkoutRoute(app, context)
  ownRoutes(app, context)
  webhookRoute(app, context)
}

function couponRoute(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { code: string; plan: string; country?: string } }>(
    '/plans/coupon',
    { config: { action: 'plan.buy' }, schema: CouponQuery },
    async (request) => {
      const { row, scope } = await signedIn(request)
      const tenant = request.tenant.id
      const code = couponCode(request.query.code)
      const { plan, country = scope.facts.country } = request.query
      if (!request.release.catalog.sold.some(({ id }) => id === plan))
        throw new Refusal('plan/unsold')
      const price = priceOf(request.release.catalog, plan, country)
      if (price === undefined) throw new Refusal('plan/no-price')
      // Codes are short, so guessing is limited.
      const now = context.now()
      const tries = await context.database.tenant(tenant, (tx) =>
        count(tx, limitKey(context, 'coupon', tenant, row.id), 3600, now),
      )
      if (tries > COUPONS_AN_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
      const coupon = await context.database.tenant(tenant, async (tx) => {
        const found = await couponByCode(tx, code)
        if (found === undefined || found.uses === null) return found
        // Its last use may be the one that an unfinished payment of this person holds.
        return (await holdsCoupon(tx, row.id, code)) ? { ...found, uses: null } : found
      })
      const amount = reducedBy(coupon, plan, price, { now, demo: context.demo })
      return {
        code,
        listAmount: price.amount,
        off: price.amount - amount,
        amount,
        currency: price.currency,
        percent: coupon?.percent ?? null,
        expires: coupon?.expires_at?.toISOString() ?? null,
      }
    },
  )
}

function checkoutRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{
    Body: { plan: string; country?: string; coupon?: string | null; email?: string | null }
  }>(
    '/plans/checkout',
    { config: { action: 'plan.buy' }, schema: Checkout },
    async (request, reply) => {
      const { row, scope } = await signedIn(request)
      const { plan, country = scope.facts.country, coupon = null, email = null } = request.body
      const begun = await beginPayment(context, request.tenant, request.release, {
        userId: row.id,
        plan,
        country,
        coupon: coupon === null || coupon.trim() === '' ? null : couponCode(coupon),
        payerEmail: email?.trim().toLowerCase() ?? null,
        requestId: null,
        back: (id) => `/payments/${id}`,
        language: request.language,
      })
      return reply.status(201).send(begun)
    },
  )
}

function ownRoutes(app: FastifyInstance, context: ServerContext): void {
  const own = async (request: FastifyRequest, id: string): Promise<PaymentRow> => {
    const { row } = await signedIn(request)
    const found = await context.database.tenant(request.tenant.id, (tx) => paymentById(tx, id))
    // Another person's looks like one that doesn't exist.
    if (found?.user_id !== row.id) throw new Refusal('request/not-found')
    return found
  }
  app.get('/payments', { config: { action: 'plan.buy' } }, async (request) => {
    const { row } = await signedIn(request)
    const found = await context.database.tenant(request.tenant.id, (tx) =>
      paymentsOf(tx, row.id, MAX_LISTED),
    )
    const items = found.map((each) => presentPayment(each, request.release, request.language))
    return { items, total: items.length, page: 1, pageSize: items.length }
  })
  app.get<{ Params: { id: string } }>(
    '/payments/:id',
    { config: { action: 'plan.buy' }, schema: ById },
    async (request) =>
      presentPayment(await own(request, request.params.id), request.release, request.language),
  )
  app.post<{ Params: { id: string } }>(
    '/payments/:id/check',
    { config: { action: 'plan.buy' }, schema: ById },
    async (request) => {
      const payment = await own(request, request.params.id)
      const known = await lookAgain(context, request.tenant.id, payment)
      return presentPayment(known, request.release, request.language)
    },
  )
}

/**
 * On any host: the installation has one address at a provider, and the event says which tenant it is
 * for. Our own checkout has put that there, and the signature covers it. A tenant with keys of its
 * own registers its own host.
 */
function webhookRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { provider: string }; Body: string }>(
    '/payments/:provider/webhook',
    { config: { action: 'payment.receive', changes: false, readsText: true }, schema: Webhook },
    async (request) => {
      const { provider } = request.params
      const { body, headers, tenant } = request
      const received = await receiveEvent(context, tenant.id, provider, body, headers).catch(
        (error: unknown) => {
          // It will be sent again.
          if (error instanceof ProviderError)
            throw new Refusal('payment/unavailable', { retryAfter: 60, cause: error })
          throw error
        },
      )
      if (received === null) throw new Refusal('payment/forged')
      const { event, signed } = received
      if (event === 'ignored') return { received: true }
      const applied = await applyEvent(context, provider, event, signed)
      if (applied === 'unknown')
        request.log.warn(
          { provider, event: event.type },
          'an event of a payment that we have not begun, or have no more',
        )
      else await followUp(context, event.tenant, event.payment)
      return { received: true }
    },
  )
}
