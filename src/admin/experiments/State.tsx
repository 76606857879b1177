/** Where an experiment is: a stone and a word. */

import { useText } from '#engine/react/text.tsx'
import type { Standing } from './words.ts'
import css from './Experiments.module.css'

const LOOK: Readonly<Record<Standing, 'on' | 'off' | 'wait' | 'ok' | 'bad'>> = {
  planned: 'off',
  running: 'on',
  hidden: 'bad',
  harmed: 'wait',
  lost: 'wait',
  paused: 'wait',
  shipped: 'ok',
  ended: 'off',
}

/** @param day and planned days, while it is running */
export function State({ of, day }: { of: Standing; day?: readonly [number, number] }) {
  const t = useText()
  return (
    <span className={css['state']}>
      <Stone look={LOOK[of]} />
      {of === 'running' && day !== undefined && day[0] > 0
        ? t(`console.experiments.${day[0] > day[1] ? 'runningOver' : 'runningDay'}`, {
            day: day[0],
            days: day[1],
          })
        : t(`console.experiments.state.${of}`)}
    </span>
  )
}

export function Stone({ look }: { look: 'on' | 'off' | 'wait' | 'ok' | 'bad' }) {
  return <span className={css['stone']} data-look={look} aria-hidden="true" />
}
