/** What a plan opens and costs, and whether it would add anything to what a person has. */

import { featureAccess } from '#engine/decide/access.ts'
import { priceOf } from '#engine/decide/prices.ts'
import { translate } from '#engine/documents/translate.ts'
import type { Price } from '#engine/contract/paymentcalls.ts'
import type { Release } from '#server/release/compose.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { OwnAccount, Providers } from './providers.ts'

/** What a plan costs in a country, and whether a provider here takes that currency. */
export function offerOf(
  payments: Providers,
  own: readonly OwnAccount[],
  tenant: Pick<Tenant, 'demo'>,
  { catalog }: Release,
  plan: string,
  country: string,
): { price: Price | null; payable: boolean } {
  const row = priceOf(catalog, plan, country)
  if (row === undefined) return { price: null, payable: false }
  const { amount, currency } = row
  return {
    price: { amount, currency },
    payable: payments.accountFor(tenant, currency, own) !== null,
  }
}

export function featuresOf(release: Release, plan: string, country: string): string[] {
  return release.catalog.features
    .filter((feature) => featureAccess(feature, release.config, plan, country).access)
    .map(({ id }) => id)
}

/**
 * Would the offered plan unlock anything that the present one doesn't? Neither a voucher nor a
 * payment may take anything away.
 */
export function unlocksMore(
  release: Release,
  present: string,
  offered: string,
  country: string,
): boolean {
  const have = new Set(featuresOf(release, present, country))
  return (
    present === 'free' ||
    featuresOf(release, offered, country).some((feature) => !have.has(feature)) ||
    (present !== offered && isUpgrade(release, present, offered))
  )
}

function isUpgrade(release: Release, present: string, offered: string): boolean {
  const order = (id: string) =>
    release.catalog.plans.find((plan) => plan.id === id && plan.sold)?.order ?? 0
  return order(offered) > order(present)
}

/** What a plan is called in a language. */
export function planName(release: Release, plan: string, language: string): string {
  const label = release.catalog.plans.find(({ id }) => id === plan)?.label
  if (label === undefined) return plan
  return translate(release.texts.get(language) ?? {}, language, label)
}
