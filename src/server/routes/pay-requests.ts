/** Links by which a parent or a school pays for somebody's plan. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { REQUEST_STATES } from '#engine/contract/paymentcalls.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { owedConsents } from '#server/accounts/guarded.ts'
import { beginPayment, pricedPlan, requireMore } from '#server/accounts/payment-begin.ts'
import { receiptNumber } from '#server/accounts/payment-tasks.ts'
import { noRoom } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { networkOf } from '#server/base/network.ts'
import { newToken, sha256 } from '#server/base/secrets.ts'
import { featuresOf, offerOf, planName } from '#server/payments/offers.ts'
import { isOpen } from '#server/payments/states.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { count } from '../store/limits.ts'
import {
  insertPayRequest,
  payRequestByHash,
  payRequestsOf,
  revokePayRequest,
  type PayRequestRow,
} from '../store/pay-requests.ts'
import { paymentsByRequest, type PaymentRow } from '../store/payments.ts'
import { lockUser, userById, type UserRow } from '../store/users.ts'

/** In seconds: two weeks. */
const OPEN_SECONDS = 14 * 86_400
const MAX_OPEN = 5
const MAX_LISTED = 30
/** A school's parents may share one address. */
const CALLS_AN_HOUR = 120

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
  ownRoutes(app, context)
  payerRoutes(app, context)
}

function ownRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/plans/requests', { config: { action: 'plan.buy' } }, async (request) => {
    const { row } = await signedIn(request)
    const items = await context.database.tenant(request.tenant.id, async (tx) => {
      const found = await payRequestsOf(tx, row.id, MAX_LISTED)
      const presented: ReturnType<typeof present>[] = []
      for (const each of found)
        presented.push(
          present(each, stateFrom(context, each, await paymentsByRequest(tx, each.id))),
        )
      return presented
    })
    return { items, total: items.length, page: 1, pageSize: items.length }
  })

  app.post<{ Body: { plan: string; country?: string } }>(
    '/plans/requests',
    { config: { action: 'plan.buy' }, schema: New },
    async (request, reply) => {
      const { row, scope } = await signedIn(request)
      const { tenant, release } = request
      const { plan, country = scope.facts.country } = request.body
      const { amount, currency } = await pricedPlan(context, tenant, release, plan, country)
      const now = context.now()
      const token = newToken()
      const made = await context.database.tenant(tenant.id, async (tx) => {
        const user = await lockUser(tx, row.id)
        if (user === undefined) throw new Refusal('access/session')
        requireMore(release, user, plan)
        const open = (await payRequestsOf(tx, user.id, MAX_LISTED)).filter(
          (each) => each.revoked_at === null && each.expires_at > now,
        )
        if (open.length >= MAX_OPEN) throw noRoom()
        const added = {
          id: context.newId(),
          user_id: user.id,
          token_hash: sha256(token),
          plan,
          country,
          created_at: now,
          expires_at: plus(now, OPEN_SECONDS),
        }
        await insertPayRequest(tx, added)
        return added
      })
      return reply.status(201).send({
        ...present({ ...made, tenant_id: tenant.id, revoked_at: null }, 'open'),
        url: `${await addressOf(context, request)}/pay/${token}`,
        amount,
        currency,
      })
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/plans/requests/:id',
    { config: { action: 'plan.buy' }, schema: ById },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const isDone = await context.database.tenant(request.tenant.id, (tx) =>
        revokePayRequest(tx, row.id, request.params.id, context.now()),
      )
      if (!isDone) throw new Refusal('request/not-found')
      return reply.status(204).send()
    },
  )
}

