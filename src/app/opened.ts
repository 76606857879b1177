/**
 * When the data on screen was fetched, if it comes from this device instead of the server: the page
 * says so (docs/decisions/0076).
 */

import { proxy } from 'valtio'
import type { SourceKey } from './data.tsx'

/** Name of a stored response -> when it was fetched (ISO). Data from the server are not in it. */
export const openedOn = proxy<Record<string, string>>({})

/** User, language and call. The release is left out: an older response is better than none. */
export function nameOf([path, user, language]: SourceKey): string {
  return `${user}/${language}/${path}`
}
