/** Prices: of plans that are sold, in currencies and countries that exist, one for each country. */

import { CURRENCIES } from '#engine/documents/currencies.ts'
import { nearest } from '#engine/documents/json.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'
import { ANYWHERE } from '#engine/decide/prices.ts'
import type { Add, Context } from './context.ts'

export function checkPrices({ prices = [] }: AccessDocument, { catalog }: Context, add: Add): void {
  const sold = catalog.sold.map(({ id }) => id)
  const countries = (catalog.get('list', 'countries')?.items ?? []).map(({ id }) => id)
  const seen = new Set<string>()
  for (const { id, plan, country, currency } of prices) {
    const at = `/prices/${id}`
    if (!sold.includes(plan) && catalog.plans.some((each) => each.id === plan))
      add('price/unsold', `${at}/plan`, `"${plan}" is not sold`, sold.at(-1))
    if (country !== ANYWHERE && !countries.includes(country))
      add(
        'reference/unknown-country',
        `${at}/country`,
        `there is no country called "${country}"`,
        nearest(country, countries),
      )
    if (!CURRENCIES.includes(currency))
      add(
        'price/currency',
        `${at}/currency`,
        `"${currency}" is not a currency`,
        nearest(currency, CURRENCIES),
      )
    const place = `${plan} ${country}`
    if (seen.has(place))
      add('price/twice', at, `"${plan}" has another price for "${country}" above`)
    seen.add(place)
  }
  for (const plan of new Set(prices.map((row) => row.plan)))
    if (!seen.has(`${plan} ${ANYWHERE}`))
      add(
        'price/no-fallback',
        '/prices',
        `"${plan}" has no price for all other countries: add a row with the country "*"`,
      )
}
