/** The timed tasks and their widgets, each loaded when a page first needs it. */

import type { Registry } from '#engine/react/registry.ts'
import type { TaskName } from '#engine/tasks/score.ts'
import type { Game } from './game.ts'

export const registry: Registry = {
  'task-intro': { load: () => import('./TaskIntro.tsx').then((m) => m.TaskIntro) },
  'timed-task': { load: () => import('./TimedTask.tsx').then((m) => m.TimedTask) },
}

/** What is drawn of a task; its rules and its simulated player stand beside it. */
export const TASKS: Readonly<Record<TaskName, () => Promise<Game>>> = {
  'rock-paper-scissors': () => import('./rock-paper-scissors/game.tsx').then((m) => m.rockPaperScissors),
  maze: () => import('./maze/game.tsx').then((m) => m.maze),
}
