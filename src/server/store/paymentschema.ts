/** The tables of payments, as Kysely needs to know them (migration 0026). */

import type { ColumnType, Generated } from 'kysely'
import type { OwnKeyService } from '#engine/contract/ownkeys.ts'
import type { PaymentState } from '#engine/contract/paymentcalls.ts'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Set by the database if omitted. */
type Made = ColumnType<Date, Date | string | undefined, Date | string>

export type PaymentTables = {
  coupons: {
    tenant_id: string
    code: string
    /** Off the price: either percent, or an amount in minor units of a currency. */
    percent: number | null
    amount: number | null
    currency: string | null
    /** Null: any plan. */
    plans: string[] | null
    uses: number | null
    used: Generated<number>
    starts_at: Timestamp | null
    expires_at: Timestamp | null
    demo: Generated<boolean>
    created_at: Made
  }
  /** Links by which someone else pays. */
  pay_requests: {
    tenant_id: string
    id: string
    user_id: string
    token_hash: Buffer
    plan: string
    country: string
    created_at: Timestamp
    expires_at: Timestamp
    revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  payments: {
    tenant_id: string
    id: string
    /** Null once the account was erased. */
    user_id: string | null
    request_id: string | null
    plan: string
    country: string
    currency: string
    /** What is paid, in minor units; `list_amount` is the price before the coupon. */
    amount: number
    list_amount: number
    coupon: string | null
    /** A use of the coupon is counted for it. */
    coupon_held: boolean
    provider: string
    /** Its name at the provider. */
    reference: string | null
    url: string | null
    state: PaymentState
    language: string
    /** Of a payer who isn't the learner, until the receipt is written. */
    payer_email: string | null
    /** What the person had without any payment when it opened its plan. */
    held_plan: string | null
    granted_at: Timestamp | null
    taken_back_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
    expires_at: Timestamp
    paid_at: Timestamp | null
    /** When the provider was last asked about it. */
    asked_at: Timestamp | null
    receipt: string | null
    /** The tenant's own keys that it began with; null: the installation's. */
    own_key: ColumnType<string | null, string | null | undefined, never>
  }
  /** A tenant's own keys, sealed (migration 0092); `retired_at`: kept only for payments. */
  own_keys: {
    tenant_id: string
    id: string
    service: OwnKeyService
    keys_sealed: string
    set_at: Timestamp
    /** Null: an operator. */
    set_by: string | null
    retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    failure: ColumnType<string | null, string | null | undefined, string | null>
  }
  payment_events: {
    tenant_id: string
    provider: string
    event_id: string
    payment_id: string
    type: string
    at: Timestamp
    received_at: Timestamp
    /** False: about another sum than ours; kept, and decides nothing. */
    counts: boolean
    /** In minor units, where it is about a sum. */
    amount: number | null
  }
  payment_tasks: {
    tenant_id: string
    id: string
    payment_id: string
    kind: 'receipt' | 'refund'
    tries: Generated<number>
    next_at: Timestamp
    done_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  receipt_numbers: { tenant_id: string; last: string }
}
