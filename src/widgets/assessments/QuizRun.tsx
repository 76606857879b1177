/** An open attempt: which line is shown, what is chosen, and when the next one comes. */

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sameValue, type AnswerValue } from '#engine/scoring/answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { firstOpen, followsPattern, wantsHint, type QuizSession } from '#engine/scoring/quiz.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { apiError } from '#widgets/parts/problem.ts'
import { QuizFinish } from './QuizFinish.tsx'
import { QuizItem } from './QuizItem.tsx'
import { KeepFile, SavedChip } from './QuizStatus.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import { useItemTime } from './useItemTime.ts'
import css from './Quiz.module.css'

/** How long the chosen answer is visible before the next line appears (look.md 2). */
const HOLD_MS = 180

type RunProps = {
  id: string
  level: Level
  session: QuizSession
  document: DocumentOf<'assessment'>
  doneRoute: string
  after: 'report' | 'list'
}

export function QuizRun({ id, level, session, document, doneRoute, after }: RunProps) {
  const t = useText()
  const { items } = session
  const status = useSyncExternalStore(session.subscribe, session.status, session.status)
  const [answers, setAnswers] = useState(session.answers)
  const [at, setAt] = useState(() => firstOpen(items, session.answers))
  const [held, setHeld] = useState<AnswerValue>()
  const [problem, setProblem] = useState<string>()
  const [hint, setHint] = useState<string>()
  const times = useRef<number[]>([])
  const given = useRef<AnswerValue[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const item = items[at]
  const watch = useItemTime(item)
  useFocusOnChange(heading, item)

  if (item === undefined) {
    const goTo = (missing: readonly string[]) => {
      const known = Object.entries(answers).filter(([answered]) => !missing.includes(answered))
      setAnswers(Object.fromEntries(known))
      setAt(items.findIndex((each) => missing.includes(each)))
    }
    return (
      <QuizFinish
        level={level}
        session={session}
        count={items.length}
        doneRoute={doneRoute}
        after={after}
        onMissing={goTo}
      />
    )
  }

  const goOn = (known: Readonly<Record<string, AnswerValue>>) => {
    setHeld(undefined)
    // After going back, the next line is simply the following one; gaps are only searched for at
    // the end.
    setAt(at + 1 < items.length ? at + 1 : firstOpen(items, known))
  }
  const answer = async (value: AnswerValue) => {
    if (held !== undefined) return
    setHeld(value)
    setProblem(undefined)
    const known = { ...answers, [item]: value }
    try {
      // Choosing the same answer again moves on, without counting as a new answer.
      const isNew = !sameValue(answers[item], value)
      const ms = watch.read()
      await Promise.all([isNew && session.answer(item, value, ms), hold()])
      if (isNew) {
        times.current.push(ms)
        given.current.push(value)
      }
      setAnswers(known)
      setHint(isNew ? hintFor(times.current, given.current) : undefined)
      goOn(known)
    } catch (error) {
      setHeld(undefined)
      setProblem(apiError(error)?.message ?? t('quiz.notKept'))
    }
  }
  const place = t('quiz.place', { at: at + 1, total: items.length })

  return (
    <div className={css['quiz']}>
      {!status.online && (
        <p className={css['strip']} role="status">
          <Icon name="offline" />
          {t('quiz.offline')}
        </p>
      )}
      <div className={css['progress']}>
        <Trail value={at} max={items.length} label={t('quiz.progress')} text={place} />
        <span className="small mute num">{place}</span>
      </div>
      {status.saved === 'memory' && <KeepFile session={session} text={t('quiz.memory')} />}
      {status.refused > 0 && (
        <KeepFile session={session} text={t('quiz.refused', { count: status.refused })} />
      )}
      {problem !== undefined && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <QuizItem
        id={id}
        document={document}
        item={document.items?.find((each) => each.id === item)}
        chosen={held ?? answers[item]}
        locked={held !== undefined}
        hint={hint === undefined ? undefined : t(hint)}
        level={level}
        heading={heading}
        onAnswer={(value) => void answer(value)}
      />
      <div className={css['foot']}>
        {at > 0 && (
          <Button
            look="text"
            small
            icon={<Icon name="back" size="s" />}
            onClick={() => held === undefined && setAt(at - 1)}
          >
            {t('common.back')}
          </Button>
        )}
        <SavedChip
          status={status}
          any={Object.keys(answers).length > 0}
          short={at > 0 && answers[item] !== undefined}
        />
        {answers[item] !== undefined && held === undefined && (
          <Button look="text" small onClick={() => goOn(answers)}>
            {t('common.next')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The text of the one hint, after the tenth answer of this sitting. */
function hintFor(times: readonly number[], given: readonly AnswerValue[]): string | undefined {
  if (wantsHint(times)) return 'quiz.hint'
  return followsPattern(given) ? 'quiz.hintPattern' : undefined
}

function hold(): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return still ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, HOLD_MS))
}

/** The new line is announced; for the first one the page's title is. */
function useFocusOnChange(
  heading: { readonly current: HTMLElement | null },
  item: string | undefined,
): void {
  const before = useRef(item)
  useEffect(() => {
    if (before.current !== item) heading.current?.focus()
    before.current = item
  }, [heading, item])
}
