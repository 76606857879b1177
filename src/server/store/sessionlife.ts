/**
 * When a session ends: the only place that decides it, for one session at hand, in a condition of
 * a statement, and for cleaning up.
 */

import { sql, type RawBuilder } from 'kysely'
import type { SessionRow } from './sessions.ts'

/** Seconds without a request, and seconds in all, after which a session ends (reliability.md 2). */
export const LIFETIMES = {
  learner: { idle: 14 * 86_400, absolute: 90 * 86_400 },
  console: { idle: 30 * 60, absolute: 12 * 3600 },
} as const

type Kind = keyof typeof LIFETIMES
type Session = Pick<SessionRow, 'console' | 'seen_at' | 'created_at'>

/** A live session was last seen, and was created, after these times. */
function limitsOf(kind: Kind, now: Date): { readonly seen: Date; readonly created: Date } {
  const { idle, absolute } = LIFETIMES[kind]
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return { seen: before(idle), created: before(absolute) }
}

export function isAlive(session: Session, now: Date): boolean {
  const { seen, created } = limitsOf(session.console ? 'console' : 'learner', now)
  return session.seen_at > seen && session.created_at > created
}

/** The same as a condition on the sessions `s` of a statement. */
export function aliveCondition(now: Date): RawBuilder<boolean> {
  const ofLearner = limitsOf('learner', now)
  const ofConsole = limitsOf('console', now)
  return sql<boolean>`s.seen_at > (CASE WHEN s.console THEN ${ofConsole.seen}::timestamptz ELSE ${ofLearner.seen}::timestamptz END)
            AND s.created_at > (CASE WHEN s.console THEN ${ofConsole.created}::timestamptz ELSE ${ofLearner.created}::timestamptz END)`
}

/**
 * Sessions to delete: idle for longer than any may be. Ended ones of the console wait for that too,
 * because the policy of migration 0008 shows no others to the clean-up.
 */
export function expiredCondition(now: Date): RawBuilder<boolean> {
  return sql<boolean>`seen_at < ${limitsOf('learner', now).seen}`
}
