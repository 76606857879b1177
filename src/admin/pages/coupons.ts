/** A coupon as it is typed into the form, and what the server is sent for it. Pure. */

import { digitsOf } from '#engine/documents/currencies.ts'

export type TypedCoupon = {
  readonly code: string
  /** What it takes off. */ readonly off: 'percent' | 'amount'
  readonly percent: string
  /** As it is written, such as "49.90". */ readonly amount: string
  readonly currency: string
  /** Empty: any plan. */ readonly plans: readonly string[]
  readonly uses: string
  /** Days such as "2026-11-30"; empty for none. */ readonly starts: string
  readonly expires: string
}

export const NEW_COUPON: TypedCoupon = {
  code: '',
  off: 'percent',
  percent: '',
  amount: '',
  currency: '',
  plans: [],
  uses: '',
  starts: '',
  expires: '',
}

/** @returns in minor units; null if it isn't an amount of this currency above zero */
export function minorUnits(written: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole = '', part = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(written.trim()) ?? []
  if (whole === '' || part.length > digits) return null
  const amount = Number(whole + part.padEnd(digits, '0'))
  return amount > 0 ? amount : null
}

/**
 * What is wrong with it before it is sent: pointer -> key of a text. The server says the rest.
 */
export function couponFaults(typed: TypedCoupon): Readonly<Record<string, string>> {
  const { code, off, percent, amount, currency, uses, starts, expires } = typed
  const isWholeFrom1 = (value: string) => /^[1-9]\d{0,6}$/.test(value)
  const faults: Record<string, string> = {}
  if (!/^[A-Z0-9][A-Z0-9_-]{2,39}$/i.test(code.trim())) faults['/code'] = 'console.coupons.badCode'
  if (off === 'percent' && !/^[1-9]\d?$/.test(percent))
    faults['/percent'] = 'console.coupons.badPercent'
  if (off === 'amount' && minorUnits(amount, currency) === null)
    faults['/amount'] = 'console.coupons.badAmount'
  if (uses !== '' && !isWholeFrom1(uses)) faults['/uses'] = 'console.vouchers.badUses'
  if (starts !== '' && expires !== '' && expires < starts)
    faults['/expires'] = 'console.coupons.badDays'
  return faults
}

/** @param typed without faults */
export function couponBody(typed: TypedCoupon): Readonly<Record<string, unknown>> {
  const { code, off, percent, amount, currency, plans, uses, starts, expires } = typed
  return {
    code: code.trim(),
    ...(off === 'percent'
      ? { percent: Number(percent) }
      : { amount: minorUnits(amount, currency), currency }),
    ...(plans.length > 0 && { plans }),
    uses: uses === '' ? null : Number(uses),
    // Whole days, where the person who types them is.
    ...(starts !== '' && { starts: new Date(`${starts}T00:00:00`).toISOString() }),
    ...(expires !== '' && { expires: new Date(`${expires}T23:59:59`).toISOString() }),
  }
}
