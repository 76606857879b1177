/** Voucher codes for a plan, and for a study's cohort: created, counted and withdrawn together. */

import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Page, StudyCohort } from '#engine/contract/admincontract.ts'
import type { VoucherBatch, VoucherBatchView } from '#engine/contract/vouchers.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { noRoom, TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit } from '../store/audit.ts'
import { countVouchers, deleteSpentVouchers, insertVouchers } from '../store/others.ts'
import {
  batchById,
  batchesOf,
  codesOf,
  countBatches,
  deleteEmptyBatches,
  insertBatch,
  redemptionsOf,
  withdrawBatch,
  type BatchRow,
} from '../store/voucherbatches.ts'
import { Cohort, requireCohort } from './admin-research.ts'

const MAX_CODES = 1000
/** Of a batch, the newest; a code may be redeemed a million times. */
const MAX_REDEMPTIONS = 1000
const PAGE = 20
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
    note: { type: 'string', maxLength: 120 },
  },
  additionalProperties: false,
} as const
const Paged = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 1, maximum: 100_000 } },
} as const
const BatchId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const

export function adminVoucherRoutes(app: FastifyInstance, context: ServerContext): void {
  createRoute(app, context)
  batchRoutes(app, context)
  withdrawRoute(app, context)
}

function createRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{
    Body: {
      plan: string
      count: number
      uses: number | null
      expires?: string
      cohort?: StudyCohort | null
      note?: string
    }
  }>(
    '/admin/vouchers',
    { config: { action: 'voucher.make' }, schema: { body: VoucherBody } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { plan, count, uses, expires, note = '' } = request.body
      requirePaidPlan(request, plan)
      const cohort = requireCohort(request.release, request.body.cohort, '/cohort')
      const batch = context.newId()
      const codes = await context.database.tenant(request.tenant.id, async (tx) => {
        const expiresAt = expires === undefined ? null : new Date(expires)
        const offer = { plan, uses, expiresAt, cohort }
        await requireVoucherRoom(context, tx, count)
        await insertBatch(tx, { ...offer, id: batch, note: note.trim(), now: context.now() })
        const made = await makeVouchers(tx, count, { ...offer, batch })
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
      return reply.status(201).send({ batch, codes: codes.map((code) => ({ code })) })
    },
  )
}

function batchRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { page?: number } }>(
    '/admin/vouchers',
    { config: { action: 'voucher.make' }, schema: { querystring: Paged } },
    async (request): Promise<Page<VoucherBatch>> => {
      await signedIn(request)
      const { page = 1 } = request.query
      return context.database.tenant(request.tenant.id, async (tx) => ({
        items: (await batchesOf(tx, page, PAGE)).map(presented),
        total: await countBatches(tx),
        page,
        pageSize: PAGE,
      }))
    },
  )

  app.get<{ Params: { id: string } }>(
    '/admin/vouchers/:id',
    { config: { action: 'voucher.make' }, schema: { params: BatchId } },
    async (request): Promise<VoucherBatchView> => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      return context.database.tenant(request.tenant.id, async (tx) => {
        const batch = await batchById(tx, id)
        if (batch === undefined) throw new Refusal('request/not-found')
        const redemptions = await redemptionsOf(tx, id, MAX_REDEMPTIONS)
        // It names people, as a search for them does.
        if (redemptions.length > 0)
          await addAudit(tx, {
            id: context.newId(),
            now: context.now(),
            actor: actor.id,
            action: 'voucher.read',
            target: id,
            detail: { redeemed: redemptions.length },
          })
        return {
          ...presented(batch),
          codes: await codesOf(tx, id),
          redemptions: redemptions.map(({ code, created_at, email, phone }) => ({
            code,
            at: created_at.toISOString(),
            by: email ?? phone ?? '',
          })),
        }
      })
    },
  )
}

function withdrawRoute(app: FastifyInstance, context: ServerContext): void {
  app.delete<{ Params: { id: string } }>(
    '/admin/vouchers/:id',
    { config: { action: 'voucher.make' }, schema: { params: BatchId } },
    async (request, reply) => {
      const { row: actor } = await signedIn(request)
      const { id } = request.params
      await context.database.tenant(request.tenant.id, async (tx) => {
        const batch = await batchById(tx, id)
        if (batch === undefined) throw new Refusal('request/not-found')
        if (!(await withdrawBatch(tx, id, context.now()))) return
        await addAudit(tx, {
          id: context.newId(),
          now: context.now(),
          actor: actor.id,
          action: 'voucher.withdraw',
          target: batch.plan,
          detail: { count: Number(batch.codes), redeemed: Number(batch.redeemed) },
        })
      })
      return reply.status(204).send()
    },
  )
}

function presented(batch: BatchRow): VoucherBatch {
  return {
    id: batch.id,
    plan: batch.plan,
    note: batch.note,
    count: Number(batch.codes),
    uses: batch.uses,
    redeemed: Number(batch.redeemed),
    expires: batch.expires_at?.toISOString() ?? null,
    cohort: batch.cohort,
    created: batch.created_at.toISOString(),
    withdrawn: batch.withdrawn_at?.toISOString() ?? null,
  }
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
  await deleteEmptyBatches(tx)
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
