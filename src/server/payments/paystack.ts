/**
 * Paystack: cards, mobile money and bank transfers in some African countries.
 *
 * @see https://paystack.com/docs/payments/webhooks/ and /docs/api/transaction/
 */

import { createHmac, randomBytes } from 'node:crypto'
import type { PaymentEventType } from '#engine/contract/paymentcalls.ts'
import { sameText } from '#server/base/secrets.ts'
import { at, caller, moneyOf, momentOf, numberAt, parsed, textAt } from './calling.ts'
import type { Headers, PaymentEvent, Provider } from './port.ts'

const NAME = 'paystack'
const CURRENCIES: ReadonlySet<string> = new Set(['NGN', 'GHS', 'ZAR', 'KES', 'USD'])
const PAYSTACK_URL = 'https://api.paystack.co'

/** @param base another address in tests */
export function paystack(secretKey: string, base = PAYSTACK_URL): Provider {
  const ask = caller(NAME, base, {
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  })
  return {
    name: NAME,
    takes: (currency) => CURRENCIES.has(currency),

    async begin({ tenant, payment, amount, currency, title, email, host, back }) {
      const reference = newReference(tenant, payment)
      const body = JSON.stringify({
        reference,
        amount,
        currency,
        // It requires one. An invented address tells it less about a learner than their own.
        email: email ?? `payment-${payment}@${host}`,
        callback_url: back,
        metadata: { tenant, payment, title },
      })
      const answer = await ask('POST', '/transaction/initialize', { body })
      const url = textAt(answer, 'data', 'authorization_url')
      return { reference, url: requireUrl(url) }
    },

    async receive(raw, headers, now) {
      if (!isGenuine(secretKey, raw, headers)) return null
      const body = parsed(raw)
      return (body && eventOf(body, now)) ?? 'ignored'
    },

    async look({ tenant, payment, reference }) {
      const answer = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
      const type = STATUSES[textAt(answer, 'data', 'status') ?? '']
      if (type === undefined) return null
      return {
        id: `verify:${type}:${reference}`,
        type,
        tenant,
        payment,
        at: momentOf(textAt(answer, 'data', 'paid_at'), new Date()),
        money: moneyOf(numberAt(answer, 'data', 'amount'), textAt(answer, 'data', 'currency')),
      }
    },

    async refund({ reference }) {
      await ask('POST', '/refund', { body: JSON.stringify({ transaction: reference }) })
      return null
    },
  }
}

const STATUSES: Readonly<Record<string, PaymentEventType | undefined>> = {
  success: 'paid',
  failed: 'declined',
  reversed: 'refunded',
}

/** HMAC of the raw body with SHA-512, in hexadecimal. */
function isGenuine(secretKey: string, raw: string, headers: Headers): boolean {
  const signature = headers['x-paystack-signature']
  const right = createHmac('sha512', secretKey).update(raw, 'utf8').digest('hex')
  return typeof signature === 'string' && sameText(signature, right)
}

function eventOf(body: Record<string, unknown>, now: Date): PaymentEvent | null {
  const name = textAt(body, 'event') ?? ''
  const data = at(body, 'data')
  const type = typeOf(name, data)
  const reference =
    textAt(data, 'reference') ??
    textAt(data, 'transaction_reference') ??
    textAt(data, 'transaction', 'reference')
  const about = reference === null ? null : partsOf(reference)
  if (type === null || about === null) return null
  const id = at(data, 'id') ?? at(data, 'refund_reference') ?? reference
  const when = textAt(data, 'paid_at') ?? textAt(data, 'resolvedAt') ?? textAt(data, 'createdAt')
  return {
    id: `${name}:${String(id)}`,
    type,
    ...about,
    at: momentOf(when, now),
    // Some events write the sum of a refund as text.
    money: moneyOf(
      numberAt(data, 'amount') ?? (Number(textAt(data, 'amount') ?? Number.NaN) || null),
      textAt(data, 'currency'),
    ),
  }
}

function typeOf(name: string, data: unknown): PaymentEventType | null {
  switch (name) {
    case 'charge.success':
      return 'paid'
    case 'charge.failed':
      return 'declined'
    case 'refund.processed':
      return 'refunded'
    case 'charge.dispute.create':
      return 'disputed'
    case 'charge.dispute.resolve':
      return textAt(data, 'resolution') === 'declined' ? 'won' : 'refunded'
    default:
      return null
  }
}

const PARTS = /^([0-9a-f]{32})\.([0-9a-f]{32})\.[0-9a-f]{8}$/

/**
 * Tenant and payment in one reference: letters, digits and points are all that it may have. Each is
 * used once, so a payment whose page was never seen gets another one.
 */
function newReference(tenant: string, payment: string): string {
  return [tenant, payment, randomBytes(4).toString('hex')].join('.').replaceAll('-', '')
}

function partsOf(reference: string): { tenant: string; payment: string } | null {
  const [, tenant, payment] = PARTS.exec(reference) ?? []
  return tenant === undefined || payment === undefined
    ? null
    : { tenant: dashed(tenant), payment: dashed(payment) }
}

function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function requireUrl(url: string | null): string {
  if (url === null || !/^https?:\/\//.test(url))
    throw new Error('a provider gave no page to pay on')
  return url
}
