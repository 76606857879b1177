/** The head of a career's page: how close it is, what it is called, its types, and the heart that saves it. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { CareerBoard } from './CareerBoard.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER } from './Glyph.tsx'
import { Heading, type Level } from './Heading.tsx'
import { HeartButton } from './HeartButton.tsx'
import { listOf } from './intl.ts'
import { Match } from './Match.tsx'
import { Failed } from './StateScene.tsx'
import { useFavourite } from './useFavourite.ts'
import { Bar, Waiting } from './Waiting.tsx'
import './print.css'
import css from './CareerCover.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

/** Other titles are for recognising a job, not for reading through them. */
const OTHER_TITLES = 4

export const CareerCover = defineWidget<typeof Props>('career-cover', function CareerCover({ data, level }) {
  if (data?.status === 'failed') return <Failed data={data} level={level} />
  const career = valueOf<CareerDetail>(data)
  if (career !== null) return <Cover career={career} level={level} />
  return (
    <Waiting text="careers.loadingOne">
      <div className={css['skeleton']}>
        <Bar look="short" />
        <Bar look="title" />
        <Bar look="tall" />
      </div>
    </Waiting>
  )
})

function Cover({ career, level }: { career: CareerDetail; level: Level }) {
  const t = useText()
  const { language } = useScope()
  const heart = useFavourite(career.id, career.favourite)
  const types = career.types.map((letter) => TYPE_OF_LETTER[letter])
  const others = career.otherTitles.slice(0, OTHER_TITLES)
  return (
    <header className={`${css['cover']} ${career.level === undefined ? css['plain'] : ''} on-cloth`}>
      <div className={css['board']}>
        <CareerBoard types={types} />
      </div>
      <div className={css['words']}>
        {career.level !== undefined && <Match level={career.level} />}
        <Heading level={level} className={css['title']}>
          {career.title}
        </Heading>
        <p className="mute">
          {t('career.types', {
            types: listOf(
              types.map((type) => t(`type.${type}.name`)),
              language,
            ),
            count: types.length,
          })}
        </p>
        {others.length > 0 && <p className="mute small">{t('career.alsoCalled', { titles: listOf(others, language) })}</p>}
        <div className={css['save']}>
          <HeartButton on={heart.on} busy={heart.busy} label={t('career.save', { title: career.title })} onToggle={heart.toggle} />
          <span aria-hidden="true">{t(heart.on ? 'career.saved' : 'career.saveShort')}</span>
        </div>
        {heart.failed && (
          <p className="small" role="alert">
            {t('career.saveFailed')}
          </p>
        )}
      </div>
    </header>
  )
}
