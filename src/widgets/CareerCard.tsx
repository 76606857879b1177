/** One career in a list: how close, what it is called, why, and what it takes (prototype matches-360). */

import { Link } from 'react-router-dom'
import type { CareerSummary } from '#engine/contract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPE_OF_LETTER } from './Glyph.tsx'
import { Heading, type Level } from './Heading.tsx'
import { HeartButton } from './HeartButton.tsx'
import { listOf } from './intl.ts'
import { Match } from './Match.tsx'
import { TypeStrip } from './TypeTile.tsx'
import { useFavourite } from './useFavourite.ts'
import { useWhy } from './whyText.ts'
import css from './CareerCard.module.css'

export function CareerCard({ career, level, small = false }: { career: CareerSummary; level: Level; small?: boolean }) {
  const t = useText()
  const href = useHref()
  const why = useWhy('why')
  const { language } = useScope()
  const heart = useFavourite(career.id, career.favourite)
  const types = career.types.map((letter) => TYPE_OF_LETTER[letter])
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <div className="grow">
          {career.level !== undefined && <Match level={career.level} />}
          <Heading level={level} className={css['title']}>
            <Link to={href('careerDetailPage', { slug: career.slug, id: career.id })}>{career.title}</Link>
          </Heading>
        </div>
        {!small && (
          <div className={css['heart']}>
            <HeartButton on={heart.on} busy={heart.busy} label={t('career.save', { title: career.title })} onToggle={heart.toggle} />
          </div>
        )}
      </div>
      <p className={css['why']}>
        <TypeStrip types={types} />
        <span className="small">
          {career.why === undefined
            ? listOf(
                types.map((type) => t(`type.${type}.name`)),
                language,
              )
            : why(career.why)}
        </span>
      </p>
      <p className="tiny mute">{t(`career.zone.${career.jobZone}`)}</p>
      {heart.failed && (
        <p className={`small ${css['failed']}`} role="alert">
          {t('career.saveFailed')}
        </p>
      )}
    </li>
  )
}
