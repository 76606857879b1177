/**
 * What a payment provider does for us. People pay on its page; we learn of it by its webhook, or by
 * asking. Nothing of a card passes through here.
 */

import type { PaymentEventType } from '#engine/contract/paymentcalls.ts'

export type PaymentEvent = {
  /** The provider's own id of the event: the same when it is sent again. */
  readonly id: string
  readonly type: PaymentEventType
  readonly tenant: string
  readonly payment: string
  /** When it happened by the provider's clock. */
  readonly at: Date
  /** Where the event is about a sum. */
  readonly money: Money | null
}

/**
 * In minor units. `soFar`: of all that was given back until now, where a provider adds up what is
 * given back in parts.
 */
export type Money = {
  readonly amount: number
  readonly currency: string
  readonly soFar?: boolean
}

export type Checkout = {
  readonly tenant: string
  readonly payment: string
  readonly amount: number
  readonly currency: string
  /** What is paid for, for the provider's page. */
  readonly title: string
  /** The payer's own; null if we don't know it. */
  readonly email: string | null
  /** Host of the tenant, for an address where a provider insists on one. */
  readonly host: string
  /** Where the payer is sent back to. */
  readonly back: string
  readonly expiresAt: Date
}

/** A payment as the provider knows it. */
export type Begun = { readonly reference: string; readonly url: string }
export type Known = {
  readonly tenant: string
  readonly payment: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export type Provider = {
  readonly name: string
  readonly takes: (currency: string) => boolean
  /** Again only if nobody can have seen the first page. @throws ProviderError */
  readonly begin: (checkout: Checkout) => Promise<Begun>
  /**
   * Judges a webhook by its raw body.
   *
   * @returns null if it is forged; `ignored` if it is genuine and about nothing of ours
   * @throws ProviderError if the provider has to be asked what it is about, and doesn't answer
   */
  readonly receive: (
    raw: string,
    headers: Headers,
    now: Date,
  ) => Promise<PaymentEvent | 'ignored' | null>
  /** Asks what became of a payment; null if nothing yet. @throws ProviderError */
  readonly look: (payment: Known) => Promise<PaymentEvent | null>
  /**
   * Gives the money back.
   *
   * @returns the event, if it is known at once; otherwise a webhook brings it
   * @throws ProviderError
   */
  readonly refund: (payment: Known) => Promise<PaymentEvent | null>
}

/** A provider can't be reached or refuses. It names a status, never a key or a body. */
export class ProviderError extends Error {
  constructor(
    readonly provider: string,
    /** Of the response; null if there was none. */ readonly status: number | null,
  ) {
    super(`${provider} ${status === null ? "can't be reached" : `responded with ${status}`}`)
    this.name = 'ProviderError'
  }
}

/** In place of a provider whose keys can't be opened: it takes every payment, and none succeeds. */
export function unreadable(name: string): Provider {
  const fail = async () => {
    throw new ProviderError(name, null)
  }
  return {
    name,
    takes: () => true,
    begin: fail,
    receive: async () => null,
    look: fail,
    refund: fail,
  }
}
