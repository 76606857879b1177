/**
 * Applies what a provider reports of a payment: the event, the state, the plan, the coupon and what
 * must follow are written in one transaction, or nothing is.
 *
 * Always in the same order: the person, then the payment. Erasing an account locks them like that
 * too.
 */

import { countryOf } from '#engine/decide/facts.ts'
import type { Tx } from '#server/database/database.ts'
import { noteReachedOf } from './milestones.ts'
import { UUID, type Keys } from './payment-accounts.ts'
import { unlocksMore } from '#server/payments/offers.ts'
import type { PaymentEvent } from '#server/payments/port.ts'
import { holdsMoney, isOver, stateOf } from '#server/payments/states.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '#server/store/audit.ts'
import { countCoupon, giveCouponBack, takeOwnHold } from '#server/store/coupons.ts'
import {
  addTask,
  eventsOfPayment,
  givenBack,
  grantsOf,
  insertPaymentEvent,
  lockPayment,
  nextReceipt,
  paymentById,
  redeemedPlans,
  updatePayment,
  type PaymentRow,
} from '#server/store/payments.ts'
import { tenantsById } from '#server/store/tenants.ts'
import { lockUser, setAccountType, type UserRow } from '#server/store/users.ts'

/** `known`: it was received before. `unknown`: we have no such payment at this provider. */
export type Applied = 'applied' | 'known' | 'unknown'

/**
 * @param provider name of the one that reports it
 * @param signed with whose keys, if it came by itself: only those that a payment began with can say
 *   anything of it
 */
export async function applyEvent(
  context: ServerContext,
  provider: string,
  event: PaymentEvent,
  signed?: ReadonlySet<Keys>,
): Promise<Applied> {
  if (!UUID.test(event.tenant) || !UUID.test(event.payment)) return 'unknown'
  const tenants = await context.database.shared((tx) => tenantsById(tx, [event.tenant]))
  const tenant = tenants.get(event.tenant)
  if (tenant === undefined) return 'unknown'
  const release = await context.live(tenant)
  return context.database.tenant(tenant.id, async (tx) => {
    const found = await paymentById(tx, event.payment)
    if (found?.provider !== provider) return 'unknown'
    if (signed?.has(found.own_key === null ? 'installation' : 'own') === false) return 'unknown'
    const user = found.user_id === null ? undefined : await lockUser(tx, found.user_id)
    const payment = await lockPayment(tx, found.id)
    if (payment === undefined) return 'unknown'
    const counts = await isAboutOurSum(tx, payment, event)
    const isNew = await insertPaymentEvent(tx, {
      ...event,
      provider,
      payment: payment.id,
      receivedAt: context.now(),
      counts,
    })
    if (!isNew) return 'known'
    if (!counts)
      // Somebody has to look at it: money has moved, and not as agreed.
      context.log?.error(
        { payment: payment.id, provider, event: event.type },
        'a payment event is about another sum',
      )
    else await settle(context, tx, release, payment, user)
    return 'applied'
  })
}

/**
 * A smaller sum than ours pays nothing, and a part that is given back takes nothing away: only all
 * parts together do.
 */
async function isAboutOurSum(
  tx: Tx,
  { id, amount, currency }: PaymentRow,
  { type, money }: PaymentEvent,
): Promise<boolean> {
  if (type === 'paid') return money?.currency === currency && money.amount >= amount
  if (type !== 'refunded' || money === null) return true
  const before = money.soFar === true ? 0 : await givenBack(tx, id)
  return before + money.amount >= amount
}

/**
 * Makes the row say what its events say, and does what follows from it.
 *
 * @param payment locked by this transaction
 * @param user locked by this transaction; undefined if the account is gone
 */
