/**
 * What an arm's ops were based on: a hash of each value that they replace, written when the arm is
 * saved or the experiment is started. If the value changes while people are divided, the control is
 * no longer what it was, although the op still fits (engine.md 2, `base-changed`).
 */

import { canonical, type Json } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { isStamped, OverlayError, type Op } from '#engine/overlay/ops.ts'
import { apply, stamp } from '#engine/overlay/overlay.ts'

type Get = (name: string) => AnyDocument | undefined
type Overlay = ExperimentDocument['arms'][number]['overlays'][number]
/** An op whose base has changed below it. */
export type Moved = { readonly arm: string; readonly document: string; readonly at: string }

/**
 * The experiment with stamped ops. Those that it had before keep what they were based on, unless
 * people are divided (again) from now on: then all are based on what is there now. One that began
 * without stamps continues without them, because a stamp would begin a new analysis.
 *
 * @param before the live document; undefined if there is none
 * @param get    a document by its name, `kind/id`, as it will be
 */
export function stampArms(
  experiment: ExperimentDocument,
  before: ExperimentDocument | undefined,
  get: Get,
): ExperimentDocument {
  const { state } = experiment
  const starts = state === 'running' && before?.state !== 'running'
  const isFresh = before === undefined || before.state === 'planned'
  const known = new Map<string, string | undefined>()
  for (const { arm, name, ops } of isFresh ? [] : placesOf(before))
    for (const op of ops) known.set(keyOf(arm, name, op), wasOf(op))
  const wasNow = (arm: string, name: string, op: Op, now: Op): Op => {
    const key = keyOf(arm, name, op)
    if (!isStamped(op) || !known.has(key)) return now
    const was = known.get(key)
    if (starts && was !== undefined) return now
    const { was: _, ...rest } = op
    return was === undefined ? rest : { ...rest, was }
  }
  const arms = experiment.arms.map((arm) => ({
    ...arm,
    overlays: stampedNow(arm, get).map(({ overlay, name, ops, now }): Overlay =>
      now === null
        ? overlay
        : { ...overlay, ops: ops.map((op, at) => wasNow(arm.id, name, op, now[at]!)) },
    ),
  }))
  return { ...experiment, arms }
}

/** The ops whose base isn't what it was, of an experiment that people are divided by. */
export function movedBelow(experiment: ExperimentDocument, get: Get): Moved[] {
  if (experiment.state !== 'running' && experiment.state !== 'paused') return []
  return experiment.arms.flatMap((arm) =>
    stampedNow(arm, get).flatMap(({ name, ops, now }): Moved[] =>
      ops.flatMap((op, at) => {
        const was = wasOf(op)
        return now === null || was === undefined || was === wasOf(now[at]!)
          ? []
          : [{ arm: arm.id, document: name, at: op.at }]
      }),
    ),
  )
}

type StampedNow = {
  readonly overlay: Overlay
  /** Of its document. */
  readonly name: string
  readonly ops: readonly Op[]
  /** As if they were stamped now; null if one doesn't fit, which the check refuses and says where. */
  readonly now: readonly Op[] | null
}

/** The overlays of an arm, each on what the ones before it make of its document. */
function stampedNow({ overlays }: ExperimentDocument['arms'][number], get: Get): StampedNow[] {
  const documents = new Map<string, Json | undefined>()
  return overlays.map((overlay) => {
    const name = nameIn(overlay)
    const ops = overlay.ops as readonly Op[]
    const base = documents.has(name) ? documents.get(name) : (get(name) as Json | undefined)
    try {
      const now = stamp(base, ops)
      documents.set(name, apply(base, ops))
      return { overlay, name, ops, now }
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error
      return { overlay, name, ops, now: null }
    }
  })
}

function placesOf({ arms }: ExperimentDocument) {
  return arms.flatMap(({ id: arm, overlays }) =>
    overlays.map((overlay) => ({
      arm,
      name: nameIn(overlay),
      ops: overlay.ops as readonly Op[],
    })),
  )
}

function nameIn({ kind, document }: Pick<Overlay, 'kind' | 'document'>): string {
  return `${kind}/${document}`
}

function wasOf(op: Op): string | undefined {
  return isStamped(op) ? op.was : undefined
}

/** An op by what it does, whatever it was based on. */
function keyOf(arm: string, name: string, op: Op): string {
  const { was: _, ...rest } = op as Op & { was?: string }
  return canonical([arm, name, rest as unknown as Json])
}
