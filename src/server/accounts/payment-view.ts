/** A payment as its person and its payer may see it. */

import type { PaymentAnswer } from '#engine/contract/paymentcalls.ts'
import { planName } from '#server/payments/offers.ts'
import type { Release } from '#server/release/compose.ts'
import type { PaymentRow } from '#server/store/payments.ts'
import { receiptNumber } from './payment-tasks.ts'

export function presentPayment(row: PaymentRow, release: Release, language: string): PaymentAnswer {
  return {
    id: row.id,
    plan: row.plan,
    planName: planName(release, row.plan, language),
    country: row.country,
    amount: row.amount,
    currency: row.currency,
    listAmount: row.list_amount,
    coupon: row.coupon,
    state: row.state,
    provider: row.provider,
    url: row.state === 'pending' ? row.url : null,
    asked: row.request_id !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    receipt: receiptNumber(row),
    seller: release.config.appName,
  }
}
