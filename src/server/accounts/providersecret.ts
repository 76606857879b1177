/**
 * The secret that a tenant shares with a service: set by an owner or an operator, sealed, and never
 * shown again (docs/decisions/0086).
 */

import {
  clientOf,
  offeredProviders,
  unfinishedProviders,
  type OfferedProvider,
} from '#engine/decide/providers.ts'
import { required } from '#server/base/required.ts'
import { FetchRefused } from '#server/base/guardedfetch.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '#server/store/audit.ts'
import {
  deleteProviderSecret,
  providerSecrets,
  setProviderSecret,
} from '#server/store/providersecrets.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { Discovery } from './discovery.ts'
import { secretOwner } from './providers.ts'

/** What such secrets consist of: nothing that a form or a header would change. */
export const SECRET_PATTERN = '^[\\x21-\\x7e]{1,2000}$'

/** Of a service: what the console and operators are told. */
export type ProviderState = OfferedProvider & {
  /** Null: nobody can sign in with it yet. */
  readonly secretSetAt: Date | null
  /** Where the service sends people back to; it has to be registered there. */
  readonly callback: string
}

/** The services of what is live now, which secrets are for. */
export async function providersOf(
  context: ServerContext,
  tenant: Tenant,
): Promise<ProviderState[]> {
  const config = await writtenConfig(context, tenant)
  const base = await context.baseUrl(tenant)
  const rows = await context.database.tenant(tenant.id, providerSecrets)
  return offeredProviders(config.authProviders).map((provider) => {
    const row = rows.find((each) => each.provider === provider.id)
    return {
      ...provider,
      // One for another address or client id isn't used.
      secretSetAt: row?.client === clientOf(provider) ? row.set_at : null,
      callback: `${base}/api/auth/providers/${provider.id}/callback`,
    }
  })
}

/** As it was published: a release offers only services whose secret is set. */
async function writtenConfig(context: ServerContext, tenant: Tenant) {
  const { catalog } = await context.live(tenant)
  return required(catalog.get('config', tenant.config), `the configuration of ${tenant.slug}`)
}

/** Services that the live configuration names, but that nobody can sign in with yet. */
export async function unfinishedOf(context: ServerContext, tenant: Tenant) {
  const config = await writtenConfig(context, tenant)
  return unfinishedProviders(config.authProviders)
}

/** Asks a service now, whatever is remembered of it. */
export async function tryProvider(
  context: ServerContext,
  tenant: Tenant,
  provider: OfferedProvider,
): Promise<{ readonly issuer: string | null; readonly problem: string | null }> {
  try {
    const discovery = new Discovery({ loopback: context.demo })
    const { metadata } = await discovery.of(tenant.id, provider)
    return { issuer: metadata.issuer, problem: null }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { issuer: null, problem: error.message }
  }
}

/** @param actor null for an operator */
export async function keepSecret(
  context: ServerContext,
  tenant: Tenant,
  provider: OfferedProvider,
  secret: string,
  actor: string | null,
): Promise<void> {
  const client = clientOf(provider)
  const sealed = context.secrets.seal(secret, ...secretOwner(tenant.id, provider.id, client))
  const now = context.now()
  await context.database.tenant(tenant.id, async (tx) => {
    await setProviderSecret(tx, { provider: provider.id, client, sealed, now })
    await addAudit(tx, {
      id: context.newId(),
      now,
      actor,
      action: 'provider.secret',
      target: provider.id,
    })
    await context.releases.announce(tx)
  })
  context.releases.forget(tenant.id)
}

/** Nobody can sign in with the service until it gets another one. */
export async function forgetSecret(
  context: ServerContext,
  tenant: Tenant,
  id: string,
  actor: string | null,
): Promise<void> {
  await context.database.tenant(tenant.id, async (tx) => {
    if ((await deleteProviderSecret(tx, id)) === 0) return
    await addAudit(tx, {
      id: context.newId(),
      now: context.now(),
      actor,
      action: 'provider.forget',
      target: id,
    })
    await context.releases.announce(tx)
  })
  context.releases.forget(tenant.id)
}
