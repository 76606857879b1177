/** Begins a payment: price, coupon and plan are checked, then the provider makes its page. */

import { priceOf } from '#engine/decide/prices.ts'
import { countryOf } from '#engine/decide/facts.ts'
import { Refusal, type Code } from '#engine/contract/problems.ts'
import { plus } from '#server/base/clock.ts'
import { limitKey } from '#server/base/limitkey.ts'
import type { Tx } from '#server/database/database.ts'
import { reducedBy, refused } from '#server/payments/coupons.ts'
import { planName, unlocksMore } from '#server/payments/offers.ts'
import { ProviderError } from '#server/payments/port.ts'
import type { Account } from '#server/payments/providers.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { couponByCode, takeCoupon, takeOwnHold } from '#server/store/coupons.ts'
import { count } from '#server/store/limits.ts'
import {
  insertPayment,
  lockPayment,
  samePayment,
  updatePayment,
  type PaymentRow,
} from '#server/store/payments.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { lockUser, type UserRow } from '#server/store/users.ts'
import { applyEvent, settle } from './payment-events.ts'

export type Order = {
  readonly userId: string
  readonly plan: string
  readonly country: string
  /** As `couponCode` writes it. */
  readonly coupon: string | null
  /** Where the receipt goes too: of someone else who pays, or of a learner with only a phone. */
  readonly payerEmail: string | null
  /** The link by which it is paid, and where the payer is sent back to. */
  readonly requestId: string | null
  readonly back: (payment: string) => string
  readonly language: string
}
export type Begun = {
  readonly id: string
  readonly url: string
  readonly amount: number
  readonly currency: string
}

/** How long a page waits for the money. */
const PAYABLE_SECONDS = 3600
/** A page that is about to close isn't offered again. */
const MIN_LEFT_SECONDS = 300
/** Longer than a provider may take to make a page. */
const BEGINNING_SECONDS = 15
const CHECKOUTS_AN_HOUR = 30

type Priced = {
  readonly amount: number
  readonly currency: string
  readonly account: Account
}

/**
 * @throws Refusal if the plan isn't sold here, has no price, adds nothing, can't be paid for, or if
 *   the coupon can't be used; and if the provider can't be reached
 */
export async function beginPayment(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  order: Order,
): Promise<Begun> {
  const priced = await pricedPlan(context, tenant, release, order.plan, order.country)
  await limitCheckouts(context, tenant, order.userId)
  const payment = await context.database.tenant(tenant.id, async (tx) => {
    const reserved = await reserve(context, tx, release, order, priced)
    // One that waited already may have been begun without it, or with one that was mistyped.
    if (order.payerEmail !== null && order.payerEmail !== reserved.payer_email)
      await updatePayment(tx, reserved.id, { payer_email: order.payerEmail })
    return reserved
  })
  if (payment.url !== null) return begunOf(payment, payment.url)
  return openPage(context, tenant, release, order, priced.account, payment)
}

/** @throws Refusal with a pointer to what is wrong */
export async function pricedPlan(
  context: ServerContext,
  tenant: Tenant,
  { catalog }: Release,
  plan: string,
  country: string,
): Promise<Priced> {
  if (!catalog.sold.some(({ id }) => id === plan)) throw about('plan/unsold', '/plan')
  const row = priceOf(catalog, plan, country)
  if (row === undefined) throw about('plan/no-price', '/country')
  const { accounts } = await context.ownKeys.of(tenant.id)
  const account = context.payments.accountFor(tenant, row.currency, accounts)
  if (account === null) throw new Refusal('payment/off')
  return { amount: row.amount, currency: row.currency, account }
}

/** @throws Refusal if the plan would add nothing to what the person has */
export function requireMore(release: Release, user: UserRow, plan: string): void {
  const country = countryOf({ user, config: release.config })
  if (!unlocksMore(release, user.account_type, plan, country)) throw about('plan/lower', '/plan')
}

function about(code: Code, pointer: string): Refusal {
  return new Refusal(code, {
    fields: [{ pointer, key: `problem.${code.replace('/', '.')}` }],
  })
}

