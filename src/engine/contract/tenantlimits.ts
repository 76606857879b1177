/** What an operator may allow a tenant so many of at most: for the console too, which has no schemas. */

export const TENANT_LIMITS = ['people', 'pictures', 'records'] as const
export type TenantLimit = (typeof TENANT_LIMITS)[number]
/** Null: as many as it likes. */
export type TenantLimits = Readonly<Record<TenantLimit, number | null>>
/** One of them, for the tenant's own console. */
export type Allowed = { readonly what: TenantLimit; readonly most: number; readonly used: number }

/** From where on the console warns, so that there's time to ask for more. */
const NEAR = 0.9
export function fullness({ most, used }: Allowed): 'room' | 'near' | 'full' {
  if (used >= most) return 'full'
  return used >= most * NEAR ? 'near' : 'room'
}

export const MAX_TENANT_LIMIT = 100_000_000
