/**
 * One set to put in order: each tap gives the next place, highest first; a tap on a placed one
 * undoes it. Keys 1 to n do the same. When everything has its place, one more tap continues, so the
 * order can still be changed.
 */

import { useEffectEvent, useLayoutEffect, useState, type Ref } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { isTyping, sizeOf } from './QuizQuestion.tsx'
import css from './QuizQuestion.module.css'

type RankProps = {
  id: string
  question: string
  statement: string
  options: readonly { readonly id: string; readonly words: string }[]
  /** The order given before, highest first. */
  chosen: readonly string[] | undefined
  /** An answer is being saved: nothing moves. */
  locked: boolean
  hint?: string | undefined
  level: Level
  heading: Ref<HTMLHeadingElement>
  onAnswer: (order: readonly string[]) => void
}

export function QuizRank({
  id,
  question,
  statement,
  options,
  chosen,
  locked,
  hint,
  level,
  heading,
  onAnswer,
}: RankProps) {
  const t = useText()
  const [order, setOrder] = useState<readonly string[]>(chosen ?? [])
  const titleId = `${id}-line`
  const whole = order.length === options.length

  const tap = (option: string) => {
    if (locked) return
    if (order.includes(option)) return setOrder(order.filter((each) => each !== option))
    const now = [...order, option]
    // The last place is the only one left, so it is filled in.
    const left = options.filter((each) => !now.includes(each.id))
    setOrder(left.length === 1 ? [...now, left[0]!.id] : now)
  }
  const byDigit = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target))
      return
    const option = /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined
    if (option !== undefined) tap(option.id)
  })
  // Set at once: every set is a component of its own, and a fast user doesn't wait for a second
  // render.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => byDigit(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <div className={`${css['question']} ${css['words']}`}>
      <div className={css['ask']}>
        {hint === undefined ? (
          <p className="mute small">{question}</p>
        ) : (
          <p className={`small ${css['hint']}`} role="status">
            <Icon name="clock" size="s" />
            {hint}
          </p>
        )}
        <Heading
          level={level}
          id={titleId}
          ref={heading}
          focusable
          className={`${css['statement']} ${sizeOf(statement)}`}
        >
          {statement}
        </Heading>
      </div>
      <div className={css['answers']} role="group" aria-labelledby={titleId}>
        {options.map((option, index) => {
          const place = order.indexOf(option.id)
          return (
            <button
              key={option.id}
              type="button"
              className={css['answer']}
              aria-pressed={place !== -1}
              aria-label={
                place === -1
                  ? option.words
                  : t('quiz.rank.at', { place: place + 1, words: option.words })
              }
              aria-disabled={locked || undefined}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => tap(option.id)}
            >
              <span className={css['place']}>{place === -1 ? '' : place + 1}</span>
              <span className={css['word']}>{option.words}</span>
              <kbd className={css['key']} aria-hidden="true">
                {index + 1}
              </kbd>
            </button>
          )
        })}
      </div>
      <div className={css['after']}>
        {whole ? (
          <Button look="step" block disabled={locked} onClick={() => onAnswer(order)}>
            {t('quiz.rank.done')}
          </Button>
        ) : (
          <p className="small mute" role="status">
            {t('quiz.rank.next', { place: order.length + 1, total: options.length })}
          </p>
        )}
      </div>
    </div>
  )
}
