/**
 * The configuration of an instance: brand values and contrast, ids of services, languages, feature
 * switches.
 */

import { wrongIds } from '#engine/contract/integrations.ts'
import { weakPairs } from '#engine/documents/contrast.ts'
import { consentItems } from '#engine/decide/consents.ts'
import { offeredProviders, OWN_WAYS } from '#engine/decide/providers.ts'
import { nearest } from '#engine/documents/json.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { localesFor, tagOf } from '#engine/documents/languages.ts'
import { isSafeValue, ROLES } from '#engine/documents/theme.ts'
import type { Add, Context } from './context.ts'
import { checkSender } from './messages.ts'

export function checkConfig(config: ConfigDocument, context: Context, add: Add): void {
  checkBrand(config, add)
  for (const { integration, id } of wrongIds(config.integrations)) {
    add(
      'config/integration',
      `/integrations/${integration.setting}`,
      `"${id}" isn't a valid id for ${integration.name}`,
      integration.example,
    )
  }
  checkGroups(config, context, add)
  checkContrast(config, add)
  checkLanguages(config, context, add)
  checkProviders(config, add)
  checkSender(config, add)
  // A tenant may make people wait longer for what adults may do, in no country shorter.
  for (const [country, age] of Object.entries(config.legalAges ?? {}))
    if (age < config.legalAge)
      add(
        'config/legal-age',
        `/legalAges/${country}`,
        `${age} is younger than the legal age everywhere else, ${config.legalAge}`,
        String(config.legalAge),
      )
  const features = context.catalog.features.map(({ id }) => id)
  for (const feature of Object.keys(config.features)) {
    if (!features.includes(feature))
      add(
        'reference/unknown-feature',
        `/features/${feature}`,
        `there is no feature called "${feature}"`,
        nearest(feature, features),
      )
  }
}

/** What must be agreed to, such as the terms, is asked in words that we keep. */
function checkGroups(
  { oneTrustGroups = {} }: ConfigDocument,
  { catalog }: Context,
  add: Add,
): void {
  const free = consentItems(catalog).flatMap(({ id, needed }) => (needed === undefined ? [id] : []))
  for (const [group, consent] of Object.entries(oneTrustGroups))
    if (!free.includes(consent))
      add(
        'config/consent-group',
        `/oneTrustGroups/${group}`,
        `"${consent}" isn't a consent that people may leave out`,
        nearest(consent, free),
      )
}

/** The id is part of an address and of what a session says about itself. */
const PROVIDER_ID = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

function checkProviders({ authProviders }: ConfigDocument, add: Add): void {
  const offered = offeredProviders(authProviders).map(({ id }) => id)
  for (const [id, settings] of Object.entries(authProviders)) {
    const at = `/authProviders/${id}`
    if (OWN_WAYS.includes(id)) {
      if (typeof settings === 'object')
        add('config/provider', at, `"${id}" is a way to sign in of our own: it is on or off`)
    } else if (!PROVIDER_ID.test(id))
      add(
        'config/provider',
        at,
        `"${id}" can't be the id of a service: up to 40 letters, digits, hyphens and underscores, a letter first`,
      )
    else if (settings !== false && !offered.includes(id))
      add(
        'config/provider',
        at,
        `"${id}" has no button yet: it needs a clientId, and an issuer or a discovery address`,
        undefined,
        'warning',
      )
  }
}

function checkBrand(config: ConfigDocument, add: Add): void {
  const { colors } = config.themeLight
  for (const [name, value] of Object.entries(colors)) {
    for (const color of Array.isArray(value) ? value : [value]) {
      if (typeof color === 'string' && !isSafeValue('', color))
        add('theme/colour', `/themeLight/colors/${name}`, `"${color}" is not a colour like #1F2963`)
    }
  }
  for (const [place, values] of [
    ['cssVariables', config.cssVariables],
    ['themeDark', config.themeDark ?? {}],
  ] as const) {
    for (const [name, value] of Object.entries(values)) {
      if (!(ROLES as readonly string[]).includes(name))
        add(
          'theme/unknown-role',
          `/${place}/${name}`,
          `there is no css variable called "${name}"`,
          nearest(name, ROLES),
        )
      else if (!isSafeValue(name, value))
        add('theme/value', `/${place}/${name}`, `"${value}" can't be the value of "${name}"`)
    }
  }
}

function checkContrast(config: ConfigDocument, add: Add): void {
  for (const { scheme, front, behind, ratio, least, passes } of [
    ...weakPairs(config, 'light'),
    ...weakPairs(config, 'dark'),
  ]) {
    add(
      'theme/contrast',
      placeOf(config, scheme, front, behind),
      `${scheme}: "${front}" on "${behind}" has a contrast of ${ratio}, it needs ${least}`,
      passes === null ? undefined : passes,
    )
  }
}

function checkLanguages(config: ConfigDocument, context: Context, add: Add): void {
  const locales = context.catalog.all('locale')
  for (const [at, language] of [
    ['/locales/default', config.locales.default] as const,
    ...config.locales.available.map((each) => ['/locales', each] as const),
  ]) {
    if (localesFor(locales, language).length > 0) continue
    add(
      'reference/unknown-locale',
      at,
      `there is no locale called "${language}"`,
      nearest(
        language,
        locales.map(({ id }) => id),
      ),
    )
  }
  if (
    !config.locales.available.some((language) => tagOf(language) === tagOf(config.locales.default))
  )
    add(
      'config/locale',
      '/locales/default',
      "the default language isn't one of the available languages",
    )
}

/**
 * Pointer to where a pair with too little contrast is set: one of its two roles, or the scale they
 * come from.
 */
function placeOf(
  config: ConfigDocument,
  scheme: 'light' | 'dark',
  front: string,
  behind: string,
): string {
  const own =
    scheme === 'dark' ? { ...config.cssVariables, ...config.themeDark } : config.cssVariables
  const name = [front, behind].find((role) => Object.hasOwn(own, role))
  if (name === undefined) return '/themeLight/colors'
  return scheme === 'dark' &&
    config.themeDark !== undefined &&
    Object.hasOwn(config.themeDark, name)
    ? `/themeDark/${name}`
    : `/cssVariables/${name}`
}
