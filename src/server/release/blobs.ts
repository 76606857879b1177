/** What is stored of a release, so that any server can serve it. */

import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { shaOfDocument } from './shipped.ts'
import { shaIn, type Release } from './compose.ts'
import type { Blob } from '#server/store/releases.ts'

/** Everything of a release that may be requested by its hash later. */
export function blobsOf(documents: Iterable<AnyDocument>, release: Release): Blob[] {
  const blobs: Blob[] = []
  for (const document of documents) {
    // The author's order of members stays; the hash doesn't depend on it.
    blobs.push({ sha: shaOfDocument(document), body: JSON.stringify(document) })
    // Scoring keys are looked up by the hash that an attempt is scored with.
    if (document.kind === 'scoring')
      blobs.push({ sha: shaIn(release, `scoring/${document.id}`), body: canonical(document) })
  }
  for (const [sha, { plain, type }] of release.assets)
    blobs.push({ sha, body: plain.toString(), type, open: true })
  return blobs
}
