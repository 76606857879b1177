/** Voucher codes for a plan, and for a study's cohort. */

import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { noRoom, TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { countVouchers, deleteSpentVouchers, insertVouchers } from '../store/others.ts'
import { Cohort, requireCohort } from './admin-research.ts'

const MAX_CODES = 1000
/** In seconds: a user may still ask why a code no longer works. */
const KEPT_AFTER_EXPIRY = 30 * 86_400
/** Without letters and digits that are confused when a code is read aloud. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const VoucherBody = {
  type: 'object',
  required: ['plan', 'count', 'uses'],
  properties: {
    plan: { type: 'string', maxLength: 60 },
    count: { type: 'integer', minimum: 1, maximum: MAX_CODES },
    uses: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 },
    expires: { type: 'string', format: 'date-time' },
    cohort: Cohort,
  },
  additionalProperties: false,
} as const

export function adminVoucherRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post<{
    Body: {
      plan: string
      count: number
      uses: number | null
      expires?: string
      cohort?: StudyCohort | null
    }
  }>(
    '/admin/vouchers',
    { config: { action: 'voucher.make' }, schema: { body: VoucherBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { plan, count, uses, expires } = request.body
      requirePaidPlan(request, plan)
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
      const codes = await context.database.tenant(request.tenant.id, async (tx) => {
        const expiresAt = expires === undefined ? null : new Date(expires)
        await requireVoucherRoom(context, tx, count)
        const made = await makeVouchers(tx, count, { plan, uses, expiresAt, cohort })
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'voucher.make',
          target: plan,
          detail: { count, uses, expires: expires ?? null, ...(cohort !== null && { cohort }) },
        })
        return made
      })
      return reply.status(201).send({ codes: codes.map((code) => ({ code })) })
    },
  )
}

/** @throws Refusal for a plan that doesn't exist, or that is free */
function requirePaidPlan({ release }: FastifyRequest, plan: string): void {
  if (plan !== 'free' && release.catalog.plans.some(({ id }) => id === plan)) return
  throw new Refusal('request/invalid', { fields: [{ pointer: '/plan', key: 'form.invalid' }] })
}

/** Deletes spent codes if the tenant has too many. @throws Refusal if that isn't enough */
async function requireVoucherRoom(context: ServerContext, tx: Tx, count: number): Promise<void> {
  if ((await countVouchers(tx)) + count <= TENANT.vouchers) return
  await deleteSpentVouchers(tx, plus(context.now(), -KEPT_AFTER_EXPIRY))
  if ((await countVouchers(tx)) + count > TENANT.vouchers) throw noRoom()
}

/** @returns so many new codes; one that existed already is replaced by another */
async function makeVouchers(
  tx: Tx,
  count: number,
  offer: Parameters<typeof insertVouchers>[2],
): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    const codes = Array.from(
      { length: count - made.length },
      () => `${letters(4)}-${letters(4)}-${letters(4)}`,
    )
    made.push(...(await insertVouchers(tx, codes, offer)))
  }
  return made
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
