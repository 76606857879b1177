/** Rock, paper, scissors for the run of a task. */

import { useText } from '#engine/react/text.tsx'
import type { TaskLevel } from '#engine/tasks/log.ts'
import { CUES, HANDS, rightHand, RPS_LEVELS, type Cue } from '#engine/tasks/rps.ts'
import type { Game } from '../game.ts'
import tasks from '../Tasks.module.css'
import { CueMark, HandPicture } from './Hands.tsx'
import { RockPaperScissors } from './Task.tsx'

/** The rule as pictures: what they show, and the right response. */
function Rule({ cue }: { cue: Cue }) {
  const t = useText()
  return (
    <div className={tasks['rules']}>
      <p className={tasks['heads']}>
        <span>{t('rock_paper_scissors.they')}</span>
        <span>{t('rock_paper_scissors.you')}</span>
      </p>
      {HANDS.map((hand) => (
        <div
          key={hand}
          className={tasks['rule']}
          role="img"
          aria-label={t('rock_paper_scissors.pair', {
            they: t(`rock_paper_scissors.hand.${hand}`),
            you: t(`rock_paper_scissors.hand.${rightHand({ hand, cue })}`),
          })}
        >
          <HandPicture hand={hand} />
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="flip">
            <path d="M4 12h15M13 6l6 6-6 6" />
          </svg>
          <HandPicture hand={rightHand({ hand, cue })} />
        </div>
      ))}
    </div>
  )
}

function Panel({ level }: { level: TaskLevel }) {
  const t = useText()
  const { cues } = RPS_LEVELS[level]
  if (cues.length === 1) return <Rule cue={cues[0]} />
  return (
    <div className={tasks['cues']}>
      {CUES.map((cue) => (
        <span key={cue}>
          <CueMark cue={cue} />
          {t(`rock_paper_scissors.cue.${cue}`)}
        </span>
      ))}
    </div>
  )
}

export const rockPaperScissors: Game = {
  text: (level, which) => `rock_paper_scissors.level.${level}.${which}`,
  Play: RockPaperScissors,
  Panel,
  rounds: () => 2,
}
