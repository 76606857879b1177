/**
 * The states of a payment, as a table, and the state that a set of events leads to.
 *
 * Providers send events late, twice and in any order. So every event is kept, and the state is what
 * the table says of all of them in the order in which they happened: the order in which they
 * arrived makes no difference.
 */

import type { PaymentEventType, PaymentState } from '#engine/contract/paymentcalls.ts'

/** What an event makes of each state; where nothing is said, the state stays. */
export const NEXT: Readonly<
  Record<PaymentState, Readonly<Partial<Record<PaymentEventType, PaymentState>>>>
> = {
  created: {
    paid: 'paid',
    declined: 'declined',
    expired: 'expired',
    refunded: 'refunded',
    disputed: 'disputed',
  },
  pending: {
    paid: 'paid',
    declined: 'declined',
    expired: 'expired',
    refunded: 'refunded',
    disputed: 'disputed',
  },
  // The page stays open after a refusal: a second card may be accepted.
  declined: { paid: 'paid', expired: 'expired', refunded: 'refunded', disputed: 'disputed' },
  // Late money is still money: it opens the plan, or is given back (receive.ts).
  expired: { paid: 'paid', refunded: 'refunded', disputed: 'disputed' },
  paid: { refunded: 'refunded', disputed: 'disputed' },
  disputed: { won: 'paid', refunded: 'refunded' },
  // Money that was given back doesn't come again by the same payment.
  refunded: {},
}

export type Happened = { readonly id: string; readonly type: PaymentEventType; readonly at: Date }

/** Of events with the same time: a payment precedes what becomes of its money. */
const RANK: Readonly<Record<PaymentEventType, number>> = {
  declined: 0,
  expired: 1,
  paid: 2,
  disputed: 3,
  won: 4,
  refunded: 5,
}

/**
 * @param begun whether there is a page to pay on yet
 * @param events in any order, each once
 */
export function stateOf(begun: boolean, events: readonly Happened[]): PaymentState {
  const ordered = [...events].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || RANK[a.type] - RANK[b.type] || (a.id < b.id ? -1 : 1),
  )
  return ordered.reduce<PaymentState>(
    (state, { type }) => NEXT[state][type] ?? state,
    begun ? 'pending' : 'created',
  )
}

/** The money is here, and the person has what it was paid for. */
export function holdsMoney(state: PaymentState): boolean {
  return state === 'paid'
}

/** No money came in time: what was reserved for the payment is free again. */
export function isOver(state: PaymentState): boolean {
  return state === 'expired'
}

/** Its page can still be paid: by a second card, after a refusal. */
export function isPayable(state: PaymentState): boolean {
  return isOpen(state) || state === 'declined'
}

/** Nothing but an event of the provider changes it. */
export function isOpen(state: PaymentState): boolean {
  return state === 'created' || state === 'pending'
}
