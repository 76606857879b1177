/**
 * Which plan has a feature, in which country: converts the allow lists to a grid of checkboxes, and
 * back. Pure.
 */

import type { AccessDocument, ConfigDocument, FeatureDocument } from '#engine/documents/kinds.ts'

/** Every country, in the notation of the allow lists. */
export const EVERYWHERE = '*'

/**
 * `covered`: allowed because it is allowed in every country, so it cannot be switched off for one.
 */
export type Box = 'open' | 'covered' | 'shut'

export function boxOf(
  { allow }: Pick<FeatureDocument, 'allow'>,
  plan: string,
  country: string,
): Box {
  const countries = allow.find(({ id }) => id === plan)?.countries ?? []
  if (countries.includes(country)) return 'open'
  return countries.includes(EVERYWHERE) ? 'covered' : 'shut'
}

/**
 * The document with one box checked or unchecked. A plan without any country leaves the list; one
 * with the feature everywhere needs no other country.
 *
 * @param order ids of the plans in their usual order, for the position of a new row
 */
export function tick(
  document: AccessDocument,
  feature: string,
  plan: string,
  country: string,
  on: boolean,
  order: readonly string[],
): AccessDocument {
  const features = document.features?.map((each) =>
    each.id === feature ? { ...each, allow: allowed(each.allow, plan, country, on, order) } : each,
  )
  return features === undefined ? document : { ...document, features }
}

function allowed(
  allow: FeatureDocument['allow'],
  plan: string,
  country: string,
  on: boolean,
  order: readonly string[],
): FeatureDocument['allow'] {
  const before = allow.find(({ id }) => id === plan)
  if (before === undefined) {
    if (!on) return allow
    const place = allow.findIndex(({ id }) => order.indexOf(id) > order.indexOf(plan))
    return allow.toSpliced(place === -1 ? allow.length : place, 0, {
      id: plan,
      countries: [country],
    })
  }
  const others = before.countries.filter((each) => each !== country)
  const countries = !on ? others : country === EVERYWHERE ? [EVERYWHERE] : [...others, country]
  return countries.length === 0
    ? allow.filter(({ id }) => id !== plan)
    : allow.map((row) => (row === before ? { ...row, countries } : row))
}

/** A feature is on unless the settings say otherwise, so only those that are off are stored. */
export function switched<Config extends Pick<ConfigDocument, 'features'>>(
  config: Config,
  feature: string,
  on: boolean,
): Config {
  const { [feature]: _, ...others } = config.features
  return { ...config, features: on ? others : { ...others, [feature]: false } }
}

/** Countries that some list already names: they come first, but all others can be chosen too. */
export function countriesIn(document: AccessDocument): string[] {
  return [
    ...new Set(
      (document.features ?? []).flatMap(({ allow }) => allow.flatMap(({ countries }) => countries)),
    ),
  ]
    .filter((code) => code !== EVERYWHERE)
    .sort()
}
