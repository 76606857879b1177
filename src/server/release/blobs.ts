/** What of a release is kept in the database: any server answers for it then. */

import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { shaOfDocument } from './shipped.ts'
import type { Release } from './compose.ts'
import type { Blob } from '#server/store/releases.ts'

/** Everything of a release that somebody may ask for by its hash later. */
export function blobsOf(documents: Iterable<AnyDocument>, release: Release): Blob[] {
  const blobs: Blob[] = []
  for (const document of documents) {
    // The author's order of members stays; the hash does not depend on it.
    blobs.push({ sha: shaOfDocument(document), body: JSON.stringify(document) })
    // Keys of instruments are asked for by the hash of what is scored with.
    if (document.kind === 'scoring')
      blobs.push({ sha: release.shas.get(`scoring/${document.id}`)!, body: canonical(document) })
  }
  for (const [sha, { plain, type }] of release.assets)
    blobs.push({ sha, body: plain.toString(), type, open: true })
  return blobs
}
