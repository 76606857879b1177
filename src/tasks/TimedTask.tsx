/** A timed task: opens its attempt, loads the game, and passes both to the run. */

import Type from 'typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { TaskSession } from '#engine/tasks/session.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { AlreadyTaken, isTaken } from '#widgets/assessments/AlreadyTaken.tsx'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import { StateScene, useOnceOnline } from '#widgets/parts/StateScene.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import type { Game } from './game.ts'
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

type Opening =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly session: TaskSession; readonly game: Game }
  | { readonly phase: 'failed'; readonly error: unknown }

export const TimedTask = defineWidget<typeof Props>(
  'timed-task',
  function TimedTask({ assessment, doneRoute, practice = true, id, level }) {
    const t = useText()
    const { catalog } = useRenderContext()
    const open = useAction<string, TaskSession>('task.open')
    const [opening, setOpening] = useState<Opening>({ phase: 'opening' })
    const [tries, setTries] = useState(0)
    const task = catalog.get('assessment', assessment)?.task
    const begin = useEffectEvent(async (): Promise<Opening> => {
      if (task === undefined) throw new Error(`"${assessment}" is not a timed task`)
      const [session, game] = await Promise.all([open(assessment), GAMES[task]()])
      return { phase: 'open', session, game }
    })
    useEffect(() => {
      let here = true
      setOpening({ phase: 'opening' })
      begin().then(
        (opened) => here && setOpening(opened),
        (error: unknown) => here && setOpening({ phase: 'failed', error }),
      )
      return () => void (here = false)
    }, [assessment, tries])
    useOnceOnline(opening.phase === 'failed' && isOffline(opening.error), () => setTries(tries + 1))

    if (opening.phase === 'open')
      return (
        <TaskRun
          key={opening.session.attempt}
          id={id}
          level={level}
          session={opening.session}
          game={opening.game}
          doneRoute={doneRoute}
          practice={practice}
        />
      )
    if (opening.phase === 'failed' && isTaken(opening.error))
      return <AlreadyTaken error={opening.error} doneRoute={doneRoute} level={level} />
    if (opening.phase === 'failed') {
      const offline = isOffline(opening.error)
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
          <Button onClick={() => setTries(tries + 1)}>{t('common.tryAgain')}</Button>
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
