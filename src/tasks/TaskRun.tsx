/**
 * An open attempt at a task: a calm page before each level, practice where the game has it, the
 * level, and the end.
 */

import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import type { Device, TaskLevel } from '#engine/tasks/log.ts'
import type { TaskSession } from '#engine/tasks/session.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { QuizFinish } from '#widgets/assessments/QuizFinish.tsx'
import { KeepFile, SavedChip } from '#widgets/assessments/QuizStatus.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import button from '#widgets/parts/Button.module.css'
import { deviceOf, measureFrames, USUAL_FRAME_MS } from './frames.ts'
import type { Game } from './game.ts'
import css from './Tasks.module.css'

type Phase =
  | {
      readonly is: 'calm'
      readonly level: TaskLevel
      readonly round: number
      readonly went: 'good' | 'badly' | null
    }
  | {
      readonly is: 'practice' | 'play'
      readonly level: TaskLevel
      readonly round: number
      readonly device: Device
    }
  | { readonly is: 'done' }

function before(level: TaskLevel | null): Phase {
  return level === null ? { is: 'done' } : { is: 'calm', level, round: 0, went: null }
}

/** Frames measured while the user reads: half a second. */
const MEASURED_FRAMES = 30

export function TaskRun({
  id,
  level: heading,
  session,
  game,
  doneRoute,
  practice,
}: {
  id: string
  level: Level
  session: TaskSession
  game: Game
  doneRoute: string
  practice: boolean
}) {
  const t = useText()
  const status = useSyncExternalStore(session.subscribe, session.status, session.status)
  const [phase, setPhase] = useState<Phase>(() => before(session.next()))
  const [problem, setProblem] = useState(false)
  const frameMs = useRef(USUAL_FRAME_MS)
  const isCalm = phase.is === 'calm'
  useEffect(
    () =>
      isCalm
        ? measureFrames(MEASURED_FRAMES, (measured) => void (frameMs.current = measured))
        : undefined,
    [isCalm],
  )

  if (phase.is === 'done') {
    return (
      <QuizFinish
        level={heading}
        session={session}
        count={TASK_LEVELS.length}
        doneRoute={doneRoute}
        after="report"
        onMissing={() => setPhase(before(session.next()))}
      />
    )
  }
  if (phase.is === 'calm') {
    const rounds = practice ? game.rounds(phase.level) : 0
    return (
      <>
        {problem && (
          <Note look="bad" alert>
            {t('quiz.notKept')}
          </Note>
        )}
        {status.saved === 'memory' && <KeepFile session={session} text={t('quiz.memory')} />}
        {status.refused > 0 && (
          <KeepFile session={session} text={t('quiz.refused', { count: status.refused })} />
        )}
        <Calm
          id={id}
          heading={heading}
          game={game}
          phase={phase}
          isPractised={phase.went === 'good' || phase.round >= rounds}
          hasPractice={rounds > 0}
          onGo={(is, device) => setPhase({ is, level: phase.level, round: phase.round, device })}
        />
        <p className={css['kept']}>
          {phase.level > 1 && phase.went === null && <SavedChip status={status} any />}
        </p>
      </>
    )
  }
  const { Play } = game
  const { level, round } = phase
  return (
    <Play
      key={`${level}/${phase.is}/${round}`}
      seed={session.seed}
      level={level}
      frameMs={frameMs.current}
      device={phase.device}
      practice={phase.is === 'practice' ? round : null}
      onPractised={({ isGood }) =>
        setPhase({ is: 'calm', level, round: round + 1, went: isGood ? 'good' : 'badly' })
      }
      onPlayed={({ log, ms }) => {
        setProblem(false)
        // Stored on the phone before the page moves on: a level is never played twice.
        session.save(level, log, ms).then(
          () => setPhase(before(session.next())),
          () => {
            setProblem(true)
            setPhase(before(session.next()))
          },
        )
      }}
    />
  )
}

type CalmProps = {
  id: string
  heading: Level
  game: Game
  phase: Extract<Phase, { is: 'calm' }>
  /** No practice left: the level itself is next. */
  isPractised: boolean
  hasPractice: boolean
  onGo: (is: 'practice' | 'play', device: Device) => void
}

function Calm({ id, heading, game, phase, isPractised, hasPractice, onGo }: CalmProps) {
  const t = useText()
  const { level, went } = phase
  const title = useRef<HTMLHeadingElement>(null)
  const isFirst = level === 1 && went === null
  useEffect(() => {
    if (!isFirst) title.current?.focus()
  }, [level, went, isFirst])
  const place = t('task.level', { level, total: TASK_LEVELS.length })
  const name =
    went === 'good'
      ? 'task.practised.good'
      : went === 'badly'
        ? isPractised
          ? 'task.practised.enough'
          : 'task.practised.again'
        : game.text(level, 'title')
  const go = (is: 'practice' | 'play') => (event: MouseEvent) =>
    onGo(is, deviceOf(event.nativeEvent))
  const { Panel } = game
  return (
    <section className={css['calm']} aria-labelledby={`${id}-title`}>
      <div className={css['place']}>
        <Trail value={level - 1} max={TASK_LEVELS.length} label={t('quiz.progress')} text={place} />
        <span className="small mute num">{place}</span>
      </div>
      {level > 1 && went === null && (
        <p className="mute">{t('task.levelDone', { level: level - 1 })}</p>
      )}
      <Heading level={heading} id={`${id}-title`} ref={title} focusable>
        {t(name)}
      </Heading>
      <div className={css['panel']}>
        <Panel level={level} />
      </div>
      <p>{t(game.text(level, isPractised ? 'real' : 'rule'))}</p>
      <div className={css['ways']}>
        <button
          type="button"
          className={`${button['button']} ${button['step']}`}
          onClick={go(isPractised ? 'play' : 'practice')}
        >
          <span>{isPractised ? t('task.startLevel', { level }) : t('task.startPractice')}</span>
          <Icon name="next" />
        </button>
        <small>
          {t(isPractised ? 'task.counts' : hasPractice ? 'practice.notKept' : 'task.counts')}
        </small>
      </div>
    </section>
  )
}
