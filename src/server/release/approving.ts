/**
 * Asking for a release, and approving it or sending it back. What is approved is exactly what was
 * asked for: each draft is known by its content (docs/decisions/0205).
 */

import type { Approval, Approvals } from '#engine/contract/approvals.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { canonical } from '#engine/documents/json.ts'
import { TENANT } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { required } from '#server/base/required.ts'
import type { Tx } from '#server/database/database.ts'
import {
  approvalById,
  decideApproval,
  deleteApproval,
  insertApproval,
  openApprovals,
  type ApprovalRow,
} from '#server/store/approvals.ts'
import { lastOf } from '#server/store/audit.ts'
import { countWithRole } from '#server/store/console.ts'
import { draftsOf, type DraftWithAuthor } from '#server/store/drafts.ts'
import { lockReleases } from '#server/store/releases.ts'
import {
  changedIn,
  draftsNow,
  isNeeded,
  log,
  overlaps,
  shasOf,
  type Asking,
  type Person,
} from './asking.ts'
import type { ReleaseContext } from './context.ts'
import type { Lost } from './pausing.ts'
import { publish, type Published } from './publishing.ts'
import { keepFor, requireFree, requireTime } from './scheduling.ts'
import { nameOfConfig } from './second-person.ts'

/** How long somebody who is the only one to publish waits for a colleague who could look at it. */
export const ALONE_SECONDS = 24 * 3600

export type Wish = {
  readonly message: string
  /** These documents; all drafts without it. */
  readonly only?: readonly string[]
  /** When it is to be published; as soon as it's approved without it. */
  readonly at?: Date
}

/** What happens in the same transaction. */
export type Hooks = {
  /** Before the drafts are looked at. */
  readonly before?: (tx: Tx) => Promise<void>
  /** Refuses drafts that aren't what it is asked for. */
  readonly requireSame?: (drafts: readonly DraftWithAuthor[]) => void
  readonly asked?: (
    tx: Tx,
    request: { readonly id: string; readonly message: string },
  ) => Promise<void>
  /** Approved, or sent back with a comment. */
  readonly decided?: (tx: Tx, request: ApprovalRow, comment?: string) => Promise<void>
  /** Sent back or withdrawn: nothing is published. */
  readonly ended?: (tx: Tx) => Promise<void>
  readonly paused?: (tx: Tx, paused: readonly Lost[]) => Promise<void>
}

/** What is asked for, and to its asker what was sent back. */
export async function approvalsFor(asking: Asking): Promise<Approvals> {
  const { context, tenant, release, person } = asking
  return context.database.tenant(tenant.id, async (tx) => {
    const shas = shasOf(await draftsOf(tx))
    const open = await openApprovals(tx)
    const alone = await aloneSince(asking, tx)
    const items = open
      .filter(({ state, asked_by }) => state === 'asked' || asked_by === person.id)
      .map((row) => shown(row, person, shas, alone))
    return {
      needed: isNeeded(release, tenant),
      alone: alone !== null,
      setting: nameOfConfig(tenant),
      items,
    }
  })
}

/**
 * Asks a second person to publish drafts. The same call again, because its response was lost, is the
 * same request: nobody is told twice.
 *
 * @returns the id of the request
 * @throws Refusal `approval/off`, `approval/asked`, `release/nothing`, `limit/reached`,
 *   `schedule/scheduled`, `schedule/too-soon`, `schedule/too-far`
 */
