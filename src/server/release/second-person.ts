/**
 * Whether a tenant wants a second person to approve what is published: a setting of its
 * configuration, which is published like everything else (docs/decisions/0205).
 */

import type { AnyDocument, ConfigDocument } from '#engine/documents/kinds.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { draftNamed } from './differences.ts'

type Documents = ReadonlyMap<string, unknown>

/** @param documents what is live */
export function needsApproval(documents: Documents, tenant: Pick<Tenant, 'config'>): boolean {
  return configIn(documents, tenant)?.approval === true
}

/**
 * What one person may do alone (going back, a newer version of the product) never switches it off.
 *
 * @param live the documents that are replaced
 * @param next the documents that replace them
 * @returns a draft of the configuration that keeps the setting, if the next one lacks it
 */
export function keepsApproval(tenant: Tenant, live: Documents, next: Documents): DraftWithAuthor[] {
  const config = configIn(next, tenant)
  if (config === undefined || config.approval === true || !needsApproval(live, tenant)) return []
  const kept: ConfigDocument = { ...config, approval: true }
  return [draftNamed(tenant, null, nameOfConfig(tenant), kept)]
}

/** Without an experiment running, nobody sees what its arms change. */
export function isSeen(document: AnyDocument): boolean {
  return document.kind !== 'experiment' || document.state === 'running'
}

export function nameOfConfig({ config }: Pick<Tenant, 'config'>): string {
  return `config/${config}`
}

function configIn(
  documents: Documents,
  tenant: Pick<Tenant, 'config'>,
): ConfigDocument | undefined {
  return documents.get(nameOfConfig(tenant)) as ConfigDocument | undefined
}
