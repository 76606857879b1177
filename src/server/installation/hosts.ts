/**
 * Whose a host is. Until that is known, a tenant isn't served there and no link leads there
 * (docs/decisions/0217).
 */

import { createHash } from 'node:crypto'
import type { HostFound, WaitingHost } from '#engine/contract/tenantshapes.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { plus } from '#server/base/clock.ts'
import type { ServerContext } from '#server/start/context.ts'
import { addAudit } from '../store/audit.ts'
import {
  firstHostOf,
  hostsOf,
  markHostChecked,
  markHostVerified,
  tenantsById,
  waitingHosts,
  waitingHostsOf,
  type Tenant,
} from '../store/tenants.ts'
import { entryOf } from './changing.ts'
import { inviteWaiting, sendsMail, type Invitation } from './inviting.ts'
import { isOwnHost } from './ownhosts.ts'

/** After this long only an operator looks again. */
const LOOKED_UP_SECONDS = 14 * 24 * 3600
const MAX_LOOKED_UP = 50

/** On whose word a host is verified. */
type Word = 'installation' | 'record' | 'operator'

/**
 * The record by which the owner of a host agrees. It isn't secret, as DNS isn't: it names
 * the tenant, and only they can write it there.
 */
export function recordOf(
  { id }: Pick<Tenant, 'id'>,
  host: string,
): { name: string; value: string } {
  const named = createHash('sha256').update(`${id} ${host}`).digest('hex').slice(0, 32)
  return { name: `_tsela.${host}`, value: `tsela-site=${named}` }
}

export async function waitingOf(context: ServerContext, tenant: Tenant): Promise<WaitingHost[]> {
  const rows = await context.database.shared((tx) => waitingHostsOf(tx, tenant.id))
  return rows.map(({ host, checkedAt, found }) => {
    const { name: record, value } = recordOf(tenant, host)
    return { host, record, value, checkedAt: checkedAt?.toISOString() ?? null, found }
  })
}

/** Does none of its hosts lead to it yet? */
export async function waitsForHost({ database }: ServerContext, tenant: Tenant): Promise<boolean> {
  const hosts = await database.shared((tx) => hostsOf(tx, tenant.id))
  if (hosts.length === 0) return false
  return (await database.shared((tx) => firstHostOf(tx, tenant.id))) === undefined
}

/**
 * @param handsOn whether somebody gets the links that no mail server sends
 * @returns the owners who were waiting for the host, if it is served from now on
 */
export async function checkHost(
  context: ServerContext,
  tenant: Tenant,
  host: string,
  handsOn = true,
): Promise<Invitation[]> {
  if (isOwnHost(context, host)) return verifyHost(context, tenant, host, 'installation', handsOn)
  const found = await look(context, tenant, host)
  if (found === 'record') return verifyHost(context, tenant, host, 'record', handsOn)
  await context.database.owner(tenant.id, (tx) =>
    markHostChecked(tx, tenant.id, host, context.now(), found),
  )
  return []
}

async function look(
  context: ServerContext,
  tenant: Tenant,
  host: string,
): Promise<HostFound | 'record'> {
  const { name, value } = recordOf(tenant, host)
  const values = await context.lookUpTxt(name)
  if (values === null) return 'unreachable'
  if (values.some((each) => each.trim() === value)) return 'record'
  return values.length === 0 ? 'missing' : 'different'
}

/** Serves a host from now on, and invites the owners who had no address to be invited to. */
export async function verifyHost(
  context: ServerContext,
  tenant: Tenant,
  host: string,
  by: Word,
  handsOn = true,
): Promise<Invitation[]> {
  const release = await context.live(tenant)
  const waited = await context.database.owner(tenant.id, async (tx) => {
    if (!(await markHostVerified(tx, tenant.id, host, context.now()))) return false
    await addAudit(tx, entryOf(context, tenant, 'tenant.host-verified', { host, by }))
    return true
  })
  if (waited) context.forgetTenants()
  if (!waited) return []
  const mails = await sendsMail(context, tenant.id)
  if (!handsOn && !mails) return []
  // Not as the owner of the tables, which may see the people of other tenants.
  const invited = await context.database.tenant(tenant.id, (tx) =>
    inviteWaiting(context, tx, release, context.addressOf(host), mails),
  )
  for (const { message } of invited) sendMessage(context, message)
  return invited
}

/** One pass over hosts that wait, of all tenants. */
export async function checkWaitingHosts(context: ServerContext): Promise<void> {
  const rows = await context.database.shared((tx) =>
    waitingHosts(tx, plus(context.now(), -LOOKED_UP_SECONDS), MAX_LOOKED_UP),
  )
  const tenants = await context.database.shared((tx) =>
    tenantsById(tx, [...new Set(rows.map((row) => row.tenant))]),
  )
  await Promise.all(
    rows.map(async ({ host, tenant: of }) => {
      const tenant = tenants.get(of)
      if (tenant === undefined) return
      // One that fails is looked up again, and the others are looked up all the same.
      await checkHost(context, tenant, host, false).catch((error: unknown) =>
        context.log?.error({ err: error as Error, tenant: of }, 'a host could not be verified'),
      )
    }),
  )
}
