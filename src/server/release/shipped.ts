/**
 * What the product ships to a tenant: the documents of this repository with the overlays that it
 * contains for that tenant. A tenant that has published nothing serves exactly this.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { nameOf } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument, DocumentOf } from '#engine/documents/kinds.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'
import type { Json } from '#engine/documents/json.ts'
import { shaOf } from '#server/base/asset.ts'
import type { Manifest } from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'

export type DocumentSet = {
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly manifest: Manifest
}
export type Base = DocumentSet & { readonly id: string; readonly catalog: Catalog }

const shas = new WeakMap<AnyDocument, string>()

/** Hash of a whole document; the same for the same content, whatever the order of its members. */
export function shaOfDocument(document: AnyDocument): string {
  let sha = shas.get(document)
  if (sha === undefined) {
    sha = shaOf(canonical(document))
    shas.set(document, sha)
  }
  return sha
}

export function manifestOf(documents: ReadonlyMap<string, AnyDocument>): Manifest {
  return Object.fromEntries(
    [...documents].map(([name, document]) => [name, shaOfDocument(document)]),
  )
}

export class Bases {
  readonly #known = new Map<string, Base>()
  readonly #overlaid: ReadonlySet<string>

  constructor(readonly shipped: Catalog) {
    this.#overlaid = new Set(
      [...shipped.all('overlay'), ...shipped.all('experiment')].flatMap(
        ({ tenant }) => tenant ?? [],
      ),
    )
  }

  of({ slug, config }: Pick<Tenant, 'slug' | 'config'>): Base {
    const own = this.#overlaid.has(slug) ? slug : ''
    const key = `${own}|${config}`
    let base = this.#known.get(key)
    if (base === undefined) {
      const documents = documentsFor(this.shipped, own, config)
      const manifest = manifestOf(documents)
      base = {
        id: `base-${shaOf(canonical(manifest)).slice(0, 12)}`,
        documents,
        manifest,
        catalog: wholeCatalog(documents.values()),
      }
      this.#known.set(key, base)
    }
    return base
  }
}

/**
 * A tenant's part of what is shipped: without other tenants' configurations and experiments, and with its own
 * overlays applied.
 */
export function documentsFor(
  shipped: Catalog,
  slug: string,
  config: string,
): Map<string, AnyDocument> {
  const documents = new Map<string, AnyDocument>()
  for (const document of shipped.documents()) {
    if (
      document.kind === 'tenant' ||
      document.kind === 'overlay' ||
      (document.kind === 'config' && document.id !== config) ||
      (document.kind === 'experiment' && (document.tenant ?? slug) !== slug)
    )
      continue
    documents.set(nameOf(document), document)
  }
  for (const overlay of shipped.all('overlay').filter(({ tenant }) => tenant === slug))
    applyTo(documents, overlay)
  return documents
}

function applyTo(
  documents: Map<string, AnyDocument>,
  { target, ops }: DocumentOf<'overlay'>,
): void {
  const name = `${target.kind}/${target.id}`
  const changed = apply(documents.get(name) as Json | undefined, ops as readonly Op[]) as
    | AnyDocument
    | undefined
  if (changed === undefined) documents.delete(name)
  else documents.set(name, changed)
}
