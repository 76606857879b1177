/** Before an assessment: what it is, how long it takes, and one button that starts it or goes on (spec 2, Reports). */

import Type from 'typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import type { QuizPeek } from '#engine/quiz.ts'
import { useAction, useHref, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Heading } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { InstrumentFacts } from './InstrumentFacts.tsx'
import { StripBoard } from './StripBoard.tsx'
import css from './AssessmentIntro.module.css'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    title: Type.String({ 'x-ref': 'text' }),
    points: Type.Array(Type.String({ 'x-ref': 'text' }), { maxItems: 6, description: 'What to know before; rich text.' }),
    buttonText: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Default: Start.' })),
    practiceRoute: Type.Optional(Type.String({ 'x-ref': 'route' })),
    quizRoute: Type.Optional(Type.String({ 'x-ref': 'route', description: "Default: the assessment's own." })),
    quizQuery: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Query of that address: where one page holds both, it says which.' })),
  },
  { additionalProperties: false },
)

export const AssessmentIntro = defineWidget<typeof Props>('assessment-intro', function AssessmentIntro({ assessment, title, points, buttonText, practiceRoute, quizRoute, quizQuery, level }) {
  const t = useText()
  const href = useHref()
  const { catalog } = useSurroundings()
  const waiting = usePeek(assessment)
  const document = catalog.get('assessment', assessment)
  const to = quizRoute ?? document?.quizRoute
  const count = document?.items?.length ?? waiting?.total ?? 0
  const practice = document?.practice?.length ?? 0
  const begun = waiting !== null && waiting.answered > 0
  const start = !begun
    ? t(buttonText ?? 'intro.start')
    : waiting.answered < waiting.total
      ? t('intro.goOn', { at: waiting.answered + 1, total: waiting.total })
      : t('intro.finish', { total: waiting.total })
  return (
    <div className={css['intro']}>
      <div className={css['board']}>
        <StripBoard name="quiet" />
      </div>
      <Heading level={level}>{t(title)}</Heading>
      <dl className={css['facts']}>
        {count > 0 && <Fact number={count} words={t('intro.lines', { count })} />}
        {document && <Fact number={document.minutes} words={t('intro.minutes', { count: document.minutes })} />}
        {/* Where one of some options is right, there are wrong ones. */}
        {document?.format !== 'choice' && <Fact number={0} words={t('intro.wrong')} />}
      </dl>
      <ul className={css['points']}>
        {points.map((point) => (
          <li key={point}>
            <Icon name="tick" />
            <div>
              <Rich>{t(point)}</Rich>
            </div>
          </li>
        ))}
      </ul>
      {to !== undefined && (
        <div className={css['ways']}>
          <ButtonLink look="step" block to={href(to, undefined, quizQuery)}>
            {start}
          </ButtonLink>
          {practiceRoute !== undefined && practice > 0 && !begun && (
            <ButtonLink look="line" block to={href(practiceRoute)}>
              {practice === 2 ? t('intro.practiceTwo') : t('intro.practice', { count: practice })}
            </ButtonLink>
          )}
        </div>
      )}
      {document && (
        <Card>
          <details className={css['about']}>
            <summary>
              <strong>{t('instrument.about')}</strong>
              <Icon name="chevron" />
            </summary>
            <InstrumentFacts document={document} />
          </details>
        </Card>
      )}
    </div>
  )
})

function Fact({ number, words }: { number: number; words: string }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{number}</dd>
    </div>
  )
}

/** Answers that wait; null until known and where there are none. Not knowing is no reason not to start. */
function usePeek(assessment: string): QuizPeek {
  const peek = useAction<string, QuizPeek>('attempt.peek')
  const [waiting, setWaiting] = useState<QuizPeek>(null)
  const look = useEffectEvent(() => peek(assessment))
  useEffect(() => {
    let here = true
    look().then(
      (found) => here && setWaiting(found),
      () => {},
    )
    return () => void (here = false)
  }, [assessment])
  return waiting
}
