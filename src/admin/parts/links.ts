/** The pages of the console that its menu leads to. */

import type { MenuEntry } from '#engine/decide/menu.ts'

export type LinkEntry = Extract<MenuEntry, { state: 'link' }>

/** Those in its groups too. */
export function linksOf(entries: readonly MenuEntry[]): LinkEntry[] {
  return entries.flatMap((entry) =>
    entry.state === 'group' ? linksOf(entry.items) : entry.state === 'link' ? [entry] : [],
  )
}
