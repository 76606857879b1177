/** Other installations whose files an operator has decided to trust. */

import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export async function isTrusted(tx: Tx, fingerprint: string): Promise<boolean> {
  const found = await tx.first(
    db
      .selectFrom('trusted_installations')
      .select('fingerprint')
      .where('fingerprint', '=', fingerprint),
  )
  return found !== undefined
}

export function trust(tx: Tx, fingerprint: string, key: string): Promise<number> {
  return tx.run(
    db
      .insertInto('trusted_installations')
      .values({ fingerprint, key })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
