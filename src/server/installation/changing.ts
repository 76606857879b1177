/** A tenant's addresses, its limits, and whether it is closed for now: together or not at all. */

import type { TenantLimits } from '#engine/contract/tenantlimits.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit, type NewAudit } from '../store/audit.ts'
import { limitsOf, setLimits } from '../store/tenantlimits.ts'
import { deleteHost, insertHost, setSuspended, type Tenant } from '../store/tenants.ts'
import { verifiedAt } from './ownhosts.ts'

export type Change = {
  readonly add?: readonly string[]
  readonly drop?: readonly string[]
  readonly closed?: boolean
  /** Those that are given; null takes one away. */
  readonly limits?: Partial<TenantLimits> | undefined
  /** The added hosts are served at once, on the word of the one who adds them. */
  readonly trusted?: boolean
}

/** In the tenant's own audit log: its owner sees what an operator did. */
export function entryOf(
  context: ServerContext,
  { slug }: Tenant,
  action: string,
  detail: NewAudit['detail'] = {},
): NewAudit {
  return { id: context.newId(), now: context.now(), actor: null, action, target: slug, detail }
}

/** @throws as the database does, if another tenant has one of the hosts: then nothing has changed */
export async function changeTenant(
  context: ServerContext,
  tenant: Tenant,
  { add = [], drop = [], closed = tenant.suspended, trusted = false, limits }: Change,
): Promise<void> {
  const moves = add.length + drop.length > 0
  const turns = closed !== tenant.suspended
  if (!moves && !turns && limits === undefined) return
  await context.database.owner(tenant.id, async (tx) => {
    for (const host of drop) await deleteHost(tx, tenant.id, host)
    if (turns) {
      await setSuspended(tx, tenant.id, closed ? context.now() : null)
      const action = closed ? 'tenant.suspend' : 'tenant.resume'
      await addAudit(tx, entryOf(context, tenant, action))
    }
    if (limits !== undefined) {
      await setLimits(tx, tenant.id, { ...(await limitsOf(tx, tenant.id)), ...limits })
      await addAudit(tx, entryOf(context, tenant, 'tenant.limits', { ...limits }))
    }
    if (!moves) return
    for (const host of add)
      await insertHost(tx, tenant.id, host, verifiedAt(context, host, trusted))
    const detail = { add, drop, ...(trusted && { trusted }) }
    await addAudit(tx, entryOf(context, tenant, 'tenant.hosts', detail))
  })
  context.forgetTenants()
}
