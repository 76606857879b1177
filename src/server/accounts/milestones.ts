/**
 * What a metric may count and no table dates for good: written in the moment in which a person gets
 * there, by their own action or another’s (docs/decisions/0210).
 */

import type { FactName } from '#engine/documents/kinds.ts'
import { NO_ONBOARDING, type Scope } from '#engine/rules/scope.ts'
import { presentUser, scopeOf, type PeopleContext } from './people.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { addMilestone } from '#server/store/analysis.ts'
import { unitOf } from '#server/store/experiments.ts'
import { userById, type UserRow } from '#server/store/users.ts'

const MILESTONES: readonly {
  readonly fact: FactName
  readonly holds: (scope: Scope) => boolean
}[] = [
  {
    fact: 'verified',
    holds: ({ user }) => user?.emailVerified === true || user?.phoneVerified === true,
  },
  { fact: 'profile-complete', holds: ({ facts }) => facts.profileComplete },
  { fact: 'onboarded', holds: ({ stage }) => stage !== 'onboarding' },
]

/** Those that this person hasn't reached. */
export function notReached(scope: Scope): FactName[] {
  return MILESTONES.filter(({ holds }) => !holds(scope)).map(({ fact }) => fact)
}

/** Those of `open` that this person has reached by now. */
export function reachedOf(open: readonly FactName[], scope: Scope): FactName[] {
  const still = notReached(scope)
  return open.filter((fact) => !still.includes(fact))
}

/**
 * For every transaction that stores something of a person outside that person's own calls: a payment
 * that arrives, a guardian's answer, a plan or a birth date from the console. It's called last.
 *
 * @param before the person as they were before this transaction changed them
 */
export async function noteReachedOf(
  context: PeopleContext,
  tx: Tx,
  release: Release,
  before: UserRow,
): Promise<void> {
  // Of people who have never been in an experiment nothing is asked.
  if ((await unitOf(tx, before.id)) === undefined) return
  const open = notReached(await scopeAs(context, tx, release, before))
  if (open.length === 0) return
  const after = await userById(tx, before.id)
  if (after === undefined) return
  const now = context.now()
  for (const fact of reachedOf(open, await scopeAs(context, tx, release, after)))
    await addMilestone(tx, after.id, fact, now)
}

/** As in a session of theirs: there may be none at this moment. */
async function scopeAs(
  context: PeopleContext,
  tx: Tx,
  release: Release,
  row: UserRow,
): Promise<Scope> {
  const session = {
    tenant_id: row.tenant_id,
    token_hash: Buffer.alloc(0),
    id: row.id,
    user_id: row.id,
    method: row.phone_verified && !row.email_verified ? 'phone' : 'email',
    verified: row.email_verified || row.phone_verified,
    console: false,
    created_at: row.created_at,
    seen_at: context.now(),
    label: null,
    strong: true,
    language: null,
  }
  const base = release.arms.get('') ?? release
  const user = await presentUser(context, tx, row, session, base)
  return scopeOf(context, base, user, NO_ONBOARDING, 'en')
}
