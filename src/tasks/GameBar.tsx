/**
 * The bar above a game: pause, progress and a short text. Updated through a ref, because React
 * renders nothing during play.
 */

import { createRef, useState, type ReactNode, type RefObject } from 'react'
import { useText } from '#engine/react/text.tsx'
import css from './Tasks.module.css'

export type Bar = {
  readonly walked: RefObject<SVGLineElement | null>
  readonly ahead: RefObject<SVGLineElement | null>
  readonly stone: RefObject<SVGCircleElement | null>
  readonly words: RefObject<HTMLSpanElement | null>
  /** @param words "12 of 30", or the time that is left */
  readonly set: (value: number, max: number, words: string) => void
}

export function useBar(): Bar {
  const [bar] = useState(makeBar)
  return bar
}

function makeBar(): Bar {
  const walked = createRef<SVGLineElement>()
  const ahead = createRef<SVGLineElement>()
  const stone = createRef<SVGCircleElement>()
  const words = createRef<HTMLSpanElement>()
  return {
    walked,
    ahead,
    stone,
    words,
    set(value, max, text) {
      const at = 1.2 + Math.min(1, Math.max(0, max === 0 ? 0 : value / max)) * 97.6
      walked.current?.setAttribute('x2', `${at}%`)
      ahead.current?.setAttribute('x1', `${Math.min(98.8, at + 3.2)}%`)
      stone.current?.setAttribute('cx', `${at}%`)
      if (words.current !== null && words.current.textContent !== text)
        words.current.textContent = text
    },
  }
}

/** @param onPause with the timestamp of the press */
export function GameBar({
  bar,
  onPause,
  children,
}: {
  bar: Bar
  onPause: (at: number) => void
  children?: ReactNode
}) {
  const t = useText()
  return (
    <div className={css['bar']}>
      <button
        type="button"
        className={css['pause']}
        aria-label={t('task.pause')}
        onClick={(event) => onPause(event.timeStamp)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M8.500 6v12M15.500 6v12" />
        </svg>
      </button>
      {children}
      <svg className={css['trail']} height="16" aria-hidden="true" focusable="false">
        <line ref={bar.ahead} className={css['ahead']} x1="5%" y1="8" x2="98.8%" y2="8" />
        <line ref={bar.walked} className={css['walked']} x1="1%" y1="8" x2="1.2%" y2="8" />
        <circle ref={bar.stone} className={css['stone']} cx="1.2%" cy="8" r="7" />
      </svg>
      <span ref={bar.words} className={`small mute num ${css['words']}`} />
    </div>
  )
}
