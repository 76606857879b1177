/** Other records that belong to this page, as cards, or as rows of a card (what the user saved). */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { below, Heading, inCard } from '#widgets/parts/Heading.tsx'
import { recordsIn } from './record.ts'
import * as record from './recordProps.ts'
import { RecordCard } from './RecordCard.tsx'
import { RecordPicks } from './RecordPicks.tsx'
import { RecordRows } from './RecordRows.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './RecordLinks.module.css'

export const Props = Type.Object(
  {
    path: record.Path,
    title: score.Text,
    card: record.Card,
    rows: Type.Optional(record.Rows),
    picks: Type.Optional(record.Picks),
  },
  { additionalProperties: false },
)

export const RecordLinks = defineWidget<typeof Props>(
  'record-links',
  function RecordLinks({ id, path, title, card, rows, picks, data, level }) {
    const t = useText()
    if (rows !== undefined)
      return (
        <RecordRows
          id={id}
          path={path}
          title={title}
          card={card}
          rows={rows}
          data={data}
          level={level}
        />
      )
    if (picks !== undefined)
      return <RecordPicks {...{ id, path, title, card, picks, data, level }} />
    const records = recordsIn(valueOf(data), path)
    if (records.length === 0) return null
    return (
      <section className={css['list']} aria-labelledby={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <ul className={css['cards']}>
          {records.map((each) => (
            <RecordCard key={each.id} record={each} card={card} level={below(inCard(level))} />
          ))}
        </ul>
      </section>
    )
  },
)
