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
import { asHousekeeper, claimChore } from '#server/store/retention.ts'
import {
  dueReleases,
  failScheduled,
  nextDueAfter,
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

/** Between two looks at most: less than a release is scheduled ahead at least. */
const LOOK_MS = 60_000
const FIRST_MS = 2000
/** How long the server that publishes keeps doing so; then another one may, since it may be gone. */
const LEASE_MS = 50_000
/** After a release's time: timers may be early. */
const SLACK_MS = 50
/** Until another server's lease is looked at again, while something is due. */
const AGAIN_MS = 5000

/**
 * Publishes what is due at its time. All servers wait for the same moment, and one of them publishes:
 * checking a release takes seconds, in which others would only do the same work.
 *
 * @returns a function that stops it
 */
export function startScheduledWatch(context: ServerContext): () => void {
  let ended = false
  let leasedUntil = 0
  const look = async (): Promise<number> => {
    const time = context.now()
    let again = LOOK_MS
    if ((await tenantsWithDue(context)).length > 0) {
      const asked = Date.now()
      const every = asked < leasedUntil ? 0 : LEASE_MS
      if (await context.database.owner(null, (tx) => claimChore(tx, 'scheduled', every))) {
        leasedUntil = asked + LEASE_MS
        await publishDue(context)
      } else again = AGAIN_MS
    }
    // Those that couldn't be published are tried again at the next look.
    const next = await asHousekeeper(context.database, (tx) => nextDueAfter(tx, time))
    return untilNextLook(context.now(), next, again)
  }
  const run = () =>
    void look()
      .catch((error: unknown) => {
        context.log?.error({ err: error as Error }, 'scheduled releases could not be looked for')
        return LOOK_MS
      })
      .then(wait)
  let timer: NodeJS.Timeout
  const wait = (ms: number) => {
    if (ended) return
    timer = setTimeout(run, ms)
    timer.unref()
  }
  wait(FIRST_MS)
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** @returns in ms */
export function untilNextLook(now: Date, next: Date | null, atMost: number): number {
  if (next === null) return atMost
  return Math.min(atMost, Math.max(0, next.getTime() - now.getTime()) + SLACK_MS)
}

async function tenantsWithDue(context: ServerContext): Promise<Tenant[]> {
  const { database } = context
  const found = await asHousekeeper(database, (tx) => tenantsDue(tx, context.now()))
  if (found.length === 0) return []
  const tenants = await database.shared((tx) =>
    tenantsById(
      tx,
      found.map(({ id }) => id),
    ),
  )
  return [...tenants.values()].filter(({ suspended }) => !suspended)
}

/** One pass for all tenants. Several servers may do it at once: one of them publishes. */
export async function publishDue(context: ServerContext): Promise<void> {
  const { database } = context
  for (const tenant of await tenantsWithDue(context)) {
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
