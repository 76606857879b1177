/** What a game must provide to the run of a task: explain a level, practise it, and play it. */

import type { ComponentType } from 'react'
import type { Device, Log, TaskLevel } from '#engine/tasks/log.ts'

export type Practised = { readonly isGood: boolean }
export type Played = { readonly log: Log; readonly ms: number }

export type GameProps = {
  readonly seed: number
  readonly level: TaskLevel
  /** Length of a frame of this screen, in ms. */
  readonly frameMs: number
  /** The input device that the level was started with. */
  readonly device: Device
  /** Which round of practice this is, from 0; null for the level itself. */
  readonly practice: number | null
  readonly onPractised: (result: Practised) => void
  readonly onPlayed: (result: Played) => void
}

export type Game = {
  /** Key of a text about a level: its title, its rule, and the notice before it counts. */
  readonly text: (level: TaskLevel, which: 'title' | 'rule' | 'real') => string
  readonly Play: ComponentType<GameProps>
  /** Illustrates what a level is about. */
  readonly Panel: ComponentType<{ readonly level: TaskLevel }>
  /**
   * Maximum rounds of practice before a level; a further round only if the previous one did not go
   * well.
   */
  readonly rounds: (level: TaskLevel) => number
}
