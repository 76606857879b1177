/**
 * At every start: can everything that is sealed in this database be opened, and what are identities
 * here derived from? With a different secret a server would fail for one user after another, so it
 * doesn't start.
 */

import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from './database.ts'
import { deleteOtherSealingKeys, insertSealingKey, sealingKeys } from '#server/store/keys.ts'

/** @throws Error with one sentence if a secret is missing */
export async function adoptKeys(database: Database, secrets: Secrets): Promise<void> {
  await database.owner(null, async (tx) => {
    const known = await sealingKeys(tx)
    const missing = known.find(({ id }) => !secrets.keyIds.includes(id))
    if (missing !== undefined) throw new Error(MISSING(missing.id))
    if (known[0] !== undefined) secrets.adoptIdentity(known[0].identity)
    // Before the first of these rows, nothing was recorded: any given secret may have sealed
    // something.
    for (const id of known.length === 0 ? secrets.keyIds : [secrets.keyId]) {
      if (!known.some((each) => each.id === id))
        await insertSealingKey(tx, { id, identity: secrets.identitySealedBy(id) })
    }
  })
}

/** No value is sealed with an earlier key now: the others aren't needed at the next start. */
export async function forgetOtherKeys(database: Database, secrets: Secrets): Promise<void> {
  await database.owner(null, async (tx) => {
    const readable = (await sealingKeys(tx)).find(({ id }) => secrets.keyIds.includes(id))
    if (readable !== undefined) secrets.adoptIdentity(readable.identity)
    await insertSealingKey(tx, {
      id: secrets.keyId,
      identity: secrets.identitySealedBy(secrets.keyId),
    })
    await deleteOtherSealingKeys(tx, secrets.keyId)
  })
}

const MISSING = (id: string) =>
  `Something in this database is sealed with another secret (key ${id}) than SECRET. Set SECRET to that one, or add it to SECRET_PREVIOUS; docs/deploy.md says how a secret is changed.`
