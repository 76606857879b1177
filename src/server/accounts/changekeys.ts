/**
 * A tenant's own keys, set and removed by an owner or an operator: sealed, and never shown again
 * (docs/decisions/0222).
 */

import { OWN_KEY_SERVICES, type OwnKeyService, type OwnKeyView } from '#engine/contract/ownkeys.ts'
import { plus } from '#server/base/clock.ts'
import { isDuplicate, type Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '#server/store/audit.ts'
import {
  currentOwnKeys,
  deleteOwnKeyOf,
  deleteUnusedOwnKeys,
  insertOwnKey,
  retireOwnKey,
} from '#server/store/ownkeys.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { keysOwner, type KeyParts } from './ownkeys.ts'

/** Longer than a payment takes to begin with keys that a server remembers. */
const BEGINNING_SECONDS = 3600

/**
 * @param parts as `keyrules.ts` allows them
 * @param actor null for an operator
 */
export async function keepKeys(
  context: ServerContext,
  tenant: Tenant,
  service: OwnKeyService,
  parts: KeyParts,
  actor: string | null,
): Promise<void> {
  const id = context.newId()
  const sealed = context.secrets.seal(JSON.stringify(parts), ...keysOwner(tenant.id, service, id))
  const keep = () =>
    context.database.tenant(tenant.id, async (tx) => {
      await retire(context, tx, service)
      const now = context.now()
      await insertOwnKey(tx, { id, service, keys_sealed: sealed, set_at: now, set_by: actor })
      await finish(context, tx, 'keys.set', service, actor)
    })
  await keep().catch((error: unknown) => {
    // Somebody else has set the first ones at this moment: the last ones count.
    if (!isDuplicate(error)) throw error
    return keep()
  })
  context.ownKeys.forget(tenant.id)
}

/** @returns false if there were none */
export async function forgetKeys(
  context: ServerContext,
  tenant: Tenant,
  service: OwnKeyService,
  actor: string | null,
): Promise<boolean> {
  const isGone = await context.database.tenant(tenant.id, async (tx) => {
    if ((await retire(context, tx, service)) === 0) return false
    await finish(context, tx, 'keys.forget', service, actor)
    return true
  })
  context.ownKeys.forget(tenant.id)
  return isGone
}

/** A mail server's are gone at once; payments may still need those of a provider. */
async function retire(context: ServerContext, tx: Tx, service: OwnKeyService): Promise<number> {
  if (service === 'smtp') return deleteOwnKeyOf(tx, service)
  const now = context.now()
  await deleteUnusedOwnKeys(tx, plus(now, -BEGINNING_SECONDS))
  return retireOwnKey(tx, service, now)
}

async function finish(
  context: ServerContext,
  tx: Tx,
  action: string,
  target: string,
  actor: string | null,
): Promise<void> {
  await addAudit(tx, { id: context.newId(), now: context.now(), actor, action, target })
  await context.releases.announce(tx)
}

/** Whose keys each service is used with: nothing of the keys themselves. */
export async function keysOf(context: ServerContext, tenant: Tenant): Promise<OwnKeyView[]> {
  const rows = await context.database.tenant(tenant.id, currentOwnKeys)
  const base = await context.baseUrl(tenant)
  return OWN_KEY_SERVICES.map((service) => {
    const row = rows.find((each) => each.service === service)
    return {
      service,
      used: usedOf(context, tenant, service, row !== undefined),
      setAt: row?.set_at.toISOString() ?? null,
      setBy: row === undefined ? null : row.set_by === null ? '' : (row.email ?? row.phone),
      webhook: service === 'smtp' ? null : `${base}/api/payments/${service}/webhook`,
      failure:
        row?.failed_at == null
          ? null
          : { at: row.failed_at.toISOString(), code: row.failure ?? '' },
    }
  })
}

function usedOf(
  context: ServerContext,
  tenant: Tenant,
  service: OwnKeyService,
  isOwn: boolean,
): OwnKeyView['used'] {
  if (service !== 'smtp' && tenant.demo) return 'demo'
  if (isOwn) return 'own'
  const there =
    service === 'smtp'
      ? context.options.environment.smtpUrl !== null
      : context.payments.byName(service) !== null
  return there ? 'installation' : 'none'
}
