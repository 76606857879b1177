/**
 * Words of a record as labels, such as the tools that a career names. Without a list of names, they
 * are shown as they are.
 */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { codeOf, listIn, useName } from './record.ts'
import * as record from './recordProps.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './TagList.module.css'

export const Props = Type.Object(
  { path: record.Path, title: score.Text, names: Type.Optional(record.Names) },
  { additionalProperties: false },
)

export const TagList = defineWidget<typeof Props>(
  'tag-list',
  function TagList({ id, path, title, names, data, level }) {
    const t = useText()
    const name = useName()
    const tags = listIn(valueOf(data), path).flatMap((entry) => name(codeOf(entry), names) ?? [])
    if (tags.length === 0) return null
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <ul className={css['tags']}>
          {tags.map((tag) => (
            <li key={tag} dir="auto">
              <Chip look="plain">{tag}</Chip>
            </li>
          ))}
        </ul>
      </Card>
    )
  },
)
