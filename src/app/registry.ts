/** Every widget that a page may draw: those of the product, and those of the console, which come with its pages. */

import type { Registry } from '#engine/react/registry.ts'
import { registry as console } from '#admin/registry.ts'
import { registry as widgets } from '#widgets/registry.ts'

export const registry: Registry = { ...widgets, ...console }