export async function settle(
  context: ServerContext,
  tx: Tx,
  release: Release,
  payment: PaymentRow,
  user: UserRow | undefined,
): Promise<void> {
  const now = context.now()
  const events = await eventsOfPayment(tx, payment.id)
  const state = stateOf(payment.reference !== null, events)
  if (state === payment.state) return
  // What opens nothing uses no coupon, and neither does what finds no use left: its money goes back.
  const opens = holdsMoney(state) && opensMore(release, payment, user)
  const coupon = await settleCoupon(tx, { ...payment, state }, opens)
  const paid = holdsMoney(state) && payment.paid_at === null
  const firstPaid = events
    .filter(({ type }) => type === 'paid')
    .reduce<Date | null>((first, { at }) => (first === null || at < first ? at : first), null)
  await updatePayment(tx, payment.id, {
    state,
    updated_at: now,
    coupon_held: coupon,
    ...(paid && { paid_at: firstPaid ?? now, receipt: await nextReceipt(tx) }),
    ...(isOver(state) && { payer_email: null }),
  })
  if (paid) await addTask(tx, { id: context.newId(), payment: payment.id, kind: 'receipt' }, now)
  const about = { ...payment, state }
  if (holdsMoney(state)) {
    const isCovered = payment.coupon === null || coupon
    await grant(context, tx, release, about, opens && isCovered ? user : undefined)
  } else if (state === 'refunded' || state === 'disputed')
    await takeBack(tx, release, about, user, now)
  if (isRecorded(state))
    await addAudit(tx, {
      id: context.newId(),
      now,
      actor: null,
      action: `payment.${state}`,
      target: payment.id,
      detail: { plan: payment.plan, amount: payment.amount, currency: payment.currency },
    })
}

function isRecorded(state: PaymentRow['state']): boolean {
  return holdsMoney(state) || state === 'refunded' || state === 'disputed'
}

/**
 * A use is held while a payment can be paid, and stays counted once it has opened its plan.
 *
 * @returns whether the payment holds a use now
 */
async function settleCoupon(tx: Tx, payment: PaymentRow, opens: boolean): Promise<boolean> {
  const { coupon, coupon_held: held, state, user_id: userId } = payment
  if (coupon === null) return false
  const isInVain = holdsMoney(state) && !opens && payment.granted_at === null
  if (held && (isOver(state) || isInVain)) {
    await giveCouponBack(tx, coupon)
    return false
  }
  if (held || !opens) return held
  return (userId !== null && (await takeOwnHold(tx, userId, coupon))) || countCoupon(tx, coupon)
}

function opensMore(release: Release, { plan }: PaymentRow, user: UserRow | undefined): boolean {
  return user !== undefined && unlocksMore(release, user.account_type, plan, placeOf(release, user))
}

/**
 * Opens the plan; what was paid for in vain is given back.
 *
 * @param user undefined if it opens nothing
 */
async function grant(
  context: ServerContext,
  tx: Tx,
  release: Release,
  payment: PaymentRow,
  user: UserRow | undefined,
): Promise<void> {
  const now = context.now()
  if (user === undefined) {
    // The account is gone, or has all of it by now: paid twice, or a voucher came first. Or it came
    // late and its coupon has gone to another. Not after a dispute that was won: that money has been
    // kept before.
    if (payment.granted_at === null)
      await addTask(tx, { id: context.newId(), payment: payment.id, kind: 'refund' }, now)
    return
  }
  const grants = await grantsOf(tx, user.id)
  const by = grants.find(({ plan, holds }) => holds && plan === user.account_type)
  await setAccountType(tx, user.id, payment.plan)
  await updatePayment(tx, payment.id, {
    granted_at: now,
    taken_back_at: null,
    held_plan: payment.held_plan ?? by?.held ?? user.account_type,
  })
  await noteReachedOf(context, tx, release, user)
}

/** Back to what the person has without it: vouchers count, and other payments. */
async function takeBack(
  tx: Tx,
  release: Release,
  payment: PaymentRow,
  user: UserRow | undefined,
  now: Date,
): Promise<void> {
  if (payment.granted_at === null || payment.taken_back_at !== null) return
  await updatePayment(tx, payment.id, { taken_back_at: now })
  // Another plan than the one that was paid for came in another way, and stays.
  if (user === undefined || user.account_type !== payment.plan) return
  const grants = await grantsOf(tx, user.id)
  const left = [
    ...grants.map(({ held }) => held),
    ...grants.filter(({ holds }) => holds).map(({ plan }) => plan),
    ...(await redeemedPlans(tx, user.id)),
  ]
  const country = placeOf(release, user)
  const best = left.reduce(
    (most, plan) => (plan !== 'free' && unlocksMore(release, most, plan, country) ? plan : most),
    'free',
  )
  await setAccountType(tx, user.id, best)
}

function placeOf(release: Release, user: UserRow): string {
  return countryOf({ user, config: release.config })
}
