/** Fingerprints of the secrets that something in this database is sealed with. */

import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type SealingKey = { readonly id: string; readonly identity: string }

export function sealingKeys(tx: Tx): Promise<SealingKey[]> {
  return tx.all(
    db.selectFrom('sealing_keys').select(['id', 'identity']).orderBy('since').orderBy('id'),
  )
}

/** Servers that start at the same time may both do this. */
export function insertSealingKey(tx: Tx, key: SealingKey): Promise<number> {
  return tx.run(
    db
      .insertInto('sealing_keys')
      .values({ ...key })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function deleteOtherSealingKeys(tx: Tx, id: string): Promise<number> {
  return tx.run(db.deleteFrom('sealing_keys').where('id', '!=', id))
}

export async function keyIdsOf(tx: Pick<Tx, 'all'>): Promise<string[]> {
  return (await tx.all(db.selectFrom('sealing_keys').select('id').orderBy('id'))).map(
    ({ id }) => id,
  )
}
