/**
 * Menu entries as the frame draws them: groups with one entry replaced by it, and the one for this
 * page found. Pure.
 */

import type { MenuEntry } from '#engine/decide/menu.ts'

export type LinkEntry = Extract<MenuEntry, { state: 'link' }>
export type GroupEntry = Extract<MenuEntry, { state: 'group' }>
/** An entry that explains what opens it when tapped. */
export type ClosedEntry = Extract<MenuEntry, { state: 'locked' | 'disabled' }>

/** A group with one shown sub-item is drawn as that sub-item. */
export function unfoldSingles(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.map((entry) =>
    entry.state === 'group' && entry.items.length === 1 ? entry.items[0]! : entry,
  )
}

/** Links of a menu, including those of its groups. */
export function linksOf(entries: readonly MenuEntry[]): LinkEntry[] {
  return entries.flatMap((entry) =>
    entry.state === 'group' ? linksOf(entry.items) : entry.state === 'link' ? [entry] : [],
  )
}

export type Current = {
  readonly id: string
  /** This very page, or one below it? */ readonly page: boolean
} | null

/**
 * The entry that a page belongs to: its own, or else the one that shares the first two parts of its
 * path (`/navigators/careers/careers/nurse/1` belongs to `/navigators/careers/matches`).
 */
export function currentEntry(entries: readonly MenuEntry[], path: string): Current {
  let best: Current = null
  let most = 1
  for (const entry of linksOf(entries)) {
    if (entry.href === path) return { id: entry.id, page: true }
    const shared = sharedParts(entry.href, path)
    if (shared > most) {
      best = { id: entry.id, page: false }
      most = shared
    }
  }
  return best
}

function sharedParts(a: string, b: string): number {
  const left = a.split('/').filter(Boolean)
  const right = b.split('/').filter(Boolean)
  const differs = left.findIndex((part, index) => part !== right[index])
  return differs === -1 ? left.length : differs
}

export function holds(entry: MenuEntry, current: Current): boolean {
  if (current === null) return false
  return (
    entry.id === current.id ||
    (entry.state === 'group' && entry.items.some((item) => holds(item, current)))
  )
}

/** The group's own reason, if everything in it is closed for the same one. */
export function closedWhole(entry: MenuEntry): boolean {
  return (
    entry.state === 'disabled' ||
    entry.state === 'locked' ||
    (entry.state === 'group' && entry.items.every(closedWhole))
  )
}
