/**
 * Every widget that documents may name, by type. What most first pages need is here at once, the rest comes with the
 * page that asks for it. `texts` names the groups of texts that a widget uses of its own accord.
 */

import type { Registry } from '#engine/react/registry.ts'

export const registry: Registry = {}
