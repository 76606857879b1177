/** The maze on screen. React renders it once per level; the stage handles everything that moves. */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import {
  MAZE_LEVELS,
  mazeOf,
  PRACTICE_LIMIT_MS,
  practiceMaze,
  type Direction,
} from '#engine/tasks/maze.ts'
import { timeTaken } from '#engine/scoring/timer.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { GameProps } from '../game.ts'
import { GameBar, useBar } from '../GameBar.tsx'
import { Paused } from '../Paused.tsx'
import { makeBoard } from './board.ts'
import { beginMaze, finish } from './rules.ts'
import { playMazeStage, type MazeStage } from './stage.ts'
import css from './Task.module.css'

/** The arrows keep their direction in right-to-left scripts: the maze isn't mirrored. */
const WAYS: readonly [way: Direction, shape: string][] = [
  ['U', 'M12 20V5M6 11l6-6 6 6'],
  ['L', 'M20 12H5M11 6l-6 6 6 6'],
  ['D', 'M12 4v15M6 13l6 6 6-6'],
  ['R', 'M4 12h15M13 6l6 6-6 6'],
]

export function MazeTask({
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
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<MazeStage>(null)
  const bar = useBar()
  const [isPaused, setPaused] = useState(false)
  const isPractice = practice !== null
  const [maze] = useState(() => (isPractice ? practiceMaze(seed) : mazeOf(seed, level)))
  const limitMs = isPractice ? PRACTICE_LIMIT_MS : MAZE_LEVELS[level].limitMs

  const play = useEffectEvent(() => {
    const board = canvas.current!
    const side = board.clientWidth
    bar.set(0, limitMs / 1000, clock(limitMs / 1000))
    return playMazeStage({
      root: root.current!,
      canvas: board,
      cellSide: side / maze.size,
      board: makeBoard(board, maze, side),
      begin: (now) => beginMaze({ maze, limitMs, frameMs, device }, now),
      onClock: (seconds) => bar.set(limitMs / 1000 - seconds, limitMs / 1000, clock(seconds)),
      onPause: () => setPaused(true),
      onDone: (state) =>
        isPractice
          ? onPractised({ isGood: state.cell === maze.goal })
          : onPlayed({ log: finish(state, seed, level), ms: timeTaken(state.timer) }),
    })
  })
  useEffect(() => {
    const playing = play()
    stage.current = playing
    return () => playing.stop()
  }, [])
  const goOn = (at: number) => {
    setPaused(false)
    stage.current?.resume(at)
  }

  return (
    <div className={css['game']} ref={root}>
      <GameBar bar={bar} onPause={(at) => stage.current?.pause(at)}>
        {isPractice ? (
          <span className={css['practice']}>{t('task.practice')}</span>
        ) : (
          <Icon name="clock" label={t('maze.timeLeft')} />
        )}
      </GameBar>
      <div className={css['field']}>
        <div className={css['frame']}>
          <canvas
            ref={canvas}
            className={css['canvas']}
            role="img"
            aria-label={t('maze.picture', { count: maze.size })}
          />
        </div>
        <div className={css['side']}>
          <p className={css['how']}>{t('maze.how')}</p>
          <div className={css['pad']} role="group" aria-label={t('maze.move')}>
            {WAYS.map(([way, shape]) => (
              <button key={way} type="button" data-way={way} aria-label={t(`maze.way.${way}`)}>
                <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                  <path d={shape} />
                </svg>
              </button>
            ))}
          </div>
        </div>
      </div>
      <Paused isPaused={isPaused} onGoOn={goOn} />
    </div>
  )
}

/** 64 -> 1:04 */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
