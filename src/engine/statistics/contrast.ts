/**
 * The difference between an arm and the control, from sums alone: augmented inverse-probability
 * values, whose mean is the difference and whose spread makes the interval (sequence.ts). People
 * come in batches; the arm means that a batch is augmented with are those of earlier batches only,
 * so nobody's outcome predicts itself. Pure; a state can be stored and continued.
 */

/** Sums over people of one arm. `events`: how many had anything to count at all. */
export type Sums = {
  readonly n: number
  readonly sum: number
  readonly squares: number
  readonly events: number
}

/** People who count together, by arm in the order of the experiment; the control is the first. */
export type Batch = {
  readonly arms: readonly Sums[]
  /** Probability of each arm, as it was stored with the assignment. */
  readonly probabilities: readonly number[]
}

/** Sums of augmented values of one arm against the control, over the people of all arms. */
type Augmented = { readonly sum: number; readonly squares: number }

export type ContrastState = {
  readonly n: number
  readonly arms: readonly Sums[]
  /** By arm after the control. */
  readonly contrasts: readonly Augmented[]
}

/** What is known of a difference: of `n` people in all arms, with the spread of one person. */
export type Difference = { readonly n: number; readonly estimate: number; readonly spread: number }

const NONE: Sums = { n: 0, sum: 0, squares: 0, events: 0 }

/** People of one batch, after the first ones. */
export const BATCH = 64

/**
 * Batch of a person. The first batches double from a single person on, because until the first means
 * are known, every outcome counts with its whole size.
 *
 * @param ordinal place among those who count, in order of exposure, from 0
 */
export function batchOf(ordinal: number): number {
  return ordinal < BATCH - 1
    ? Math.floor(Math.log2(ordinal + 1))
    : Math.log2(BATCH) - 1 + Math.floor((ordinal + 1) / BATCH)
}

export function noPeople(arms: number): ContrastState {
  return {
    n: 0,
    arms: Array.from({ length: arms }, () => NONE),
    contrasts: Array.from({ length: arms - 1 }, () => ({ sum: 0, squares: 0 })),
  }
}

/** @throws RangeError if a batch has another number of arms than the state */
export function addBatch(state: ContrastState, batch: Batch): ContrastState {
  if (batch.arms.length !== state.arms.length || batch.probabilities.length !== state.arms.length)
    throw new RangeError(`a batch of ${batch.arms.length} arms for ${state.arms.length}`)
  const means = state.arms.map(meanOf)
  const n = batch.arms.reduce((sum, arm) => sum + arm.n, 0)
  return {
    n: state.n + n,
    arms: state.arms.map((arm, at) => together(arm, batch.arms[at]!)),
    contrasts: state.contrasts.map((contrast, at) => {
      const arm = at + 1
      const between = means[arm]! - means[0]!
      // Everybody has the difference of the earlier means; those of the two arms a correction too.
      let sum = n * between
      let squares = n * between ** 2
      for (const [which, sign] of [
        [arm, 1],
        [0, -1],
      ] as const) {
        const { n: count, sum: total, squares: all } = batch.arms[which]!
        const mean = means[which]!
        const share = batch.probabilities[which]!
        const rest = (sign * (total - count * mean)) / share
        sum += rest
        squares += 2 * between * rest + (all - 2 * mean * total + count * mean ** 2) / share ** 2
      }
      return { sum: contrast.sum + sum, squares: contrast.squares + squares }
    }),
  }
}

/** @param arm 1 for the first after the control */
export function differenceOf(state: ContrastState, arm: number): Difference {
  const { n } = state
  const contrast = state.contrasts[arm - 1]
  if (contrast === undefined) throw new RangeError(`there is no arm ${arm}`)
  if (n === 0) return { n: 0, estimate: 0, spread: 0 }
  const estimate = contrast.sum / n
  return { n, estimate, spread: rootOf(contrast.squares / n - estimate ** 2) }
}

export function meanOf({ n, sum }: Sums): number {
  return n === 0 ? 0 : sum / n
}

function together(a: Sums, b: Sums): Sums {
  return {
    n: a.n + b.n,
    sum: a.sum + b.sum,
    squares: a.squares + b.squares,
    events: a.events + b.events,
  }
}

/** Rounding may leave a hair below zero where there is no spread. */
export function rootOf(variance: number): number {
  return Math.sqrt(Math.max(0, variance))
}
