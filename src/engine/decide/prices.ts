/** What a plan costs in a country, from the rows of `access/prices`. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'

export type PriceRow = NonNullable<AccessDocument['prices']>[number]

/** Every country without a row of its own. */
export const ANYWHERE = '*'

/** The row of the country itself, else the one for all others; undefined: not sold there. */
export function priceOf(catalog: Catalog, plan: string, country: string): PriceRow | undefined {
  const rows = catalog
    .all('access')
    .flatMap(({ prices = [] }) => prices)
    .filter((row) => row.plan === plan)
  return rows.find((row) => row.country === country) ?? rows.find((row) => row.country === ANYWHERE)
}
