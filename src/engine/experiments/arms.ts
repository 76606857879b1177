/** What an arm makes of the documents, and which arms are seen together. */

import { nameOf } from '#engine/documents/document.ts'
import type { Json } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { OverlayError, type Op } from '#engine/overlay/ops.ts'
import { apply, hashOf } from '#engine/overlay/overlay.ts'
import { nameOfArms, type Arms } from './assign.ts'
import { asSettled } from './settled.ts'
import { movedBelow } from './stamps.ts'

export type Arm = ExperimentDocument['arms'][number]
export type Overlaid = Arm['overlays'][number]

/** `kind/id` of what an overlay changes. */
export function targetName({ kind, document }: Pick<Overlaid, 'kind' | 'document'>): string {
  return `${kind}/${document}`
}

/** More combinations than this are not composed; the check says so. */
export const MAX_COMBINATIONS = 32

/**
 * Every combination of arms that somebody may be in, without the empty one. Experiments of one
 * namespace have no person in common.
 */
export function combinationsOf(experiments: readonly ExperimentDocument[]): Arms[] {
  let found: Arms[] = [{}]
  for (const { id, arms, namespace } of experiments) {
    const excluded = experiments
      .filter(
        (other) =>
          other.id !== id && namespace !== undefined && other.namespace?.id === namespace.id,
      )
      .map((other) => other.id)
    found = found.flatMap((before) => [
      before,
      ...(excluded.some((other) => other in before)
        ? []
        : arms.map((arm) => ({ ...before, [id]: arm.id }))),
    ])
  }
  return found.filter((arms) => nameOfArms(arms) !== '')
}

/** Without those that are controls. */
export function changingArms(experiments: readonly ExperimentDocument[], arms: Arms): Arms {
  const isControl = ([id, arm]: readonly [string, string]) =>
    experiments.find((each) => each.id === id)?.arms[0]?.id === arm
  return Object.fromEntries(Object.entries(arms).filter((each) => !isControl(each)))
}

/**
 * The documents that these arms change, as they are in them.
 *
 * @param get a document of the release by its name, `kind/id`
 * @throws OverlayError if an op no longer fits
 */
export function changedBy(
  experiments: readonly ExperimentDocument[],
  arms: Arms,
  get: (name: string) => AnyDocument | undefined,
): Map<string, AnyDocument> {
  const changed = new Map<string, AnyDocument>()
  for (const { id, arms: own } of experiments) {
    for (const overlay of own.find((arm) => arm.id === arms[id])?.overlays ?? []) {
      const name = targetName(overlay)
      const made = apply(
        (changed.get(name) ?? get(name)) as Json | undefined,
        overlay.ops as readonly Op[],
      )
      if (made === undefined) throw new OverlayError(0, '', 'missing', `there is no ${name}`)
      changed.set(name, made as AnyDocument)
    }
  }
  return changed
}

/** The same documents with those of the arms in their places. */
export function withChanged(
  documents: Iterable<AnyDocument>,
  changed: ReadonlyMap<string, AnyDocument>,
): AnyDocument[] {
  return [...documents].map((document) => changed.get(nameOf(document)) ?? document)
}

/**
 * Those that are running and whose arms still fit the documents. One whose base has changed under
 * it is left out as if it were paused: never a broken page.
 *
 * @param onLost told of each that doesn't fit
 */
