/** What a career takes to get into: its job zone in words, and what people in it named, with the country of the figures. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import { Note } from './Note.tsx'
import css from './CareerEducation.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const ZONES = [1, 2, 3, 4, 5] as const

export const CareerEducation = defineWidget<typeof Props>('career-education', function CareerEducation({ id, data, level }) {
  const t = useText()
  const career = valueOf<CareerDetail>(data)
  if (career === null) return null
  const { jobZone, education } = career
  return (
    <Card labelledBy={`${id}-title`}>
      <div className="stack-s">
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t('career.education.title')}
        </Heading>
        <svg className={css['steps']} viewBox="0 0 180 26" aria-hidden="true" focusable="false">
          {ZONES.slice(1).map((zone) => (
            <line key={zone} className={css[zone <= jobZone ? 'walked' : 'ahead']} x1={(zone - 2) * 38 + 14} x2={(zone - 1) * 38 + 14} y1="13" y2="13" />
          ))}
          {ZONES.map((zone) => (
            <circle key={zone} className={css[zone < jobZone ? 'done' : zone === jobZone ? 'here' : 'open']} cx={(zone - 1) * 38 + 14} cy="13" r={zone === jobZone ? 10 : 7} />
          ))}
        </svg>
        <p className="strong">{t(`career.zone.${jobZone}`)}</p>
        <p className="small mute">{t(`career.zoneMore.${jobZone}`)}</p>
        {education !== null && (
          <p>
            {t('career.education.people', { count: Math.round(education.percent), level: t(`list.education.${education.level}`) })}{' '}
            <span className="small mute">{t(`career.education.nqf.${education.level}`)}</span>
          </p>
        )}
        <Note look="doubt">{t('career.education.honest')}</Note>
      </div>
    </Card>
  )
})
