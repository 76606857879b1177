/** An earlier release: found again, and copied into drafts. */

import { splitName } from '#engine/documents/document.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import { addAudit } from '#server/store/audit.ts'
import { saveDraft } from '#server/store/drafts.ts'
import { releaseById, type Manifest } from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import type { ReleaseContext } from './context.ts'

export type Earlier = {
  readonly manifest: Manifest
  /** Id of the base that it was published on. */
  readonly base: string
  /** 0: the product's own documents. */
  readonly number: number
}

/** @param id of a release, or of the base. @throws Refusal `release/unknown` */
export async function earlierRelease(
  context: ReleaseContext,
  tenant: Tenant,
  id: string,
): Promise<Earlier> {
  const base = context.releases.bases.of(tenant)
  if (id === base.id) return { manifest: base.manifest, base: base.id, number: 0 }
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await context.database.tenant(tenant.id, (tx) => releaseById(tx, id))
    : undefined
  if (row === undefined) throw new Refusal('release/unknown')
  return row
}

/**
 * Copies the documents of an earlier release into drafts. It publishes nothing (engine.md 5).
 *
 * @returns how many documents now have a draft
 * @throws Refusal `release/unknown`; `draft/stale` if a draft was saved in the meantime
 */
export async function restore(
  context: ReleaseContext,
  tenant: Tenant,
  author: { readonly id: string },
  id: string,
): Promise<number> {
  const old = await earlierRelease(context, tenant, id)
  const documents = await context.releases.documents(tenant, old.manifest)
  const { live, drafts } = await loadWorkspace(context, tenant)
  const revisions = new Map(drafts.map((draft) => [`${draft.kind}/${draft.id}`, draft.revision]))
  const changed = [...new Set([...live.documents.keys(), ...documents.keys()])]
    .filter((name) => live.manifest[name] !== old.manifest[name])
    .sort()
  const write = async (tx: Tx) => {
    for (const name of changed) {
      const [kind, itsId] = splitName(name)
      const wanted = documents.get(name)
      const saved = await saveDraft(
        tx,
        {
          kind,
          id: itsId,
          document: wanted === undefined ? null : JSON.stringify(wanted),
          by: author.id,
          now: context.now(),
        },
        revisions.get(name) ?? 0,
      )
      if (saved === null) throw new Refusal('draft/stale')
    }
    await addAudit(tx, {
      id: context.newId(),
      now: context.now(),
      actor: author.id,
      action: 'release.restore',
      target: id,
      detail: { documents: changed.length },
    })
    return changed.length
  }
  return context.database.tenant(tenant.id, write, LONG_MS)
}
