/**
 * Accounts of which nothing is stored but what may be stored before a guardian agrees
 * (docs/decisions/0089), and of which nothing was heard for a time.
 */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import { PERSONAL, type PersonalTable } from './personal.ts'
import type { UserRow } from './users.ts'

/** What an account needs to be signed in to, and to ask a guardian. Rows of any other table keep it. */
const MAY_HAVE: ReadonlySet<PersonalTable> = new Set([
  'users',
  'sessions',
  'sign_ins',
  'codes',
  'guardian_requests',
  'messages',
  // Which browser an account was opened in.
  'person_units',
  'experiment_assignments',
  'events',
  'milestones',
])

const HOLDING = (Object.keys(PERSONAL) as PersonalTable[]).filter((name) => !MAY_HAVE.has(name))

/**
 * Locked, in the order of their ids. Whether a guardian really has to agree isn't asked here: that
 * depends on documents and on today.
 *
 * @param days since anything was heard of it, by the database's clock
 * @returns `last`: where to continue from; null if there are no more
 */
export async function emptyAccounts(
  tx: Tx,
  { days, after, most }: { days: number; after: string; most: number },
): Promise<{ readonly empty: UserRow[]; readonly last: string | null }> {
  const before = sql`now() - ${days} * interval '1 day'`
  const found = await tx.all(
    db
      .selectFrom('users')
      .select(columnsOf('users'))
      .where('id', '>', after)
      .where(
        sql<boolean>`created_at < ${before} AND role IS NULL AND account_type = 'free' AND NOT demo
          AND cohort IS NULL AND id_number_sealed IS NULL AND factor_sealed IS NULL
          AND cardinality(research_assessments) = 0 AND profile - ARRAY['birthDate', 'email', 'phone'] = '{}'
          AND NOT EXISTS (SELECT FROM jsonb_each(consents) AS given WHERE given.value ->> 'granted' = 'true')
          AND NOT EXISTS (SELECT FROM sessions AS s WHERE s.tenant_id = users.tenant_id AND s.user_id = users.id AND s.seen_at >= ${before})
          AND NOT EXISTS (SELECT FROM guardian_requests AS g WHERE g.tenant_id = users.tenant_id AND g.user_id = users.id
            AND GREATEST(g.created_at, g.answered_at, g.withdrawn_at) >= ${before})`,
      )
      .orderBy('id')
      .limit(most)
      .forUpdate(),
  )
  const empty: UserRow[] = []
  for (const user of found) if (!(await holdsAnything(tx, user))) empty.push(user)
  return { empty, last: found.length < most ? null : found.at(-1)!.id }
}

async function holdsAnything(tx: Tx, user: UserRow): Promise<boolean> {
  const each = HOLDING.map(
    (name) => sql`EXISTS (SELECT FROM ${sql.table(name)} WHERE ${PERSONAL[name].of(user)})`,
  )
  const row = await tx.one({
    compile: () => sql<{ any: boolean }>`SELECT ${sql.join(each, sql` OR `)} AS any`.compile(db),
  })
  return row.any
}
