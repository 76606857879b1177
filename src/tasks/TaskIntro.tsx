/**
 * The page before a timed task: what it is, that it is timed, and an alternative for users who
 * cannot do timed tasks.
 */

import Type from 'typebox'
import { useState } from 'react'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { InstrumentFold } from '#widgets/assessments/InstrumentFold.tsx'
import { IntroFacts } from '#widgets/assessments/IntroFacts.tsx'
import { useAgain } from '#widgets/parts/useAgain.ts'
import { usePeek } from '#widgets/parts/usePeek.ts'
import intro from '#widgets/assessments/AssessmentIntro.module.css'
import { PICTURES } from './pictures.tsx'
import css from './Tasks.module.css'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    title: Type.String({ 'x-ref': 'text' }),
    points: Type.Array(Type.String({ 'x-ref': 'text' }), {
      maxItems: 6,
      description: 'What to know first; rich text.',
    }),
    homeRoute: Type.String({
      'x-ref': 'route',
      description: "Where people continue who can't use a timed game.",
    }),
  },
  { additionalProperties: false },
)

export const TaskIntro = defineWidget<typeof Props>(
  'task-intro',
  function TaskIntro({ assessment, title, points, homeRoute, level }) {
    const t = useText()
    const href = useHref()
    const { catalog } = useRenderContext()
    const begun = usePeek(assessment)
    const again = useAgain()(assessment)
    const [isOpen, setOpen] = useState(false)
    const document = catalog.get('assessment', assessment)
    if (document?.task === undefined) return null
    const Picture = PICTURES[document.task]
    const start =
      begun !== null && begun.answered > 0
        ? begun.answered < begun.total
          ? t('task.goOn', { level: begun.answered + 1, total: begun.total })
          : t('task.send')
        : t(again === undefined ? 'intro.start' : 'intro.again')
    return (
      <div className={css['intro']}>
        <div className={css['board']} aria-hidden="true">
          <Picture />
        </div>
        <Heading level={level}>{t(title)}</Heading>
        <IntroFacts document={document} />
        <ul className={css['points']}>
          {points.map((point) => (
            <li key={point}>
              <Icon name="tick" />
              <div>
                <Rich>{t(point)}</Rich>
              </div>
            </li>
          ))}
          <li>
            <Icon name="clock" />
            <div>
              <Rich>{t('task.clockRuns')}</Rich>
            </div>
          </li>
        </ul>
        <div className={intro['ways']}>
          {document.quizRoute !== undefined && (
            <ButtonLink look="step" block to={href(document.quizRoute, undefined, again)}>
              {start}
            </ButtonLink>
          )}
          <div className={css['other']}>
            <Button look="text" small onClick={() => setOpen(true)}>
              {t('task.without.link')}
            </Button>
          </div>
        </div>
        <InstrumentFold document={document} />
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('task.without.title')}>
          <div className={css['dialog']}>
            <p>{t('task.without.text')}</p>
            <p>{t('task.without.kept')}</p>
            <ButtonLink look="main" block to={href(homeRoute)}>
              {t('task.without.leave')}
            </ButtonLink>
            <Button look="text" block onClick={() => setOpen(false)}>
              {t('task.without.stay')}
            </Button>
          </div>
        </Dialog>
      </div>
    )
  },
)
