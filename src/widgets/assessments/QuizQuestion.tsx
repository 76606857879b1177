/**
 * One line and its answers: a radio group in which arrow keys move and space, a tap or 1 to n
 * choose. Choosing continues at once, so moving must not choose.
 */

import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './QuizQuestion.module.css'

/** One answer that can be chosen. */
export type QuizOption = {
  readonly id: string
  readonly value: number | string
  readonly words: string
  readonly mark?: ReactNode
}
/** The layout of the options: short words side by side or in pairs, sentences one below another. */
export type QuizLook = 'scale' | 'pairs' | 'words'

/** For this long after a new line appears, a tap counts as the second half of a double tap. */
const DOUBLE_TAP_MS = 300
/**
 * A long line, or one with a word that wouldn't fit, is set smaller, so that all answers stay in
 * view on a small phone.
 */
export function sizeOf(statement: string): string {
  const word = Math.max(...statement.split(/[\s-]/).map((part) => part.length))
  if (statement.length > 84 || word > 24) return css['longest']!
  return statement.length > 56 || word > 18 ? css['long']! : ''
}

type QuestionProps = {
  id: string
  /** Changes with the item, which resets the double-tap guard and the keyboard position. */
  item: string
  question: string
  statement: string
  picture?: ReactNode
  /** With a picture, the statement describes it: it opens below these words. */
  inWords?: string
  options: readonly QuizOption[]
  look: QuizLook
  chosen: number | string | undefined
  /** An answer is being saved: others are ignored. */
  locked: boolean
  /** Announced once instead of the question. */
  hint?: string | undefined
  level: Level
  heading: Ref<HTMLHeadingElement>
  onAnswer: (value: number | string) => void
}

export function QuizQuestion({
  id,
  item,
  question,
  statement,
  picture,
  inWords,
  options,
  look,
  chosen,
  locked,
  hint,
  level,
  heading,
  onAnswer,
}: QuestionProps) {
  const rows = useRef<(HTMLButtonElement | null)[]>([])
  const resting = useRest(item)
  const at = Math.max(
    0,
    options.findIndex(({ value }) => value === chosen),
  )
  // Tab comes back to the answer that arrow keys reached, as long as the line is the same.
  const [reached, setReached] = useState({ item, index: -1 })
  const stop = reached.item === item && reached.index !== -1 ? reached.index : at
  const titleId = `${id}-line`

  const choose = (index: number) => {
    const option = options[index]
    if (option !== undefined && !locked) onAnswer(option.value)
  }
  const byDigit = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target))
      return
    if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => byDigit(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const byArrow = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event)
    if (step === 0) return
    event.preventDefault()
    const now = rows.current.findIndex((row) => row === document.activeElement)
    rows.current[now === -1 ? at : (now + step + options.length) % options.length]?.focus()
  }
  const byTap = (event: MouseEvent, index: number) => {
    // The keyboard's click has no count; only a finger or a mouse can tap twice by mistake.
    if (event.detail > 0 && resting) return
    choose(index)
  }

  return (
    <div
      className={`${css['question']} ${look === 'scale' ? '' : css[look]} ${options.length > 5 ? css['many'] : ''}`}
      onKeyDown={byArrow}
    >
      <div className={css['ask']}>
        {hint === undefined ? (
          inWords === undefined && <p className="mute small">{question}</p>
        ) : (
          <p className={`small ${css['hint']}`} role="status">
            <Icon name="clock" size="s" />
            {hint}
          </p>
        )}
        {picture !== undefined && <div className={css['picture']}>{picture}</div>}
        <Heading
          level={level}
          id={titleId}
          ref={heading}
          focusable
          className={`${css['statement']} ${sizeOf(inWords === undefined ? statement : question)}`}
        >
          {inWords === undefined ? statement : question}
        </Heading>
        {inWords !== undefined && (
          <details className={`small ${css['inWords']}`}>
            <summary>{inWords}</summary>
            {statement}
          </details>
        )}
      </div>
      <div className={css['answers']} role="radiogroup" aria-labelledby={titleId}>
        {options.map((option, index) => (
          <button
            key={option.id}
            ref={(row) => void (rows.current[index] = row)}
            type="button"
            role="radio"
            className={css['answer']}
            aria-checked={option.value === chosen}
            aria-disabled={locked || resting || undefined}
            aria-keyshortcuts={String(index + 1)}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setReached({ item, index })}
            onClick={(event) => byTap(event, index)}
          >
            {option.mark}
            <span className={css['word']}>{option.words}</span>
            <span className={css['tick']}>
              <Icon name="tick" />
            </span>
            <kbd className={css['key']} aria-hidden="true">
              {index + 1}
            </kbd>
          </button>
        ))}
      </div>
    </div>
  )
}

/** True for a moment after a new item appears. */
function useRest(item: string): boolean {
  const [rested, setRested] = useState(item)
  useEffect(() => {
    const timer = setTimeout(() => setRested(item), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [item])
  return rested !== item
}

/**
 * Arrow keys follow the visual direction: on a right-to-left page, right means back. Tiles are side
 * by side on wide screens.
 */
function stepOf(event: KeyboardEvent<HTMLElement>): number {
  const back =
    getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (event.key === 'ArrowUp' || event.key === back) return -1
  return event.key === 'ArrowDown' || event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    ? 1
    : 0
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, dialog') !== null)
  )
}
