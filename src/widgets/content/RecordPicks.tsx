/**
 * A few records as a short list on a path, each with why it is there. They lead nowhere: for readers
 * who can't open them yet.
 */

import { useScope } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { below, Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { withBreaks } from './longWords.ts'
import { Match, matchLevel } from './Match.tsx'
import {
  fieldOf,
  listIn,
  recordsIn,
  textOf,
  useDrawing,
  useDrawings,
  useName,
  useSentence,
  type Fields,
} from './record.ts'
import { RecordPicture } from './RecordPicture.tsx'
import type { Card as CardProps, Picks } from './recordProps.ts'
import { useOneWhy, useWhy } from './whyText.ts'
import css from './RecordPicks.module.css'

export function RecordPicks({
  id,
  level,
  data,
  path,
  title,
  card,
  picks: { text, empty },
}: {
  id: string
  level: Level
  data: DataState | undefined
  path: string
  title: string
  card: CardProps
  picks: Picks
}) {
  const t = useText()
  const sentence = useSentence()
  const allWhy = useOneWhy()
  const value = valueOf(data)
  if (!Array.isArray(fieldOf(value, path))) return null
  const records = recordsIn(value, path)
  const because = allWhy(records, card.why)
  const said = text === undefined ? null : sentence(value, text)
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t(title)}
      </Heading>
      {records.length === 0 ? (
        <p className="mute">{t(empty)}</p>
      ) : (
        <>
          {said !== null && <p className="small mute">{said}</p>}
          {because !== null && <p className="small">{because}</p>}
          <ol className={css['list']}>
            {records.map((record) => (
              <Pick
                key={record.id}
                record={record}
                level={below(inCard(level))}
                card={card}
                isSaid={because !== null}
              />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function Pick({
  record,
  level,
  card: { field, tiles, closeness, why, foot, title: name = 'title' },
  isSaid,
}: {
  record: Fields
  level: Level
  card: CardProps
  /** The reason is said once above, because it's that of all of them. */
  isSaid: boolean
}) {
  const say = useWhy()
  const nameOf = useName()
  const drawing = useDrawing()
  const drawings = useDrawings()
  const { language } = useScope()
  const close = closeness === undefined ? null : matchLevel(fieldOf(record, closeness))
  const reason = why === undefined || isSaid ? null : say(record, why)
  const last = foot === undefined ? null : nameOf(textOf(record, foot.path), foot.names)
  return (
    <li>
      {field !== undefined && (
        <RecordPicture
          look="row"
          types={tiles === undefined ? [] : drawings(listIn(record, tiles.path), tiles.list)}
          field={drawing(textOf(record, field.path), field.list)}
        />
      )}
      <div className="grow">
        {close !== null && <Match level={close} />}
        <Heading level={level} className={css['title']}>
          {withBreaks(textOf(record, name), language)}
        </Heading>
        {reason !== null && <p className="small">{reason}</p>}
        {last !== null && <p className="small mute">{last}</p>}
      </div>
    </li>
  )
}
