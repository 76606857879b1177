/** A timed task: opens its attempt, loads the game, and passes both to the run. */

import Type from 'typebox'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { TaskSession } from '#engine/tasks/session.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { AlreadyTaken, isTaken } from '#widgets/assessments/AlreadyTaken.tsx'
import { useOpening } from '#widgets/assessments/useOpening.ts'
import { apiError } from '#widgets/parts/problem.ts'
import { StateScene } from '#widgets/parts/StateScene.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import { GAMES } from './games.ts'
import { TaskRun } from './TaskRun.tsx'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment', description: 'Which task is played.' }),
    doneRoute: Type.String({ 'x-ref': 'route', description: 'Where the result is read.' }),
    practice: Type.Optional(
      Type.Boolean({ description: 'Whether people practise it first; default yes.' }),
    ),
  },
  { additionalProperties: false },
)

export const TimedTask = defineWidget<typeof Props>(
  'timed-task',
  function TimedTask({ assessment, doneRoute, practice = true, id, level }) {
    const t = useText()
    const { catalog } = useRenderContext()
    const open = useAction<string, TaskSession>('task.open')
    const task = catalog.get('assessment', assessment)?.task
    const { opening, again } = useOpening(assessment, async () => {
      if (task === undefined) throw new Error(`"${assessment}" is not a timed task`)
      const [session, game] = await Promise.all([open(assessment), GAMES[task]()])
      return { session, game }
    })

    if (opening.phase === 'open')
      return (
        <TaskRun
          key={opening.opened.session.attempt}
          id={id}
          level={level}
          session={opening.opened.session}
          game={opening.opened.game}
          doneRoute={doneRoute}
          practice={practice}
        />
      )
    if (opening.phase === 'failed' && isTaken(opening.error))
      return <AlreadyTaken error={opening.error} doneRoute={doneRoute} level={level} />
    if (opening.phase === 'failed') {
      const { offline } = opening
      return (
        <StateScene
          scene={offline ? 'offline' : 'error'}
          level={level}
          title={t(offline ? 'state.offline.title' : 'quiz.cannotOpen')}
          text={
            offline
              ? t('task.offlineFirst')
              : (apiError(opening.error)?.message ?? t('state.error.title'))
          }
        >
          <Button onClick={again}>{t('common.tryAgain')}</Button>
        </StateScene>
      )
    }
    return (
      <Waiting text="task.opening">
        <Bar look="whole" />
        <Bar look="title" />
        <Bar look="tall" />
      </Waiting>
    )
  },
)