export function runningOf(
  experiments: readonly ExperimentDocument[],
  get: (name: string) => AnyDocument | undefined,
  onLost: (experiment: ExperimentDocument, error: OverlayError) => void = () => undefined,
): ExperimentDocument[] {
  return experiments
    .filter((experiment) => {
      if (experiment.state !== 'running') return false
      try {
        for (const { id } of experiment.arms) changedBy([experiment], { [experiment.id]: id }, get)
        return true
      } catch (error) {
        if (!(error instanceof OverlayError)) throw error
        onLost(experiment, error)
        return false
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Where the documents below an arm have changed so that somebody has to decide. */
export type LostArm = {
  /** `cannot-apply`: the op no longer fits. `base-changed`: it does, but the control has changed. */
  readonly code: 'cannot-apply' | 'base-changed'
  readonly arm: string
  readonly document: string
  readonly at: string
  readonly message: string
}

/**
 * To be decided before it can continue: ops that no longer fit, the first of each overlay, and those
 * whose base has changed.
 */
export function lostArms(
  experiment: ExperimentDocument,
  get: (name: string) => AnyDocument | undefined,
): LostArm[] {
  const moved = movedBelow(experiment, get).map((each): LostArm => ({
    code: 'base-changed',
    ...each,
    message: `"${each.at}" of ${each.document} was changed below it: start it again to keep the version as it is, which begins a new count, or end it`,
  }))
  return [...unfitting(experiment, get), ...moved]
}

/**
 * Running experiments that a publish pauses, because an arm no longer fits or its control changes. One
 * with a draft of its own is left to its author and the check.
 *
 * @param get a document by its name, `kind/id`, as it would be
 */
export function lostBy(
  documents: Iterable<AnyDocument>,
  get: (name: string) => unknown,
  hasDraft: (name: string) => boolean,
): { readonly experiment: ExperimentDocument; readonly first: LostArm }[] {
  return [...documents].flatMap((experiment) => {
    if (experiment.kind !== 'experiment' || experiment.state !== 'running') return []
    if (hasDraft(nameOf(experiment))) return []
    const [first] = lostArms(experiment, (name) => get(name) as AnyDocument | undefined)
    return first === undefined ? [] : [{ experiment, first }]
  })
}

function unfitting(
  experiment: ExperimentDocument,
  get: (name: string) => AnyDocument | undefined,
): LostArm[] {
  const code = 'cannot-apply'
  return experiment.arms.flatMap(({ id: arm, overlays }) =>
    overlays.flatMap((overlay) => {
      const document = targetName(overlay)
      try {
        const made = apply(get(document) as Json | undefined, overlay.ops as readonly Op[])
        return made === undefined
          ? [{ code, arm, document, at: '', message: `there is no ${document}` }]
          : []
      } catch (error) {
        if (!(error instanceof OverlayError)) throw error
        return [{ code, arm, document, at: error.at, message: error.message }]
      }
    }),
  )
}

/**
 * What an analysis depends on: who is divided and how, what each of them sees, and what is counted.
 * If it changes while the experiment is running, the analysis ends and another one begins
 * (docs/decisions/0155).
 */
export function phaseOf(
  {
    id,
    seed = id,
    arms,
    coverage = 1,
    audience = true,
    namespace,
    holdout,
    metrics: { primary, further = [], guardrails = [] },
    settled,
    smallestEffect,
    exposure,
  }: ExperimentDocument,
  metricOf: (id: string) => MetricDocument | undefined,
): string {
  const versions = arms.map(({ id: arm, weight, overlays }) => [
    arm,
    weight,
    overlays.map(({ kind, document, ops }) => [kind, document, ops]),
  ])
  // Not their names and titles: a word may be corrected.
  const counted = [...new Set([primary, ...further, ...guardrails])].sort().map((metric) => {
    const document = metricOf(metric)
    const { measure, windowDays, goal } =
      document === undefined ? {} : asSettled({ settled }, document)
    return [metric, measure ?? null, windowDays ?? null, goal ?? null]
  })
  const division = [
    seed,
    versions,
    coverage,
    audience,
    namespace ?? null,
    holdout ?? null,
    [primary, guardrails.toSorted(), counted],
    // Not of those that began before any of it was settled: their count would break off.
    ...(settled === undefined ? [] : [[settled.people ?? null, smallestEffect, exposure]]),
    // Two counts are never one, though it was changed back to what it was.
    ...(settled?.since === undefined ? [] : [settled.since]),
  ]
  return hashOf(division as Json).slice(2)
}

/**
 * Does a change break off what has been counted, so that people are counted anew? Before the start
 * there is nothing to break off, and one that has ended keeps what was counted. While it is paused
 * there is: its figures are those of the document as it is now.
 *
 * @param metricBefore a metric by its id, as it was
 * @param metricAfter  as it is; without it metrics are as they were
 */
export function isCountedAnew(
  before: ExperimentDocument,
  after: ExperimentDocument,
  metricBefore: (id: string) => MetricDocument | undefined,
  metricAfter = metricBefore,
): boolean {
  return (
    before.state !== 'planned' &&
    after.state !== 'ended' &&
    phaseOf(before, metricBefore) !== phaseOf(after, metricAfter)
  )
}