export async function askForApproval(
  { context, tenant, release, person }: Asking,
  { message, only, at }: Wish,
  hooks: Pick<Hooks, 'before' | 'requireSame' | 'asked'> = {},
): Promise<string> {
  if (!isNeeded(release, tenant)) throw new Refusal('approval/off')
  if (at !== undefined) requireTime(context.now(), at)
  const id = context.newId()
  return context.database.tenant(tenant.id, async (tx) => {
    // Two requests for the same drafts come one after the other.
    await lockReleases(tx)
    await hooks.before?.(tx)
    const now = context.now()
    const written = await draftsOf(tx)
    hooks.requireSame?.(written)
    const all = shasOf(written)
    const drafts = draftsNow(all, only)
    await requireFree(context, tx, person, drafts, all)
    const open = await openApprovals(tx)
    const asked = { id, message, drafts, asked_by: person.id, asked_at: now }
    const same = open.find((other) => isSame(other, { ...asked, publish_at: at ?? null }))
    if (same !== undefined) return same.id
    for (const other of open) {
      const isMine = other.asked_by === person.id
      if (!isMine && other.state === 'returned') continue
      if (!overlaps(other.drafts, drafts)) continue
      if (!isMine && changedIn(other, all).length === 0) throw new Refusal('approval/asked')
      await remove(context, tx, person, other)
    }
    if (open.filter(({ state }) => state === 'asked').length >= TENANT.approvals)
      throw new Refusal('limit/reached')
    await insertApproval(tx, { ...asked, ...(at && { publish_at: at }) })
    const documents = Object.keys(drafts).length
    await log(context, tx, person, 'approval.ask', id, { message, documents, ...(at && { at }) })
    await hooks.asked?.(tx, { id, message })
    return id
  })
}

function isSame(
  other: ApprovalRow,
  asked: Pick<ApprovalRow, 'message' | 'asked_by' | 'publish_at' | 'drafts'>,
): boolean {
  return (
    other.state === 'asked' &&
    other.asked_by === asked.asked_by &&
    other.message === asked.message &&
    other.publish_at?.getTime() === asked.publish_at?.getTime() &&
    canonical(other.drafts) === canonical(asked.drafts)
  )
}

/**
 * Publishes what was asked for, or schedules it if it was asked for a time that is still to come.
 *
 * @returns the release, or when it will be published
 * @throws Refusal `approval/unknown`, `approval/closed` if somebody else was faster; `approval/own`
 *   or `approval/wait` to the asker; `approval/changed` if a draft isn't what it was; and what
 *   `publish` throws
 */
export async function approve(
  asking: Asking,
  id: string,
  hooks: Pick<Hooks, 'decided' | 'paused'> = {},
): Promise<Published | { readonly at: Date }> {
  const { context, tenant, person } = asking
  const { row, alone } = await context.database.tenant(tenant.id, async (tx) => ({
    row: await requireAsked(tx, id),
    alone: await aloneSince(asking, tx),
  }))
  const isOwn = row.asked_by === person.id
  if (isOwn) {
    if (alone === null) throw new Refusal('approval/own')
    if (context.now() < mayFrom(row, alone)) throw new Refusal('approval/wait')
  }
  const { drafts, message, publish_at: at } = row
  const requireSame = (now: readonly DraftWithAuthor[]) => {
    if (changedIn(row, shasOf(now)).length > 0) throw new Refusal('approval/changed')
  }
  const decide = async (tx: Tx, release?: string) => {
    const decision = { state: 'approved', by: person.id, at: context.now() } as const
    if (!(await decideApproval(tx, id, { ...decision, ...(release && { release }) })))
      throw new Refusal('approval/closed')
    const now = isOwn ? 'approval.alone' : 'approval.approve'
    const later = isOwn ? 'approval.schedule-alone' : 'approval.schedule'
    if (release === undefined) await log(context, tx, person, later, id, { message, at })
    else await log(context, tx, person, now, id, { message, release })
    await hooks.decided?.(tx, row)
  }
  if (at !== null && at > context.now()) {
    await context.database.tenant(tenant.id, async (tx) => {
      await lockReleases(tx)
      requireSame(await draftsOf(tx))
      await decide(tx)
      const { asked_by: scheduled_by } = row
      await keepFor(context, tx, { message, drafts, publish_at: at, scheduled_by, approval_id: id })
    })
    return { at }
  }
  const author = { id: row.asked_by }
  return publish(context, tenant, author, {
    message,
    only: Object.keys(drafts),
    ...(hooks.paused && { onPaused: hooks.paused }),
    exactly: { requireSame, afterwards: decide },
    approved: true,
    by: person.id,
  })
}

