/**
 * Scores a timed task from its seed and its three logs, and judges how reliable its times are.
 * Pure.
 */

import { entryAt } from './entry.ts'
import { replayMaze, scoreMaze, type MazePlay } from './maze.ts'
import type { Log, LogFault, TaskLevel } from './log.ts'
import { replayRps, type RpsPlay } from './rpsreplay.ts'
import { scoreRps } from './rpsscore.ts'
import { judgeMaze, judgeRps, type PlayFlag } from './plausible.ts'
import { TASK_LEVELS, type TASKS } from '#engine/documents/vocabulary.ts'

export const TASK_SCORER_VERSION = 2
export type TaskName = (typeof TASKS)[number]

export type TaskQuality = {
  /** `low`: stored and shown, but excluded from norms. */
  readonly confidence: 'ok' | 'low'
  readonly flags: readonly TaskFlag[]
  /** Metrics that say more about the phone than about the user. */
  readonly not_measured: readonly ('speed' | 'efficiency')[]
  readonly devices: readonly string[]
  /** Median length of a frame, in ms. */
  readonly frame_ms: number
}
/** `rushed`: the logs are longer than the time that really passed; only the server knows. */
export type TaskFlag = 'frame-drops' | 'interrupted' | 'rushed' | PlayFlag

/**
 * If more than this share of trials had a late frame, times are not measured (assessments 8, T3).
 */
const MAX_DROPPED = 0.1
/** Maximum share of trials seen twice, because the task was paused. */
const MAX_PUT_BACK = 0.1
/** More pauses than this would give time to think, although the maze is covered. */
const MAX_PAUSES = 3

export type TaskResult = {
  readonly metrics: Readonly<Record<string, unknown>>
  readonly quality: TaskQuality
}

/** @returns what is wrong with the log of one level; null if it is plausible */
export function faultOf(task: TaskName, seed: number, level: TaskLevel, log: Log): LogFault | null {
  const play = task === 'maze' ? replayMaze(seed, level, log) : replayRps(seed, level, log)
  return play.ok ? null : { at: play.at, why: play.why }
}

/**
 * @param logs       level 1, 2, 3; each already found plausible
 * @param references what counts as full efficiency, by level, if the scoring document sets it
 * @throws Error for an implausible log
 */
export function scoreTask(
  task: TaskName,
  seed: number,
  logs: readonly Log[],
  references?: readonly number[],
): TaskResult {
  const take = <P>(
    replay: (
      seed: number,
      level: TaskLevel,
      log: Log,
    ) => { ok: true; value: P } | ({ ok: false } & LogFault),
  ) =>
    TASK_LEVELS.map((level): P => {
      const play = replay(seed, level, logs[level - 1] ?? [])
      if (!play.ok)
        throw new Error(
          `the log of level ${level} of ${task} cannot have been played: event ${play.at}, ${play.why}`,
        )
      return play.value
    })
  if (task === 'maze') {
    const plays = take(replayMaze) as [MazePlay, MazePlay, MazePlay]
    const steps = plays.reduce((sum, { counts }) => sum + Math.max(1, counts.moves), 0)
    const dropped = plays.reduce((sum, play) => sum + play.dropped, 0)
    return {
      metrics: scoreMaze(plays, references),
      quality: judge(
        plays,
        dropped / steps,
        plays.reduce((sum, { pauses }) => sum + pauses, 0) > MAX_PAUSES,
        judgeMaze(plays),
      ),
    }
  }
  const plays = take(replayRps) as [RpsPlay, RpsPlay, RpsPlay]
  const outcomes = plays.flatMap((play) => play.outcomes)
  const putBack = plays.reduce((sum, play) => sum + play.putBack, 0)
  return {
    metrics: scoreRps(plays, references),
    quality: judge(
      plays,
      outcomes.filter(({ dropped }) => dropped).length / outcomes.length,
      putBack / outcomes.length > MAX_PUT_BACK,
      judgeRps(plays),
    ),
  }
}

function judge(
  plays: readonly { readonly device: string; readonly frameMs: number }[],
  droppedShare: number,
  isInterrupted: boolean,
  played: readonly PlayFlag[],
): TaskQuality {
  const isDropped = droppedShare > MAX_DROPPED
  const flags: TaskFlag[] = [
    ...(isDropped ? (['frame-drops'] as const) : []),
    ...(isInterrupted ? (['interrupted'] as const) : []),
    ...played,
  ]
  return {
    confidence: flags.length > 0 ? 'low' : 'ok',
    flags,
    not_measured: isDropped ? ['speed', 'efficiency'] : [],
    devices: [...new Set(plays.map(({ device }) => device))],
    frame_ms: entryAt(
      plays.map(({ frameMs }) => frameMs).sort((a, b) => a - b),
      1,
    ),
  }
}

/** How long the levels took, with the time away: no attempt can be shorter. In ms. */
export function durationOf(logs: readonly Log[]): number {
  const away = (log: Log) =>
    log.reduce((sum, [, code, ms]) => sum + (code === 'resume' ? Number(ms) : 0), 0)
  return logs.reduce((sum, log) => sum + (log.at(-1)?.[0] ?? 0) + away(log), 0)
}

/** The same result, marked as one that took less time than its logs say. */
export function rushed({ metrics, quality }: TaskResult): TaskResult {
  return {
    metrics,
    quality: { ...quality, confidence: 'low', flags: [...quality.flags, 'rushed'] },
  }
}
