/**
 * One-time codes and recovery tokens: stored as keyed hashes, valid once, for a short time and a
 * few tries.
 */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type CodeRow = Selectable<Schema['codes']>

export type NewCode = {
  id: string
  userId: string
  purpose: CodeRow['purpose']
  role?: CodeRow['role']
  channel?: CodeRow['channel']
  hash: Buffer
  keyId: string
  expiresAt: Date
  now: Date
}

/** Codes that prove an address: of these only the last one counts, whichever address it is for. */
const PROOFS: readonly CodeRow['purpose'][] = ['verify', 'address']

/** A new code invalidates every earlier one for the same purpose. */
export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  const replaced = PROOFS.includes(code.purpose) ? PROOFS : [code.purpose]
  await tx.run(
    db.deleteFrom('codes').where('user_id', '=', code.userId).where('purpose', 'in', replaced),
  )
  await addCode(tx, code)
}

/** Links that would grant this user a role. */
export function deleteInvitations(tx: Tx, userId: string): Promise<number> {
  return tx.run(
    db.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', 'invite'),
  )
}

/** @returns what it would have granted; nothing if there was none, or it was used */
export function withdrawInvitation(tx: Tx, userId: string): Promise<Pick<CodeRow, 'role'>[]> {
  return tx.all(
    db
      .deleteFrom('codes')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'invite')
      .where('used_at', 'is', null)
      .returning('role'),
  )
}

/** Adds a code and keeps the existing ones, except expired ones. */
export async function addCode(tx: Tx, code: NewCode): Promise<void> {
  await tx.run(
    db
      .deleteFrom('codes')
      .where('user_id', '=', code.userId)
      .where('purpose', '=', code.purpose)
      .where('expires_at', '<=', code.now),
  )
  await tx.run(
    db.insertInto('codes').values({
      tenant_id: tx.tenant,
      id: code.id,
      user_id: code.userId,
      purpose: code.purpose,
      role: code.role ?? null,
      channel: code.channel ?? null,
      hash: code.hash,
      key_id: code.keyId,
      expires_at: code.expiresAt,
      created_at: code.now,
      used_at: null,
    }),
  )
}

export function latestCode(
  tx: Tx,
  userId: string,
  purpose: CodeRow['purpose'],
): Promise<CodeRow | undefined> {
  return tx.first(
    db
      .selectFrom('codes')
      .select(columnsOf('codes'))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .orderBy('created_at', 'desc')
      .limit(1),
  )
}

/** @param hashes of one code, under each secret that it may have been made with */
export function codeByHash(
  tx: Tx,
  hashes: readonly Buffer[],
  purposes: readonly CodeRow['purpose'][],
): Promise<CodeRow | undefined> {
  return tx.first(
    db
      .selectFrom('codes')
      .select(columnsOf('codes'))
      .where('hash', '=', oneOf(hashes))
      .where('purpose', 'in', purposes),
  )
}

/** One array parameter, whatever its length, so that the statement's text is always the same. */
function oneOf(hashes: readonly Buffer[]) {
  return sql<Buffer>`ANY (${[...hashes]}::bytea[])`
}

/** Uses a code up. One statement, so that of parallel tries exactly one succeeds. */
export async function useCode(
  tx: Tx,
  code: { id: string; hashes: readonly Buffer[]; now: Date; tries: number },
): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('codes')
      .set({ used_at: code.now })
      .where('id', '=', code.id)
      .where('hash', '=', oneOf(code.hashes))
      .where('used_at', 'is', null)
      .where('expires_at', '>', code.now)
      .where('tries', '<', code.tries),
  )
  return written === 1
}

/** Valid codes and links that were made with another secret than this one. */
export async function codesOfOthers(
  tx: Tx,
  keyId: string,
  now: Date,
): Promise<{ readonly many: number; readonly last: Date | null }> {
  return tx.one(
    db
      .selectFrom('codes')
      .select([
        sql<number>`count(*)::integer`.as('many'),
        sql<Date | null>`max(expires_at)`.as('last'),
      ])
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where(sql<boolean>`key_id IS DISTINCT FROM ${keyId}`),
  )
}

export function countTry(tx: Tx, id: string): Promise<number> {
  return tx.run(
    db
      .updateTable('codes')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', id),
  )
}
