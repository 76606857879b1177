/**
 * The payment providers of an installation. Their keys come from the environment and stay in the
 * closures of the adapters (docs/decisions/0084).
 */

import type { Environment } from '#server/base/environment.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { DEMO, demoProvider } from './demo.ts'
import { paystack } from './paystack.ts'
import type { Provider } from './port.ts'
import { stripe } from './stripe.ts'

export class Providers {
  readonly #real: readonly Provider[]
  readonly #demo: Provider | null

  /** @param real in the order in which they are preferred */
  constructor(real: readonly Provider[], demo: Provider | null) {
    this.#real = real
    this.#demo = demo
  }

  static of(
    { demo, paystackKey, stripeKeys }: Pick<Environment, 'demo' | 'paystackKey' | 'stripeKeys'>,
    secrets: Secrets,
  ): Providers {
    return new Providers(
      [
        // First, because it takes mobile money and the banks of the countries that we are in.
        ...(paystackKey === null ? [] : [paystack(paystackKey)]),
        ...(stripeKeys === null ? [] : [stripe(stripeKeys.secret, stripeKeys.webhook)]),
      ],
      demo ? demoProvider(secrets) : null,
    )
  }

  /** Where a tenant's people pay in this currency; null: nowhere. A demo takes no real money. */
  providerFor(tenant: Pick<Tenant, 'demo'>, currency: string): Provider | null {
    if (tenant.demo) return this.#demo
    return this.#real.find((each) => each.takes(currency)) ?? null
  }

  byName(name: string): Provider | null {
    if (name === DEMO) return this.#demo
    return this.#real.find((each) => each.name === name) ?? null
  }
}
