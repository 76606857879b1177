/**
 * What keys and addresses of payment providers and mail servers look like: one rule for those of
 * the installation (environment.ts) and for a tenant's own.
 */

export type KeyForm = {
  readonly form: RegExp
  /** What it begins with, for a message: the key itself is never repeated. */
  readonly like: string
}
export const PAYSTACK_SECRET: KeyForm = { form: /^sk_\w{10,200}$/, like: 'sk_' }
export const STRIPE_SECRET: KeyForm = { form: /^[sr]k_\w{10,300}$/, like: 'sk_ or rk_' }
export const STRIPE_WEBHOOK: KeyForm = { form: /^whsec_\S{10,200}$/, like: 'whsec_' }

export const SMTP_PROTOCOLS = ['smtp:', 'smtps:'] as const

/** Is it an address with one of these protocols? */
export function isAddressWith(protocols: readonly string[], text: string): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}
