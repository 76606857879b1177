/**
 * What must follow a payment: the receipt, and giving back what was paid in vain. The tasks are
 * written with the payment, so a server that is killed right after it forgets none; any server
 * works them off.
 */

import { digitsOf } from '#engine/documents/currencies.ts'
import { addressOfValue } from '#server/base/address.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { planName } from '#server/payments/offers.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import {
  claimTask,
  dueTasks,
  finishTask,
  paymentById,
  postponeTask,
  tasksOfPayment,
  updatePayment,
  type Due,
  type PaymentRow,
  type TaskRow,
} from '#server/store/payments.ts'
import { asHousekeeper } from '#server/store/retention.ts'
import { tenantsById } from '#server/store/tenants.ts'
import { userById } from '#server/store/users.ts'
import {
  languageFor,
  sendMessage,
  writeMessage,
  type Outgoing,
  type Recipient,
} from './messages.ts'
import { askAccount } from './payment-accounts.ts'
import { applyEvent } from './payment-events.ts'

/** A task that a killed server has taken is free again after that. */
const TAKEN_SECONDS = 120
/** Each try waits twice as long as the one before: the last one after about three days. */
const MAX_TRIES = 12
const MAX_AT_ONCE = 100

/** One pass over what is due, of all tenants. @returns how many tasks were done */
export async function workOff(context: ServerContext): Promise<number> {
  const due = await asHousekeeper(context.database, (tx) =>
    dueTasks(tx, context.now(), MAX_TRIES, MAX_AT_ONCE),
  )
  let done = 0
  for (const task of due) if (await attempt(context, task)) done++
  return done
}

/** At once, so that the receipt doesn't wait for the next pass. Never throws. */
export async function followUp(
  context: ServerContext,
  tenant: string,
  payment: string,
): Promise<void> {
  try {
    const tasks = await context.database.tenant(tenant, (tx) => tasksOfPayment(tx, payment))
    // Giving back calls a provider, and the sender of the event shouldn't wait for that.
    for (const { id, kind } of tasks) if (kind === 'receipt') await attempt(context, { tenant, id })
  } catch (error) {
    context.log?.error({ err: error as Error }, 'what follows a payment will be tried again')
  }
}

async function attempt(context: ServerContext, { tenant, id }: Due): Promise<boolean> {
  const now = context.now()
  const task = await context.database.tenant(tenant, (tx) =>
    claimTask(tx, id, now, plus(now, TAKEN_SECONDS)),
  )
  if (task === undefined) return false
  try {
    if (task.kind === 'receipt') await sendReceipt(context, task)
    else await giveBack(context, task)
    return true
  } catch (error) {
    const isLast = task.tries >= MAX_TRIES
    context.log?.[isLast ? 'error' : 'warn'](
      { payment: task.payment_id, tries: task.tries, err: error as Error },
      `${task.kind} of a payment ${isLast ? 'is given up: somebody has to do it' : 'failed'}`,
    )
    const next = plus(now, TAKEN_SECONDS * 2 ** (task.tries - 1))
    await context.database.tenant(tenant, (tx) => postponeTask(tx, id, next))
    return false
  }
}

async function giveBack(context: ServerContext, task: TaskRow): Promise<void> {
  const payment = await context.database.tenant(task.tenant_id, (tx) =>
    paymentById(tx, task.payment_id),
  )
  if (payment?.reference == null) throw new Error('no provider to ask')
  const { id, reference, amount, currency } = payment
  if (payment.state === 'paid') {
    const known = { tenant: task.tenant_id, payment: id, reference, amount, currency }
    const asked = await askAccount(context, task.tenant_id, payment, (provider) =>
      provider.refund(known),
    )
    if (asked === null) throw new Error('no provider to ask')
    if (asked.answer !== null) await applyEvent(context, payment.provider, asked.answer)
  }
  await context.database.tenant(task.tenant_id, (tx) => finishTask(tx, task.id, context.now()))
}

/** Written and marked as done in one transaction: once, however often it is tried. */
async function sendReceipt(context: ServerContext, task: TaskRow): Promise<void> {
  const tenants = await context.database.shared((tx) => tenantsById(tx, [task.tenant_id]))
  const tenant = tenants.get(task.tenant_id)
  if (tenant === undefined) return
  const release = await context.live(tenant)
  const mails = await context.database.tenant(tenant.id, async (tx) => {
    if (!(await finishTask(tx, task.id, context.now()))) return []
    const payment = await paymentById(tx, task.payment_id)
    if (payment === undefined) return []
    const written = await writeReceipts(context, tx, release, payment)
    await updatePayment(tx, payment.id, { payer_email: null })
    return written
  })
  for (const mail of mails) sendMessage(context, mail)
}

/** To the person, and to the payer if that is someone else. */
async function writeReceipts(
  context: ServerContext,
  tx: Tx,
  release: Release,
  payment: PaymentRow,
): Promise<Outgoing[]> {
  const user = payment.user_id === null ? undefined : await userById(tx, payment.user_id)
  const own = user?.email ?? user?.phone ?? null
  const payer = payment.payer_email
  const to: Recipient[] = [
    ...(user === undefined || own === null ? [] : [{ ...addressOfValue(own), userId: user.id }]),
    ...(payer === null || payer === own ? [] : [{ ...addressOfValue(payer), userId: null }]),
  ]
  const written: Outgoing[] = []
  for (const recipient of to) {
    // Somebody else may have paid, in a language of their own.
    const uses = recipient.userId === null ? null : (user?.language ?? null)
    const language = languageFor(release, { language: uses }, payment.language)
    const values = {
      number: receiptNumber(payment) ?? '',
      plan: planName(release, payment.plan, language),
      amount: moneyText(payment, language),
      date: dayText(payment.paid_at ?? context.now(), language),
    }
    written.push(await writeMessage(context, tx, release, language, recipient, 'receipt', values))
  }
  return written
}

/** `T-00042`; null until it was paid. */
export function receiptNumber({ receipt }: Pick<PaymentRow, 'receipt'>): string | null {
  return receipt === null ? null : `T-${receipt.padStart(5, '0')}`
}

function moneyText({ amount, currency }: PaymentRow, language: string): string {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

function dayText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
