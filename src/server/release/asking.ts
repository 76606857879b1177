/**
 * What asking for a release and scheduling one share: who does it, and drafts that are known by
 * their content.
 */

import { createHash } from 'node:crypto'
import { nameOf } from '#engine/documents/document.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Tx } from '#server/database/database.ts'
import { addAudit } from '#server/store/audit.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { UserRow } from '#server/store/users.ts'
import type { Release } from './compose.ts'
import type { ReleaseContext } from './context.ts'

export type Person = Pick<UserRow, 'id' | 'role' | 'email' | 'phone'>
export type Asking = {
  readonly context: ReleaseContext
  readonly tenant: Tenant
  /** What is live: its documents say who may publish, and whether that needs a second person. */
  readonly release: Release
  readonly person: Person
}
/** Document -> hash of its draft. */
export type Drafts = Readonly<Record<string, string>>

/** Whether a second person has to approve what is published. */
export function isNeeded({ catalog }: Release, { config }: Tenant): boolean {
  return catalog.get('config', config)?.approval === true
}

/** Whether this role may publish. */
export function publishes({ catalog }: Release, role: string | null): boolean {
  return role !== null && (catalog.actions.get('release.publish')?.roles ?? []).includes(role)
}

/** Document -> hash of its draft, in full: short ones could be made to match. */
export function shasOf(drafts: readonly DraftWithAuthor[]): Map<string, string> {
  return new Map(
    drafts.map((draft) => [
      nameOf(draft),
      draft.document === null ? 'none' : createHash('sha256').update(draft.document).digest('hex'),
    ]),
  )
}

/**
 * Drafts as they are now.
 *
 * @param only of these documents; all without it
 * @throws Refusal `release/nothing` if there are none
 */
export function draftsNow(now: ReadonlyMap<string, string>, only?: readonly string[]): Drafts {
  const wanted = [...now].filter(([name]) => only === undefined || only.includes(name))
  if (wanted.length === 0) throw new Refusal('release/nothing')
  return Object.fromEntries(wanted)
}

/** Documents whose draft isn't what it was then. */
export function changedIn(
  { drafts }: { readonly drafts: Drafts },
  now: ReadonlyMap<string, string>,
): string[] {
  return Object.keys(drafts)
    .filter((name) => now.get(name) !== drafts[name])
    .sort()
}

export function overlaps(one: Drafts, other: Drafts): boolean {
  return Object.keys(one).some((name) => Object.hasOwn(other, name))
}

export function log(
  context: ReleaseContext,
  tx: Tx,
  { id: actor }: { readonly id: string | null },
  action: string,
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return addAudit(tx, { id: context.newId(), now: context.now(), actor, action, target, detail })
}
