/** Plays the maze as a person might, on a simulated clock: for tests, demos and the benchmark. */

import {
  distancesTo,
  DIRECTIONS,
  MAZE_LEVELS,
  mazeOf,
  moveFrom,
  type Direction,
  type Maze,
} from '#engine/tasks/maze.ts'
import { entryAt } from '#engine/tasks/entry.ts'
import { makeRandom } from '#engine/tasks/random.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { beginMaze, finish, frame, move, pause, resume, type MazeState } from './rules.ts'

export type MazeSkill = {
  /** Share of tries that leave the shortest path. */
  readonly lost: number
  /** ms between tries. */
  readonly least: number
  readonly most: number
  readonly away?: number
  readonly late?: number
  readonly frameMs?: number
}

export const GOOD: MazeSkill = { lost: 0.1, least: 120, most: 600 }

/** The first step of the shortest path from a cell. */
export function nextStep(maze: Maze, cell: number): Direction {
  const distances = distancesTo(maze)
  const here = entryAt(distances, cell)
  const nearer = DIRECTIONS.filter((direction) => {
    const next = moveFrom(maze, cell, direction)
    return next !== null && entryAt(distances, next) < here
  })
  return entryAt(nearer, 0)
}

export function playMaze(
  seed: number,
  level: TaskLevel,
  skill: MazeSkill,
  who: string,
): { log: Log; state: MazeState } {
  const random = makeRandom(`player/${who}/${seed}/${level}`)
  const frameMs = skill.frameMs ?? 1000 / 60
  const maze = mazeOf(seed, level)
  let now = 1000 * random.next()
  let state = beginMaze(
    { maze, limitMs: MAZE_LEVELS[level].limitMs, frameMs, device: 'touch' },
    now,
  )
  let next = now + 500
  while (state.phase !== 'done') {
    const gap = frameMs * (random.next() < (skill.late ?? 0) ? 3 : 1)
    now += gap
    state = frame(state, now, gap)
    if (state.phase === 'shown' && now >= next) {
      const direction =
        random.next() < skill.lost
          ? entryAt(DIRECTIONS, random.below(4))
          : nextStep(maze, state.cell)
      // The press is between this frame and the previous one.
      state = move(state, now - random.next() * frameMs, direction, 'touch')
      next = now + skill.least + random.next() * (skill.most - skill.least)
    }
    if (state.phase === 'shown' && random.next() < (skill.away ?? 0)) {
      state = pause(state, now)
      now += 100 + random.below(20_000)
      next += now
      state = resume(state, now)
      next = now + skill.least
    }
  }
  return { log: finish(state, seed, level), state }
}
