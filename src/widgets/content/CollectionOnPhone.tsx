/**
 * A list that isn't on this phone, without a signal: its records that are, because they were opened
 * or saved.
 */

import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useOnceOnline } from '#widgets/parts/StateScene.tsx'
import { CollectionCards } from './CollectionCards.tsx'
import type { Fields } from './record.ts'
import type { Card, Line } from './recordProps.ts'
import css from './Collection.module.css'

export function CollectionOnPhone({
  records,
  look = 'cards',
  card,
  level,
  onRetry,
}: {
  records: readonly (Fields & { readonly id: string })[]
  look: 'cards' | 'rows' | undefined
  card: Card
  level: Level
  onRetry: () => void
}) {
  const t = useText()
  useOnceOnline(true, onRetry)
  return (
    <section className={css['list']} aria-labelledby="on-phone">
      <Heading level={level} id="on-phone">
        {t('state.onPhone.title')}
      </Heading>
      <p className="mute">{t('state.onPhone.text')}</p>
      <CollectionCards
        records={records}
        look={look}
        card={{ ...card, lines: [...(card.lines ?? []), FROM] }}
        level={below(level)}
        groups={undefined}
        split={undefined}
      />
      <p>
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      </p>
    </section>
  )
}

/** When it was fetched. */
const FROM: Line = {
  id: 'on-phone-from',
  text: 'state.onPhone.from',
  values: [{ id: 'date', path: 'keptAt', as: 'day' }],
}
