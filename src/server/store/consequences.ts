/** What decisions need to know of users: no names, no answers. */

import { sql } from 'kysely'
import type { User } from '#engine/rules/scope.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** Open attempts by assessment. */
export function openAttemptCounts(
  tx: Tx,
): Promise<{ assessment: string; people: string | number | bigint }[]> {
  return tx.all(
    db
      .selectFrom('attempts')
      .select(['assessment', (eb) => eb.fn.countAll().as('people')])
      .where('state', '=', 'open')
      .groupBy('assessment')
      .orderBy('assessment'),
  )
}

/** The newest accounts, with everything that rules can ask about a user. */
export async function peopleForConsequences(tx: Tx, most: number): Promise<{ user: User }[]> {
  const rows = await tx.all(
    db
      .selectFrom('users')
      .select([
        'id',
        'email_verified',
        'phone_verified',
        'account_type',
        'role',
        'profile',
        'consents',
        'research_assessments',
        'created_at',
      ])
      .select(
        sql<
          string[]
        >`ARRAY(SELECT r.assessment FROM results r WHERE r.tenant_id = users.tenant_id AND r.user_id = users.id)`.as(
          'taken',
        ),
      )
      .orderBy('created_at', 'desc')
      .limit(most),
  )
  return rows.map((row) => {
    const verified = row.email_verified || row.phone_verified
    const at = row.created_at.toISOString()
    return {
      user: {
        _id: row.id,
        email: null,
        phone: null,
        emailVerified: row.email_verified,
        phoneVerified: row.phone_verified,
        emailSHA256: null,
        createdAt: at,
        profile: row.profile,
        consents: row.consents,
        assessments: Object.fromEntries(
          row.taken.map((id) => [id, { metrics: {}, updatedAt: at }]),
        ),
        interactions: [],
        app: {
          accountType: row.account_type,
          role: row.role,
          researchAssessments: row.research_assessments,
          cohort: null,
          termsAgreement: row.consents['terms']?.granted ?? false,
          guardianEmail: null,
          legalAge: null,
        },
        auth: {
          currentSessionAuthMethod: row.phone_verified && !row.email_verified ? 'phone' : 'email',
          currentSessionAuthVerified: verified,
          newAddress: null,
          codeTo: null,
        },
      },
    }
  })
}
