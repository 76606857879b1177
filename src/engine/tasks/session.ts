/** The seam between a timed task that is drawn and the store that keeps its logs. Types only. */

import type { QuizSession } from '#engine/scoring/quiz.ts'
import type { Log, TaskLevel } from './log.ts'

/** An attempt at a timed task. `task.open` gives it; where there is no signal and nothing kept, it rejects. */
export type TaskSession = QuizSession & {
  /** What trials and mazes are made from: the same everywhere. */
  readonly seed: number
  /** The level that comes next; null when all are done. */
  next(): TaskLevel | null
  /** Resolves when the log of a level is on the phone. @param ms time that the level took */
  save(level: TaskLevel, log: Log, ms: number): Promise<void>
}
