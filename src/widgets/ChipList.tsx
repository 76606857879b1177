/** The tools that a career names, as labels. Names stay as their makers write them. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { Chip } from './Chip.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import css from './ChipList.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ChipList = defineWidget<typeof Props>('chip-list', function ChipList({ id, data, level }) {
  const t = useText()
  const career = valueOf<CareerDetail>(data)
  if (career === null || career.technologies.length === 0) return null
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('career.tools')}
      </Heading>
      <ul className={css['chips']}>
        {career.technologies.map((tool) => (
          <li key={tool} dir="auto">
            <Chip look="plain">{tool}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
})
