/** Answers of people whose guardian may take consent back while they are on their way. */

import { sql } from 'kysely'

/** Whose guardian's consents must still stand; null where none was asked. */
export type Guarded = { readonly user: string; readonly consents: readonly string[] } | null

/**
 * The parts of the statement that leave out people whose guardian took a consent back. They lock
 * who is left, before any attempt, as every other write of theirs does: a withdrawal comes before
 * or after. Empty where nobody has a guardian.
 */
export function guardsOf(tenant: string, people: readonly Guarded[]) {
  const pairs = people.flatMap((guarded) =>
    guarded === null ? [] : guarded.consents.map((consent) => ({ user: guarded.user, consent })),
  )
  if (pairs.length === 0) return { agreed: sql``, isAgreed: sql`` }
  const users = sql`${pairs.map(({ user }) => user)}::uuid[]`
  const consents = sql`${pairs.map(({ consent }) => consent)}::text[]`
  return {
    agreed: sql`agreed AS MATERIALIZED (
          SELECT u.id FROM users u WHERE u.tenant_id = ${tenant} AND u.id = ANY (${users})
            AND NOT EXISTS (SELECT FROM unnest(${users}, ${consents}) AS g(id, consent) WHERE g.id = u.id AND (u.consents -> g.consent ->> 'granted')::boolean IS NOT TRUE)
          ORDER BY u.id
          FOR KEY SHARE
        ),`,
    isAgreed: sql`AND (a.user_id <> ALL (${users}) OR a.user_id IN (SELECT id FROM agreed))`,
  }
}
