/** The maze for the run of a task. */

import type { Game } from '../game.ts'
import tasks from '../Tasks.module.css'
import { MazePicture } from './Picture.tsx'
import { MazeTask } from './Task.tsx'

function Panel() {
  return (
    <div className={tasks['sample']}>
      <MazePicture />
    </div>
  )
}

/** Practised once: the second maze works like the first. */
export const maze: Game = {
  text: (level, which) => `maze.level.${level}.${which}`,
  Play: MazeTask,
  Panel,
  rounds: (level) => (level === 1 ? 1 : 0),
}
