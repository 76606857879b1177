/**
 * Asking a provider about a payment of which nothing was heard: when the person asks, and when its
 * time is over.
 */

import { plus } from '#server/base/clock.ts'
import { ProviderError } from '#server/payments/port.ts'
import { isOpen, isPayable } from '#server/payments/states.ts'
import type { ServerContext } from '#server/start/context.ts'
import { claimAsking, duePayments, paymentById, type PaymentRow } from '#server/store/payments.ts'
import { asHousekeeper } from '#server/store/retention.ts'
import { askAccount } from './payment-accounts.ts'
import { applyEvent } from './payment-events.ts'
import { followUp } from './payment-tasks.ts'

/** A provider is asked about one payment at most that often. */
const ASK_EVERY_SECONDS = 10
/** A provider that can't be reached is given that long before a payment expires without it. */
const UNREACHED_SECONDS = 24 * 3600
const MAX_AT_ONCE = 100

/** @returns the payment as it is afterwards */
export async function lookAgain(
  context: ServerContext,
  tenant: string,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (!isPayable(payment.state)) return payment
  const now = context.now()
  if (payment.expires_at <= now) await expire(context, tenant, payment)
  else if (isOpen(payment.state)) {
    const may = await context.database.tenant(tenant, (tx) =>
      claimAsking(tx, payment.id, now, plus(now, -ASK_EVERY_SECONDS)),
    )
    if (may) await ask(context, tenant, payment)
  }
  return (await context.database.tenant(tenant, (tx) => paymentById(tx, payment.id))) ?? payment
}

/** One pass over payments whose time is over, of all tenants. @returns how many there were */
export async function expireOverdue(context: ServerContext): Promise<number> {
  const due = await asHousekeeper(context.database, (tx) =>
    duePayments(tx, context.now(), MAX_AT_ONCE),
  )
  for (const { tenant, id } of due) {
    const payment = await context.database.tenant(tenant, (tx) => paymentById(tx, id))
    if (payment !== undefined && isPayable(payment.state)) await expire(context, tenant, payment)
  }
  return due.length
}

/** Asked a last time first: a webhook that was lost must not cost anyone their money. */
async function expire(context: ServerContext, tenant: string, payment: PaymentRow): Promise<void> {
  const outcome = await ask(context, tenant, payment)
  const isUnreached =
    outcome === 'unreached' && context.now() < plus(payment.expires_at, UNREACHED_SECONDS)
  if (isUnreached) return
  if (outcome === 'told') {
    const told = await context.database.tenant(tenant, (tx) => paymentById(tx, payment.id))
    if (told === undefined || !isPayable(told.state)) return
  }
  await applyEvent(context, payment.provider, {
    id: `over:${payment.id}`,
    type: 'expired',
    tenant,
    payment: payment.id,
    at: payment.expires_at,
    money: null,
  })
}

async function ask(
  context: ServerContext,
  tenant: string,
  payment: PaymentRow,
): Promise<'told' | 'nothing' | 'unreached'> {
  const { id, provider: name, reference, amount, currency } = payment
  if (reference === null) return 'nothing'
  try {
    const asked = await askAccount(context, tenant, payment, (provider) =>
      provider.look({ tenant, payment: id, reference, amount, currency }),
    )
    // Null: its provider isn't configured any more.
    const event = asked?.answer ?? null
    if (event === null) return 'nothing'
    await applyEvent(context, name, event)
    await followUp(context, tenant, id)
    return 'told'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    context.log?.warn({ payment: id, provider: name }, error.message)
    return 'unreached'
  }
}
