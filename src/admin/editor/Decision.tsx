/**
 * One place that two editors changed differently: the original, both versions, and the choice
 * between them.
 */

import { Radio } from '@mantine/core'
import { useId } from 'react'
import { useTitleOf } from '#admin/parts/client.ts'
import { usePlace } from '#admin/parts/usePlace.ts'
import { useText } from '#engine/react/text.tsx'
import type { Side } from './merge.ts'
import css from './Decision.module.css'

type Props = {
  /** Name of the document, where there may be several. */
  document?: string
  /** Pointer into the document. */
  at: string
  /** Left out if nobody knows what it was. */
  before?: unknown
  isBeforeKnown?: boolean
  theirs: unknown
  mine: unknown
  words: { readonly mine: string; readonly theirs: string }
  choice: Side | null
  onChoose: (side: Side) => void
}

export function Decision({
  document,
  at,
  before,
  isBeforeKnown = true,
  theirs,
  mine,
  words,
  choice,
  onChoose,
}: Props) {
  const t = useText()
  const name = useId()
  const titleOf = useTitleOf()
  const placeOf = usePlace()
  const place = [document === undefined ? '' : titleOf(document), placeOf(at)]
    .filter(Boolean)
    .join(' › ')
  return (
    <fieldset className={css['decision']}>
      <legend>
        <strong>{t('console.merge.decide', { place: place || t('console.merge.whole') })}</strong>
      </legend>
      {isBeforeKnown && (
        <p className="tiny mute">
          {t('console.merge.before')} <Value value={before} />
        </p>
      )}
      {(['mine', 'theirs'] as const).map((side) => (
        <Radio
          key={side}
          name={name}
          value={side}
          checked={choice === side}
          onChange={() => onChoose(side)}
          classNames={{ root: css['side'] }}
          label={
            <>
              <strong>{words[side]}</strong> <Value value={side === 'mine' ? mine : theirs} />
            </>
          }
        />
      ))}
    </fieldset>
  )
}

function Value({ value }: { value: unknown }) {
  const t = useText()
  if (value === undefined || value === null) return <em>{t('console.merge.nothing')}</em>
  return (
    <code className={css['value']}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </code>
  )
}
