/** Every widget that a page may draw: those of the product, the timed tasks, and those of the console, which come with their pages. */

import type { Registry } from '#engine/react/registry.ts'
import { registry as console } from '#admin/registry.ts'
import { registry as tasks } from '#tasks/registry.ts'
import { registry as widgets } from '#widgets/registry.ts'

export const registry: Registry = { ...widgets, ...tasks, ...console }
