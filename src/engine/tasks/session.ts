/** The interface between a rendered timed task and the store for its logs. Types only. */

import type { QuizSession } from '#engine/scoring/quiz.ts'
import type { Log, TaskLevel } from './log.ts'

/** An attempt at a timed task, from `task.open`, which rejects when offline with nothing stored. */
export type TaskSession = QuizSession & {
  /** Trials and mazes are generated from it: the same everywhere. */
  readonly seed: number
  /** The next level; null when all are done. */
  next(): TaskLevel | null
  /** Resolves when the log of a level is stored on the phone. @param ms time that the level took */
  save(level: TaskLevel, log: Log, ms: number): Promise<void>
}
