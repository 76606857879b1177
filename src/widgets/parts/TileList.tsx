/** A few items side by side, each with its tile, its name and one line. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES } from './Glyph.tsx'
import { below, Heading } from './Heading.tsx'
import { TypeTile } from './TypeTile.tsx'
import css from './TileList.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const Row = Type.Object(
  {
    id: Type.String({ maxLength: 80 }),
    tile: Type.Enum([...TYPES], { description: 'Which tile is drawn.' }),
    title: Text,
    text: Text,
  },
  { additionalProperties: false },
)

export const Props = Type.Object(
  { title: Text, hint: Text, rows: Type.Array(Row, { minItems: 2, maxItems: 12 }) },
  { additionalProperties: false },
)

export const TileList = defineWidget<typeof Props>(
  'tile-list',
  function TileList({ title, hint, rows, level }) {
    const t = useText()
    return (
      <div>
        <Heading level={level} className={css['title']}>
          {t(title)}
        </Heading>
        <p className="mute">{t(hint)}</p>
        <ul className={css['tiles']}>
          {rows.map((row) => (
            <li key={row.id} className="row">
              <TypeTile type={row.tile} />
              <div>
                <Heading level={below(level)}>{t(row.title)}</Heading>
                <p className="small mute">{t(row.text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    )
  },
)
