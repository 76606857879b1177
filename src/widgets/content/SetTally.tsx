/**
 * How much a set leaves open, as a count and as stones, and what the last change did. Stays visible
 * while the set is chosen.
 */

import type { Openness } from '#engine/decide/subjects.ts'
import { useText } from '#engine/react/text.tsx'
import type { Item } from './record.ts'
import css from './SetPicker.module.css'

const STONES: readonly Openness[] = ['open', 'some', 'closed']
type Fields = Readonly<Record<string, Openness>>

export function SetTally({
  openness,
  before,
  isEmpty,
  isComplete,
  tooMany,
  names,
  texts,
}: {
  openness: Fields
  /** As it was before the last change; null if nothing has changed yet. */
  before: Fields | null
  /** Nothing is chosen yet: a count would say that nearly everything is closed. */
  isEmpty: boolean
  /** Until then the count is no fact about the set, so it's said to be of what was chosen so far. */
  isComplete: boolean
  /** What is too much of the set, in words: then what it opens isn't what anybody may take. */
  tooMany: string | null
  names: readonly Item[]
  texts: string
}) {
  const t = useText()
  const at = (state: Openness) => names.filter(({ id }) => openness[id] === state)
  const changes = names.filter(({ id }) => before !== null && before[id] !== openness[id])
  return (
    <div className={css['tally']}>
      {!isEmpty && (
        <>
          <p className="strong">
            {tooMany ??
              t(`${texts}.${isComplete ? 'tally' : 'soFar'}`, {
                open: at('open').length,
                count: names.length,
              })}
          </p>
          <span className={css['beads']} aria-hidden="true">
            {STONES.flatMap((state) =>
              at(state).map(({ id }) => <i key={id} className={css[state]} />),
            )}
          </span>
        </>
      )}
      <p className="small" role="status">
        {tooMany !== null
          ? null
          : isEmpty || changes.length === 0
            ? t(`${texts}.${isEmpty || before === null ? 'start' : 'same'}`)
            : changes
                .map(({ id, words }) => t(`${texts}.now.${openness[id]!}`, { field: words }))
                .join(' ')}
      </p>
    </div>
  )
}
