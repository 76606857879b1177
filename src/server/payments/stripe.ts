/**
 * Stripe, by its hosted checkout.
 *
 * @see https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/webhooks/signature
 */

import { createHmac } from 'node:crypto'
import type { PaymentEventType } from '#engine/contract/paymentcalls.ts'
import { sameText } from '#server/base/secrets.ts'
import { at, caller, moneyOf, numberAt, parsed, textAt, type Ask } from './calling.ts'
import { requireUrl } from './paystack.ts'
import type { Headers, PaymentEvent, Provider } from './port.ts'

const NAME = 'stripe'
const STRIPE_URL = 'https://api.stripe.com'
/** Responses keep their shape, whatever the account's own version is. */
const VERSION = '2024-06-20'
/** An older signature could be a recorded one. */
const TOLERANCE_SECONDS = 300

/** @param base another address in tests */
export function stripe(secretKey: string, webhookSecret: string, base = STRIPE_URL): Provider {
  const ask = caller(NAME, base, {
    authorization: `Bearer ${secretKey}`,
    'stripe-version': VERSION,
    'content-type': 'application/x-www-form-urlencoded',
  })
  return {
    name: NAME,
    takes: () => true,

    async begin({ tenant, payment, amount, currency, title, email, back, expiresAt }) {
      const body = new URLSearchParams({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][price_data][product_data][name]': title,
        success_url: back,
        cancel_url: back,
        client_reference_id: payment,
        expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
        'metadata[tenant]': tenant,
        'metadata[payment]': payment,
        'payment_intent_data[metadata][tenant]': tenant,
        'payment_intent_data[metadata][payment]': payment,
        ...(email !== null && { customer_email: email }),
      }).toString()
      const headers = { 'idempotency-key': `begin-${payment}` }
      const session = await ask('POST', '/v1/checkout/sessions', { body, headers })
      return {
        reference: textAt(session, 'id') ?? '',
        url: requireUrl(textAt(session, 'url')),
      }
    },

    async receive(raw, headers, now) {
      if (!isGenuine(webhookSecret, raw, headers, now)) return null
      const body = parsed(raw)
      return (body && (await eventOf(ask, body, now))) ?? 'ignored'
    },

    async look({ tenant, payment, reference }) {
      const session = await ask('GET', `/v1/checkout/sessions/${encodeURIComponent(reference)}`)
      const type =
        textAt(session, 'payment_status') === 'paid'
          ? 'paid'
          : textAt(session, 'status') === 'expired'
            ? 'expired'
            : null
      if (type === null) return null
      const money = sumOf(session)
      return { id: `look:${type}:${reference}`, type, tenant, payment, at: new Date(), money }
    },

    async refund({ payment, reference }) {
      const session = await ask('GET', `/v1/checkout/sessions/${encodeURIComponent(reference)}`)
      const body = new URLSearchParams({
        payment_intent: textAt(session, 'payment_intent') ?? '',
      }).toString()
      const headers = { 'idempotency-key': `refund-${payment}` }
      await ask('POST', '/v1/refunds', { body, headers })
      return null
    },
  }
}

/** `t=<seconds>,v1=<hex>`, of which there may be several while a secret is being replaced. */
function isGenuine(secret: string, raw: string, headers: Headers, now: Date): boolean {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return false
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const right = createHmac('sha256', secret).update(`${time}.${raw}`, 'utf8').digest('hex')
  return parts.some(([name, value]) => name === 'v1' && sameText(value ?? '', right))
}

async function eventOf(
  ask: Ask,
  body: Record<string, unknown>,
  now: Date,
): Promise<PaymentEvent | null> {
  const object = at(body, 'data', 'object')
  const type = typeOf(textAt(body, 'type') ?? '', object)
  const id = textAt(body, 'id')
  if (type === null || id === null) return null
  const about = metadataOf(object) ?? (await metadataOfIntent(ask, object))
  if (about === null) return null
  const created = numberAt(body, 'created')
  return {
    id,
    type,
    ...about,
    at: created === null ? now : new Date(created * 1000),
    money: sumOf(object),
  }
}

function typeOf(name: string, object: unknown): PaymentEventType | null {
  const status = textAt(object, 'status')
  switch (name) {
    case 'checkout.session.completed':
      // Bank transfers complete the page first, and are paid later.
      return textAt(object, 'payment_status') === 'paid' ? 'paid' : null
    case 'checkout.session.async_payment_succeeded':
      return 'paid'
    case 'checkout.session.async_payment_failed':
      return 'declined'
    case 'checkout.session.expired':
      return 'expired'
    case 'charge.refunded':
      return 'refunded'
    case 'charge.dispute.created':
      return 'disputed'
    case 'charge.dispute.closed':
      return status === 'lost' ? 'refunded' : 'won'
    default:
      return null
  }
}

/** The sum of a session, or what was given back of a charge. */
function sumOf(object: unknown) {
  const refunded = numberAt(object, 'amount_refunded')
  const amount = numberAt(object, 'amount_total') ?? refunded ?? numberAt(object, 'amount')
  const money = moneyOf(amount, textAt(object, 'currency'))
  // Of a charge it counts what was given back so far.
  return money !== null && refunded !== null ? { ...money, soFar: true } : money
}

function metadataOf(object: unknown): { tenant: string; payment: string } | null {
  const tenant = textAt(object, 'metadata', 'tenant')
  const payment = textAt(object, 'metadata', 'payment')
  return tenant === null || payment === null ? null : { tenant, payment }
}

/** A dispute names only the intent that it is about. */
async function metadataOfIntent(ask: Ask, object: unknown) {
  const intent = textAt(object, 'payment_intent')
  if (intent === null || !/^\w{1,100}$/.test(intent)) return null
  return metadataOf(await ask('GET', `/v1/payment_intents/${intent}`))
}
