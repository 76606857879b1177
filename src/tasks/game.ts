/** What the run of a task asks of a game: to say what a level is about, to practise it, and to play it. */

import type { ComponentType } from 'react'
import type { Device, Log, TaskLevel } from '#engine/tasks/log.ts'

export type Practised = { readonly isGood: boolean }
export type Played = { readonly log: Log; readonly ms: number }

export type GameProps = {
  readonly seed: number
  readonly level: TaskLevel
  /** Length of a frame of this screen, in ms. */
  readonly frameMs: number
  /** What the level was begun with. */
  readonly device: Device
  /** Which round of practice this is, from 0; null for the level itself. */
  readonly practice: number | null
  readonly onPractised: (result: Practised) => void
  readonly onPlayed: (result: Played) => void
}

export type Game = {
  /** Key of a text about a level: its title, what it asks, and what holds when it counts. */
  readonly text: (level: TaskLevel, which: 'title' | 'rule' | 'real') => string
  readonly Play: ComponentType<GameProps>
  /** What a level is about, drawn. */
  readonly Panel: ComponentType<{ readonly level: TaskLevel }>
  /** Rounds of practice before a level; the next one only when the one before did not go well. */
  readonly rounds: (level: TaskLevel) => number
}
