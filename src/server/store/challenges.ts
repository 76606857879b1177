/**
 * Sign-ins and enrolments that are half done: each is known by the hash of something that only its
 * browser has, lives for minutes, allows a few tries and is used up once.
 */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type ChallengeRow = Selectable<Schema['challenges']>
type Purpose = ChallengeRow['purpose']

export function insertChallenge(
  tx: Tx,
  challenge: {
    readonly hash: Buffer
    /** Null: of the owner of the passkey. */
    readonly userId: string | null
    readonly purpose: Purpose
    readonly value: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<number> {
  return tx.run(
    db.insertInto('challenges').values({
      tenant_id: tx.tenant,
      hash: challenge.hash,
      user_id: challenge.userId,
      purpose: challenge.purpose,
      value: challenge.value,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    }),
  )
}

/** Whether it is still valid is decided by what follows. */
export function challengeBy(
  tx: Tx,
  hash: Buffer,
  purpose: Purpose,
): Promise<ChallengeRow | undefined> {
  return tx.first(
    db
      .selectFrom('challenges')
      .select(columnsOf('challenges'))
      .where('hash', '=', hash)
      .where('purpose', '=', purpose),
  )
}

/** The enrolment that a user has begun. */
export function challengeOf(
  tx: Tx,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<ChallengeRow | undefined> {
  return tx.first(
    db
      .selectFrom('challenges')
      .select(columnsOf('challenges'))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .limit(1),
  )
}

/**
 * Counts a try before it is made, so that parallel ones can't slip past.
 *
 * @returns undefined if it is unknown, expired, used or out of tries
 */
export function tryChallenge(
  tx: Tx,
  hash: Buffer,
  purpose: Purpose,
  now: Date,
  most: number,
): Promise<ChallengeRow | undefined> {
  return tx.first(
    db
      .updateTable('challenges')
      .set({ tries: sql`tries + 1` })
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .where('tries', '<', most)
      .returning(columnsOf('challenges')),
  )
}

/** Uses it up. @returns undefined if another request was faster, or it has expired */
export function takeChallenge(
  tx: Tx,
  hash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<ChallengeRow | undefined> {
  return tx.first(
    db
      .deleteFrom('challenges')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .returning(columnsOf('challenges')),
  )
}

export function deleteChallengesOf(tx: Tx, userId: string, purpose: Purpose): Promise<number> {
  return tx.run(
    db.deleteFrom('challenges').where('user_id', '=', userId).where('purpose', '=', purpose),
  )
}
