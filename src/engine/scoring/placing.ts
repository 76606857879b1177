/** Which results can be points between two axes, and why others can't be. Pure. */

import { scoreOf } from './bands.ts'
import { metricAt, type Metrics, type ScoreScale } from './reports.ts'

type Axis = ScoreScale & { readonly metric: string }
export type AxisPoint = {
  readonly id: string
  readonly x: Axis
  readonly y: Axis
  /** If one of these is zero, too little was done to place the point. */
  readonly each?: readonly string[]
}
type Result = {
  readonly quality?: {
    readonly flags: readonly string[]
    readonly not_measured?: readonly string[] | undefined
  }
}
/** Texts for points that can't be placed. */
export type GapTexts = {
  readonly missing?: string
  readonly idle?: string
  readonly unlikely?: string
}
export type Placed<P> = P & { readonly at: { readonly x: number; readonly y: number } }

/** Nobody played like this, so it says nothing of a person. */
const UNLIKELY: readonly string[] = ['superhuman', 'rushed']

/** @returns points with their places, and texts with the points that they are about */
export function placePoints<P extends AxisPoint>(
  points: readonly P[],
  metrics: Metrics,
  results: Readonly<Record<string, Result>>,
  { missing, idle, unlikely }: GapTexts,
): { shown: Placed<P>[]; gaps: { text: string; about: P[] }[] } {
  const shown: Placed<P>[] = []
  const [unlike, unmeasured, undone]: [P[], P[], P[]] = [[], [], []]
  for (const point of points) {
    const quality = results[point.x.metric.split('.')[0] ?? '']?.quality
    const flags = quality?.flags ?? []
    const x = scoreOf(metrics, { id: point.id, metric: point.x.metric }, point.x)
    const y = scoreOf(metrics, { id: point.id, metric: point.y.metric }, point.y)
    const isDone =
      !flags.includes('idle') &&
      (point.each ?? []).every((metric) => metricAt(metrics, metric) !== 0)
    if (flags.some((flag) => UNLIKELY.includes(flag))) unlike.push(point)
    else if (x !== null && y !== null && isDone) shown.push({ ...point, at: { x, y } })
    // There is a result, but it lacks what the point needs: the device didn't measure it, or it
    // wasn't there to be measured.
    else if (quality?.not_measured?.length) unmeasured.push(point)
    else if (quality !== undefined) undone.push(point)
  }
  const gaps = [
    { text: missing, about: unmeasured },
    { text: idle, about: undone },
    { text: unlikely, about: unlike },
  ].flatMap(({ text, about }) =>
    text === undefined || about.length === 0 ? [] : [{ text, about }],
  )
  return { shown, gaps }
}
