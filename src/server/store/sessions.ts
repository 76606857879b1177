/** Sessions. Only the hash of a token is stored; a row holds who, how and since when. */

import type { Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '../database.ts'
import type { Schema } from './schema.ts'

export type SessionRow = Selectable<Schema['sessions']>

/** Seconds without a call, and seconds in all, after which a session ends (reliability.md 2). */
export const LIFETIMES = {
  learner: { idle: 14 * 86_400, absolute: 90 * 86_400 },
  console: { idle: 30 * 60, absolute: 12 * 3600 },
} as const

/** `seen_at` is written at most this often: a session is read at every call. */
export const SEEN_EVERY_SECONDS = 60

export function insertSession(tx: Tx, session: { tokenHash: Buffer; id: string; userId: string; method: string; verified: boolean; console: boolean; now: Date }): Promise<number> {
  return tx.run(
    db.insertInto('sessions').values({
      tenant_id: tx.tenant!,
      token_hash: session.tokenHash,
      id: session.id,
      user_id: session.userId,
      method: session.method,
      verified: session.verified,
      console: session.console,
      created_at: session.now,
      seen_at: session.now,
    }),
  )
}

export function sessionByHash(tx: Tx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return tx.first(db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash))
}

export function isAlive(session: SessionRow, now: Date): boolean {
  const { idle, absolute } = LIFETIMES[session.console ? 'console' : 'learner']
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  return age(session.seen_at) < idle && age(session.created_at) < absolute
}

export function touchSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<number> {
  return tx.run(db.updateTable('sessions').set({ seen_at: now }).where('token_hash', '=', tokenHash))
}

export function verifySessions(tx: Tx, userId: string, method: string): Promise<number> {
  return tx.run(db.updateTable('sessions').set({ verified: true }).where('user_id', '=', userId).where('method', '=', method))
}

export function deleteSession(tx: Tx, tokenHash: Buffer): Promise<number> {
  return tx.run(db.deleteFrom('sessions').where('token_hash', '=', tokenHash))
}

/** Ends every session of a person, but for one. */
export function deleteSessionsOf(tx: Tx, userId: string, except?: Buffer): Promise<number> {
  const query = db.deleteFrom('sessions').where('user_id', '=', userId)
  return tx.run(except === undefined ? query : query.where('token_hash', '!=', except))
}

export function deleteExpired(tx: Tx, now: Date): Promise<number> {
  return tx.run(db.deleteFrom('sessions').where('seen_at', '<', new Date(now.getTime() - LIFETIMES.learner.idle * 1000)))
}
