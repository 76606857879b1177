/** Careers that O*NET holds to be related, in its order. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { CareerCard } from './CareerCard.tsx'
import { valueOf } from './dataOf.ts'
import { below, Heading, inCard } from './Heading.tsx'
import css from './CareerList.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const CareerRelated = defineWidget<typeof Props>('career-related', function CareerRelated({ id, data, level }) {
  const t = useText()
  const career = valueOf<CareerDetail>(data)
  if (career === null || career.related.length === 0) return null
  return (
    <section className={css['list']} aria-labelledby={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('career.related')}
      </Heading>
      <ul className={css['cards']}>
        {career.related.map((each) => (
          <CareerCard key={each.id} career={each} level={below(inCard(level))} small />
        ))}
      </ul>
    </section>
  )
})
