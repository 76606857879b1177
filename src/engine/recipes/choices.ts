/** What can be chosen in a recipe: pages, groups of the menu, plans, countries ... in words. */

import type { Catalog } from '#engine/documents/catalog.ts'
import { ICONS } from '#engine/documents/icons.ts'
import { tagOf } from '#engine/documents/languages.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { OWN_ANSWERS } from './assessmentlimits.ts'
import { BESIDE } from './place.ts'
import type { Choice, Source } from './recipe.ts'

/** @param language of the user who chooses; what it lacks is in English */
export function choicesOf(catalog: Catalog, language: string): Readonly<Record<Source, Choice[]>> {
  const locales = catalog.all('locale')
  const words = { ...wordsFor(locales, 'en'), ...wordsFor(locales, language) }
  const say = (key: string | undefined) => (key === undefined ? '' : (words[key] ?? ''))
  return {
    routes: routesOf(catalog, say),
    // The console has the words for the entry beside the groups.
    menus: [
      ...(catalog.get('menu', 'main')?.items ?? []).flatMap(({ id, label, items }) =>
        items === undefined ? [] : [{ id, label: say(label) }],
      ),
      { id: BESIDE, label: '' },
    ],
    icons: Object.keys(ICONS).map((id) => ({ id, label: id })),
    plans: catalog.plans.flatMap(({ id, label, sold = false }) =>
      sold ? [{ id, label: say(label) }] : [],
    ),
    countries: countriesOf(catalog, language),
    answers: [...answersOf(catalog, say), { id: OWN_ANSWERS, label: '' }],
    reports: catalog
      .all('report')
      .map(({ id, label, title }) => ({ id, label: say(label) || title })),
    tongues: tonguesOf(catalog),
  }
}

type Say = (key: string | undefined) => string

/** Pages that a button can lead to: with a title, and without a place holder in their address. */
function routesOf(catalog: Catalog, say: Say): Choice[] {
  return catalog
    .all('route-group')
    .flatMap(({ routes }) => routes)
    .filter(
      ({ path, class: opens, needs = [], screen, screens, rare = false, inPage = false }) =>
        (screen ?? screens) !== undefined &&
        !/[:*]/.test(path) &&
        opens !== 'loggedOutOnly' &&
        needs.length === 0 &&
        !rare &&
        !inPage,
    )
    .map(({ id, title, path }) => ({
      id,
      label: say(title) === '' ? path : `${say(title)} (${path})`,
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** The tenant's own country first, as in the list. */
function countriesOf(catalog: Catalog, language: string): Choice[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' })
  const [first, ...rest] = (catalog.get('list', 'countries')?.items ?? [])
    .filter(({ id }) => /^[A-Z]{2}$/.test(id))
    .map(({ id }) => ({ id, label: names.of(id) ?? id }))
  const { compare } = new Intl.Collator(language)
  return first === undefined ? [] : [first, ...rest.sort((a, b) => compare(a.label, b.label))]
}

/** Languages that the site doesn't have yet, as their own people call them. */
function tonguesOf(catalog: Catalog): Choice[] {
  const known = new Set(catalog.all('locale').map(({ id }) => tagOf(id)))
  return (catalog.get('list', 'languages')?.items ?? []).flatMap(({ id, name = id }) =>
    known.has(tagOf(id)) || !IS_CODE.test(id) ? [] : [{ id, label: name }],
  )
}
const IS_CODE = /^[a-z]{2,3}$/

/** Each way of answering once, by its two ends. */
function answersOf(catalog: Catalog, say: Say): Choice[] {
  const seen = new Set<string>()
  return catalog.all('assessment').flatMap(({ id, responseScale }) => {
    const labels = (responseScale?.options ?? []).map(({ label }) => say(label))
    const key = labels.join('\n')
    if (labels.length < 2 || seen.has(key)) return []
    seen.add(key)
    return [{ id, label: `${labels[0]} … ${labels.at(-1)} (${labels.length})` }]
  })
}
