/** The three hands and the three cues, drawn in theme colours only. */

import type { Cue, Hand } from '#engine/tasks/rps.ts'
import css from './Task.module.css'

export function HandPicture({ hand }: { hand: Hand }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {hand === 'R' && (
        <>
          <path
            className={css['stone']}
            d="M20 70c-9-7-9-24 1-35 8-9 17-17 31-15 15 1 27 10 30 26 2 14-5 25-17 27-15 3-35 4-45-3z"
          />
          <path className={css['ink']} d="M34 40c4-5 9-8 16-8" />
          <path className={css['spots']} d="M30 58h.1M42 64h.1M56 62h.1M68 54h.1" />
        </>
      )}
      {hand === 'P' && (
        <>
          <path
            className={css['sheet']}
            d="M24 12h34l16 16v50a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z"
          />
          <path className={css['stone']} d="M58 12l16 16H64a6 6 0 0 1-6-6z" />
          <path className={css['rows']} d="M30 42h32M30 54h32M30 66h18" />
        </>
      )}
      {hand === 'S' && (
        <>
          <path className={css['blades']} d="M36 60L68 12M60 60L28 12" />
          <circle className={css['ring']} cx="28" cy="70" r="12" />
          <circle className={css['ring']} cx="68" cy="70" r="12" />
          <circle className={css['pin']} cx="48" cy="42" r="4" />
        </>
      )}
    </svg>
  )
}

/** A symbol beside the word, for slow readers: up, down, and two alike. */
export function CueMark({ cue }: { cue: Cue }) {
  const shape = {
    win: 'M12 19V6M5.500 12.500L12 6l6.500 6.500',
    lose: 'M12 5v13M5.500 11.500L12 18l6.500-6.500',
    draw: 'M5 9h14M5 15h14',
  }[cue]
  return (
    <svg className={css['mark']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  )
}
