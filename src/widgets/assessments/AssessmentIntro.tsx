/**
 * Before an assessment: what it is, how long it takes, and one button that starts or continues it
 * (spec 2, Reports).
 */

import Type from 'typebox'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { InstrumentFold } from './InstrumentFold.tsx'
import { IntroFacts } from './IntroFacts.tsx'
import { StripBoard } from '#widgets/parts/StripBoard.tsx'
import { useAgain } from '#widgets/parts/useAgain.ts'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'
import css from './AssessmentIntro.module.css'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    title: Type.String({ 'x-ref': 'text' }),
    points: Type.Array(Type.String({ 'x-ref': 'text' }), {
      maxItems: 6,
      description: 'What to know first; rich text.',
    }),
    buttonText: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Default: Start.' })),
    practiceRoute: Type.Optional(Type.String({ 'x-ref': 'route' })),
    quizRoute: Type.Optional(
      Type.String({ 'x-ref': 'route', description: "Default: the assessment's own." }),
    ),
    done: Type.Optional(
      Type.Object(
        { text: Type.String({ 'x-ref': 'text' }), routeName: Type.String({ 'x-ref': 'route' }) },
        {
          additionalProperties: false,
          description: 'Instead of the start, where everything is answered but not sent.',
        },
      ),
    ),
    quizQuery: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Query of that address: if one page holds both, it says which.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const AssessmentIntro = defineWidget<typeof Props>(
  'assessment-intro',
  function AssessmentIntro({
    assessment,
    title,
    points,
    buttonText,
    practiceRoute,
    quizRoute,
    quizQuery,
    done,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const { catalog } = useRenderContext()
    const waiting = usePeek(assessment)
    const again = useAgain()(assessment)
    const document = catalog.get('assessment', assessment)
    const to = quizRoute ?? document?.quizRoute
    const practice = document?.practice?.length ?? 0
    const begun = waiting !== null && waiting.answered > 0
    const isAnswered = done !== undefined && waiting !== null && waiting.answered >= waiting.total
    return (
      <div className={css['intro']}>
        <div className={css['board']}>
          <StripBoard name="quiet" />
        </div>
        <Heading level={level}>{t(title)}</Heading>
        {document && <IntroFacts document={document} total={waiting?.total} />}
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
            {isAnswered ? (
              <ButtonLink look="step" block to={href(done.routeName)}>
                {t(done.text)}
              </ButtonLink>
            ) : (
              <ButtonLink look="step" block to={href(to, undefined, { ...quizQuery, ...again })}>
                {wordsOfStart(t, waiting, again === undefined ? buttonText : 'intro.again')}
              </ButtonLink>
            )}
            {practiceRoute !== undefined && practice > 0 && !begun && (
              <ButtonLink look="line" block to={href(practiceRoute)}>
                {practice === 2 ? t('intro.practiceTwo') : t('intro.practice', { count: practice })}
              </ButtonLink>
            )}
          </div>
        )}
        {document && <InstrumentFold document={document} />}
      </div>
    )
  },
)
