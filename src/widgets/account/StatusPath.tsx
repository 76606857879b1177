/** Entries as a path from stone to stone: what is done, the next step, and what it unlocks. */

import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import type { Entry } from './statusEntries.ts'
import css from './StatusPath.module.css'

/** How a step looks, by what keeps it closed. */
const CLOSED = { plan: 'locked', earlier: 'locked', missing: 'closed' } as const

function stateOf({ done, lock }: Entry): 'done' | 'open' | 'locked' | 'closed' {
  if (done) return 'done'
  return lock === null ? 'open' : CLOSED[lock]
}

/** How many of the steps are done. */
export function StatusProgress({ entries }: { entries: readonly Entry[] }) {
  const t = useText()
  const done = entries.filter((entry) => entry.done).length
  const count = t('research.count', { done, all: entries.length })
  return (
    <div className={css['progress']}>
      <Trail value={done} max={entries.length} label={t('research.progress')} text={count} />
      <p className="small mute num">{count}</p>
    </div>
  )
}

export function StatusPath({ entries }: { entries: readonly Entry[] }) {
  const next = entries.find((entry) => stateOf(entry) === 'open')
  return (
    <ol className={css['list']}>
      {entries.map((entry) => (
        <li key={entry.id} className={`${css[stateOf(entry)]} ${entry.first ? css['first'] : ''}`}>
          <Stone entry={entry} lead={entry === next} />
          <Row entry={entry} lead={entry === next} />
        </li>
      ))}
    </ol>
  )
}

/** A step of the path: solid when done, dotted while closed, orange for the current one. */
function Stone({ entry, lead }: { entry: Entry; lead: boolean }) {
  return (
    <svg
      className={`${css['stone']} ${lead ? css['here'] : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="12" cy="12" r="9" />
      {entry.done && <path d="M8 12.4l2.8 2.8L16 9.6" />}
    </svg>
  )
}

function Row({ entry, lead }: { entry: Entry; lead: boolean }) {
  const t = useText()
  const { title, line, done, to } = entry
  const words = (
    <span className="grow">
      <strong>{title}</strong>
      <span className={css['line']}>{line}</span>
    </span>
  )
  if (to !== null && stateOf(entry) === 'open') {
    return (
      <Link className={`${css['row']} ${lead ? css['lead'] : ''}`} to={to}>
        {words}
        <Icon name={lead ? 'next' : 'chevron'} />
      </Link>
    )
  }
  return (
    <div className={`${css['row']} ${css[done ? 'taken' : 'later']}`}>
      {words}
      {done ? (
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('research.done')}
        </Chip>
      ) : (
        <Icon name="lock" />
      )}
    </div>
  )
}
