/**
 * After a newer version of the product is deployed, each tenant's changes are applied to it. If
 * both changed the same thing, the tenant stays on its version until an editor has decided.
 */

import type { Upgrade } from '#engine/contract/admincontract.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { required } from '#server/base/required.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { experimentChanges, tellHistory } from './experimentchanges.ts'
import { keepsApproval } from './second-person.ts'
import { manifestOf } from './shipped.ts'
import { makeLive, type Author, type Published } from './publishing.ts'
import { saveDraft } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { Choices, Rebased } from '#server/workspace/rebase-changes.ts'
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
  readonly drafts: Rebased['drafts']
}

/** What the upgrade would change. A choice is identified like `menu/main#/items/reports/label`. */
export async function previewUpgrade(
  context: ReleaseContext,
  tenant: Tenant,
  choices: Choices,
): Promise<Look> {
  const space = await loadWorkspace(context, tenant)
  const next = context.releases.bases.of(tenant)
  if (next.id === space.base.id)
    return {
      answer: { from: next.id, to: next.id, state: 'current', conflicts: [] },
      space,
      documents: space.live.documents,
      drafts: [],
    }
  const { conflicts, documents, drafts } = await askNow(
    context,
    tenant,
    'rebase',
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
 * Upgrades a tenant to the deployed version.
 *
 * @throws Refusal `upgrade/conflicts` while there is something to decide, `release/nothing` if it
 *   has that version already
 */
export async function upgradeTenant(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  choices: Choices,
): Promise<Published> {
  const { answer, space, documents, drafts } = await previewUpgrade(context, tenant, choices)
  if (answer.state === 'current') throw new Refusal('release/nothing')
  if (answer.state === 'conflicts')
    throw new Refusal('upgrade/conflicts', { extra: { conflicts: answer.conflicts } })
  const next = context.releases.bases.of(tenant)
  const made = await prepareRelease(context, tenant, {
    base: next,
    live: { documents, manifest: manifestOf(documents) },
    drafts: keepsApproval(tenant, space.live.documents, documents),
    before: space.live,
    anyway: true,
  })
  const checked = required(made, 'a release that is made anyway')
  const changes = experimentChanges(space.live.documents, checked.documents)
  const published = await makeLive(context, tenant, author, {
    kind: 'upgrade',
    message: '',
    base: next.id,
    ...checked,
    from: null,
    expected: space.liveId,
    drafts: [],
    // Drafts are moved along.
    afterwards: async (tx) => {
      await tellHistory(context, tx, author.id, changes, '')
      const moved = new Map(drafts.map(({ name, text }) => [name, text]))
      for (const { kind, id, revision, updated_by } of space.drafts) {
        const document = moved.get(`${kind}/${id}`)
        if (document !== undefined)
          await saveDraft(tx, { kind, id, document, by: updated_by, now: context.now() }, revision)
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

/**
 * The command `npm run upgrade`: upgrades every tenant that can be; the others stay, and see in the
 * console what to decide.
 */
export async function upgradeAllTenants(
  context: ReleaseContext,
  tenants: readonly Tenant[],
): Promise<UpgradeOutcome[]> {
  const outcomes: UpgradeOutcome[] = []
  for (const tenant of tenants) {
    try {
      const { answer } = await previewUpgrade(context, tenant, {})
      if (answer.state === 'ready') await upgradeTenant(context, tenant, { id: null }, {})
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
