/** Where the sites of an installation are read and changed, below /api. */

import type { TenantSummary } from '#engine/contract/tenantshapes.ts'

export const TENANTS = 'admin/tenants'

export function pathOf(slug: string): string {
  return `${TENANTS}/${encodeURIComponent(slug)}`
}

/** Does none of its addresses lead to it yet? */
export function hasNoAddress({
  hosts,
  waiting,
}: Pick<TenantSummary, 'hosts' | 'waiting'>): boolean {
  return hosts.length > 0 && waiting.length === hosts.length
}
