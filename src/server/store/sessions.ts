/** Sessions. Only the hash of a token is stored; a row holds who, how and since when. */

import { sql, type Selectable } from 'kysely'
import { PERSON } from '#server/base/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { deleteChallengesOf } from './challenges.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type SessionRow = Selectable<Schema['sessions']>

/** `seen_at` is written at most this often, because a session is read by every request. */
const SEEN_EVERY_SECONDS = 60

/**
 * Beyond a user's limit, the least recently used sessions end.
 *
 * @returns the unit that experiments know the person by; undefined if they have never been in one. It's
 *   read with the same statement, so that it costs those people no call
 */
export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Buffer
    id: string
    userId: string
    method: string
    verified: boolean
    console: boolean
    label: string | null
    strong: boolean
    since: Date
    now: Date
  },
): Promise<string | undefined> {
  const made = await tx.one(
    db
      .insertInto('sessions')
      .values({
        tenant_id: tx.tenant,
        token_hash: session.tokenHash,
        id: session.id,
        user_id: session.userId,
        method: session.method,
        verified: session.verified,
        console: session.console,
        created_at: session.since,
        seen_at: session.now,
        label: session.label,
        strong: session.strong,
      })
      .returning((eb) =>
        eb
          .selectFrom('person_units')
          .select('unit')
          .where('user_id', '=', session.userId)
          .as('unit'),
      ),
  )
  const kept = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', session.userId)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(PERSON.sessions)
  await tx.run(
    db
      .deleteFrom('sessions')
      .where('user_id', '=', session.userId)
      .where('token_hash', 'not in', kept)
      .where('token_hash', '!=', session.tokenHash),
  )
  return made.unit ?? undefined
}

export function sessionByHash(tx: Tx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return tx.first(
    db.selectFrom('sessions').select(columnsOf('sessions')).where('token_hash', '=', tokenHash),
  )
}

/**
 * Should `seen_at` be written? A session seen in the future was seen by a clock that has been set
 * back since.
 */
export function shouldTouch({ seen_at }: SessionRow, now: Date): boolean {
  return Math.abs(now.getTime() - seen_at.getTime()) > SEEN_EVERY_SECONDS * 1000
}

/** A session that a fast clock began lives no longer than one begun now. */
export function touchSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<number> {
  return tx.run(
    db
      .updateTable('sessions')
      .set({ seen_at: now, created_at: sql<Date>`least(created_at, ${now})` })
      .where('token_hash', '=', tokenHash),
  )
}

/**
 * Should the user's language be written? Once for a session, and later with `seen_at` at most: a
 * program that names another one at each request doesn't cause a write at each.
 */
export function shouldNote(session: SessionRow, language: string | null, now: Date): boolean {
  if (language === null || language === session.language) return false
  return session.language === null || shouldTouch(session, now)
}

export function noteLanguage(tx: Tx, tokenHash: Buffer, language: string): Promise<number> {
  return tx.run(db.updateTable('sessions').set({ language }).where('token_hash', '=', tokenHash))
}

export function verifySessions(tx: Tx, userId: string, method: string): Promise<number> {
  return tx.run(
    db
      .updateTable('sessions')
      .set({ verified: true })
      .where('user_id', '=', userId)
      .where('method', '=', method),
  )
}

export function deleteSession(tx: Tx, tokenHash: Buffer): Promise<number> {
  return tx.run(db.deleteFrom('sessions').where('token_hash', '=', tokenHash))
}

/** Expired ones included. */
export function sessionsOf(tx: Tx, userId: string): Promise<SessionRow[]> {
  return tx.all(
    db.selectFrom('sessions').select(columnsOf('sessions')).where('user_id', '=', userId),
  )
}

/** Ends every session of a user on one device. */
export function deleteSessionsOn(tx: Tx, userId: string, device: string): Promise<number> {
  return tx.run(db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', device))
}

/** Ends every session of a user, except one, and sign-ins that wait for their second factor. */
export async function deleteSessionsOf(tx: Tx, userId: string, except?: Buffer): Promise<number> {
  await deleteChallengesOf(tx, userId, 'sign-in')
  const query = db.deleteFrom('sessions').where('user_id', '=', userId)
  return tx.run(except === undefined ? query : query.where('token_hash', '!=', except))
}

/** Ends the sessions of a user that were signed in without a second factor, except one. */
export function deleteWeakSessions(tx: Tx, userId: string, except: Buffer): Promise<number> {
  return tx.run(
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('strong', '=', false)
      .where('token_hash', '!=', except),
  )
}

/** A second factor that is gone proves nothing any more. */
export function weakenSessions(tx: Tx, userId: string): Promise<number> {
  return tx.run(db.updateTable('sessions').set({ strong: false }).where('user_id', '=', userId))
}
