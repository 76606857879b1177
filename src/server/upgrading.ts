/**
 * A newer version of the product has been deployed: what each tenant changed is laid upon it. Where both changed the same
 * thing the tenant stays where it is until somebody has decided.
 */

import type { Upgrade } from '#engine/admincontract.ts'
import { diff } from '#engine/diff.ts'
import { splitName } from '#engine/document.ts'
import { canonical, type Json } from '#engine/json.ts'
import type { AnyDocument } from '#engine/kinds.ts'
import { apply, stamp } from '#engine/overlay.ts'
import { rebase, resolve, type Conflict } from '#engine/rebase.ts'
import { Refusal } from '#engine/problems.ts'
import { isAtomicIn, makeLive, requireSound, workshop, type Author, type Published, type Workshop } from './publishing.ts'
import { saveDraft } from './store/drafts.ts'
import type { Tenant } from './store/tenants.ts'
import type { World } from './world.ts'

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>
type Look = { readonly answer: Upgrade; readonly shop: Workshop; readonly documents: ReadonlyMap<string, AnyDocument> }

/** What moving on would mean. A choice is known by `menu/main#/items/reports/label`. */
export async function lookAtUpgrade(world: World, tenant: Tenant, choices: Choices): Promise<Look> {
  const shop = await workshop(world, tenant)
  const next = world.releases.bases.of(tenant)
  const conflicts: Upgrade['conflicts'][number][] = []
  const documents = new Map<string, AnyDocument>()
  if (next.id === shop.base.id) return { answer: { from: next.id, to: next.id, state: 'current', conflicts }, shop, documents: shop.live }
  for (const name of new Set([...next.documents.keys(), ...shop.live.keys(), ...shop.base.documents.keys()])) {
    const [before, now, mine] = [shop.base.documents.get(name), next.documents.get(name), shop.live.get(name)] as (Json | undefined)[]
    const moved = carry(before, now, mine)
    for (const conflict of moved.conflicts) conflicts.push({ document: name, ...worded(conflict), choice: choices[keyOf(name, conflict)] ?? null })
    const decided = resolve(now, moved, (conflict) => choices[keyOf(name, conflict)] ?? 'mine')
    const document = apply(now, decided) as AnyDocument | undefined
    if (document !== undefined) documents.set(name, document)
  }
  const open = conflicts.some(({ choice }) => choice === null)
  return { answer: { from: shop.base.id, to: next.id, state: open ? 'conflicts' : 'ready', conflicts }, shop, documents }
}

/** What a tenant made of a document, laid upon its newer version. Both are at the newest version of their kind by now. */
function carry(before: Json | undefined, now: Json | undefined, mine: Json | undefined) {
  if (canonical(before) === canonical(mine)) return { ops: [], conflicts: [] }
  return rebase(before, now, stamp(before, diff(before, mine, isAtomicIn(before, mine))))
}

function keyOf(name: string, { at }: Conflict): string {
  return `${name}#${at}`
}

function worded({ code, at, op, baseOld, baseNew, mine }: Conflict) {
  return { code, at, op, baseOld: baseOld ?? null, baseNew: baseNew ?? null, mine: mine ?? null }
}

/**
 * Moves a tenant on to the version that is deployed.
 *
 * @throws Refusal `upgrade/conflicts` while something is to be decided, `release/nothing` when it stands there already
 */
export async function upgrade(world: World, tenant: Tenant, author: Author, choices: Choices): Promise<Published> {
  const { answer, shop, documents } = await lookAtUpgrade(world, tenant, choices)
  if (answer.state === 'current') throw new Refusal('release/nothing')
  if (answer.state === 'conflicts') throw new Refusal('upgrade/conflicts', { extra: { conflicts: answer.conflicts } })
  const next = world.releases.bases.of(tenant)
  await requireSound(world, { base: next, effective: documents })
  const published = await makeLive(world, tenant, author, {
    kind: 'upgrade',
    message: '',
    base: next.id,
    documents,
    before: shop.live,
    from: null,
    expected: shop.liveId,
    drafts: [],
    // What somebody is still working on moves along; where both changed the same thing, the draft is what they see.
    afterwards: async (tx) => {
      for (const draft of shop.drafts) {
        if (draft.document === null) continue
        const name = `${draft.kind}/${draft.id}`
        const [before, theirs] = [shop.live.get(name), documents.get(name)] as (Json | undefined)[]
        const mine = JSON.parse(draft.document) as Json
        const moved = carryDraft(before, mine, theirs)
        const [kind, id] = splitName(name)
        if (moved !== undefined && canonical(moved) !== canonical(mine)) await saveDraft(tx, { kind, id, document: JSON.stringify(moved), by: draft.updated_by, now: world.now() }, draft.revision)
      }
    },
  })
  if (published === null) throw new Refusal('release/moved')
  return published
}

function carryDraft(before: Json | undefined, mine: Json, theirs: Json | undefined): Json | undefined {
  try {
    return apply(
      theirs,
      resolve(theirs, rebase(before, theirs, stamp(before, diff(before, mine, isAtomicIn(before, mine)))), () => 'mine'),
    )
  } catch {
    // A draft that is no document yet stays as it was typed.
    return mine
  }
}

export type UpgradeOutcome = { readonly tenant: string; readonly state: 'moved' | 'current' | 'conflicts' | 'problems'; readonly detail: string }

/** The command `npm run upgrade`: every tenant that can moves on; the others stay and see in the console what to decide. */
export async function upgradeAll(world: World, tenants: readonly Tenant[]): Promise<UpgradeOutcome[]> {
  const outcomes: UpgradeOutcome[] = []
  for (const tenant of tenants) {
    try {
      const { answer } = await lookAtUpgrade(world, tenant, {})
      if (answer.state === 'ready') await upgrade(world, tenant, { id: null }, {})
      const state = answer.state === 'ready' ? 'moved' : answer.state
      outcomes.push({ tenant: tenant.slug, state, detail: answer.conflicts.map(({ document, at, code }) => `${document}#${at} ${code}`).join(', ') })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcomes.push({ tenant: tenant.slug, state: 'problems', detail: error.code })
    }
  }
  return outcomes
}
