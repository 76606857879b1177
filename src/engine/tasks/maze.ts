/**
 * The maze: its generation from a seed, the replay of a log, and the score. Pure; the phone plays
 * from it, the server scores from it again (assessments 7.2).
 *
 * Its own events: `[ms, "show"]` when the maze is visible, `[ms, "move", direction, device]` for
 * every try, through an opening or against a wall.
 */

import { median } from '#engine/scoring/quality.ts'
import {
  DEVICES,
  Fault,
  readLog,
  replayed,
  TENTH,
  type Circumstances,
  type Device,
  type Log,
  type Replayed,
  type TaskLevel,
} from './log.ts'
import { hashOf, makeRandom, type Random } from './random.ts'
import { clamp, totalScore, type LevelScore } from './levelscore.ts'

export const DIRECTIONS = ['U', 'R', 'D', 'L'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Cells by row from the top; each holds its openings as bits: up 1, right 2, down 4, left 8. */
export type Maze = {
  readonly size: number
  readonly open: readonly number[]
  readonly start: number
  readonly goal: number
  /** Cells of the shortest path. */ readonly shortest: number
}

export const MAZE_TASK = 'maze'
export const MAZE_LEVELS: Readonly<
  Record<
    TaskLevel,
    {
      readonly size: number
      readonly shortest: readonly [least: number, most: number]
      readonly loops: number
      readonly limitMs: number
      readonly referenceSpeed: number
    }
  >
> = {
  1: { size: 7, shortest: [14, 20], loops: 0, limitMs: 60_000, referenceSpeed: 2 },
  2: { size: 10, shortest: [26, 36], loops: 0, limitMs: 90_000, referenceSpeed: 1.8 },
  3: { size: 13, shortest: [40, 56], loops: 0.1, limitMs: 120_000, referenceSpeed: 1.6 },
}
const PRACTICE_SIZE = 5
/** Time limit for a practice maze: generous, but finite. */
export const PRACTICE_LIMIT_MS = 60_000
/** A frame may be drawn up to one frame length late or early, and clocks are rounded to tenths. */
const LEEWAY_FRAMES = 2.5

const BIT: Readonly<Record<Direction, number>> = { U: 1, R: 2, D: 4, L: 8 }
const BACK: Readonly<Record<Direction, Direction>> = { U: 'D', R: 'L', D: 'U', L: 'R' }

/** The cell next to another one; null beyond the edge. */
function beside(size: number, cell: number, direction: Direction): number | null {
  const column = cell % size
  switch (direction) {
    case 'U':
      return cell < size ? null : cell - size
    case 'D':
      return cell >= size * (size - 1) ? null : cell + size
    case 'L':
      return column === 0 ? null : cell - 1
    case 'R':
      return column === size - 1 ? null : cell + 1
  }
}

/** Where a move leads; null if there is a wall. */
export function moveFrom({ size, open }: Maze, cell: number, direction: Direction): number | null {
  return ((open[cell] ?? 0) & BIT[direction]) === 0 ? null : beside(size, cell, direction)
}

/**
 * The maze of a level: mazes whose shortest path is too short or too long are skipped, and the next
 * one of the seed is tried.
 */
export function mazeOf(seed: number, level: TaskLevel): Maze {
  const { size, shortest, loops } = MAZE_LEVELS[level]
  return grown(`${MAZE_TASK}/${seed}/${level}`, size, loops, shortest)
}

export function practiceMaze(seed: number): Maze {
  return grown(`${MAZE_TASK}/${seed}/practice`, PRACTICE_SIZE, 0, [8, 14])
}

export function mazeHash({ size, open, start, goal }: Maze): string {
  return hashOf(JSON.stringify([size, open, start, goal]))
}

function grown(
  name: string,
  size: number,
  loops: number,
  [least, most]: readonly [number, number],
): Maze {
  for (let tries = 0; ; tries++) {
    const random = makeRandom(`${name}/${tries}`)
    const open = carved(random, size)
    if (loops > 0) openWalls(random, size, open, loops)
    // From the bottom corner to the opposite one: the path has a direction, and its end is obvious.
    const maze = { size, open, start: size * (size - 1), goal: size - 1, shortest: 0 }
    const way = distancesTo(maze)[maze.start] ?? 0
    if (way >= least && way <= most) return { ...maze, shortest: way }
  }
}

/** A perfect maze by randomised depth-first search: one path between any two cells. */
function carved(random: Random, size: number): number[] {
  const open = Array.from({ length: size * size }, () => 0)
  const seen = new Set([random.below(size * size)])
  const path = [...seen]
  for (let cell = path.at(-1); cell !== undefined; cell = path.at(-1)) {
    const ways = waysFrom(size, cell, DIRECTIONS).filter(({ next }) => !seen.has(next))
    const way = ways.length === 0 ? undefined : ways[random.below(ways.length)]
    if (way === undefined) {
      path.pop()
      continue
    }
    connect(open, way)
    seen.add(way.next)
    path.push(way.next)
  }
  return open
}

/** A step from one cell to the next, whether or not there is a wall. */
type Way = { readonly cell: number; readonly direction: Direction; readonly next: number }

function waysFrom(size: number, cell: number, directions: readonly Direction[]): Way[] {
  return directions.flatMap((direction) => {
    const next = beside(size, cell, direction)
    return next === null ? [] : [{ cell, direction, next }]
  })
}

/** Removes the wall between two cells. */
function connect(open: number[], { cell, direction, next }: Way): void {
  open[cell] = (open[cell] ?? 0) | BIT[direction]
  open[next] = (open[next] ?? 0) | BIT[BACK[direction]]
}

/** Opens a share of the inner walls, so that there is more than one path. */
function openWalls(random: Random, size: number, open: number[], share: number): void {
  const walls = open.flatMap((bits, cell) =>
    waysFrom(size, cell, ['R', 'D']).filter(({ direction }) => (bits & BIT[direction]) === 0),
  )
  for (const way of random.shuffled(walls).slice(0, Math.round(walls.length * share)))
    connect(open, way)
}

/** Length of the shortest path to the goal, from every cell (breadth first). */
export function distancesTo(maze: Maze): readonly number[] {
  const distance = Array.from({ length: maze.size ** 2 }, () => Number.POSITIVE_INFINITY)
  distance[maze.goal] = 0
  const queue = [maze.goal]
  for (const cell of queue) {
    const steps = (distance[cell] ?? 0) + 1
    for (const direction of DIRECTIONS) {
      const next = moveFrom(maze, cell, direction)
      if (next === null || (distance[next] ?? 0) <= steps) continue
      distance[next] = steps
      queue.push(next)
    }
  }
  return distance
}

// ---- replay ---------------------------------------------------------------------------------------------------------

export type MazeCounts = {
  readonly shortest: number
  readonly moves: number
  readonly walls: number
  readonly back: number
  /** Cells from where it ended to the goal; 0 when the goal was reached. */
  readonly left: number
  /** Seconds from the maze shown to the goal or the limit. */
  readonly seconds: number
  /** Seconds from the first to the last cell entered. */
  readonly span: number
}
export type MazePlay = Circumstances & {
  readonly counts: MazeCounts
  /** ms between consecutive cells. */
  readonly steps: readonly number[]
  /** ms from the maze shown to the first cell entered; null if there was none. */
  readonly planning: number | null
  /** Steps during which the screen froze. */
  readonly dropped: number
}

/** Reconstructs a level from its log and seed alone. */
export function replayMaze(seed: number, level: TaskLevel, log: Log): Replayed<MazePlay> {
  return replayed(() => {
    const { limitMs } = MAZE_LEVELS[level]
    const maze = mazeOf(seed, level)
    const leeway = LEEWAY_FRAMES * Number(log[0]?.[2] ?? 0)
    const visited = new Set([maze.start])
    const entered: number[] = []
    let cell = maze.start
    let shown: number | null = null
    let walls = 0
    let back = 0
    let dropped = 0
    let isStanding = false
    const circumstances = readLog(MAZE_TASK, seed, level, log, {
      take(event, index) {
        const [ms, code, direction, device] = event
        if (code === 'show') {
          if (event.length !== 2) throw new Fault(index, 'shape')
          if (shown !== null) throw new Fault(index, 'trial')
          shown = ms
        } else if (code === 'move') {
          if (event.length !== 4 || !DEVICES.includes(device as Device))
            throw new Fault(index, 'shape')
          if (shown === null || cell === maze.goal) throw new Fault(index, 'trial')
          if (!DIRECTIONS.includes(direction as Direction)) throw new Fault(index, 'direction')
          if (TENTH(ms - shown) > limitMs) throw new Fault(index, 'time')
          const next = moveFrom(maze, cell, direction as Direction)
          if (next === null) walls++
          else {
            if (visited.has(next)) back++
            visited.add(next)
            cell = next
            entered.push(ms)
            isStanding = false
          }
        } else throw new Fault(index, 'code')
      },
      onPause: () => undefined,
      onResume: () => undefined,
      onFrame(index) {
        if (shown === null) throw new Fault(index, 'trial')
        if (!isStanding) dropped++
        isStanding = true
      },
    })
    const last = log.length - 1
    if (shown === null) throw new Fault(last, 'missing')
    const isDone = cell === maze.goal
    const ended = circumstances.endMs - shown
    if (!isDone && ended < limitMs - leeway) throw new Fault(last, 'missing')
    // The goal ends the level: time until the end event is not counted.
    const [firstMs, lastMs] = [entered[0] ?? null, entered.at(-1) ?? shown]
    const seconds = (isDone ? lastMs - shown : limitMs) / 1000
    return {
      ...circumstances,
      counts: {
        shortest: maze.shortest,
        moves: entered.length,
        walls,
        back,
        left: distancesTo(maze)[cell] ?? 0,
        seconds,
        span: firstMs === null ? 0 : (lastMs - firstMs) / 1000,
      },
      steps: entered.slice(1).map((ms, index) => ms - (entered[index] ?? ms)),
      planning: firstMs === null ? null : firstMs - shown,
      dropped,
    }
  })
}

// ---- score ----------------------------------------------------------------------------------------------------------

export type MazeLevelScore = LevelScore & { readonly velocity: number }

/** @param referenceSpeed cells per second that count as full efficiency */
export function scoreMazeLevel(
  { shortest, moves, walls, back, left, seconds, span }: MazeCounts,
  referenceSpeed: number,
): MazeLevelScore {
  const progress = Math.max(0, shortest - left)
  const accuracy = (100 * progress) / Math.max(moves, shortest)
  const accuracy_adjusted = (100 * progress) / Math.max(moves + walls, shortest)
  const efficiency = seconds > 0 ? clamp((100 * progress) / (seconds * referenceSpeed), 0, 100) : 0
  const penalty = clamp((100 * (walls + 0.5 * back)) / shortest, 0, 100)
  const velocity = moves < 2 || span <= 0 ? 0 : (moves - 1) / span
  return {
    total_score: totalScore(accuracy_adjusted, efficiency, penalty),
    accuracy,
    accuracy_adjusted,
    efficiency,
    penalty,
    velocity,
  }
}

/**
 * Without a standard error: the steps of a maze aren't independent of each other, and there is one
 * maze a level.
 */
export type MazeLevelMetrics = MazeLevelScore & {
  readonly shortest: number
  readonly moves: number
  readonly walls: number
  readonly back: number
  readonly finished: boolean
  readonly seconds: number
  /** Median ms between cells; null with fewer than two. */
  readonly speed: number | null
  /** ms before the first cell; null without one. */
  readonly planning_time: number | null
}
export type MazeMetrics = MazeLevelScore & {
  readonly number_of_levels: number
  readonly moves: number
  readonly walls: number
  readonly back: number
  readonly speed: number | null
  readonly level_1: MazeLevelMetrics
  readonly level_2: MazeLevelMetrics
  readonly level_3: MazeLevelMetrics
}

/**
 * Metrics of the three levels: scores as sums, which the reader divides (spec 3), counts and speed
 * over all.
 */
export function scoreMaze(
  plays: readonly [MazePlay, MazePlay, MazePlay],
  references: readonly number[] = [],
): MazeMetrics {
  const [one, two, three] = plays.map(({ counts, steps, planning }, index): MazeLevelMetrics => {
    const { shortest, moves, walls, back, left, seconds } = counts
    const score = scoreMazeLevel(
      counts,
      references[index] ?? MAZE_LEVELS[(index + 1) as TaskLevel].referenceSpeed,
    )
    return {
      ...score,
      shortest,
      moves,
      walls,
      back,
      finished: left === 0,
      seconds,
      speed: median(steps),
      planning_time: planning,
    }
  }) as [MazeLevelMetrics, MazeLevelMetrics, MazeLevelMetrics]
  const levels = [one, two, three]
  const sum = (key: keyof MazeLevelScore | 'moves' | 'walls' | 'back') =>
    levels.reduce((total, level) => total + level[key], 0)
  return {
    total_score: sum('total_score'),
    accuracy: sum('accuracy'),
    accuracy_adjusted: sum('accuracy_adjusted'),
    efficiency: sum('efficiency'),
    penalty: sum('penalty'),
    velocity: sum('velocity'),
    number_of_levels: levels.length,
    moves: sum('moves'),
    walls: sum('walls'),
    back: sum('back'),
    speed: median(plays.flatMap(({ steps }) => steps)),
    level_1: one,
    level_2: two,
    level_3: three,
  }
}
