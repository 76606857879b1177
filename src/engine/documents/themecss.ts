/** A brand as a style sheet: what differs from the product's own (base.css). */

import { fittedRoles } from './fitting.ts'
import type { Brand } from './roles.ts'
import { scaleOf } from './theme.ts'

/**
 * One custom property. A previewed draft may contain anything, so what could end the declaration,
 * load something or begin a rule is left out.
 */
function property(name: string, value: string): string[] {
  return /^[\w-]+$/.test(name) && /^[\w#., "'-]+$/.test(value) ? [`--${name}:${value}`] : []
}

/** The tenant's custom properties, light and dark. Empty if the brand is the product's own. */
export function themeCss(config: Brand): string {
  const { primary, secondary, rating, ratingInk } = config.themeLight.colors
  const light: string[] = []
  if (primary !== undefined)
    scaleOf(primary, 8).forEach((value, step) => light.push(...property(`primary-${step}`, value)))
  if (secondary !== undefined)
    scaleOf(secondary, 5).forEach((value, step) =>
      light.push(...property(`secondary-${step}`, value)),
    )
  rating?.forEach((value, index) => light.push(...property(`rate-${index + 1}`, value)))
  ratingInk?.forEach((value, index) => light.push(...property(`on-rate-${index + 1}`, value)))
  const fitted = fittedRoles(config)
  for (const [name, value] of Object.entries({ ...fitted.light, ...config.cssVariables }))
    light.push(...property(name, value))
  const dark = Object.entries({ ...fitted.dark, ...config.themeDark }).flatMap(([name, value]) =>
    property(name, value),
  )
  const blocks: string[] = []
  if (light.length > 0) blocks.push(`:root{${light.join(';')}}`)
  if (dark.length > 0) {
    blocks.push(
      `@media(prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark.join(';')}}}`,
    )
    blocks.push(`:root[data-scheme=dark]{${dark.join(';')}}`)
  }
  return blocks.join('')
}
