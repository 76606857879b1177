/** The maze for the run of a task. */

import type { Game } from '../game.ts'
import tasks from '../Tasks.module.css'
import css from './Task.module.css'
import { MazeTask } from './Task.tsx'

/** A way, a dot and a flag: no maze that anybody will meet. */
export function MazePicture() {
  return (
    <svg viewBox="-3 -3 156 156" className={css['picture']} aria-hidden="true" focusable="false">
      <rect className={css['paper']} width="150" height="150" rx="6" />
      <path className={css['way']} d="M15 135H75V105H45V75H75V45" />
      <path className={css['wall']} d="M30 120V90H60M90 150V120M60 60H30V90M90 120V60H60V30H30M90 60H120V90M120 120V150M120 30V0M90 30H120M120 120H90" />
      <path className={css['edge']} d="M0 0H150V150H0Z" />
      <path className={css['pole']} d="M129 26V6h14l-4 5 4 5h-14" />
      <circle className={css['dot']} cx="75" cy="45" r="10" />
      <circle className={css['eye']} cx="75" cy="45" r="4" />
    </svg>
  )
}

function Panel() {
  return (
    <div className={tasks['sample']}>
      <MazePicture />
    </div>
  )
}

export const maze: Game = { texts: 'maze', Play: MazeTask, Panel, rounds: (level) => (level === 1 ? 1 : 0) }
