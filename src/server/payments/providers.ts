/**
 * The payment providers of an installation, and those that a tenant has keys of its own for. Keys
 * stay in the closures of the adapters (docs/decisions/0084, 0222).
 */

import type { Environment } from '#server/base/environment.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { DEMO, demoProvider } from './demo.ts'
import { paystack } from './paystack.ts'
import type { Provider } from './port.ts'
import { stripe } from './stripe.ts'

/** A provider with one set of keys. */
export type Account = {
  readonly provider: Provider
  /** The tenant's own keys; null: the installation's. */
  readonly ownKey: string | null
}
/** `current`: payments begin with it. Others are only asked about payments that have begun. */
export type OwnAccount = Account & { readonly ownKey: string; readonly current: boolean }

/** Adapters by the keys that they need; in tests with another address. */
export type Adapters = {
  readonly paystack: (secret: string) => Provider
  readonly stripe: (secret: string, webhook: string) => Provider
}
const ADAPTERS: Adapters = {
  paystack: (secret) => paystack(secret),
  stripe: (secret, webhook) => stripe(secret, webhook),
}
/** Paystack first, because it takes mobile money and the banks of the countries that we are in. */
const PREFERRED = ['paystack', 'stripe'] as const

export class Providers {
  readonly #real: readonly Provider[]
  readonly #demo: Provider | null

  /** @param real in the order in which they are preferred */
  constructor(
    real: readonly Provider[],
    demo: Provider | null,
    readonly adapters: Adapters = ADAPTERS,
  ) {
    this.#real = real
    this.#demo = demo
  }

  static of(
    { demo, paystackKey, stripeKeys }: Pick<Environment, 'demo' | 'paystackKey' | 'stripeKeys'>,
    secrets: Secrets,
  ): Providers {
    return new Providers(
      [
        ...(paystackKey === null ? [] : [ADAPTERS.paystack(paystackKey)]),
        ...(stripeKeys === null ? [] : [ADAPTERS.stripe(stripeKeys.secret, stripeKeys.webhook)]),
      ],
      demo ? demoProvider(secrets) : null,
    )
  }

  /**
   * Where a tenant's people pay in this currency; null: nowhere. A tenant's own account comes before
   * any of the installation's. A demo takes no real money.
   */
  accountFor(
    tenant: Pick<Tenant, 'demo'>,
    currency: string,
    own: readonly OwnAccount[],
  ): Account | null {
    if (tenant.demo) return installations(this.#demo)
    const usable = own.filter(({ current, provider }) => current && provider.takes(currency))
    for (const name of PREFERRED) {
      const found = usable.find(({ provider }) => provider.name === name)
      if (found !== undefined) return found
    }
    return installations(this.#real.find((each) => each.takes(currency)))
  }

  /** The installation's. */
  byName(name: string): Provider | null {
    if (name === DEMO) return this.#demo
    return this.#real.find((each) => each.name === name) ?? null
  }
}

function installations(provider: Provider | null | undefined): Account | null {
  return provider == null ? null : { provider, ownKey: null }
}
