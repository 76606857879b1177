/** A tenant's own keys: for the console too, which has no schemas. */

/** What a tenant may have keys of its own for, and what they consist of. */
export const OWN_KEY_PARTS = {
  paystack: ['secret'],
  stripe: ['secret', 'webhook'],
  smtp: ['url', 'from'],
} as const
export type OwnKeyService = keyof typeof OWN_KEY_PARTS
export const OWN_KEY_SERVICES = ['paystack', 'stripe', 'smtp'] as const satisfies OwnKeyService[]
export const MAX_OWN_KEY_LENGTH = 500

/** `GET admin/keys`: whose keys a service is used with. The keys are never sent. */
export type OwnKeyView = {
  readonly service: OwnKeyService
  /** `demo`: this site takes no real money, whatever keys there are. */
  readonly used: 'own' | 'installation' | 'none' | 'demo'
  readonly setAt: string | null
  /** Who set the site's own; empty for an operator, null if there is none or the account is gone. */
  readonly setBy: string | null
  /** The address to register with a payment provider. */
  readonly webhook: string | null
  /** Why the site's own mail server refused the last message. */
  readonly failure: { readonly at: string; readonly code: string } | null
}
