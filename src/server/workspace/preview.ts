/** Composes a release from the current drafts, as far as possible. */

import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { checkDocuments } from '#engine/check/check.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { dropOldest } from '#server/base/required.ts'
import { blobsOf } from '#server/release/blobs.ts'
import { checkContextOf } from '#server/release/check-documents.ts'
import { composeRelease } from '#server/release/compose.ts'
import type { Blob } from '../store/releases.ts'
import { MAX_PROBLEMS } from './documents.ts'
import type { Opened } from './opened.ts'
import { isError, readAll, readyOf, type Progress, type Ready } from './prepare.ts'

export type MadePreview =
  | { readonly problems: readonly Problem[] }
  | {
      readonly documents: readonly Ready[]
      /** Except those of the product's own release. */ readonly blobs: readonly Blob[]
    }

/**
 * @param id     of the new release
 * @param config id of the configuration among the documents
 * @param baseId of the product's release
 */
export function makePreview(
  opened: Opened,
  { id, config, baseId }: { id: string; config: string; baseId: string },
  progress: Progress,
): MadePreview {
  const { code, base, drafts, effective, unreadable } = opened
  // A quick check without the model: what is merely wrong appears as a card in place, only
  // unreadable documents stop here.
  const { problems } = checkDocuments(
    [...effective].map(([where, value]) => ({ where, value })),
    checkContextOf(code),
    () => false,
    (name) => drafts.has(name) && progress(name),
  )
  const fatal = [
    ...unreadable.values(),
    ...problems.filter(
      (problem) => isError(problem) && /^(?:document|route|rule|flow|catalog)\//.test(problem.code),
    ),
  ]
  if (fatal.length > 0) return { problems: fatal.slice(0, MAX_PROBLEMS) }
  progress('')
  const documents = readAll(effective)
  try {
    const release = composeRelease({ id, catalog: wholeCatalog(documents.values()), code, config })
    const shipped = shippedBlobs(baseId, base, code, config)
    return {
      documents: readyOf(opened, documents),
      blobs: blobsOf(documents.values(), release).filter(({ sha }) => !shipped.has(sha)),
    }
  } catch (error) {
    return {
      problems: [
        {
          code: 'release/unusable',
          document: '',
          pointer: '',
          message: `no release can be made of these documents: ${error instanceof Error ? error.message : String(error)}`,
          severity: 'error',
        },
      ],
    }
  }
}

/** By the id of the product's release, which is the same for every preview. */
const shipped = new Map<string, ReadonlySet<string>>()
const MAX_SHIPPED = 4

function shippedBlobs(
  id: string,
  base: ReadonlyMap<string, AnyDocument>,
  code: Opened['code'],
  config: string,
): ReadonlySet<string> {
  let known = shipped.get(id)
  if (known === undefined) {
    const release = composeRelease({ id, catalog: wholeCatalog(base.values()), code, config })
    known = new Set(blobsOf(base.values(), release).map(({ sha }) => sha))
    if (shipped.size >= MAX_SHIPPED) dropOldest(shipped)
    shipped.set(id, known)
  }
  return known
}
