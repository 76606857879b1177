/** What waits for a second person, as pages of the console ask about it. */

import type { Approval, Approvals } from '#engine/contract/approvals.ts'
import type { Rights } from './client.ts'

/** Documents whose drafts wait as they are. */
export function askedIn({ items }: Approvals): readonly string[] {
  return items.flatMap(({ state, documents, changed }) =>
    state === 'asked' && changed.length === 0 ? documents : [],
  )
}

/** Whether it's the user's turn. */
export function isForMe({ state, mine, ownFrom, changed }: Approval, rights: Rights): boolean {
  if (state === 'returned') return false
  const isReady = ownFrom !== null && new Date(ownFrom) <= new Date()
  return rights.publish && changed.length === 0 && (!mine || isReady)
}
