/**
 * The meaning of a score: the band it is in, and the bands it may be in given its measurement
 * error. Pure.
 */

import { endsOf, metricAt, wordAt, type Metrics, type ScoreScale } from './reports.ts'

/**
 * Cuts of self-report scores: below the first "less like you", from the last on "more like you"
 * (assessments 0).
 */
export const CUTS: readonly number[] = [33.3, 66.7]

/** On another day, the score would be within this many standard errors in 95 of 100 cases. */
const REACH = 1.96

/**
 * Which metric a row of a report shows. `minus`: the distance of two, for pairs that pull against
 * each other.
 */
export type ScoreRow = {
  readonly id: string
  /** Assessment and path: `big_5.extraversion.score`. */
  readonly metric: string
  readonly minus?: string
  /** Counts from the other end: the quiet side of a scale has its own row. */
  readonly turned?: boolean
}
/**
 * `ties`: where a metric spells the order of the highest, a letter each, the letter being the id of
 * its row: `holland_code.code`.
 */
export type Order = ScoreScale & { readonly ties?: string }
export type RankedRow<R> = { readonly row: R; readonly score: number }

/** A metric on 0 to 100; null where it is not known, never 0. */
export function scoreOf(metrics: Metrics, row: ScoreRow, scale: ScoreScale = {}): number | null {
  const { lowest, highest } = endsOf(metrics, scale)
  const value = metricAt(metrics, row.metric)
  const other = row.minus === undefined ? 0 : metricAt(metrics, row.minus)
  if (value === null || other === null || highest === lowest) return null
  const score = Math.min(100, Math.max(0, (100 * (value - other - lowest)) / (highest - lowest)))
  return row.turned ? 100 - score : score
}

/** So many points of 100 on the metrics' own scale, to one digit after the point. */
export function pointsOf(
  score: number,
  { lowest = 0, highest = 100 }: Omit<ScoreScale, 'scale'>,
): number {
  return Math.round(((score * (highest - lowest)) / 100) * 10) / 10
}

/**
 * Rows whose metric is known, the highest first; equal ones as `ties` says, otherwise in the order
 * that the document gives.
 */
export function ranked<R extends ScoreRow>(
  metrics: Metrics,
  rows: readonly R[],
  order: Order = {},
): RankedRow<R>[] {
  const known = rows.flatMap((row) => {
    const score = scoreOf(metrics, row, order)
    return score === null ? [] : [{ row, score }]
  })
  const first = (order.ties === undefined ? null : wordAt(metrics, order.ties)) ?? ''
  const place = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length)
  return known.sort((a, b) => b.score - a.score || place(a.row.id) - place(b.row.id))
}

/** @returns 0 for the lowest band, as many as there are cuts for the highest */
export function bandOf(score: number, cuts: readonly number[] = CUTS): number {
  return cuts.filter((cut) => score >= cut).length
}

/**
 * Where the score of another day would lie, on 0 to 100. @param sem standard error in points of
 * 100; 0 where none is known
 */
export function reachOf(score: number, sem: number): { from: number; to: number } {
  return { from: Math.max(0, score - REACH * sem), to: Math.min(100, score + REACH * sem) }
}

/** The lowest and the highest band that the score may lie in; the same twice where it is sure. */
export function bandsOf(
  score: number,
  sem: number,
  cuts: readonly number[] = CUTS,
): readonly [number, number] {
  const { from, to } = reachOf(score, sem)
  return [bandOf(from, cuts), bandOf(to, cuts)]
}
