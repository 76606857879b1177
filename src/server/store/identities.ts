/** Whom services know users as, and accounts that begin with one. */

import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf, joinedColumnsOf } from './columns.ts'
import type { StoredConsent } from './schema.ts'
import type { UserRow } from './users.ts'

/** A person as a service knows them: `subject` is unique for an issuer and never given anew. */
export type Identity = {
  readonly provider: string
  readonly issuer: string
  readonly subject: string
}

export function userOfIdentity(tx: Tx, { provider, issuer, subject }: Identity) {
  return tx.first(
    db
      .selectFrom('identities')
      .innerJoin('users', (join) =>
        join
          .onRef('users.tenant_id', '=', 'identities.tenant_id')
          .onRef('users.id', '=', 'identities.user_id'),
      )
      .select(joinedColumnsOf('users'))
      .where('identities.provider', '=', provider)
      .where('identities.issuer', '=', issuer)
      .where('identities.subject', '=', subject),
  )
}

/** @returns 0 if this identity has a user already, this one or another */
export function insertIdentity(
  tx: Tx,
  { provider, issuer, subject }: Identity,
  userId: string,
  now: Date,
): Promise<number> {
  return tx.run(
    db
      .insertInto('identities')
      .values({
        tenant_id: tx.tenant,
        provider,
        issuer,
        subject,
        user_id: userId,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/**
 * A user without a password.
 *
 * @param user with an address only if the service has verified it
 * @throws a duplicate error if the address is taken in this tenant
 */
export function insertUserOfProvider(
  tx: Tx,
  {
    id,
    email,
    consents,
  }: {
    readonly id: string
    readonly email: string | null
    readonly consents: Readonly<Record<string, StoredConsent>>
  },
): Promise<UserRow | undefined> {
  return tx.first(
    db
      .insertInto('users')
      .values({
        tenant_id: tx.tenant,
        id,
        email,
        email_verified: email !== null,
        account_type: 'free',
        profile: JSON.stringify(email === null ? {} : { email }),
        consents: JSON.stringify(consents),
        research_assessments: [],
      })
      .returning(columnsOf('users')),
  )
}