/** For everyone who has the link: no session, and nothing of the learner but the first name. */
function payerRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { token: string } }>(
    '/plans/requests/:token',
    { config: { action: 'public.read' }, schema: ByToken },
    async (request) => {
      const { tenant, release, language } = request
      const { found, user, payments, state } = await open(context, request)
      const { plan, country } = found
      const { accounts } = await context.ownKeys.of(tenant.id)
      const offer = offerOf(context.payments, accounts, tenant, release, plan, country)
      const paid = payments.find((each) => each.state === 'paid')
      const price = paid ?? offer.price
      if (price === null) throw new Refusal('payment/link-ended')
      const { firstName } = user.profile
      return {
        plan,
        planName: planName(release, plan, language),
        features: featuresOf(release, plan, country),
        country,
        firstName: typeof firstName === 'string' && firstName !== '' ? firstName : null,
        seller: release.config.appName,
        amount: price.amount,
        currency: price.currency,
        state,
        payable: offer.payable && state !== 'paid',
        tried: state === 'open' ? triedOf(payments) : null,
        expiresAt: found.expires_at.toISOString(),
        receipt: paid === undefined ? null : receiptNumber(paid),
        paidAt: paid?.paid_at?.toISOString() ?? null,
      }
    },
  )

  app.post<{ Params: { token: string }; Body: { email?: string | null } }>(
    '/plans/requests/:token/checkout',
    { config: { action: 'plan.pay' }, schema: Pay },
    async (request, reply) => {
      const { tenant, release, params, language } = request
      await limitNetwork(context, request)
      const { found, user, state } = await open(context, request)
      if (state === 'paid') throw new Refusal('payment/link-paid')
      const begun = await beginPayment(context, tenant, release, {
        userId: user.id,
        plan: found.plan,
        country: found.country,
        coupon: null,
        payerEmail: request.body.email?.trim().toLowerCase() ?? null,
        requestId: found.id,
        back: () => `/pay/${params.token}`,
        language,
      })
      return reply.status(201).send(begun)
    },
  )
}

type Opened = {
  readonly found: PayRequestRow
  readonly user: UserRow
  readonly payments: readonly PaymentRow[]
  readonly state: 'open' | 'paying' | 'paid'
}

/** @throws Refusal for an unknown link, and for one that has ended without being paid */
async function open(
  context: ServerContext,
  request: FastifyRequest<{ Params: { token: string } }>,
): Promise<Opened> {
  const opened = await context.database.tenant(request.tenant.id, async (tx) => {
    const found = await payRequestByHash(tx, sha256(request.params.token))
    if (found === undefined) return null
    const user = await userById(tx, found.user_id)
    if (user === undefined) return null
    // Nothing is stored about a person whose guardian hasn't agreed, or does no more.
    if (owedConsents(request.release, user, context.now()).length > 0)
      throw new Refusal('payment/link-ended')
    const payments = await paymentsByRequest(tx, found.id)
    return { found, user, payments, state: stateFrom(context, found, payments) }
  })
  if (opened === null) {
    // Links can't be guessed; trying is limited all the same.
    await limitNetwork(context, request)
    throw new Refusal('request/not-found')
  }
  const { state } = opened
  if (state === 'expired' || state === 'revoked') throw new Refusal('payment/link-ended')
  return { ...opened, state }
}

/** In a transaction of its own: what is refused counts too. */
async function limitNetwork(context: ServerContext, request: FastifyRequest): Promise<void> {
  const { id } = request.tenant
  const key = limitKey(context, 'pay-net', id, networkOf(request.ip))
  const calls = await context.database.tenant(id, (tx) => count(tx, key, 3600, context.now()))
  if (calls > CALLS_AN_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
}

type State = (typeof REQUEST_STATES)[number]

function stateFrom(
  context: ServerContext,
  row: PayRequestRow,
  payments: readonly PaymentRow[],
): State {
  if (payments.some(({ state }) => state === 'paid')) return 'paid'
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at <= context.now()) return 'expired'
  return payments.some(({ state }) => isOpen(state)) ? 'paying' : 'open'
}

/** What became of the last payment by a link that can still be paid; null if nobody has tried. */
function triedOf(payments: readonly PaymentRow[]): 'declined' | 'expired' | null {
  const last = payments.at(-1)?.state
  return last === 'declined' || last === 'expired' ? last : null
}

function present({ id, plan, country, created_at, expires_at }: PayRequestRow, state: State) {
  return {
    id,
    plan,
    country,
    state,
    createdAt: new Date(created_at).toISOString(),
    expiresAt: new Date(expires_at).toISOString(),
  }
}

/** A demo is opened by any name that leads to this machine; otherwise the tenant's own host. */
async function addressOf(context: ServerContext, request: FastifyRequest): Promise<string> {
  return request.tenant.demo
    ? `${request.protocol}://${request.host}`
    : context.baseUrl(request.tenant)
}
