/** Which hosts an operator may give to a tenant, and take from it. */

import type { FieldProblem } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'
import { hostOwner, waitingHostsOf, type Tenant } from '../store/tenants.ts'
import { verifiedAt } from './ownhosts.ts'
import { hostOf } from './tenants.ts'

export const HOST_TAKEN = 'console.tenants.hostTaken'

/**
 * Hosts as browsers send them, each once.
 *
 * @param fields what is wrong is added to them
 * @param tenant may have them already
 */
export async function freeHosts(
  context: ServerContext,
  given: readonly string[],
  fields: FieldProblem[],
  tenant?: Tenant,
): Promise<string[]> {
  const hosts: string[] = []
  for (const [index, each] of given.entries()) {
    const host = hostOf(each.trim())
    const pointer = `/hosts/${index}`
    if (host === null) {
      fields.push({ pointer, key: 'console.tenants.hostInvalid' })
      continue
    }
    const owner = await context.database.shared((tx) => hostOwner(tx, host))
    if (owner !== undefined && owner !== tenant?.slug) fields.push({ pointer, key: HOST_TAKEN })
    else if (!hosts.includes(host)) hosts.push(host)
  }
  return hosts
}

/** Would a tenant that is served have no host left that is? */
export async function losesLast(
  context: ServerContext,
  tenant: Tenant,
  before: readonly string[],
  wanted: readonly string[],
): Promise<boolean> {
  const rows = await context.database.shared((tx) => waitingHostsOf(tx, tenant.id))
  const waiting = new Set(rows.map(({ host }) => host))
  const isServed = (host: string) =>
    before.includes(host) ? !waiting.has(host) : verifiedAt(context, host, false) !== null
  return before.some(isServed) && !wanted.some(isServed)
}
