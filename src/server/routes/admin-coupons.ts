/** Coupons: made, listed and ended by those who make vouchers. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'

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
  void context
  app.get('/admin/coupons', { config: { action: 'console.read' } }, () => ({
    items: [],
    total: 0,
    page: 1,
    pageSize: 0,
  }))
  app.post('/admin/coupons', { config: { action: 'voucher.make' }, schema: New }, () => {
    throw new Refusal('limit/reached')
  })
  app.delete('/admin/coupons/:code', { config: { action: 'voucher.make' }, schema: ByCode }, () => {
    throw new Refusal('request/not-found')
  })
}
