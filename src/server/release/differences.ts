/** How two sets of documents differ, and drafts that turn one into the other. */

import { splitName } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import { shaOf } from '#server/base/asset.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { DocumentSet } from './shipped.ts'

/** @returns names of the documents that are not the same, or are in only one of them */
export function differences(
  { manifest, documents }: DocumentSet,
  wanted: ReadonlyMap<string, unknown>,
  left: (name: string) => boolean,
): string[] {
  return [...new Set([...documents.keys(), ...wanted.keys()])]
    .filter((name) => !left(name) && manifest[name] !== shaOfAny(wanted.get(name)))
    .sort()
}

function shaOfAny(document: unknown): string | undefined {
  return document === undefined ? undefined : shaOf(canonical(document))
}

/** A draft that is never stored. @param document null to remove it */
export function draftNamed(
  tenant: Tenant,
  by: string | null,
  name: string,
  document: unknown,
): DraftWithAuthor {
  const [kind, id] = splitName(name)
  return {
    tenant_id: tenant.id,
    kind,
    id,
    document: document === null ? null : JSON.stringify(document),
    revision: 0,
    updated_by: by,
    updated_at: new Date(),
    email: null,
  }
}
