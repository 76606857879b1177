/**
 * The questionnaire: one line at a time, each answer on the phone before the next line comes
 * (reliability 3).
 */

import Type from 'typebox'
import { useMemo, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import type { QuizSession } from '#engine/scoring/quiz.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { apiError } from '#widgets/parts/problem.ts'
import { AlreadyTaken, isTaken } from './AlreadyTaken.tsx'
import { QuizRun } from './QuizRun.tsx'
import { useOpening } from './useOpening.ts'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import { StateScene } from '#widgets/parts/StateScene.tsx'
import css from './Quiz.module.css'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment', description: 'Whose items are answered.' }),
    doneRoute: Type.String({ 'x-ref': 'route', description: 'Where the result is read.' }),
    after: Type.Optional(
      Type.Enum(['report', 'list'], {
        description:
          'What is there: the report of the answers (default), or the list of what is left to take.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Quiz = defineWidget<typeof Props>(
  'quiz',
  function Quiz({ assessment, doneRoute, after = 'report', id, level }) {
    const t = useText()
    const { catalog } = useRenderContext()
    const open = useAction<string, QuizSession>('attempt.open')
    const { opening, again } = useOpening(assessment, () => open(assessment))

    const own = opening.phase === 'open' ? opening.opened.instrument : null
    const document = own?.document ?? catalog.get('assessment', assessment)
    if (opening.phase === 'open' && document !== undefined) {
      const run = (
        <QuizRun
          key={opening.opened.attempt}
          id={id}
          level={level}
          session={opening.opened}
          document={document}
          doneRoute={doneRoute}
          after={after}
        />
      )
      return own === null ? run : <OwnTexts texts={own.texts}>{run}</OwnTexts>
    }
    if (opening.phase === 'failed' && isTaken(opening.error))
      return <AlreadyTaken error={opening.error} doneRoute={doneRoute} level={level} />
    if (opening.phase === 'failed') {
      const { offline } = opening
      const said = offline ? null : apiError(opening.error)
      return (
        <div className={css['state']}>
          <StateScene
            scene={offline ? 'offline' : 'error'}
            level={level}
            title={t(offline ? 'state.offline.title' : 'quiz.cannotOpen')}
            text={offline ? t('quiz.offlineFirst') : (said?.message ?? t('state.error.title'))}
          >
            <Button onClick={again}>{t('common.tryAgain')}</Button>
          </StateScene>
        </div>
      )
    }
    return (
      <div className={css['quiz']}>
        <Waiting text="quiz.opening">
          <Bar look="whole" />
          <div className={css['skeleton']}>
            <Bar look="short" />
            <Bar look="title" />
          </div>
          {[1, 2, 3, 4, 5].map((row) => (
            <Bar key={row} look="tall" />
          ))}
        </Waiting>
      </div>
    )
  },
)

/**
 * An instrument with the texts that it began with: for what is drawn here, and nowhere else on the
 * page.
 */
function OwnTexts({
  texts,
  children,
}: {
  texts: Readonly<Record<string, string>>
  children: ReactNode
}) {
  const { i18n } = useTranslation()
  const own = useMemo(() => {
    const instance = i18n.cloneInstance({ forkResourceStore: true })
    instance.addResourceBundle(i18n.language, 'translation', texts, true, true)
    return instance
  }, [i18n, texts])
  return <I18nextProvider i18n={own}>{children}</I18nextProvider>
}
