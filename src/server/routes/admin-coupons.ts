/** Coupons: made, listed and ended by those who make vouchers. */

import type { FastifyInstance } from 'fastify'
import { CURRENCIES } from '#engine/documents/currencies.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { noRoom } from '#server/base/bounds.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import {
  allCoupons,
  couponByCode,
  endCoupon,
  insertCoupon,
  type CouponRow,
  type NewCoupon,
} from '../store/coupons.ts'

/** All of a tenant's are listed on one page. */
const MAX_COUPONS = 1000
type Asked = {
  code: string
  percent?: number
  amount?: number
  currency?: string
  plans?: string[]
  uses?: number | null
  starts?: string
  expires?: string
}

const Code = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$' } as const
const New = {
  body: {
    type: 'object',
    required: ['code'],
    properties: {
      code: Code,
      percent: { type: 'integer', minimum: 1, maximum: 99 },
      amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      plans: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: { type: 'string', maxLength: 80 },
      },
      uses: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 },
      starts: { type: 'string', format: 'date-time' },
      expires: { type: 'string', format: 'date-time' },
    },
    additionalProperties: false,
  },
} as const
const ByCode = { params: { type: 'object', properties: { code: Code } } } as const

export function adminCouponRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/admin/coupons', { config: { action: 'console.read' } }, async (request) => {
    const found = await context.database.tenant(request.tenant.id, (tx) =>
      allCoupons(tx, MAX_COUPONS),
    )
    return { items: found.map(present), total: found.length, page: 1, pageSize: found.length }
  })

  app.post<{ Body: Asked }>(
    '/admin/coupons',
    { config: { action: 'voucher.make' }, schema: New },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const coupon = couponFrom(request.body, request.release)
      const made = await context.database.tenant(request.tenant.id, async (tx) => {
        if ((await allCoupons(tx, MAX_COUPONS)).length >= MAX_COUPONS) throw noRoom()
        if (!(await insertCoupon(tx, coupon)))
          throw new Refusal('coupon/taken', {
            fields: [{ pointer: '/code', key: 'problem.coupon.taken' }],
          })
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'coupon.make',
          target: coupon.code,
          detail: { percent: coupon.percent, amount: coupon.amount, uses: coupon.uses },
        })
        return couponByCode(tx, coupon.code)
      })
      return reply.status(201).send(made && present(made))
    },
  )

  app.delete<{ Params: { code: string } }>(
    '/admin/coupons/:code',
    { config: { action: 'voucher.make' }, schema: ByCode },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const code = request.params.code.toUpperCase()
      const now = context.now()
      await context.database.tenant(request.tenant.id, async (tx) => {
        if (!(await endCoupon(tx, code, now))) throw new Refusal('request/not-found')
        await addAudit(tx, {
          id: context.newId(),
          now,
          actor: actor.id,
          action: 'coupon.end',
          target: code,
        })
      })
      return reply.status(204).send()
    },
  )
}

/** @throws Refusal with a pointer to what can't be */
function couponFrom(asked: Asked, { catalog }: Release): NewCoupon {
  const wrong = (pointer: string) =>
    new Refusal('request/invalid', { fields: [{ pointer, key: 'form.invalid' }] })
  const { percent = null, amount = null, currency = null, plans = null, uses = null } = asked
  if ((percent === null) === (amount === null)) throw wrong('/percent')
  if ((amount === null) !== (currency === null)) throw wrong('/currency')
  if (currency !== null && !CURRENCIES.includes(currency)) throw wrong('/currency')
  for (const [index, plan] of (plans ?? []).entries())
    if (!catalog.sold.some(({ id }) => id === plan)) throw wrong(`/plans/${index}`)
  const [starts, expires] = [asked.starts, asked.expires].map((each) =>
    each === undefined ? null : new Date(each),
  )
  if (starts != null && expires != null && expires <= starts) throw wrong('/expires')
  return {
    code: asked.code.toUpperCase(),
    percent,
    amount,
    currency,
    plans,
    uses,
    starts_at: starts ?? null,
    expires_at: expires ?? null,
  }
}

function present(row: CouponRow) {
  const { code, percent, amount, currency, plans, uses, used, starts_at, expires_at } = row
  return {
    code,
    percent,
    amount,
    currency,
    plans,
    uses,
    used,
    starts: starts_at?.toISOString() ?? null,
    expires: expires_at?.toISOString() ?? null,
  }
}
