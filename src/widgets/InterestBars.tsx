/** Six bars, most first, the number always printed: the list is its own words for those who do not see it. */

import Type from 'typebox'
import { isFlat } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { HIGHEST_SUM, shareOf } from '#engine/why.ts'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER } from './Glyph.tsx'
import { Heading, inCard } from './Heading.tsx'
import { TypeTile } from './TypeTile.tsx'
import css from './InterestBars.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const InterestBars = defineWidget<typeof Props>('interest-bars', function InterestBars({ id, data, level }) {
  const t = useText()
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) return null
  // Without a shape there are no top three.
  const leading = isFlat(report.metrics) ? 0 : 3
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('worker.bars.title')}
      </Heading>
      <p className="small mute">{t('worker.bars.hint', { most: HIGHEST_SUM })}</p>
      <ul className={css['bars']}>
        {report.types.map(({ letter, score }, index) => (
          <li key={letter} className={css['bar']}>
            <TypeTile type={TYPE_OF_LETTER[letter]} size="s" />
            <span className={css['name']}>{t(`type.${TYPE_OF_LETTER[letter]}.name`)}</span>
            <span className={css['value']}>
              <b>{score}</b> {t('worker.bars.of', { most: HIGHEST_SUM })}
            </span>
            <svg className={css['line']} width="100%" height="12" aria-hidden="true" focusable="false">
              <line className={css['ground']} x1="1.5%" x2="98.5%" y1="6" y2="6" />
              {score > 0 && <line className={css[index < leading ? 'top' : 'rest']} x1="1.5%" x2={`${1.5 + 97 * shareOf.person(score)}%`} y1="6" y2="6" />}
            </svg>
          </li>
        ))}
      </ul>
      <p className="tiny mute">{t('worker.bars.meaning')}</p>
    </Card>
  )
})
