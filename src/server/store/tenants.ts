/** Tenants and the host names by which they are reached. */

import { sql } from 'kysely'
import type { HostFound } from '#engine/contract/tenantshapes.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export type Tenant = {
  readonly id: string
  readonly slug: string
  readonly config: string
  /** Closed temporarily by the operator. */
  readonly suspended: boolean
  /** Created by demo mode, and not served outside it. */
  readonly demo: boolean
}
export type NewTenant = Pick<Tenant, 'id' | 'slug' | 'config'> & { readonly demo?: boolean }

const TENANT = [
  'tenants.id',
  'tenants.slug',
  'tenants.config',
  'tenants.demo',
  sql<boolean>`tenants.suspended_at IS NOT NULL`.as('suspended'),
] as const

/** By a host that is served. */
export function tenantByHost(tx: Tx, host: string): Promise<Tenant | undefined> {
  return tx.first(
    db
      .selectFrom('tenants')
      .innerJoin('tenant_hosts', 'tenant_hosts.tenant_id', 'tenants.id')
      .select(TENANT)
      .where('tenant_hosts.host', '=', host)
      .where('tenant_hosts.verified_at', 'is not', null),
  )
}

export function tenantBySlug(tx: Tx, slug: string): Promise<Tenant | undefined> {
  return tx.first(db.selectFrom('tenants').select(TENANT).where('slug', '=', slug))
}

/** The first that is served. */
export function firstHostOf(tx: Tx, tenant: string): Promise<{ host: string } | undefined> {
  return tx.first(
    db
      .selectFrom('tenant_hosts')
      .select('host')
      .where('tenant_id', '=', tenant)
      .where('verified_at', 'is not', null)
      .orderBy('host')
      .limit(1),
  )
}

export async function hostsOf(tx: Tx, tenant: string): Promise<string[]> {
  return (
    await tx.all(
      db.selectFrom('tenant_hosts').select('host').where('tenant_id', '=', tenant).orderBy('host'),
    )
  ).map(({ host }) => host)
}

/** @returns the slug of the tenant that has this host, verified or not */
export async function hostOwner(tx: Tx, host: string): Promise<string | undefined> {
  const owner = await tx.first(
    db
      .selectFrom('tenants')
      .innerJoin('tenant_hosts', 'tenant_hosts.tenant_id', 'tenants.id')
      .select('tenants.slug')
      .where('tenant_hosts.host', '=', host),
  )
  return owner?.slug
}

/** @param search part of a name or of a host, in lower case; empty for all */
export function allTenants(tx: Tx, search = ''): Promise<Tenant[]> {
  const all = db.selectFrom('tenants').select(TENANT).orderBy('slug')
  if (search === '') return tx.all(all)
  const found = (name: 'tenants.slug' | 'tenant_hosts.host') =>
    sql<boolean>`position(${search} in ${sql.ref(name)}) > 0`
  return tx.all(
    all.where(({ or, exists, selectFrom }) =>
      or([
        found('tenants.slug'),
        exists(
          selectFrom('tenant_hosts')
            .select('tenant_hosts.host')
            .whereRef('tenant_hosts.tenant_id', '=', 'tenants.id')
            .where(found('tenant_hosts.host')),
        ),
      ]),
    ),
  )
}

