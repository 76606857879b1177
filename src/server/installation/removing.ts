/** A tenant closed for now, opened again, or removed with everything in it. */

import type { ServerContext } from '#server/start/context.ts'
import { addAudit, type NewAudit } from '../store/audit.ts'
import { tablesOf } from '../store/tables.ts'
import { deleteSomeRows, deleteTenant, setSuspended, type Tenant } from '../store/tenants.ts'

/** Rows per transaction: the embedded database has one session for everyone. */
const SLICE = 500

/** In the tenant's own audit log: its owner sees what an operator did. */
export function entryOf(
  context: ServerContext,
  { slug }: Tenant,
  action: string,
  detail: NewAudit['detail'] = {},
): NewAudit {
  return { id: context.newId(), now: context.now(), actor: null, action, target: slug, detail }
}

/** @param suspendedAt null if open */
export async function setState(
  context: ServerContext,
  found: Tenant,
  suspendedAt: Date | null,
): Promise<void> {
  const action = suspendedAt === null ? 'tenant.resume' : 'tenant.suspend'
  await context.database.owner(found.id, async (tx) => {
    await setSuspended(tx, found.id, suspendedAt)
    await addAudit(tx, entryOf(context, found, action))
  })
  context.forgetTenants()
}

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
    await setState(context, found, context.now())
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
