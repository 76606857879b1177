/**
 * Does a question work differently for two groups of equal standing on its scale? Logistic regression
 * (Swaminathan & Rogers 1990; Zumbo 1999): answer by score, then with the group, then with their
 * product. Pure.
 */

import { chiSquareTail } from '#engine/statistics/distributions.ts'
import { noncentralityRange } from '#engine/statistics/noncentral.ts'
import type { Estimate } from './moments.ts'

/** People with the same score, group and answer. */
export type Cell = {
  readonly score: number
  readonly group: 0 | 1
  readonly yes: number
  readonly no: number
}

export type GroupDifference = {
  /** Likelihood-ratio statistic of the group, with one degree of freedom: everywhere on the scale. */
  readonly uniform: number
  readonly uniformP: number
  /** Of group and product together, with two. */
  readonly both: number
  readonly bothP: number
  /** What both add to Nagelkerke's share of explained variance. */
  readonly share: number
  /** The same with its interval: the effects that a statistic like that of both may come from. */
  readonly explained: Estimate
  /** Log odds of the group in the second model, and its standard error. */
  readonly effect: number
  readonly error: number
  readonly size: 'none' | 'moderate' | 'large'
}

/** Jodoin & Gierl 2001: from .035 moderate, from .070 large, if significant at all. */
const MODERATE = 0.035
const LARGE = 0.07
const ALPHA = 0.01

/** Null if the answers don't allow a fit: all alike, or parted completely by score or group. */
export function groupDifference(cells: readonly Cell[]): GroupDifference | null {
  const n = cells.reduce((sum, { yes, no }) => sum + yes + no, 0)
  const models = ([1, 2, 3, 4] as const).map((size) => fitted(cells, size))
  const [none, byScore, byGroup, byBoth] = models
  if (!none || !byScore || !byGroup || !byBoth) return null
  const nagelkerke = (likelihood: number) =>
    (1 - Math.exp((2 / n) * (none.likelihood - likelihood))) /
    (1 - Math.exp((2 / n) * none.likelihood))
  const uniform = 2 * (byGroup.likelihood - byScore.likelihood)
  const both = 2 * (byBoth.likelihood - byScore.likelihood)
  const bothP = chiSquareTail(both, 2)
  const added = (statistic: number) =>
    nagelkerke(byScore.likelihood + statistic / 2) - nagelkerke(byScore.likelihood)
  const share = added(both)
  const range = noncentralityRange(Math.max(0, both), 2)
  return {
    uniform,
    uniformP: chiSquareTail(uniform, 1),
    both,
    bothP,
    share,
    explained: { value: share, low: added(range.low), high: added(range.high) },
    effect: byGroup.effects[2]!,
    error: byGroup.errors[2]!,
    size: bothP >= ALPHA || share < MODERATE ? 'none' : share < LARGE ? 'moderate' : 'large',
  }
}

type Fit = {
  readonly likelihood: number
  readonly effects: readonly number[]
  readonly errors: readonly number[]
}

const MAX_TURNS = 30
const CLOSE = 1e-10
/** Beyond these log odds the answers are parted, and the fit would never end. */
const PARTED = 25

/** Newton's method over grouped people. @param size 1: constant, 2: score, 3: group, 4: product */
function fitted(cells: readonly Cell[], size: 1 | 2 | 3 | 4): Fit | null {
  const rows = cells.map(({ score, group, yes, no }) => ({
    x: [1, score, group, score * group].slice(0, size),
    yes,
    n: yes + no,
  }))
  let effects = Array.from({ length: size }, () => 0)
  let before = -Infinity
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const slope = Array.from({ length: size }, () => 0)
    const bend = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
    let likelihood = 0
    for (const { x, yes, n } of rows) {
      const odds = x.reduce((sum, each, at) => sum + each * effects[at]!, 0)
      const chance = 1 / (1 + Math.exp(-odds))
      // ln p = -ln(1 + e^-x), without losing what is small.
      const lnYes = -Math.log1p(Math.exp(-Math.abs(odds))) + Math.min(0, odds)
      likelihood += yes * lnYes + (n - yes) * (lnYes - odds)
      x.forEach((a, at) => {
        slope[at]! += a * (yes - n * chance)
        x.forEach((b, to) => (bend[at]![to]! += a * b * n * chance * (1 - chance)))
      })
    }
    const inverse = inverted(bend)
    if (inverse === null) return null
    if (Math.abs(likelihood - before) < CLOSE * (Math.abs(likelihood) + 1))
      return { likelihood, effects, errors: inverse.map((row, at) => Math.sqrt(row[at]!)) }
    before = likelihood
    effects = effects.map(
      (each, at) => each + inverse[at]!.reduce((sum, value, to) => sum + value * slope[to]!, 0),
    )
    if (effects.some((each) => !(Math.abs(each) < PARTED))) return null
  }
  return null
}

/** Gauss and Jordan with pivots; null if there is no inverse. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length
  const rows = matrix.map((row, at) => [...row, ...row.map((_, to) => (to === at ? 1 : 0))])
  for (let at = 0; at < size; at++) {
    const best = rows.reduce(
      (found, row, index) =>
        index >= at && Math.abs(row[at]!) > Math.abs(rows[found]![at]!) ? index : found,
      at,
    )
    const pivot = rows[best]!
    if (Math.abs(pivot[at]!) < 1e-12) return null
    rows[best] = rows[at]!
    rows[at] = pivot.map((value) => value / pivot[at]!)
    rows.forEach((row, index) => {
      if (index !== at) rows[index] = row.map((value, to) => value - row[at]! * rows[at]![to]!)
    })
  }
  return rows.map((row) => row.slice(size))
}
