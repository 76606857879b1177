/**
 * A provider that takes no money, for demo mode: its page is one of ours, and what happens there
 * comes back through the same webhook, signed, as from any provider.
 */

import { createHmac } from 'node:crypto'
import { PAYMENT_EVENTS } from '#engine/contract/paymentcalls.ts'
import { sameText, type Secrets } from '#server/base/secrets.ts'
import { parsed, textAt, at, moneyOf, numberAt, momentOf } from './calling.ts'
import type { PaymentEvent, Provider } from './port.ts'

export const DEMO = 'demo'
const DEMO_SIGNATURE = 'x-demo-signature'

export function demoProvider(secrets: Secrets): Provider {
  return {
    name: DEMO,
    takes: () => true,
    // Without a host: a demo is opened by any name that leads to this machine.
    async begin({ payment, back }) {
      const [, token] = /^\/pay\/([\w-]+)$/.exec(new URL(back).pathname) ?? []
      const query = token === undefined ? '' : `?token=${token}`
      return { reference: payment, url: `/pay/demo/${payment}${query}` }
    },
    async receive(raw, headers, now) {
      const signature = headers[DEMO_SIGNATURE]
      if (typeof signature !== 'string' || !sameText(signature, signatureOf(secrets, raw)))
        return null
      const body = parsed(raw)
      return (body && eventOf(body, now)) ?? 'ignored'
    },
    // It keeps nothing: a payment whose event was lost stays unknown.
    look: async () => null,
    refund: async ({ tenant, payment, amount, currency }) => ({
      id: `refund:${payment}`,
      type: 'refunded',
      tenant,
      payment,
      at: new Date(),
      money: { amount, currency },
    }),
  }
}

/** Body and headers of a webhook as this provider sends it. */
export function demoWebhook(
  secrets: Secrets,
  event: PaymentEvent,
): { readonly payload: string; readonly headers: Readonly<Record<string, string>> } {
  const payload = JSON.stringify(event)
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      [DEMO_SIGNATURE]: signatureOf(secrets, payload),
    },
  }
}

function signatureOf(secrets: Secrets, raw: string): string {
  const key = secrets.mac('demo-payments')
  return createHmac('sha256', key).update(raw, 'utf8').digest('hex')
}

function eventOf(body: Record<string, unknown>, now: Date): PaymentEvent | null {
  const [id, tenant, payment] = ['id', 'tenant', 'payment'].map((name) => textAt(body, name))
  const type = PAYMENT_EVENTS.find((each) => each === at(body, 'type'))
  if (id == null || tenant == null || payment == null || type === undefined) return null
  return {
    id,
    type,
    tenant,
    payment,
    at: momentOf(textAt(body, 'at'), now),
    money: moneyOf(numberAt(body, 'money', 'amount'), textAt(body, 'money', 'currency')),
  }
}
