/** Tenants of an installation: made from a template, and listed. Without a restart. */

import { domainToASCII } from 'node:url'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { MAX_TENANT_LIMIT, TENANT_LIMITS, type Allowed } from '#engine/contract/tenantlimits.ts'
import type { TenantList, TenantSummary, TenantView } from '#engine/contract/tenantshapes.ts'
import { TENANT } from '#server/base/bounds.ts'
import { documentsFor } from '#server/release/shipped.ts'
import { publishInstead } from '#server/release/publish-instead.ts'
import type { ServerContext } from '#server/start/context.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import { addAudit, type NewAudit } from '../store/audit.ts'
import { countOf, limitsOf } from '../store/tenantlimits.ts'
import {
  allTenants,
  countPeople,
  hostsOf,
  insertHost,
  insertTenant,
  tenantBySlug,
  type Tenant,
} from '../store/tenants.ts'
import { isBundled } from './bundle.ts'
import { entryOf } from './changing.ts'
import { waitingOf, waitsForHost } from './hosts.ts'
import { verifiedAt } from './ownhosts.ts'
import { remove } from './removing.ts'

const SLUG = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/
/** The template without any changes. */
export const BLANK = 'blank'
/** More are no list to choose from; those beyond can be named in a call. */
const MAX_TEMPLATES = 2000
/** What a blank tenant is configured by. */
const PLAIN = 'default'

export function isSlug(given: string): boolean {
  return SLUG.test(given)
}

/** A host name as browsers send it. @returns null if it is none */
export function hostOf(given: string): string | null {
  const host = domainToASCII(given.toLowerCase()).replace(/\.$/, '')
  const isHost =
    host !== '' &&
    host.length <= 253 &&
    !/[:/@]/.test(given) &&
    host.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return isHost ? host : null
}

/** What a new tenant starts with. `documents` is null if it starts with the product's own. */
export type Template = {
  readonly config: string
  readonly documents: ReadonlyMap<string, AnyDocument> | null
}

/**
 * A template by its name: `blank`; a tenant, whose published documents are copied; or a tenant that
 * the product ships, as it ships it.
 *
 * @returns undefined if there is none of that name
 */
export async function templateOf(
  context: ServerContext,
  name: string,
): Promise<Template | undefined> {
  if (name === BLANK) return { config: PLAIN, documents: null }
  const tenant = await context.database.shared((tx) => tenantBySlug(tx, name))
  if (tenant !== undefined) {
    const { live } = await loadWorkspace(context, tenant)
    return { config: tenant.config, documents: live.documents }
  }
  const { catalog } = context.options.base
  const shipped = catalog.get('tenant', name)
  return (
    shipped && {
      config: shipped.config,
      documents: documentsFor(catalog, name, shipped.config),
    }
  )
}

/**
 * Creates a tenant and publishes what its template adds to the product.
 *
 * @param trusted its hosts are served at once, on the word of the one who makes it
 * @throws the database's own error if the slug or a host was taken meanwhile; Refusal
 *   `release/problems` if the template's documents are no longer sound. Then there is no tenant.
 */
export async function makeTenant(
  context: ServerContext,
  slug: string,
  hosts: readonly string[],
  { config, documents }: Template,
  detail: NewAudit['detail'] = {},
  trusted = false,
): Promise<Tenant> {
  const made: Tenant = { id: context.newId(), slug, config, suspended: false, demo: context.demo }
  await context.database.owner(made.id, async (tx) => {
    await insertTenant(tx, made)
    for (const host of hosts)
      await insertHost(tx, made.id, host, verifiedAt(context, host, trusted))
    await addAudit(tx, entryOf(context, made, 'tenant.create', { hosts, ...detail }))
  })
  try {
    await context.releases.keepShipped(made)
    if (documents !== null)
      await publishInstead(context, made, { id: null }, documents, (name) => !isBundled(name), slug)
  } catch (error) {
    await remove(context, made, 0, () => undefined)
    throw error
  }
  context.forgetTenants()
  return made
}

/**
 * How many people each has, and none of them.
 *
 * @param search part of a name or of a host; empty for all
 */
export async function tenantsWithCounts(
  context: ServerContext,
  search: string,
  page: number,
  pageSize: number,
): Promise<Pick<TenantList, 'items' | 'total' | 'templates'>> {
  const all = await context.database.shared((tx) => allTenants(tx, search))
  const items: TenantSummary[] = []
  for (const tenant of all.slice((page - 1) * pageSize, page * pageSize))
    items.push(await summaryOf(context, tenant))
  return { items, total: all.length, templates: await templatesOf(context) }
}

/** Names of templates besides `blank`: what the product ships, and every tenant. */
async function templatesOf(context: ServerContext): Promise<string[]> {
  const shipped = context.options.base.catalog.all('tenant').map(({ id }) => id)
  const tenants = await context.database.shared((tx) => allTenants(tx, ''))
  return [...new Set([...shipped, ...tenants.map(({ slug }) => slug)])]
    .sort()
    .slice(0, MAX_TEMPLATES)
}

export async function summaryOf(context: ServerContext, tenant: Tenant): Promise<TenantSummary> {
  const { people, owners } = await context.database.tenant(tenant.id, countPeople)
  const hosts = await context.database.shared((tx) => hostsOf(tx, tenant.id))
  const waiting = await waitingOf(context, tenant)
  return {
    slug: tenant.slug,
    state: stateOf(context, tenant),
    address: await addressOf(context, tenant),
    hosts,
    waiting,
    config: tenant.config,
    people,
    owners,
  }
}

/** With what it has, and may have at most. */
export async function viewOf(context: ServerContext, tenant: Tenant): Promise<TenantView> {
  const summary = await summaryOf(context, tenant)
  const [most, pictures, records] = await context.database.tenant(
    tenant.id,
    async (tx) =>
      [
        await limitsOf(tx),
        await countOf(tx, 'pictures', MAX_TENANT_LIMIT),
        await countOf(tx, 'records', MAX_TENANT_LIMIT),
      ] as const,
  )
  return {
    ...summary,
    limits: {
      people: { most: most.people, used: summary.people },
      pictures: { most: most.pictures ?? TENANT.images, used: pictures },
      records: { most: most.records, used: records },
    },
  }
}

/** For its own people: what it has of what is limited. */
export async function allowedOf(context: ServerContext, tenant: Tenant): Promise<Allowed[]> {
  return context.database.tenant(tenant.id, async (tx) => {
    const limits = await limitsOf(tx)
    const found: Allowed[] = []
    for (const what of TENANT_LIMITS) {
      const most = limits[what] ?? (what === 'pictures' ? TENANT.images : null)
      if (most !== null) found.push({ what, most, used: await countOf(tx, what, MAX_TENANT_LIMIT) })
    }
    return found
  })
}

/** Where people reach it, or will once its first host is verified. */
export async function addressOf(context: ServerContext, tenant: Tenant): Promise<string> {
  if (!(await waitsForHost(context, tenant))) return context.baseUrl(tenant)
  const [first = ''] = await context.database.shared((tx) => hostsOf(tx, tenant.id))
  return context.addressOf(first)
}

function stateOf(context: ServerContext, { suspended, demo }: Tenant): TenantSummary['state'] {
  if (suspended) return 'closed'
  return demo && !context.demo ? 'demo' : 'open'
}
