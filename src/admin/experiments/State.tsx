/** Where an experiment is: a stone and a word. */

import { useText, type Translate } from '#engine/react/text.tsx'
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
        ? runningFor(day, t)
        : t(`console.experiments.state.${of}`)}
    </span>
  )
}

function runningFor([day, days]: readonly [number, number], t: Translate): string {
  return day > days
    ? t('console.experiments.runningOver', { day, days })
    : t('console.experiments.runningDay', { day, days })
}

export function Stone({ look }: { look: 'on' | 'off' | 'wait' | 'ok' | 'bad' }) {
  return <span className={css['stone']} data-look={look} aria-hidden="true" />
}
