/** Plans with their prices, and the vouchers that unlock them. */

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import { countWrongVoucher, secondsUntilVoucher } from '#server/accounts/vouchertries.ts'
import { saidWhen } from '#server/base/bounds.ts'
import { networkOf } from '#server/base/network.ts'
import { signedIn } from '../plugins/access.ts'
import { insertRedemption, takeVoucher, voucher } from '../store/others.ts'
import { setCohort } from '../store/research.ts'
import { lockUser, setAccountType } from '../store/users.ts'
import { featuresOf, offerOf, unlocksMore } from '#server/payments/offers.ts'
import type { ServerContext } from '#server/start/context.ts'

const Country = {
  querystring: {
    type: 'object',
    properties: { country: { type: 'string', pattern: '^[A-Z]{2}$' } },
  },
} as const
const Redeem = {
  body: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', minLength: 1, maxLength: 64 } },
    additionalProperties: false,
  },
} as const

export function planRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Querystring: { country?: string } }>(
    '/plans',
    { config: { action: 'public.read' }, schema: Country },
    async (request) => {
      const { release } = request
      const { accounts } = await context.ownKeys.of(request.tenant.id)
      const country = request.query.country ?? release.config.defaultCountry
      const texts = release.texts.get(request.language) ?? {}
      const items = release.catalog.sold.map((plan) => ({
        id: plan.id,
        name: translate(texts, request.language, plan.label),
        features: featuresOf(release, plan.id, country),
        ...offerOf(context.payments, accounts, request.tenant, release, plan.id, country),
      }))
      return { items, total: items.length, page: 1, pageSize: items.length }
    },
  )

  app.post<{ Body: { code: string } }>(
    '/plans/redeem',
    { config: { action: 'voucher.redeem' }, schema: Redeem },
    async (request) => {
      const person = await signedIn(request)
      const asker = { userId: person.row.id, network: networkOf(request.ip) }
      // What is wrong is counted, so it is refused only after the transaction.
      const refusal = await context.database.tenant(request.tenant.id, async (tx) => {
        // A user redeems a code once, so a second tap or a lost response costs no second use.
        const user = await lockUser(tx, person.row.id)
        if (user === undefined) throw new Refusal('access/session')
        const wait = await secondsUntilVoucher(context, tx, asker)
        if (wait > 0) return tooMany(wait)
        const offer = await voucher(tx, request.body.code)
        if (offer === undefined || (offer.demo && !context.demo)) {
          await countWrongVoucher(context, tx, asker)
          return new Refusal('voucher/unknown', {
            fields: [{ pointer: '/code', key: 'problem.voucher.unknown' }],
          })
        }
        const { code } = offer
        const now = context.now()
        const first = await insertRedemption(tx, {
          id: context.newId(),
          code,
          userId: user.id,
          plan: offer.plan,
        })
        if (!first) return null
        if (offer.expires_at !== null && offer.expires_at <= now)
          throw new Refusal('voucher/expired', {
            fields: [{ pointer: '/code', key: 'problem.voucher.expired' }],
          })
        const opens = unlocksMore(
          request.release,
          user.account_type,
          offer.plan,
          person.scope.facts.country,
        )
        // A place in a study counts too; the current plan then stays if the voucher's plan unlocks
        // nothing more.
        if (!opens && offer.cohort === null)
          throw new Refusal('voucher/lower', {
            fields: [{ pointer: '/code', key: 'problem.voucher.lower' }],
          })
        if (!(await takeVoucher(tx, code, now)))
          throw new Refusal('voucher/used', {
            fields: [{ pointer: '/code', key: 'problem.voucher.used' }],
          })
        if (opens) await setAccountType(tx, user.id, offer.plan)
        if (offer.cohort !== null) await setCohort(tx, user.id, request.tenant.slug, offer.cohort)
        return null
      })
      if (refusal !== null) throw refusal
      return (await request.refresh()).user
    },
  )
}

function tooMany(seconds: number): Refusal {
  return new Refusal('request/rate-limited', {
    retryAfter: seconds,
    said: saidWhen('problem.voucher.again', seconds),
  })
}
