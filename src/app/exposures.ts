/**
 * Tells the server which arm of an experiment was really seen, in the control at the same place.
 * Loaded only by pages that an experiment is about.
 */

import { trackExposure } from './analytics.ts'
import { store } from './store.ts'

/** Told once for each page load; the server counts the first. */
const told = new Set<string>()

export function expose(experiments: readonly string[]): void {
  for (const id of experiments) {
    const variant = store.appConfiguration?.experiments?.[id]
    if (variant === undefined || told.has(`${id}:${variant}`)) continue
    told.add(`${id}:${variant}`)
    trackExposure(id, variant)
  }
}
