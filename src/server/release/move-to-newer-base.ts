/**
 * A newer version of the product has been deployed: what each tenant changed is laid upon it. Where both changed the same
 * thing the tenant stays where it is until somebody has decided.
 */

import type { Upgrade } from '#engine/contract/admincontract.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { manifestOf } from './shipped.ts'
import { makeLive, type Author, type Published } from './publishing.ts'
import { saveDraft } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { Carried, Choices } from '#server/workspace/upgrade.ts'
import {
  askNow,
  documentsOf,
  loadWorkspace,
  prepareRelease,
  type Workspace,
} from '#server/workspace/workspace.ts'
import type { ReleaseContext } from '#server/release/context.ts'

type Look = {
  readonly answer: Upgrade
  readonly space: Workspace
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly drafts: Carried['drafts']
}

/** What moving on would mean. A choice is known by `menu/main#/items/reports/label`. */
export async function lookAtUpgrade(
  world: ReleaseContext,
  tenant: Tenant,
  choices: Choices,
): Promise<Look> {
  const space = await loadWorkspace(world, tenant)
  const next = world.releases.bases.of(tenant)
  if (next.id === space.base.id)
    return {
      answer: { from: next.id, to: next.id, state: 'current', conflicts: [] },
      space,
      documents: space.live.documents,
      drafts: [],
    }
  const { conflicts, documents, drafts } = await askNow(
    world,
    tenant,
    'upgrade',
    { choices },
    { ...space, others: { next } },
  )
  const open = conflicts.some(({ choice }) => choice === null)
  return {
    answer: { from: space.base.id, to: next.id, state: open ? 'conflicts' : 'ready', conflicts },
    space,
    documents: await documentsOf(documents, next, space.live, space.base),
    drafts,
  }
}

/**
 * Moves a tenant on to the version that is deployed.
 *
 * @throws Refusal `upgrade/conflicts` while something is to be decided, `release/nothing` when it stands there already
 */
export async function upgrade(
  world: ReleaseContext,
  tenant: Tenant,
  author: Author,
  choices: Choices,
): Promise<Published> {
  const { answer, space, documents, drafts } = await lookAtUpgrade(world, tenant, choices)
  if (answer.state === 'current') throw new Refusal('release/nothing')
  if (answer.state === 'conflicts')
    throw new Refusal('upgrade/conflicts', { extra: { conflicts: answer.conflicts } })
  const next = world.releases.bases.of(tenant)
  const made = await prepareRelease(world, tenant, {
    base: next,
    live: { documents, manifest: manifestOf(documents) },
    before: space.live,
    anyway: true,
  })
  const published = await makeLive(world, tenant, author, {
    kind: 'upgrade',
    message: '',
    base: next.id,
    ...made!,
    from: null,
    expected: space.liveId,
    drafts: [],
    // What somebody is still working on moves along.
    afterwards: async (tx) => {
      const moved = new Map(drafts.map(({ name, text }) => [name, text]))
      for (const { kind, id, revision, updated_by } of space.drafts) {
        const document = moved.get(`${kind}/${id}`)
        if (document !== undefined)
          await saveDraft(tx, { kind, id, document, by: updated_by, now: world.now() }, revision)
      }
    },
  })
  if (published === null) throw new Refusal('release/moved')
  return published
}

export type UpgradeOutcome = {
  readonly tenant: string
  readonly state: 'moved' | 'current' | 'conflicts' | 'problems'
  readonly detail: string
}

/** The command `npm run upgrade`: every tenant that can moves on; the others stay and see in the console what to decide. */
export async function upgradeAll(
  world: ReleaseContext,
  tenants: readonly Tenant[],
): Promise<UpgradeOutcome[]> {
  const outcomes: UpgradeOutcome[] = []
  for (const tenant of tenants) {
    try {
      const { answer } = await lookAtUpgrade(world, tenant, {})
      if (answer.state === 'ready') await upgrade(world, tenant, { id: null }, {})
      const state = answer.state === 'ready' ? 'moved' : answer.state
      outcomes.push({
        tenant: tenant.slug,
        state,
        detail: answer.conflicts
          .map(({ document, at, code }) => `${document}#${at} ${code}`)
          .join(', '),
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ tenant: tenant.slug, state: 'problems', detail: error.code })
    }
  }
  return outcomes
}
