/**
 * Plans, vouchers, coupons and paying. No call takes or returns anything of a card: people pay on
 * the page of a provider.
 */

import Type, { type Static, type TSchema } from 'typebox'
import type { Calls } from './call.ts'
import type { Code } from './problems.ts'
import { Moment, Nothing, Nullable, PageOf, Uuid } from './shapes.ts'
import { UserSchema } from './usershape.ts'

const OrNull = <T extends TSchema>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description })

const Amount = Type.Integer({ description: 'In minor units: 19900 is R 199.00' })
const Currency = Type.String({ description: 'ISO 4217' })
const Country = Type.String({ description: 'ISO 3166-1, two letters' })

const PriceSchema = Type.Object({ amount: Amount, currency: Currency }, { title: 'Price' })
export type Price = Static<typeof PriceSchema>

const PlanSchema = PageOf(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    features: Type.Array(Type.String()),
    price: Nullable(PriceSchema),
    payable: Type.Boolean({
      description: 'Can it be paid for here? Otherwise only a voucher opens it.',
    }),
  }),
)

/** Money is held in `paid` alone. */
export const PAYMENT_STATES = [
  'created',
  'pending',
  'paid',
  'declined',
  'expired',
  'refunded',
  'disputed',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * What a provider reports of a payment. `won`: a dispute was decided for us, and the money stays.
 */
export const PAYMENT_EVENTS = [
  'paid',
  'declined',
  'expired',
  'refunded',
  'disputed',
  'won',
] as const
export type PaymentEventType = (typeof PAYMENT_EVENTS)[number]

const PaymentSchema = Type.Object(
  {
    id: Uuid,
    plan: Type.String(),
    planName: Type.String(),
    country: Country,
    amount: Amount,
    currency: Currency,
    listAmount: Type.Integer({ description: 'Before the coupon, in minor units' }),
    coupon: Nullable(Type.String()),
    state: Type.Enum([...PAYMENT_STATES], {
      description:
        'created: the provider has not been reached yet. pending: waiting for the money; do not pay again. ' +
        'declined and expired: no money was taken. refunded and disputed: the plan is taken back.',
    }),
    provider: Type.String({ description: 'paystack, stripe or demo' }),
    url: OrNull(Type.String(), 'The page to pay on, while it is pending'),
    asked: Type.Boolean({ description: 'Paid by a link that the person shared' }),
    createdAt: Moment,
    updatedAt: Moment,
    expiresAt: Type.String({
      format: 'date-time',
      description: 'If nothing has come by then, nothing is paid',
    }),
    paidAt: Nullable(Moment),
    receipt: Nullable(Type.String({ description: 'Its number, once it was paid: T-20418' })),
    seller: Type.String({ description: 'Whom the money goes to, for the receipt' }),
  },
  { title: 'Payment' },
)
export type PaymentAnswer = Static<typeof PaymentSchema>

const CheckoutSchema = Type.Object(
  {
    id: Uuid,
    url: Type.String({ description: 'The provider’s page: send the browser there' }),
    amount: Amount,
    currency: Currency,
  },
  { title: 'Checkout' },
)

/** `paying`: a payment by this link has been begun and may still succeed. */
export const REQUEST_STATES = ['open', 'paying', 'paid', 'expired', 'revoked'] as const
const ownRequest = {
  id: Uuid,
  plan: Type.String(),
  country: Country,
  state: Type.Enum([...REQUEST_STATES]),
  createdAt: Moment,
  expiresAt: Moment,
}

const BY_PLAN: readonly Code[] = ['plan/unsold', 'plan/lower', 'plan/no-price']
const BY_COUPON: readonly Code[] = [
  'coupon/malformed',
  'coupon/unknown',
  'coupon/used',
  'coupon/expired',
  'coupon/other',
]
const BY_PROVIDER: readonly Code[] = ['payment/off', 'payment/unavailable', 'request/rate-limited']

const CouponSchema = Type.Object(
  {
    code: Type.String(),
    percent: Nullable(Type.Integer({ description: 'Off the price; 1 to 99' })),
    amount: Nullable(Type.Integer({ description: 'Off the price, in minor units' })),
    currency: Nullable(Currency),
    plans: OrNull(Type.Array(Type.String()), 'Null: any plan'),
    uses: Nullable(Type.Integer()),
    used: Type.Integer(),
    starts: Nullable(Moment),
    expires: Nullable(Moment),
  },
  { title: 'Coupon' },
)

export const paymentCalls: Calls = {
  'GET /plans': {
    area: 'payments',
    summary: 'Plans for sale, with the features and the price of each',
    description: 'A price of null: this plan has no price in this country.',
    responses: { 200: PlanSchema },
  },
  'POST /plans/redeem': {
    area: 'payments',
    summary: 'Redeems a voucher',
    responses: { 200: UserSchema },
    errors: [
      'voucher/unknown',
      'voucher/used',
      'voucher/expired',
      'voucher/lower',
      'request/rate-limited',
    ],
  },
  'GET /plans/coupon': {
    area: 'payments',
    summary: 'What a coupon takes off the price of a plan',
    description: 'A check: it uses nothing, and the checkout decides again.',
    responses: {
      200: Type.Object({
        code: Type.String({ description: 'As it is stored' }),
        listAmount: Amount,
        off: Amount,
        amount: Type.Integer({ description: 'To pay, in minor units' }),
        currency: Currency,
        percent: Nullable(Type.Integer()),
        expires: Nullable(Moment),
      }),
    },
    errors: [...BY_COUPON, 'plan/unsold', 'plan/no-price', 'request/rate-limited'],
  },
  'POST /plans/checkout': {
    area: 'payments',
    summary: 'Begins to pay for a plan',
    description:
      'Send the browser to `url`. After that page the provider sends it back to `/payments/{id}`, whatever happened there: ' +
      'only `GET payments/{id}` says whether it was paid. A pending payment for the same is returned again. `email`: where the receipt goes too.',
    responses: { 201: CheckoutSchema },
    errors: [...BY_PLAN, ...BY_COUPON, ...BY_PROVIDER],
  },
  'GET /plans/requests': {
    area: 'payments',
    summary: 'Links that ask someone else to pay, newest first',
    responses: { 200: PageOf(Type.Object(ownRequest)) },
  },
  'POST /plans/requests': {
    area: 'payments',
    summary: 'Makes a link by which a parent or a school can pay',
    description:
      'The link is returned this once. It shows plan, price and first name, nothing else.',
    responses: {
      201: Type.Object({
        ...ownRequest,
        url: Type.String({ description: 'The link to share: `/pay/{token}`' }),
        amount: Amount,
        currency: Currency,
      }),
    },
    errors: [...BY_PLAN, 'payment/off', 'limit/reached', 'request/rate-limited'],
  },
  'DELETE /plans/requests/:id': {
    area: 'payments',
    summary: 'Revokes a link',
    description: 'A payment that was begun by it can still succeed.',
    responses: { 204: Nothing('Revoked') },
  },
  'GET /plans/requests/:token': {
    area: 'payments',
    summary: 'What somebody was asked to pay for',
    description:
      'For everyone who has the link. `paid` stays visible; an expired or revoked link is 410. After the provider’s page the payer comes back to `/pay/{token}`.',
    responses: {
      200: Type.Object({
        plan: Type.String(),
        planName: Type.String(),
        features: Type.Array(Type.String()),
        country: Country,
        firstName: Nullable(Type.String()),
        seller: Type.String(),
        amount: Amount,
        currency: Currency,
        state: Type.Enum(['open', 'paying', 'paid']),
        payable: Type.Boolean(),
        tried: Nullable(Type.Enum(['declined', 'expired'])),
        expiresAt: Moment,
        receipt: Nullable(Type.String({ description: 'Its number, once it was paid' })),
        paidAt: Nullable(Moment),
      }),
    },
    errors: ['payment/link-ended', 'request/rate-limited'],
  },
  'POST /plans/requests/:token/checkout': {
    area: 'payments',
    summary: 'Begins to pay for someone else',
    description: 'With `email` the receipt is sent there too; it is kept for nothing else.',
    responses: { 201: CheckoutSchema },
    errors: [...BY_PLAN, ...BY_PROVIDER, 'payment/link-ended', 'payment/link-paid'],
  },
  'GET /payments': {
    area: 'payments',
    summary: 'Payments for the signed-in person, newest first',
    responses: { 200: PageOf(PaymentSchema) },
  },
  'GET /payments/:id': {
    area: 'payments',
    summary: 'One payment, for the waiting page and the receipt',
    responses: { 200: PaymentSchema },
  },
  'POST /payments/:id/check': {
    area: 'payments',
    summary: 'Asks the provider again whether a payment was made',
    description: 'At most once every ten seconds; sooner, it returns what is known.',
    responses: { 200: PaymentSchema },
  },
  'POST /payments/:provider/webhook': {
    area: 'payments',
    summary: 'Receives events of a payment provider',
    description:
      'The signature of the raw body is checked before anything else. An event that is sent again is answered in the same way and changes nothing.',
    responses: { 200: Type.Object({ received: Type.Literal(true) }) },
    errors: ['payment/forged', 'payment/unavailable'],
  },
  'GET /demo/payments/:id': {
    area: 'operation',
    summary: 'What the page of the demo provider shows; only in demo mode',
    responses: {
      200: Type.Object({
        id: Uuid,
        planName: Type.String(),
        country: Country,
        amount: Amount,
        currency: Currency,
        state: Type.Enum([...PAYMENT_STATES]),
        seller: Type.String(),
        back: Type.String({ description: 'Where the payer is sent back to: a path of ours' }),
      }),
    },
  },
  'POST /demo/payments/:id': {
    area: 'operation',
    summary: 'Pays, or fails to; only in demo mode',
    description:
      'paid, declined, expired: the event arrives by the webhook. lost: nothing ever arrives, and the payment stays pending until it expires. refunded: the money goes back.',
    responses: { 200: Type.Object({ back: Type.String() }) },
  },
  'GET /admin/coupons': {
    area: 'console',
    summary: 'Coupons and how often each was used',
    responses: { 200: PageOf(CouponSchema) },
  },
  'POST /admin/coupons': {
    area: 'console',
    summary: 'Creates a coupon',
    description: 'Either `percent` or `amount` with its currency.',
    responses: { 201: CouponSchema },
    errors: ['coupon/taken', 'limit/reached'],
  },
  'DELETE /admin/coupons/:code': {
    area: 'console',
    summary: 'Ends a coupon: it can’t be used any more',
    responses: { 204: Nothing('Ended') },
  },
}
