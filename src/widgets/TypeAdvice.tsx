/** What a result may mean for a day: three cards from the leading types, or six small tries where none leads. */

import Type from 'typebox'
import { isFlat, leadTypes } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER, TYPES } from './Glyph.tsx'
import { Heading, inCard } from './Heading.tsx'
import { TypeTile } from './TypeTile.tsx'
import css from './TypeAdvice.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const CARDS = ['energy', 'tire', 'try'] as const

export const TypeAdvice = defineWidget<typeof Props>('type-advice', function TypeAdvice({ id, data, level }) {
  const t = useText()
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) return null
  if (isFlat(report.metrics)) {
    return (
      <Card labelledBy={`${id}-try`}>
        <Heading level={inCard(level)} id={`${id}-try`}>
          {t('worker.try.any')}
        </Heading>
        <ul className={css['tries']}>
          {TYPES.map((type) => (
            <li key={type}>
              <TypeTile type={type} size="s" />
              <span className="small">{t(`worker.try.${type}`)}</span>
            </li>
          ))}
        </ul>
        <p className="small mute">{t('worker.try.after')}</p>
      </Card>
    )
  }
  const types = leadTypes(report.types).map((letter) => TYPE_OF_LETTER[letter])
  return (
    <div className={css['three']}>
      {CARDS.map((card) => (
        <Card key={card} labelledBy={`${id}-${card}`}>
          <Heading level={inCard(level)} id={`${id}-${card}`} className={css['title']}>
            {t(`worker.${card}.title`)}
          </Heading>
          {/* One thing to try is enough for a week: that of the first type. */}
          <p className="small mute">
            {types
              .slice(0, card === 'try' ? 1 : undefined)
              .map((type) => t(`worker.${card}.${type}`))
              .join(' ')}{' '}
            {card !== 'energy' && t(`worker.${card}.after`)}
          </p>
        </Card>
      ))}
    </div>
  )
})
