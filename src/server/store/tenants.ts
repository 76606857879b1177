/** Tenants and the host names by which they are reached. */

import { sqlBuilder as db, type Tx } from '../database.ts'

export type Tenant = { readonly id: string; readonly slug: string; readonly config: string }

export function tenantByHost(tx: Tx, host: string): Promise<Tenant | undefined> {
  return tx.first(
    db.selectFrom('tenants').innerJoin('tenant_hosts', 'tenant_hosts.tenant_id', 'tenants.id').select(['tenants.id', 'tenants.slug', 'tenants.config']).where('tenant_hosts.host', '=', host),
  )
}

export function tenantBySlug(tx: Tx, slug: string): Promise<Tenant | undefined> {
  return tx.first(db.selectFrom('tenants').select(['id', 'slug', 'config']).where('slug', '=', slug))
}

export function firstHostOf(tx: Tx, tenant: string): Promise<{ host: string } | undefined> {
  return tx.first(db.selectFrom('tenant_hosts').select('host').where('tenant_id', '=', tenant).orderBy('host').limit(1))
}

export function allTenants(tx: Tx): Promise<Tenant[]> {
  return tx.all(db.selectFrom('tenants').select(['id', 'slug', 'config']).orderBy('slug'))
}

export async function ensureTenant(tx: Tx, tenant: Tenant): Promise<Tenant> {
  await tx.run(
    db
      .insertInto('tenants')
      .values({ ...tenant })
      .onConflict((conflict) => conflict.column('slug').doNothing()),
  )
  return (await tenantBySlug(tx, tenant.slug))!
}

export function ensureHost(tx: Tx, tenant: string, host: string): Promise<number> {
  return tx.run(
    db
      .insertInto('tenant_hosts')
      .values({ host, tenant_id: tenant })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
