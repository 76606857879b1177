/** Coupons as the console lists them: `GET admin/coupons`. */

export type Coupon = {
  readonly code: string
  /** Off the price: either percent, or an amount in minor units of a currency. */
  readonly percent: number | null
  readonly amount: number | null
  readonly currency: string | null
  /** Null: any plan. */ readonly plans: readonly string[] | null
  /** Null: as many as people like. */ readonly uses: number | null
  readonly used: number
  readonly starts: string | null
  readonly expires: string | null
}
