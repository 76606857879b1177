/**
 * Every widget that a page can use: the product's, the timed tasks', and the console's, which load
 * with their pages.
 */

import type { Registry } from '#engine/react/registry.ts'
import { registry as console } from '#admin/registry.ts'
import { registry as tasks } from '#tasks/registry.ts'
import { registry as widgets } from '#widgets/registry.ts'

export const registry: Registry = { ...widgets, ...tasks, ...console }
