/** A few items for practice; nothing is stored, and the page says so. */

import Type from 'typebox'
import { useEffect, useRef, useState } from 'react'
import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { QuizItem } from './QuizItem.tsx'
import { StateScene } from '#widgets/parts/StateScene.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import { useAgain } from '#widgets/parts/useAgain.ts'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'
import css from './Quiz.module.css'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    quizRoute: Type.String({ 'x-ref': 'route' }),
  },
  { additionalProperties: false },
)

/** As in the quiz itself, the chosen answer is visible for a moment. */
const HOLD_MS = 180

export const QuizPractice = defineWidget<typeof Props>(
  'quiz-practice',
  function QuizPractice({ assessment, quizRoute, id, level }) {
    const t = useText()
    const href = useHref()
    const { catalog } = useRenderContext()
    const waiting = usePeek(assessment)
    const again = useAgain()(assessment)
    const document = catalog.get('assessment', assessment)
    const items = document?.practice ?? []
    const [at, setAt] = useState(0)
    const [chosen, setChosen] = useState<AnswerValue>()
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      if (chosen === undefined) return
      const timer = setTimeout(() => {
        setChosen(undefined)
        setAt((before) => before + 1)
      }, HOLD_MS)
      return () => clearTimeout(timer)
    }, [chosen])
    useEffect(() => {
      if (at > 0) heading.current?.focus()
    }, [at])

    const item = items[at]
    if (item === undefined || document === undefined) {
      return (
        <div className={css['state']}>
          <StateScene
            scene="arrived"
            level={level}
            title={t('practice.done')}
            text={t('practice.doneText', { count: document?.items?.length ?? 0 })}
            live
          >
            {/* Replaces the practice in the history, so that going back from the questions leads to the introduction. */}
            <ButtonLink look="step" replace to={href(quizRoute, undefined, again)}>
              {wordsOfStart(t, waiting)}
            </ButtonLink>
            {items.length > 0 && (
              <Button look="text" onClick={() => setAt(0)}>
                {t('practice.again')}
              </Button>
            )}
          </StateScene>
        </div>
      )
    }
    const place = t('quiz.place', { at: at + 1, total: items.length })
    return (
      <div className={css['quiz']}>
        <div className={css['progress']}>
          <Trail value={at} max={items.length} label={t('quiz.progress')} text={place} />
          <span className="small mute num">{place}</span>
        </div>
        <QuizItem
          id={id}
          document={document}
          item={item}
          chosen={chosen}
          locked={chosen !== undefined}
          level={level}
          heading={heading}
          onAnswer={setChosen}
        />
        <div className={css['foot']}>
          {at > 0 && (
            <Button
              look="text"
              small
              icon={<Icon name="back" size="s" />}
              onClick={() => setAt(at - 1)}
            >
              {t('common.back')}
            </Button>
          )}
          <span className={css['saved']}>
            <Chip look="plain">
              <Icon name="info" />
              {t('practice.notKept')}
            </Chip>
          </span>
        </div>
      </div>
    )
  },
)
