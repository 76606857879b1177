/**
 * Entries as small cards, the first one full width: a picture of the result or of the topic, and
 * progress on this device.
 */

import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import { NavIcon } from '#widgets/frame/NavList.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'
import type { Entry } from './statusEntries.ts'
import css from './StatusCards.module.css'

export function StatusCards({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={css['cards']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <StatusCard entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function StatusCard({ entry }: { entry: Entry }) {
  const { title, line, lock, to, tiles, icon, part } = entry
  const className = `${css['card']} ${lock === null ? '' : css['locked']}`
  const inside = (
    <>
      {tiles.length > 0 ? (
        <TypeStrip types={tiles} />
      ) : (
        <span className={css['icon']}>
          <NavIcon name={icon ?? 'bars'} />
        </span>
      )}
      <span className="grow">
        <strong>{title}</strong>
        <span className={css['line']}>{line}</span>
        {entry.assessment !== null && <Begun assessment={entry.assessment} />}
        {part !== null && <Trail value={part.done} max={part.all} label={title} text={line} />}
      </span>
      {(to !== null || lock !== null) && <Icon name={lock === null ? 'chevron' : 'lock'} />}
    </>
  )
  return to === null ? (
    <div className={className}>{inside}</div>
  ) : (
    <Link className={className} to={to}>
      {inside}
    </Link>
  )
}

/** Unfinished progress on this device. */
function Begun({ assessment }: { assessment: string }) {
  const t = useText()
  const waiting = usePeek(assessment)
  if (waiting === null || waiting.answered === 0) return null
  return <span className={css['line']}>{wordsOfStart(t, waiting)}</span>
}
