/** The six ways of working, each with its tile, its name and one line. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES } from './Glyph.tsx'
import { below, Heading } from './Heading.tsx'
import { TypeTile } from './TypeTile.tsx'
import css from './TypeList.module.css'

export const Props = Type.Object({ title: Type.String({ 'x-ref': 'text' }), hint: Type.String({ 'x-ref': 'text' }) }, { additionalProperties: false })

export const TypeList = defineWidget<typeof Props>('type-list', function TypeList({ title, hint, level }) {
  const t = useText()
  return (
    <div>
      <Heading level={level} className={css['title']}>
        {t(title)}
      </Heading>
      <p className="mute">{t(hint)}</p>
      <ul className={css['six']}>
        {TYPES.map((type) => (
          <li key={type} className="row">
            <TypeTile type={type} />
            <div>
              <Heading level={below(level)}>{t(`type.${type}.plural`)}</Heading>
              <p className="small mute">{t(`type.${type}.short`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
})
