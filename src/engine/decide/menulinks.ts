/** The pages that a menu leads to. A file of its own: the first screen of learners needs no such list. */

import type { MenuEntry } from './menu.ts'

export type LinkEntry = Extract<MenuEntry, { state: 'link' }>

/** Those in its groups too. */
export function linksOf(entries: readonly MenuEntry[]): LinkEntry[] {
  return entries.flatMap((entry) =>
    entry.state === 'group' ? linksOf(entry.items) : entry.state === 'link' ? [entry] : [],
  )
}
