/** Whether a coupon can be used for a plan, and what is left to pay. */

import { Refusal, type Code } from '#engine/contract/problems.ts'
import type { CouponRow } from '#server/store/coupons.ts'

/** Letters, digits and hyphens; as a person may type it, in either case. */
const CODE = /^[A-Z0-9][A-Z0-9_-]{2,39}$/
/** Providers take no smaller sums, in minor units. */
const MIN_AMOUNT = 100

/** @throws Refusal `coupon/malformed` for a value that can't be a coupon at all */
export function couponCode(typed: string): string {
  const code = typed.trim().toUpperCase()
  if (!CODE.test(code)) throw refused('coupon/malformed')
  return code
}

/**
 * What a coupon leaves to pay.
 *
 * @param found undefined if there is no such coupon
 * @param price of the plan, in minor units
 * @throws Refusal that says why it can't be used
 */
export function reducedBy(
  found: CouponRow | undefined,
  plan: string,
  price: { readonly amount: number; readonly currency: string },
  { now, demo }: { readonly now: Date; readonly demo: boolean },
): number {
  if (found === undefined || (found.demo && !demo)) throw refused('coupon/unknown')
  if (found.starts_at !== null && found.starts_at > now) throw refused('coupon/unknown')
  if (found.expires_at !== null && found.expires_at <= now) throw refused('coupon/expired')
  if (found.uses !== null && found.used >= found.uses) throw refused('coupon/used')
  if (found.plans !== null && !found.plans.includes(plan)) throw refused('coupon/other')
  if (found.currency !== null && found.currency !== price.currency) throw refused('coupon/other')
  const off =
    found.percent === null ? (found.amount ?? 0) : Math.floor((price.amount * found.percent) / 100)
  const left = price.amount - off
  // What costs nothing is a voucher.
  if (left < MIN_AMOUNT) throw refused('coupon/other')
  return left
}

export function refused(code: Code & `coupon/${string}`): Refusal {
  return new Refusal(code, {
    fields: [{ pointer: '/coupon', key: `problem.${code.replace('/', '.')}` }],
  })
}