/** @throws Refusal `approval/unknown`, `approval/closed`, `approval/own` */
export async function sendBack(
  { context, tenant, person }: Asking,
  id: string,
  comment: string,
  hooks: Pick<Hooks, 'decided' | 'ended'> = {},
): Promise<void> {
  await context.database.tenant(tenant.id, async (tx) => {
    const row = await requireAsked(tx, id)
    if (row.asked_by === person.id) throw new Refusal('approval/own')
    const decision = { state: 'returned', by: person.id, at: context.now(), comment } as const
    if (!(await decideApproval(tx, id, decision))) throw new Refusal('approval/closed')
    await log(context, tx, person, 'approval.return', id, { message: comment })
    await hooks.ended?.(tx)
    await hooks.decided?.(tx, row, comment)
  })
}

/** @throws Refusal `approval/unknown`, `approval/closed`, `approval/not-yours` */
export async function withdraw(
  { context, tenant, person }: Asking,
  id: string,
  hooks: Pick<Hooks, 'ended'> = {},
): Promise<void> {
  await context.database.tenant(tenant.id, async (tx) => {
    const row = await approvalById(tx, id)
    if (row === undefined) throw new Refusal('approval/unknown')
    if (row.asked_by !== person.id) throw new Refusal('approval/not-yours')
    await remove(context, tx, person, row)
    await hooks.ended?.(tx)
  })
}

async function remove(
  context: ReleaseContext,
  tx: Tx,
  person: Person,
  { id, message }: ApprovalRow,
): Promise<void> {
  if (!(await deleteApproval(tx, id))) throw new Refusal('approval/closed')
  await log(context, tx, person, 'approval.withdraw', id, { message })
}

async function requireAsked(tx: Tx, id: string): Promise<ApprovalRow> {
  const row = await approvalById(tx, id)
  if (row === undefined) throw new Refusal('approval/unknown')
  if (row.state !== 'asked') throw new Refusal('approval/closed')
  return row
}

/**
 * An owner who is the only person who may publish has nobody to ask. Since when that has been so, as
 * far as the last day tells: somebody who has just taken the role from a colleague waits as long.
 *
 * @returns null if somebody else may publish, or the person is no owner
 */
async function aloneSince({ context, release, person }: Asking, tx: Tx): Promise<Date | null> {
  if (person.role !== 'owner') return null
  const { roles } = required(release.catalog.actions.get('release.publish'), 'the right to publish')
  if ((await countWithRole(tx, roles ?? [], person.id)) > 0) return null
  const last = await lastOf(tx, 'role.grant', plus(context.now(), -ALONE_SECONDS))
  return last ?? new Date(0)
}

function mayFrom({ asked_at }: ApprovalRow, alone: Date): Date {
  return plus(new Date(Math.max(asked_at.getTime(), alone.getTime())), ALONE_SECONDS)
}

function shown(
  row: ApprovalRow,
  person: Person,
  shas: ReadonlyMap<string, string>,
  alone: Date | null,
): Approval {
  const isMine = row.asked_by === person.id
  return {
    id: row.id,
    state: row.state === 'returned' ? 'returned' : 'asked',
    message: row.message,
    by: row.asker,
    mine: isMine,
    at: row.asked_at.toISOString(),
    documents: Object.keys(row.drafts).sort(),
    changed: changedIn(row, shas),
    comment: row.comment,
    decidedBy: row.decider,
    publishAt: row.publish_at?.toISOString() ?? null,
    ownFrom: isMine && alone !== null ? mayFrom(row, alone).toISOString() : null,
  }
}
