/** What waits for a second person or for its time, as pages of the console ask about it. */

import type { Approval, Approvals, ScheduledRelease } from '#engine/contract/approvals.ts'
import { useApprovals, useScheduled, type Rights } from './client.ts'

/** Whether it's published as it is, once somebody approves it or its time has come. */
export function isWaiting({
  state,
  changed,
}: Pick<Approval | ScheduledRelease, 'state' | 'changed'>): boolean {
  return (state === 'asked' || state === 'waiting') && changed.length === 0
}

/** Documents whose drafts wait as they are. */
export function waitingIn(
  { items }: Pick<Approvals, 'items'>,
  scheduled: readonly ScheduledRelease[],
): readonly string[] {
  return [...items, ...scheduled].flatMap((each) => (isWaiting(each) ? each.documents : []))
}

/** The same of what the server says now; empty until it has answered. */
export function useWaiting(): readonly string[] {
  const approvals = useApprovals().value
  const scheduled = useScheduled().value
  return waitingIn({ items: approvals?.items ?? [] }, scheduled?.items ?? [])
}

/** Whether it's the user's turn. */
export function isForMe({ state, mine, ownFrom, changed }: Approval, rights: Rights): boolean {
  if (state === 'returned') return false
  const isReady = ownFrom !== null && new Date(ownFrom) <= new Date()
  return rights.publish && changed.length === 0 && (!mine || isReady)
}
