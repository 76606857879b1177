/** Composes a release from the current drafts, as far as possible. */

import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { checkDocuments } from '#engine/check/check.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { changedBy } from '#engine/experiments/arms.ts'
import type { Arms } from '#engine/experiments/assign.ts'
import { OverlayError } from '#engine/overlay/ops.ts'
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
 * @param arms   experiment -> the version of it that is seen, whether it has been started or not
 */
export function makePreview(
  opened: Opened,
  { id, config, baseId, arms }: { id: string; config: string; baseId: string; arms: Arms },
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
  const read = seenBy(readAll(effective), arms)
  if ('problem' in read) return { problems: [read.problem] }
  const { documents } = read
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

type Documents = ReadonlyMap<string, AnyDocument>

/** The documents as they are in these arms. */
function seenBy(
  documents: Documents,
  arms: Arms,
): { readonly documents: Documents } | { readonly problem: Problem } {
  const experiments: ExperimentDocument[] = []
  for (const [id, arm] of Object.entries(arms)) {
    const experiment = documents.get(`experiment/${id}`) as ExperimentDocument | undefined
    if (experiment?.arms.some((each) => each.id === arm) !== true)
      return { problem: unfit(id, arm, 'there is no such version') }
    experiments.push(experiment)
  }
  try {
    const changed = changedBy(experiments, arms, (name) => documents.get(name))
    return { documents: new Map([...documents, ...changed]) }
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error
    const [[id, arm] = ['', '']] = Object.entries(arms)
    return { problem: unfit(id, arm, error.message) }
  }
}

function unfit(id: string, arm: string, message: string): Problem {
  return {
    code: 'experiment/cannot-apply',
    document: `experiment/${id}`,
    pointer: `/arms/${arm}`,
    message,
    severity: 'error',
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
