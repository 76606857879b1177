/** Entries in rows: each has a stone that is dotted until it is done, then solid and ticked. */

import { Link } from 'react-router-dom'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { Entry } from './statusEntries.ts'
import css from './StatusRows.module.css'

export function StatusRows({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={css['list']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Row entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Row({ entry: { title, line, done, lock, to, current } }: { entry: Entry }) {
  const inside = (
    <>
      <span className={`${css['stone']} ${done ? css['done'] : ''}`}>
        {done && <Icon name="tick" size="s" />}
      </span>
      <span className="grow">
        <strong>{title}</strong>
        <span className={css['line']}>{line}</span>
      </span>
      {(to !== null || lock !== null) && (
        <Icon name={lock === null ? 'chevron' : 'lock'} size="s" />
      )}
    </>
  )
  if (to === null) return <div className={css['row']}>{inside}</div>
  return (
    <Link className={css['row']} to={to} aria-current={current || undefined}>
      {inside}
    </Link>
  )
}
