/**
 * The views of each task, loaded when it is played; its rules and its simulated player are beside
 * it.
 */

import type { TaskName } from '#engine/tasks/score.ts'
import type { Game } from './game.ts'

export const GAMES: Readonly<Record<TaskName, () => Promise<Game>>> = {
  'rock-paper-scissors': () =>
    import('./rock-paper-scissors/game.tsx').then((m) => m.rockPaperScissors),
  maze: () => import('./maze/game.tsx').then((m) => m.maze),
}
