/** What an operator may allow a tenant so many of at most: for the console too, which has no schemas. */

export const TENANT_LIMITS = ['people', 'pictures', 'records'] as const
export type TenantLimit = (typeof TENANT_LIMITS)[number]
/** Null: as many as it likes. */
export type TenantLimits = Readonly<Record<TenantLimit, number | null>>
export const MAX_TENANT_LIMIT = 100_000_000
