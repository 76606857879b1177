/** Passkeys: public keys that a user's devices have the other half of. */

import { sql, type Selectable } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

export type PasskeyRow = Selectable<Schema['passkeys']>

/** @throws a duplicate error if the credential is known in this tenant */
export function insertPasskey(
  tx: Tx,
  passkey: Pick<PasskeyRow, 'id' | 'user_id' | 'credential' | 'public_key' | 'name'> & {
    readonly counter: number
    readonly now: Date
  },
): Promise<number> {
  return tx.run(
    db.insertInto('passkeys').values({
      tenant_id: tx.tenant,
      id: passkey.id,
      user_id: passkey.user_id,
      credential: passkey.credential,
      public_key: passkey.public_key,
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.now,
      used_at: null,
    }),
  )
}

/** Oldest first. */
export function passkeysOf(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  return tx.all(
    db
      .selectFrom('passkeys')
      .select(columnsOf('passkeys'))
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id'),
  )
}

export function passkeyByCredential(tx: Tx, credential: string): Promise<PasskeyRow | undefined> {
  return tx.first(
    db.selectFrom('passkeys').select(columnsOf('passkeys')).where('credential', '=', credential),
  )
}

/**
 * Stores the counter of the use that was just verified. One statement, so that of two uses with the
 * same counter, which a copied key would make, one is refused; keys that don't count send 0.
 */
export async function usePasskey(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const written = await tx.run(
    db
      .updateTable('passkeys')
      .set({ counter, used_at: now })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`),
  )
  return written === 1
}

export function deletePasskey(tx: Tx, userId: string, id: string): Promise<number> {
  return tx.run(db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id))
}

export function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  return tx.run(db.deleteFrom('passkeys').where('user_id', '=', userId))
}
