/** You against a job: a filled stone, a ring, and dots over the gap. Before worker type is taken, the job alone. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { HEXAGON, type Letter } from '#engine/scoring.ts'
import { HIGHEST_SUM, shareOf } from '#engine/why.ts'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER } from './Glyph.tsx'
import { Heading, inCard } from './Heading.tsx'
import { numberOf } from './intl.ts'
import { useWhy } from './whyText.ts'
import css from './CareerWhy.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const HIGHEST_INTEREST = 7

export const CareerWhy = defineWidget<typeof Props>('career-why', function CareerWhy({ id, data, level }) {
  const t = useText()
  const why = useWhy('fit')
  const career = valueOf<CareerDetail>(data)
  if (career === null) return null
  const { person, interests } = career
  const order = [...HEXAGON].sort((a, b) => (person === null ? interests[b] - interests[a] : person[b] - person[a]))
  const kind = person === null ? 'alone' : career.level === 'low' ? 'low' : 'fits'
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t(`career.compare.${kind}`)}
      </Heading>
      <p className="small mute">{person !== null && career.why !== undefined ? why(career.why) : t('career.compare.aloneText')}</p>
      <ul className={css['rows']}>
        {order.map((letter) => (
          <Row key={letter} letter={letter} person={person === null ? null : person[letter]} job={interests[letter]} />
        ))}
      </ul>
      <p className={`tiny mute ${css['legend']}`} aria-hidden="true">
        {person !== null && (
          <span>
            <svg viewBox="0 0 14 14">
              <circle className={css['you']} cx="7" cy="7" r="6" />
            </svg>
            {t('career.compare.you')}
          </span>
        )}
        <span>
          <svg viewBox="0 0 14 14">
            <circle className={css['job']} cx="7" cy="7" r="5.5" />
          </svg>
          {t('career.compare.job')}
        </span>
      </p>
    </Card>
  )
})

function Row({ letter, person, job }: { letter: Letter; person: number | null; job: number }) {
  const t = useText()
  const { language } = useScope()
  const name = t(`type.${TYPE_OF_LETTER[letter]}.name`)
  const values = { name, you: person === null ? '' : numberOf(person, language), mostYou: HIGHEST_SUM, job: numberOf(job, language), mostJob: HIGHEST_INTEREST }
  const place = (share: number) => `${3 + 94 * share}%`
  const jobAt = place(shareOf.job(job))
  return (
    <li>
      <span className="strong">{name}</span>
      <svg width="100%" height="28" role="img" aria-label={t(person === null ? 'career.compare.rowJob' : 'career.compare.row', values)}>
        <line className={css['axis']} x1="3%" x2="97%" y1="14" y2="14" />
        {person !== null && <line className={css['gap']} x1={place(shareOf.person(person))} x2={jobAt} y1="14" y2="14" />}
        <circle className={css['job']} cx={jobAt} cy="14" r="7.5" />
        {person !== null && <circle className={css['you']} cx={place(shareOf.person(person))} cy="14" r="7" />}
      </svg>
    </li>
  )
}
