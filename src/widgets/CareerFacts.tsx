/** A career in a few sentences, each built from a fact of the data and left out where there is none. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { useScope, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import { listOf } from './intl.ts'
import { nameKey } from './RatedList.tsx'
import css from './CareerFacts.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

/** What people name first; more belongs to the lists below. */
const NAMED = 3

export const CareerFacts = defineWidget<typeof Props>('career-facts', function CareerFacts({ id, data, level }) {
  const t = useText()
  const { language } = useScope()
  const { catalog } = useSurroundings()
  const career = valueOf<CareerDetail>(data)
  if (career === null) return null
  const direction = catalog.get('list', 'job-families')?.items.find((item) => item.id === career.direction)
  const names = (rated: CareerDetail['skills']) => {
    const first = [...rated].sort((a, b) => b.importance - a.importance).slice(0, NAMED)
    return listOf(
      first.map((each) => t(nameKey(each.id))),
      language,
    )
  }
  const facts: (string | false)[] = [
    direction !== undefined && t('career.facts.direction', { direction: t(direction.label) || direction.name }),
    career.skills.length > 0 && t('career.facts.skills', { names: names(career.skills) }),
    career.knowledge.length > 0 && t('career.facts.knowledge', { names: names(career.knowledge) }),
    career.workStyles.length > 0 && t('career.facts.workStyles', { names: names(career.workStyles) }),
  ]
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('career.facts.title')}
      </Heading>
      <ul className={css['facts']}>{facts.map((fact) => fact !== false && <li key={fact}>{fact}</li>)}</ul>
    </Card>
  )
})