/** In a transaction of its own: what is refused counts too. */
async function limitCheckouts(
  context: ServerContext,
  tenant: Tenant,
  userId: string,
): Promise<void> {
  const key = limitKey(context, 'checkout', tenant.id, userId)
  const made = await context.database.tenant(tenant.id, (tx) => count(tx, key, 3600, context.now()))
  if (made > CHECKOUTS_AN_HOUR) throw new Refusal('request/rate-limited', { retryAfter: 600 })
}

/** The row of the payment, with a use of the coupon; or one that waits for the same already. */
async function reserve(
  context: ServerContext,
  tx: Tx,
  release: Release,
  order: Order,
  priced: Priced,
): Promise<PaymentRow> {
  const now = context.now()
  const user = await lockUser(tx, order.userId)
  if (user === undefined) throw new Refusal('access/session')
  requireMore(release, user, order.plan)
  const { plan, country, coupon, requestId } = order
  const { currency } = priced
  const { provider, ownKey } = priced.account
  const find = (amount: number) =>
    samePayment(tx, {
      userId: user.id,
      plan,
      country,
      currency,
      amount,
      provider: provider.name,
      own_key: ownKey,
      requestId,
      coupon,
      until: plus(now, MIN_LEFT_SECONDS),
      unseen: plus(now, -BEGINNING_SECONDS),
    })
  const id = context.newId()
  let { amount } = priced
  if (coupon !== null) {
    const found = await couponByCode(tx, coupon)
    // Its last use may be the one that a payment of this person holds.
    const uses = found === undefined ? found : { ...found, uses: null }
    amount = reducedBy(uses, plan, priced, { now, demo: context.demo })
    const known = await find(amount)
    if (known?.coupon_held === true) return known
    const isHeld = (await takeOwnHold(tx, user.id, coupon)) || (await takeCoupon(tx, coupon, now))
    if (!isHeld) throw refused('coupon/used')
    if (known !== undefined) {
      await updatePayment(tx, known.id, { coupon_held: true })
      return known
    }
  } else {
    const known = await find(amount)
    if (known !== undefined) return known
  }
  await insertPayment(tx, {
    id,
    user_id: user.id,
    request_id: requestId,
    plan,
    country,
    currency,
    amount,
    list_amount: priced.amount,
    coupon,
    coupon_held: coupon !== null,
    provider: provider.name,
    own_key: ownKey,
    state: 'created',
    language: order.language,
    payer_email: order.payerEmail,
    created_at: now,
    updated_at: now,
    expires_at: plus(now, PAYABLE_SECONDS),
  })
  const payment = await lockPayment(tx, id)
  if (payment === undefined) throw new Error('a payment that was just written is gone')
  return payment
}

/** Outside of any transaction: a provider may take seconds. */
async function openPage(
  context: ServerContext,
  tenant: Tenant,
  release: Release,
  order: Order,
  { provider }: Account,
  payment: PaymentRow,
): Promise<Begun> {
  const base = await context.baseUrl(tenant)
  try {
    const { reference, url } = await provider.begin({
      tenant: tenant.id,
      payment: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      title: titleOf(release, order),
      // Providers learn nothing of a learner.
      email: order.requestId === null ? null : order.payerEmail,
      host: new URL(base).hostname,
      back: `${base}${order.back(payment.id)}`,
      expiresAt: payment.expires_at,
    })
    await context.database.tenant(tenant.id, async (tx) => {
      await updatePayment(tx, payment.id, { reference, url })
      const now = await lockPayment(tx, payment.id)
      if (now !== undefined) await settle(context, tx, release, now, undefined)
    })
    return begunOf(payment, url)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    context.log?.warn({ payment: payment.id, provider: provider.name }, error.message)
    // Nobody has seen its page: the coupon is free again.
    await applyEvent(context, provider.name, {
      id: `not-begun:${payment.id}`,
      type: 'expired',
      tenant: tenant.id,
      payment: payment.id,
      at: context.now(),
      money: null,
    })
    throw new Refusal('payment/unavailable', { retryAfter: 60, cause: error })
  }
}

function begunOf({ id, amount, currency }: PaymentRow, url: string): Begun {
  return { id, url, amount, currency }
}

/** "Tsela: Commit", in the payer's language: no name, nothing of the learner. */
function titleOf(release: Release, { plan, language }: Order): string {
  return `${release.config.appName}: ${planName(release, plan, language)}`
}
