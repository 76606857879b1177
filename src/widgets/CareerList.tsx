/** Careers: those that are close, all of them, or the saved ones; with every state that the list can be in. */

import Type from 'typebox'
import type { CareerList as Careers } from '#engine/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { CareerCard } from './CareerCard.tsx'
import { NoCareers } from './CareerListEmpty.tsx'
import { CareerPager } from './CareerPager.tsx'
import { below, inCard } from './Heading.tsx'
import { dayOf, numberOf } from './intl.ts'
import { Note } from './Note.tsx'
import { Failed } from './StateScene.tsx'
import { Bar, Waiting } from './Waiting.tsx'
import css from './CareerList.module.css'

export const Props = Type.Object(
  {
    kind: Type.Enum(['matches', 'all', 'favourites']),
    lessonRoute: Type.Optional(Type.String({ 'x-ref': 'route', description: 'What a result without a clear shape means.' })),
    startRoute: Type.Optional(Type.String({ 'x-ref': 'route', description: 'Where worker type starts.' })),
  },
  { additionalProperties: false },
)

export const CareerList = defineWidget<typeof Props>('career-list', function CareerList({ id, kind, lessonRoute, startRoute, data, level }) {
  const t = useText()
  const { language } = useScope()
  if (data?.status === 'failed') return <Failed data={data} level={level} />
  if (data?.status !== 'ready') return <Loading />
  const list = (data as Extract<DataState<Careers>, { status: 'ready' }>).value
  if (list.items.length === 0) return <NoCareers kind={kind} reason={list.reason} level={inCard(level)} lessonRoute={lessonRoute} startRoute={startRoute} />
  const day = list.resultDate === undefined ? '' : dayOf(list.resultDate, language)
  const count =
    list.compared !== undefined && kind === 'matches'
      ? t('careers.count.matches', { count: list.total, compared: numberOf(list.compared, language) })
      : t(`careers.count.${kind === 'matches' ? 'all' : kind}`, { count: list.total })
  const strong = list.items.some((career) => career.level === 'strong')
  return (
    <div className={css['list']} aria-busy={data.refreshing || undefined}>
      <p className="mute" role="status" id={`${id}-count`} tabIndex={-1}>
        {count} {kind === 'matches' && day !== '' && t('careers.from', { day })}
      </p>
      {kind === 'matches' && !strong && <Note>{t('careers.noStrong')}</Note>}
      <ul className={css['cards']}>
        {list.items.map((career) => (
          <CareerCard key={career.id} career={career} level={below(level)} />
        ))}
      </ul>
      {list.items.some((career) => career.level === 'low') && (
        <Note look="doubt" title={t('careers.low.title')}>
          {t('careers.low.text')}
        </Note>
      )}
      {kind === 'all' && <CareerPager list={list} countId={`${id}-count`} />}
    </div>
  )
})

function Loading() {
  return (
    <Waiting text="careers.loading">
      <div className={css['cards']}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={css['blank']}>
            <Bar look="short" />
            <Bar look="title" />
            <Bar look="whole" />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
