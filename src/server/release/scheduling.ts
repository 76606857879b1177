/**
 * Releases that are published at a time that somebody chose: exactly the drafts of that moment, with
 * all checks, or nothing (docs/decisions/0207).
 */

import {
  MAX_AHEAD_SECONDS,
  MIN_AHEAD_SECONDS,
  type ScheduledRelease,
} from '#engine/contract/approvals.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { publishedApproval } from '#server/store/approvals.ts'
import { draftsOf } from '#server/store/drafts.ts'
import { lockReleases } from '#server/store/releases.ts'
import {
  deleteScheduled,
  insertScheduled,
  roleNow,
  scheduledById,
  scheduledReleases,
  type NewScheduled,
  type ScheduledRow,
} from '#server/store/scheduled.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  changedIn,
  draftsNow,
  isNeeded,
  log,
  overlaps,
  publishes,
  shasOf,
  type Asking,
  type Drafts,
  type Person,
} from './asking.ts'
import type { Release } from './compose.ts'
import type { ReleaseContext } from './context.ts'
import { publish, type Published, type Wanted } from './publishing.ts'

/** @throws Refusal `schedule/too-soon`, `schedule/too-far` */
export function requireTime(now: Date, at: Date): void {
  if (!(at >= plus(now, MIN_AHEAD_SECONDS))) throw new Refusal('schedule/too-soon')
  if (at > plus(now, MAX_AHEAD_SECONDS)) throw new Refusal('schedule/too-far')
}

export async function scheduledFor(asking: Asking): Promise<ScheduledRelease[]> {
  const { context, tenant } = asking
  return context.database.tenant(tenant.id, async (tx) => {
    const shas = shasOf(await draftsOf(tx))
    return (await scheduledReleases(tx)).map((row) => shown(row, asking, shas))
  })
}

/**
 * Schedules a release of drafts as they are now.
 *
 * @param only these documents; all drafts without it
 * @returns its id
 * @throws Refusal `approval/needed`, `release/nothing`, `limit/reached`, `schedule/too-soon`,
 *   `schedule/too-far`, `schedule/scheduled` if one of the drafts is scheduled already
 */
export async function schedule(
  { context, tenant, release, person }: Asking,
  message: string,
  at: Date,
  only?: readonly string[],
): Promise<string> {
  if (isNeeded(release, tenant)) throw new Refusal('approval/needed')
  requireTime(context.now(), at)
  return context.database.tenant(tenant.id, async (tx) => {
    // Two for the same drafts come one after the other.
    await lockReleases(tx)
    const now = shasOf(await draftsOf(tx))
    const drafts = draftsNow(now, only)
    await requireFree(context, tx, person, drafts, now)
    const { id: scheduled_by } = person
    const wanted = { message, drafts, publish_at: at, scheduled_by, approval_id: null }
    const id = await keepFor(context, tx, wanted)
    const documents = Object.keys(drafts).length
    await log(context, tx, person, 'schedule.make', id, { message, documents, at })
    return id
  })
}

/** @throws Refusal `limit/reached` */
export async function keepFor(
  context: ReleaseContext,
  tx: Tx,
  wanted: Omit<NewScheduled, 'id' | 'scheduled_at'>,
): Promise<string> {
  const others = await scheduledReleases(tx)
  if (others.filter(({ state }) => state === 'waiting').length >= TENANT.scheduledReleases)
    throw new Refusal('limit/reached')
  const id = context.newId()
  await insertScheduled(tx, { ...wanted, id, scheduled_at: context.now() })
  return id
}

/**
 * A draft waits in one scheduled release. Those of these drafts that won't be published anyway make
 * room.
 *
 * @throws Refusal `schedule/scheduled`
 */
export async function requireFree(
  context: ReleaseContext,
  tx: Tx,
  person: Person,
  drafts: Drafts,
  now: ReadonlyMap<string, string>,
): Promise<void> {
  for (const other of await scheduledReleases(tx)) {
    if (!overlaps(other.drafts, drafts)) continue
    if (other.state === 'waiting' && changedIn(other, now).length === 0)
      throw new Refusal('schedule/scheduled')
    await remove(context, tx, person, other)
  }
}

/**
 * Publishes it before its time.
 *
 * @throws Refusal `schedule/unknown`, `schedule/changed`; `approval/own` to the one who asked a
 *   second person, who has approved the time too; and what `publish` throws
 */
