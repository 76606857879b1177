/** Vouchers as the console lists them. */

import type { StudyCohort } from './admincontract.ts'

/** `GET admin/vouchers`: codes that were created together. */
export type VoucherBatch = {
  readonly id: string
  readonly plan: string
  /** What the owner calls it, such as the name of a school; may be empty. */
  readonly note: string
  readonly count: number
  /** Of each code; null: as many as people like. */ readonly uses: number | null
  /** Of all codes together. */ readonly redeemed: number
  readonly expires: string | null
  readonly cohort: StudyCohort | null
  readonly created: string
  readonly withdrawn: string | null
}

/** `GET admin/vouchers/{id}`: a batch with its codes, and its newest redemptions. */
export type VoucherBatchView = VoucherBatch & {
  readonly codes: readonly { readonly code: string; readonly used: number }[]
  readonly redemptions: readonly {
    readonly code: string
    readonly at: string
    /** The user's email address or phone number. */ readonly by: string
  }[]
}
