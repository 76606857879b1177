/**
 * Records that a user has marked "not for me": stored as interactions, of which the last one for a
 * record counts.
 */

import type { User } from '#engine/rules/scope.ts'

/** As pages send it to `POST users/interactions`. */
export type NotForMe = {
  readonly event: 'not-for-me' | 'for-me'
  readonly type: string
  readonly id: string
}

export function notForMe(user: Pick<User, 'interactions'>, type: string): ReadonlySet<string> {
  const ids = new Set<string>()
  // Oldest first. Pages send other interactions with this call too.
  for (const each of user.interactions as readonly Partial<NotForMe>[]) {
    if (each.type !== type || typeof each.id !== 'string') continue
    if (each.event === 'not-for-me') ids.add(each.id)
    if (each.event === 'for-me') ids.delete(each.id)
  }
  return ids
}
