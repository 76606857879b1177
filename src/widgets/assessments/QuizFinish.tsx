/**
 * All lines are answered: the attempt is completed, or waits for a connection and completes by
 * itself.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { QuizSession } from '#engine/scoring/quiz.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { FinishBoard } from './FinishBoard.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { apiError } from '#widgets/parts/problem.ts'
import { KeepFile } from './QuizStatus.tsx'
import { StateScene } from '#widgets/parts/StateScene.tsx'
import { usePolling } from '#widgets/parts/usePolling.ts'
import css from './Quiz.module.css'

type FinishProps = {
  level: Level
  session: QuizSession
  count: number
  doneRoute: string
  after: 'report' | 'list'
  onMissing: (items: readonly string[]) => void
}
type Phase =
  | { readonly is: 'sending' | 'waiting' | 'done' }
  | { readonly is: 'failed'; readonly message: string }

export function QuizFinish({ level, session, count, doneRoute, after, onMissing }: FinishProps) {
  const t = useText()
  const href = useHref()
  const [phase, setPhase] = useState<Phase>({ is: 'sending' })
  const isSending = useRef(false)
  const send = useEffectEvent(async (isHere: () => boolean) => {
    isSending.current = true
    try {
      const is = await session.complete()
      if (isHere()) setPhase({ is })
    } catch (error) {
      const said = apiError(error)
      if (!isHere()) return
      if (said?.missing?.length) onMissing(said.missing)
      else setPhase({ is: 'failed', message: said?.message ?? t('state.error.title') })
    } finally {
      isSending.current = false
    }
  })

  useEffect(() => {
    if (phase.is !== 'sending') return
    let here = true
    void send(() => here)
    return () => void (here = false)
  }, [phase])
  // The page stays as it is meanwhile: not every phone says when the connection is back.
  usePolling(phase.is === 'waiting', () => {
    if (!isSending.current) void send(() => true)
  })

  if (phase.is === 'failed') {
    return (
      <div className={css['state']}>
        <StateScene
          scene="error"
          level={level}
          title={t('quiz.notSent')}
          text={phase.message}
          note={t('quiz.kept', { count })}
          live
        >
          <Button onClick={() => setPhase({ is: 'sending' })}>{t('common.tryAgain')}</Button>
          <KeepFile session={session} text={t('quiz.keepCopy')} />
        </StateScene>
      </div>
    )
  }
  const done = phase.is === 'done'
  return (
    <div className={css['state']}>
      <StateScene
        scene={phase.is === 'waiting' ? 'offline' : 'arrived'}
        picture={
          phase.is === 'waiting' ? undefined : (
            <div className={css['finish']}>
              <FinishBoard count={count} />
            </div>
          )
        }
        level={level}
        title={t('quiz.allDone', { count })}
        text={t(after === 'list' ? `research.finish.${phase.is}` : `quiz.finish.${phase.is}`)}
        live
      >
        {done && (
          // Back from the result leads to where the questions began, not to answered questions.
          <ButtonLink look="step" replace to={href(doneRoute)}>
            {t(after === 'list' ? 'research.toList' : 'quiz.readReport')}
          </ButtonLink>
        )}
      </StateScene>
    </div>
  )
}
