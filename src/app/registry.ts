/**
 * Every widget that a page can use: the product's, the timed tasks', and the console's, which load
 * with their pages.
 */

import type { Registry } from '#engine/react/registry.ts'
import { CONSOLE_TYPES } from '#admin/types.ts'
import { registry as tasks } from '#tasks/registry.ts'
import { registry as widgets } from '#widgets/registry.ts'

/** Even the list of the console's files stays away until someone opens it. */
const console: Registry = Object.fromEntries(
  CONSOLE_TYPES.map((type) => [
    type,
    { load: () => import('#admin/registry.ts').then(({ registry }) => registry[type].load()) },
  ]),
)

export const registry: Registry = { ...widgets, ...tasks, ...console }
