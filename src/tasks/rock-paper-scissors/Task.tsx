/**
 * Rock, paper, scissors on screen. React renders it once per level; the stage handles everything
 * within a trial.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { CUES, HANDS, PRACTICE_NEEDED, rpsPractice, rpsTrials } from '#engine/tasks/rps.ts'
import { timeTaken } from '#engine/scoring/timer.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { GameProps } from '../game.ts'
import { GameBar, useBar } from '../GameBar.tsx'
import { Paused } from '../Paused.tsx'
import { CueMark, HandPicture } from './Hands.tsx'
import { beginRps, finish, limitOf } from './rules.ts'
import { playStage, type Stage } from './stage.ts'
import css from './Task.module.css'

/** In practice the blank screen shows what was right, long enough to be read. */
const FEEDBACK_MS = 900

export function RockPaperScissors({
  seed,
  level,
  frameMs,
  device,
  practice,
  onPractised,
  onPlayed,
}: GameProps) {
  const t = useText()
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage>(null)
  const bar = useBar()
  const [isPaused, setPaused] = useState(false)
  const isPractice = practice !== null

  const play = useEffectEvent(() => {
    const trials = isPractice ? rpsPractice(seed, level, practice) : rpsTrials(seed, level)
    bar.set(0, trials.length, t('quiz.place', { at: 1, total: trials.length }))
    return playStage({
      root: root.current!,
      feedback: isPractice,
      begin: (now) =>
        beginRps(
          {
            trials,
            limitMs: limitOf(level),
            frameMs,
            device,
            ...(isPractice && { blankMs: FEEDBACK_MS }),
          },
          now,
        ),
      onProgress: ({ answered }) =>
        bar.set(
          answered,
          trials.length,
          t('quiz.place', { at: Math.min(answered + 1, trials.length), total: trials.length }),
        ),
      onPause: () => setPaused(true),
      onDone: (state) =>
        isPractice
          ? onPractised({ isGood: state.correct >= PRACTICE_NEEDED })
          : onPlayed({ log: finish(state, seed, level), ms: timeTaken(state.timer) }),
    })
  })
  useEffect(() => {
    const playing = play()
    stage.current = playing
    return () => playing.stop()
  }, [seed, level, practice])
  const goOn = (at: number) => {
    setPaused(false)
    stage.current?.resume(at)
  }

  return (
    <div className={css['game']} ref={root} data-phase="fixation">
      <GameBar bar={bar} onPause={(at) => stage.current?.pause(at)}>
        {isPractice && <span className={css['practice']}>{t('task.practice')}</span>}
      </GameBar>
      <section className={css['stage']}>
        <p className={css['they']}>{t('rock_paper_scissors.they')}</p>
        <div className={css['middle']}>
          <span className={css['fixation']} aria-hidden="true" />
          {HANDS.map((hand) => (
            <div key={hand} className={css['hand']} data-is={hand}>
              <HandPicture hand={hand} />
            </div>
          ))}
          {isPractice && (
            <p className={css['feedback']} role="status">
              <span data-is="right">
                <Icon name="tick" />
                {t('rock_paper_scissors.feedback.right')}
              </span>
              <span data-is="wrong">{t('rock_paper_scissors.feedback.wrong')}</span>
              <span data-is="missed">{t('rock_paper_scissors.feedback.missed')}</span>
            </p>
          )}
        </div>
        <div className={css['cues']}>
          {CUES.map((cue) => (
            <p key={cue} className={css['cue']} data-is={cue}>
              <CueMark cue={cue} />
              <span>{t('rock_paper_scissors.task')}</span>{' '}
              <strong>{t(`rock_paper_scissors.cue.${cue}`)}</strong>
            </p>
          ))}
        </div>
      </section>
      <div className={css['hands']} role="group" aria-label={t('rock_paper_scissors.yourHand')}>
        {HANDS.map((hand, index) => (
          <button key={hand} type="button" data-key={hand} disabled={isPaused}>
            <HandPicture hand={hand} />
            <span>{t(`rock_paper_scissors.hand.${hand}`)}</span>
            <kbd aria-hidden="true">{index + 1}</kbd>
          </button>
        ))}
      </div>
      <Paused isPaused={isPaused} onGoOn={goOn} />
    </div>
  )
}
