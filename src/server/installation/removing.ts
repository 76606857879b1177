/** A tenant removed with everything in it. */

import type { ServerContext } from '#server/start/context.ts'
import { tablesOf } from '../store/tables.ts'
import { deleteSomeRows, deleteTenant, type Tenant } from '../store/tenants.ts'
import { changeTenant } from './changing.ts'

/** Rows per transaction: the embedded database has one session for everyone. */
const SLICE = 500

/**
 * Deletes everything of a tenant, in slices, because it may be much. If interrupted, the tenant
 * stays suspended, and the same command resumes. Blobs are content-addressed and shared, so they
 * stay.
 *
 * @param patienceMs until no server accepts requests for it
 * @returns the number of rows deleted
 */
export async function remove(
  context: ServerContext,
  found: Tenant,
  patienceMs: number,
  say: (line: string) => void,
): Promise<number> {
  if (!found.suspended) {
    await changeTenant(context, found, { closed: true })
    if (patienceMs > 0) say('Closed. Waiting until every server knows.')
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
  }
  let rows = 0
  for (const { name } of (await context.database.owner(null, tablesOf))
    .filter((table) => table.tenant)
    .reverse()) {
    for (let gone = SLICE; gone === SLICE; rows += gone)
      gone = await context.database.owner(found.id, (tx) =>
        deleteSomeRows(tx, name, found.id, SLICE),
      )
  }
  await context.database.owner(null, (tx) => deleteTenant(tx, found.id))
  context.forgetTenants()
  return rows
}