export async function tenantsById(tx: Tx, ids: readonly string[]): Promise<Map<string, Tenant>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(
    db
      .selectFrom('tenants')
      .select(TENANT)
      .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`),
  )
  return new Map(rows.map((tenant) => [tenant.id, tenant]))
}

export async function suspendedTenants(tx: Tx): Promise<string[]> {
  return (
    await tx.all(db.selectFrom('tenants').select('id').where('suspended_at', 'is not', null))
  ).map(({ id }) => id)
}

export function demoTenants(tx: Tx): Promise<{ slug: string }[]> {
  return tx.all(
    db.selectFrom('tenants').select('slug').where('demo', '=', true).orderBy('slug').limit(20),
  )
}

/** An existing one stays as it is. */
export async function ensureTenant(tx: Tx, tenant: NewTenant): Promise<Tenant> {
  await tx.run(
    db
      .insertInto('tenants')
      .values({ ...tenant })
      .onConflict((conflict) => conflict.column('slug').doNothing()),
  )
  const found = await tenantBySlug(tx, tenant.slug)
  if (found === undefined) throw new Error(`the tenant "${tenant.slug}" was removed meanwhile`)
  return found
}

/** @throws a duplicate error if the name is taken */
export function insertTenant(
  tx: Tx,
  { id, slug, config, demo = false }: NewTenant,
): Promise<number> {
  return tx.run(db.insertInto('tenants').values({ id, slug, config, demo }))
}

export function setSuspended(tx: Tx, id: string, at: Date | null): Promise<number> {
  return tx.run(db.updateTable('tenants').set({ suspended_at: at }).where('id', '=', id))
}

export function deleteTenant(tx: Tx, id: string): Promise<number> {
  return tx.run(db.deleteFrom('tenants').where('id', '=', id))
}

/**
 * @param verifiedAt null: it waits until somebody has shown whose it is
 * @throws a duplicate error if the host is taken
 */
export function insertHost(
  tx: Tx,
  tenant: string,
  host: string,
  verifiedAt: Date | null,
): Promise<number> {
  return tx.run(
    db.insertInto('tenant_hosts').values({ host, tenant_id: tenant, verified_at: verifiedAt }),
  )
}

export type WaitingHost = {
  readonly host: string
  readonly checkedAt: Date | null
  readonly found: HostFound | null
}

/** Its hosts that aren't served yet. */
export function waitingHostsOf(tx: Tx, tenant: string): Promise<WaitingHost[]> {
  return tx.all(
    db
      .selectFrom('tenant_hosts')
      .select(['host', 'checked_at as checkedAt', 'found'])
      .where('tenant_id', '=', tenant)
      .where('verified_at', 'is', null)
      .orderBy('host'),
  )
}

/** Of all tenants, those that were looked up the longest ago first. */
export function waitingHosts(
  tx: Tx,
  since: Date,
  most: number,
): Promise<{ host: string; tenant: string }[]> {
  return tx.all(
    db
      .selectFrom('tenant_hosts')
      .select(['host', 'tenant_id as tenant'])
      .where('verified_at', 'is', null)
      .where('added_at', '>', since)
      .orderBy(sql`checked_at NULLS FIRST`)
      .limit(most),
  )
}

/** @returns whether it waited until now */
export async function markHostVerified(
  tx: Tx,
  tenant: string,
  host: string,
  now: Date,
): Promise<boolean> {
  return (await tx.run(whileWaiting(tenant, host).set({ verified_at: now }))) === 1
}

export function markHostChecked(
  tx: Tx,
  tenant: string,
  host: string,
  now: Date,
  found: HostFound,
): Promise<number> {
  return tx.run(whileWaiting(tenant, host).set({ checked_at: now, found }))
}

function whileWaiting(tenant: string, host: string) {
  return db
    .updateTable('tenant_hosts')
    .where('tenant_id', '=', tenant)
    .where('host', '=', host)
    .where('verified_at', 'is', null)
}

export function deleteHost(tx: Tx, tenant: string, host: string): Promise<number> {
  return tx.run(
    db.deleteFrom('tenant_hosts').where('tenant_id', '=', tenant).where('host', '=', host),
  )
}

export async function countPeople(tx: Tx): Promise<{ people: number; owners: number }> {
  const { people, owners } = await tx.one(
    db
      .selectFrom('users')
      .select([
        sql<string>`count(*)`.as('people'),
        sql<string>`count(*) FILTER (WHERE role = 'owner')`.as('owners'),
      ]),
  )
  return { people: Number(people), owners: Number(owners) }
}

/**
 * Deletes a batch of rows of one table of a tenant. As the owner of the tables: no other role may
 * delete everything.
 */
export function deleteSomeRows(
  tx: Tx,
  table: string,
  tenant: string,
  most: number,
): Promise<number> {
  return tx.run({
    compile: () =>
      sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${sql.table(table)} WHERE tenant_id = ${tenant} LIMIT ${most}))`.compile(
        db,
      ),
  })
}

/** A host of the installation's own, which needs nobody's word. */
export function ensureHost(tx: Tx, tenant: string, host: string): Promise<number> {
  return tx.run(
    db
      .insertInto('tenant_hosts')
      .values({ host, tenant_id: tenant })
      .onConflict((conflict) =>
        conflict
          .column('host')
          .doUpdateSet({ verified_at: sql<Date>`excluded.verified_at` })
          .where('tenant_hosts.verified_at', 'is', null)
          .whereRef('tenant_hosts.tenant_id', '=', sql`excluded.tenant_id`),
      ),
  )
}
