/** Where the sites of an installation are read and changed, below /api. */

export const TENANTS = 'admin/tenants'

export function pathOf(slug: string): string {
  return `${TENANTS}/${encodeURIComponent(slug)}`
}
