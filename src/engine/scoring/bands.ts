/**
 * The meaning of a score: the band it is in, and the bands it may be in given its measurement
 * error. Pure.
 */

import {
  besideOf,
  comparable,
  endsOf,
  errorAt,
  metricAt,
  wordAt,
  type Metrics,
  type ScoreScale,
} from './reports.ts'

/**
 * Cuts of self-report scores: below the first "less like you", from the last on "more like you"
 * (assessments 0).
 */
export const CUTS: readonly number[] = [33.3, 66.7]

/** On another day, the score would be within this many standard errors in 95 of 100 cases. */
export const REACH = 1.96

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
  /** The row that it pulls against: nothing stands out while all such pairs are level. */
  readonly against?: string
}
/**
 * `ties`: a metric that spells the order of the highest with one letter each, which is the id of
 * its row: `holland_code.code`.
 */
export type Order = ScoreScale & {
  readonly ties?: string
  /** For centred scores: what they are from their own mean, and what their sum must be above. */
  readonly base?: Base | undefined
}
export type Base = { readonly metric: string; readonly above: number }
/**
 * `own`: the standard error from the tenant's own people, in points out of 100. `denied`: higher
 * than others, but not high in itself, so it isn't named.
 */
export type RankedRow<R> = {
  readonly row: R
  readonly score: number
  readonly own?: number
  readonly denied?: boolean
}

/** Higher than the person's other answers, yet not said to be like the person. */
export function isDenied(metrics: Metrics, metric: string, base: Base | undefined): boolean {
  if (base === undefined) return false
  const [value, mean] = [metricAt(metrics, metric), metricAt(metrics, base.metric)]
  return value !== null && mean !== null && comparable(value + mean) <= base.above
}

/** A metric scaled to 0 to 100; null if it isn't known, never 0. */
export function scoreOf(metrics: Metrics, row: ScoreRow, scale: ScoreScale = {}): number | null {
  const { lowest, highest } = endsOf(metrics, scale)
  const value = metricAt(metrics, row.metric)
  const other = row.minus === undefined ? 0 : metricAt(metrics, row.minus)
  if (value === null || other === null || highest === lowest) return null
  const score = Math.min(100, Math.max(0, (100 * (value - other - lowest)) / (highest - lowest)))
  return row.turned ? 100 - score : score
}

/**
 * The standard error that the result itself has for a row, from the answers of the tenant's own
 * people, in points out of 100; null if too few had answered (docs/decisions/0146).
 */
export function ownError(metrics: Metrics, row: ScoreRow, scale: ScoreScale = {}): number | null {
  const error = errorAt(metrics, row.metric, scale)
  const other = row.minus === undefined ? 0 : errorAt(metrics, row.minus, scale)
  return error === null || other === null ? null : Math.hypot(error, other)
}

/**
 * How many of 100 people of the same language and age score lower, counting half of those with the
 * same score; null if the result doesn't know, or for the distance of two scores.
 */
export function percentileAt(metrics: Metrics, { metric, minus, turned }: ScoreRow): number | null {
  if (minus !== undefined) return null
  const below = metricAt(metrics, besideOf(metric, 'norms.percentiles'))
  if (below === null) return null
  // Nobody is below or above all others for certain.
  return Math.min(99, Math.max(1, Math.round(turned ? 100 - below : below)))
}

/** Points out of 100 converted to the metric's own scale, with one decimal. */
export function pointsOf(
  score: number,
  { lowest = 0, highest = 100 }: Omit<ScoreScale, 'scale'>,
): number {
  return Math.round(((score * (highest - lowest)) / 100) * 10) / 10
}

/**
 * Rows with a known metric, highest first; equal ones as `ties` says, otherwise in document order.
 */
export function ranked<R extends ScoreRow>(
  metrics: Metrics,
  rows: readonly R[],
  order: Order = {},
): RankedRow<R>[] {
  const known = rows.flatMap((row) => {
    const score = scoreOf(metrics, row, order)
    const own = ownError(metrics, row, order)
    const denied = isDenied(metrics, row.metric, order.base)
    return score === null
      ? []
      : [{ row, score, ...(own !== null && { own }), ...(denied && { denied }) }]
  })
  const first = (order.ties === undefined ? null : wordAt(metrics, order.ties)) ?? ''
  const place = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length)
  return known.sort(
    (a, b) => comparable(b.score) - comparable(a.score) || place(a.row.id) - place(b.row.id),
  )
}

/** @returns 0 for the lowest band, as many as there are cuts for the highest */
export function bandOf(score: number, cuts: readonly number[] = CUTS): number {
  return cuts.filter((cut) => score >= cut).length
}

/**
 * The range of the score on another day, from 0 to 100. @param sem standard error in points out of
 * 100; 0 if unknown
 */
export function reachOf(score: number, sem: number): { from: number; to: number } {
  return { from: Math.max(0, score - REACH * sem), to: Math.min(100, score + REACH * sem) }
}

/** The lowest and the highest band that the score may be in; the same twice if it is certain. */
export function bandsOf(
  score: number,
  sem: number,
  cuts: readonly number[] = CUTS,
): readonly [number, number] {
  const { from, to } = reachOf(score, sem)
  return [bandOf(from, cuts), bandOf(to, cuts)]
}

/**
 * The band whose words hold on another day too: of those that the score may be in, the one nearest
 * the middle.
 */
export function sureBand(score: number, sem: number, cuts: readonly number[] = CUTS): number {
  const [low, high] = bandsOf(score, sem, cuts)
  const middle = Math.floor(cuts.length / 2)
  return Math.max(low, Math.min(high, cuts.length % 2 === 0 ? middle : bandOf(score, cuts)))
}

/**
 * The steps that a score may be in on another day: the same twice if it is certain, or if it could
 * be in more than two, when only its own says anything.
 *
 * @param reach points out of 100 to either side
 */
export function stepsOf(
  score: number,
  reach: number,
  cuts: readonly number[],
): { readonly at: number; readonly low: number; readonly high: number } {
  const at = bandOf(score, cuts)
  const [low, high] = [bandOf(score - reach, cuts), bandOf(score + reach, cuts)]
  return high - low > 1 ? { at, low: at, high: at } : { at, low, high }
}

/** The band of one metric whose words may be said, by its own error if the result has one. */
export function bandSaid(
  score: number,
  metrics: Metrics,
  band: ScoreScale & {
    readonly metric: string
    readonly cuts?: readonly number[] | undefined
    readonly sem?: number | undefined
  },
): number {
  if (band.sem === undefined) return bandOf(score, band.cuts)
  return sureBand(score, errorAt(metrics, band.metric, band) ?? band.sem, band.cuts)
}
