/** Other documents in place of the live ones: a copy of a tenant, or a file that was brought in. */

import { nameOf } from '#engine/documents/document.ts'
import { required } from '#server/base/required.ts'
import type { Tx } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  loadWorkspace as putTogether,
  prepareRelease as check,
} from '#server/workspace/workspace.ts'
import type { ReleaseContext } from './context.ts'
import { differences, draftNamed } from './differences.ts'
import { experimentChanges, tellHistory } from './experimentchanges.ts'
import { keepsApproval } from './second-person.ts'
import { makeLive, retryWhileMoved, type Author, type Published } from './publishing.ts'

/**
 * Publishes other documents in place of the live ones: those that differ, and nothing else. They are
 * checked like an editor's. Drafts stay what they are.
 *
 * @param wanted every document by name; those of `left` stay as they are
 * @throws Refusal `release/problems`, `release/moved`, and what `afterwards` throws
 */
export async function publishInstead(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  wanted: ReadonlyMap<string, unknown>,
  left: (name: string) => boolean,
  message: string,
  afterwards?: (tx: Tx) => Promise<void>,
): Promise<Published> {
  return retryWhileMoved(async () => {
    const { base, live, liveId } = await putTogether(context, tenant)
    const kept = keepsApproval(tenant, live.documents, wanted)
    const others = differences(live, wanted, left).filter(
      (name) => !kept.some((draft) => nameOf(draft) === name),
    )
    const drafts = [
      ...others.map((name) => draftNamed(tenant, author.id, name, wanted.get(name) ?? null)),
      ...kept,
    ]
    const checked = await check(context, tenant, { base, live, drafts, anyway: true })
    const made = required(checked, 'a release that is made anyway')
    const changes = experimentChanges(live.documents, made.documents)
    return makeLive(context, tenant, author, {
      kind: 'publish',
      message,
      base: base.id,
      ...made,
      from: null,
      expected: liveId,
      drafts: [],
      alone: true,
      afterwards: async (tx) => {
        await tellHistory(context, tx, author.id, changes, message)
        await afterwards?.(tx)
      },
    })
  })
}
