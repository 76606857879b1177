/** Which of the six types are near enough to swap on another day: what a report has to say about its own doubt. */

import type { WorkerTypeReport } from './contract.ts'
import { LEAST_RANGE } from './match.ts'
import type { Letter } from './scoring.ts'

/** Types that lie one close step after the other, most liked first. */
export type CloseRun = {
  readonly letters: readonly Letter[]
  /** Points between the first and the last of them; 0 means that their order says nothing. */
  readonly apart: number
}

/** Runs that touch the three types of the code. Further down an order matters to nobody. */
export function closeRuns(types: WorkerTypeReport['types'], top = 3): CloseRun[] {
  const runs: CloseRun[] = []
  let letters: Letter[] = []
  let apart = 0
  types.forEach((type, index) => {
    if (letters.length === 0 && index >= top) return
    letters.push(type.letter)
    if (type.close && type.gap !== null) {
      apart += type.gap
      return
    }
    if (letters.length > 1) runs.push({ letters, apart })
    letters = []
    apart = 0
  })
  return runs
}

/** Has the result no shape that anything may be built on? Then no order of types is shown as one. */
export function isFlat(metrics: Pick<WorkerTypeReport['metrics'], 'code' | 'range'>): boolean {
  return metrics.code === null || metrics.range < LEAST_RANGE
}

/** The types that advice is written for: the first two, and the third where it is close to the second. */
export function leadTypes(types: WorkerTypeReport['types']): Letter[] {
  return types.slice(0, types[1]?.close ? 3 : 2).map(({ letter }) => letter)
}