export async function publishNow(
  asking: Asking,
  id: string,
  onPaused: NonNullable<Wanted['onPaused']>,
): Promise<Published> {
  const { context, tenant, person } = asking
  const row = await context.database.tenant(tenant.id, (tx) => scheduledById(tx, id))
  if (row?.state !== 'waiting') throw new Refusal('schedule/unknown')
  if (!isEarly(row, person)) throw new Refusal('approval/own')
  const { message } = row
  return publishScheduled(context, tenant, row, {
    onPaused,
    by: person.id,
    afterwards: (tx, release) =>
      log(context, tx, person, 'schedule.publish-now', id, { message, release }),
  })
}

/**
 * Publishes it at its time, on the word of the one who scheduled it, or who approved it.
 *
 * @throws Refusal `schedule/changed`, `schedule/unknown` if another server was faster or it was
 *   cancelled, `schedule/role` if that person may no longer publish; and what `publish` throws
 */
export async function publishAtItsTime(
  context: ReleaseContext,
  tenant: Tenant,
  release: Release,
  row: ScheduledRow,
  onPaused: NonNullable<Wanted['onPaused']>,
): Promise<Published> {
  const by = row.approval_id === null ? row.scheduled_by : row.approver_id
  const requireRole = async (tx: Tx) => {
    if (by === null || !publishes(release, await roleNow(tx, by)))
      throw new Refusal('schedule/role')
  }
  // Before seconds of checks, and again in the transaction that publishes.
  await context.database.tenant(tenant.id, requireRole)
  const { id, message } = row
  return publishScheduled(context, tenant, row, {
    onPaused,
    by: by ?? undefined,
    afterwards: async (tx, published) => {
      await requireRole(tx)
      const author = { id: row.scheduled_by }
      await log(context, tx, author, 'schedule.publish', id, { message, release: published })
    },
  })
}

function publishScheduled(
  context: ReleaseContext,
  tenant: Tenant,
  row: ScheduledRow,
  {
    onPaused,
    by,
    afterwards,
  }: Pick<Wanted, 'onPaused' | 'by'> & {
    readonly afterwards: (tx: Tx, release: string) => Promise<void>
  },
): Promise<Published> {
  const { id, message, drafts, approval_id: approval } = row
  const author = { id: row.scheduled_by }
  return publish(context, tenant, author, {
    message,
    only: Object.keys(drafts),
    ...(onPaused && { onPaused }),
    approved: approval !== null,
    by,
    exactly: {
      requireSame: (now) => {
        if (changedIn(row, shasOf(now)).length > 0) throw new Refusal('schedule/changed')
      },
      afterwards: async (tx, release) => {
        if (!(await deleteScheduled(tx, id, 'waiting'))) throw new Refusal('schedule/unknown')
        if (approval !== null) await publishedApproval(tx, approval, release)
        await afterwards(tx, release)
      },
    },
  })
}

/**
 * Cancels it, or dismisses what wasn't published.
 *
 * @throws Refusal `schedule/unknown`; `schedule/not-yours` to a colleague who may not publish
 */
export async function cancel(
  { context, tenant, release, person }: Asking,
  id: string,
): Promise<void> {
  await context.database.tenant(tenant.id, async (tx) => {
    const row = await scheduledById(tx, id)
    if (row === undefined) throw new Refusal('schedule/unknown')
    if (row.scheduled_by !== person.id && !publishes(release, person.role))
      throw new Refusal('schedule/not-yours')
    await remove(context, tx, person, row)
  })
}

async function remove(
  context: ReleaseContext,
  tx: Tx,
  person: Person,
  { id, state, message, publish_at: at }: ScheduledRow,
): Promise<void> {
  if (!(await deleteScheduled(tx, id, state))) throw new Refusal('schedule/unknown')
  // The log says already that a failed one wasn't published, and why.
  if (state === 'waiting') await log(context, tx, person, 'schedule.cancel', id, { message, at })
}

/** Whether somebody who may publish may publish it before its time. */
function isEarly({ approval_id, approver_id, scheduled_by }: ScheduledRow, { id }: Person) {
  return approval_id === null || scheduled_by !== id || approver_id === id
}

function shown(
  row: ScheduledRow,
  { release, person }: Asking,
  shas: ReadonlyMap<string, string>,
): ScheduledRelease {
  const isMine = row.scheduled_by === person.id
  const isPublisher = publishes(release, person.role)
  const isWaiting = row.state === 'waiting'
  return {
    id: row.id,
    state: row.state,
    message: row.message,
    at: row.publish_at.toISOString(),
    by: row.scheduler,
    mine: isMine,
    ...(row.approval_id !== null && { approvedBy: row.approver }),
    documents: Object.keys(row.drafts).sort(),
    changed: isWaiting ? changedIn(row, shas) : [],
    reason: (row.reason ?? null) as ScheduledRelease['reason'],
    detail: row.detail ?? null,
    mayPublish: isPublisher && isWaiting && isEarly(row, person),
    mayCancel: isMine || isPublisher,
  }
}
