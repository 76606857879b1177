/** Composes a release from the current drafts, as far as possible. */

import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import type { AnyDocument, ConfigDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { tagOf } from '#engine/documents/languages.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { changedBy } from '#engine/experiments/arms.ts'
import type { Arms } from '#engine/experiments/assign.ts'
import { OverlayError } from '#engine/overlay/ops.ts'
import type { LeftDraft } from '#engine/contract/admincontract.ts'
import { dropOldest } from '#server/base/required.ts'
import { blobsOf } from '#server/release/blobs.ts'
import { composeRelease } from '#server/release/compose.ts'
import type { Blob } from '../store/releases.ts'
import type { Opened } from './opened.ts'
import { readAll, readyOf, type Progress, type Ready } from './prepare.ts'
import { faultlessOf, leftDraft, usableOf } from './usable.ts'

export type MadePreview =
  | { readonly problems: readonly Problem[] }
  | {
      /** Drafts that it can't show. */ readonly left: readonly LeftDraft[]
      readonly documents: readonly Ready[]
      /** Except those of the product's own release. */ readonly blobs: readonly Blob[]
    }

export type PreviewArgs = {
  /** Of the new release. */
  readonly id: string
  /** Id of the configuration among the documents. */
  readonly config: string
  /** Of the product's release. */
  readonly baseId: string
  /** Experiment -> the version of it that is seen, whether it has been started or not. */
  readonly arms: Arms
  /** The language of who looks: shown even before learners can choose it. */
  readonly language: string
  /** Name of the document one looks at. Its problems are told, while other drafts are left out. */
  readonly of?: string | undefined
}

/** A faulty draft takes the preview from nobody: it is left out, and what is live takes its place. */
export function makePreview(opened: Opened, args: PreviewArgs, progress: Progress): MadePreview {
  const made = composed(opened, args, usableOf(opened, args.of, progress), progress)
  return 'problems' in made && made.problems.some(({ code }) => code === UNUSABLE)
    ? composed(opened, args, faultlessOf(opened, args.of, progress), progress)
    : made
}

const UNUSABLE = 'release/unusable'

function composed(
  opened: Opened,
  { id, config, baseId, arms, language }: PreviewArgs,
  usable: ReturnType<typeof usableOf>,
  progress: Progress,
): MadePreview {
  progress('')
  if ('problems' in usable) return usable
  const read = seenBy(readAll(usable.effective), arms)
  if ('problem' in read) return { problems: [read.problem] }
  const documents = withLanguage(read.documents, config, language)
  const { code, base } = opened
  try {
    const release = composeRelease({ id, catalog: wholeCatalog(documents.values()), code, config })
    const shipped = shippedBlobs(baseId, base, code, config)
    return {
      left: usable.left.map((name) => leftDraft(opened, name)),
      documents: readyOf(opened, documents),
      blobs: blobsOf(documents.values(), release).filter(({ sha }) => !shipped.has(sha)),
    }
  } catch (error) {
    return {
      problems: [
        {
          code: UNUSABLE,
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

/** The documents, with a language that is being written among those that can be chosen. */
function withLanguage(documents: Documents, config: string, language: string): Documents {
  const name = `config/${config}`
  const settings = documents.get(name) as ConfigDocument | undefined
  if (settings === undefined || !documents.has(`locale/${language}`)) return documents
  const { available } = settings.locales
  if (available.some((each) => tagOf(each) === tagOf(language))) return documents
  const changed = {
    ...settings,
    locales: { ...settings.locales, available: [...available, language] },
  }
  return new Map([...documents, [name, changed]])
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
