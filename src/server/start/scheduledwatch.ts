/**
 * Publishes scheduled releases whose time has come. What can't be published stays unpublished as a
 * whole, and the console says why (docs/decisions/0207).
 */

import type { NotPublished } from '#engine/contract/approvals.ts'
import { Refusal, type Code, type Problem } from '#engine/contract/problems.ts'
import { pausedMessages } from '#server/accounts/experimentmessages.ts'
import { plus } from '#server/base/clock.ts'
import { log } from '#server/release/asking.ts'
import { publishAtItsTime } from '#server/release/scheduling.ts'
import { asHousekeeper } from '#server/store/retention.ts'
import {
  dueReleases,
  failScheduled,
  tenantsDue,
  type ScheduledRow,
} from '#server/store/scheduled.ts'
import { tenantsById, type Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from './context.ts'

/** After this long without a running server, publishing it might surprise more than help. */
export const MAX_LATE_SECONDS = 24 * 3600
/** Of the problem that is shown. */
const MAX_DETAIL = 500

const REASONS: Partial<Record<Code, NotPublished>> = {
  'schedule/changed': 'changed',
  'schedule/role': 'role',
  'release/problems': 'problems',
  'release/nothing': 'nothing',
  'approval/needed': 'approval',
}

/** One pass for all tenants. Several servers may do it at once: one of them publishes. */
export async function publishDue(context: ServerContext): Promise<void> {
  const { database } = context
  const ids = (await asHousekeeper(database, (tx) => tenantsDue(tx, context.now()))).map(
    ({ id }) => id,
  )
  const tenants = await database.shared((tx) => tenantsById(tx, ids))
  for (const tenant of tenants.values()) {
    if (tenant.suspended) continue
    for (const row of await database.tenant(tenant.id, (tx) => dueReleases(tx, context.now())))
      try {
        await publishOne(context, tenant, row)
      } catch (error) {
        // It's tried again, and the others are published all the same.
        context.log?.error(
          { err: error as Error, tenant: tenant.id, scheduled: row.id },
          'a scheduled release could not be published',
        )
      }
  }
}

/** @throws what may be over in a minute */
async function publishOne(
  context: ServerContext,
  tenant: Tenant,
  row: ScheduledRow,
): Promise<void> {
  if (context.now() > plus(row.publish_at, MAX_LATE_SECONDS))
    return fail(context, tenant, row, 'late', null)
  const release = await context.live(tenant)
  const { tell, send } = pausedMessages(context, release)
  try {
    await publishAtItsTime(context, tenant, release, row, tell)
    send()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Another server was faster, or somebody has cancelled it.
    if (error.code === 'schedule/unknown') return
    const reason = REASONS[error.code]
    if (reason === undefined) throw error
    await fail(context, tenant, row, reason, firstProblem(error))
  }
}

function fail(
  context: ServerContext,
  tenant: Tenant,
  { id, message, publish_at: at, scheduled_by }: ScheduledRow,
  reason: NotPublished,
  detail: string | null,
): Promise<void> {
  return context.database.tenant(tenant.id, async (tx) => {
    if (!(await failScheduled(tx, id, reason, detail))) return
    const said = { message, at, why: reason, ...(detail !== null && { problem: detail }) }
    await log(context, tx, { id: scheduled_by }, 'schedule.fail', id, said)
  })
}

function firstProblem({ detail }: Refusal): string | null {
  const problems = (detail.extra?.['problems'] ?? []) as readonly Problem[]
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  return first === undefined ? null : `${first.document}: ${first.message}`.slice(0, MAX_DETAIL)
}
