/** The careers that somebody saved, the newest few. */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import type { CareerList } from '#engine/contract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { NotReady } from './NotReady.tsx'
import css from './SavedList.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const SHOWN = 5

export const SavedList = defineWidget<typeof Props>('saved-list', function SavedList({ id, level, data }) {
  const t = useText()
  const state = data as DataState<CareerList> | undefined
  const total = state?.status === 'ready' ? state.value.total : 0
  return (
    <Card labelledBy={`${id}-title`}>
      <div className="row between">
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t('profileHome.saved')}
        </Heading>
        {total > 0 && <span className="small mute num">{total}</span>}
      </div>
      <div className={css['body']}>{state?.status === 'ready' ? <Saved list={state.value} /> : <NotReady state={state} looks={['line', 'line', 'half']} />}</div>
    </Card>
  )
})

function Saved({ list }: { list: CareerList }) {
  const t = useText()
  const href = useHref()
  const { feature } = useScope()
  if (list.items.length === 0) {
    return (
      <>
        <p className="small mute">{t('profileHome.savedNone')}</p>
        {feature['CareerExplorer']?.access && (
          <ButtonLink look="line" block to={href('occupationsNavigatorCareers')} className={css['way']}>
            {t('profileHome.toCareers')}
          </ButtonLink>
        )}
      </>
    )
  }
  return (
    <>
      <ul className={css['list']}>
        {list.items.slice(0, SHOWN).map((career) => (
          <li key={career.id}>
            <Link to={href('careerDetailPage', { slug: career.slug, id: career.id })}>
              <Icon name="heart" />
              <span className="grow">{career.title}</span>
              <Icon name="chevron" size="s" />
            </Link>
          </li>
        ))}
      </ul>
      {list.total > SHOWN && (
        <ButtonLink look="text" small to={href('occupationsNavigatorFavourites')}>
          {t('profileHome.savedAll', { count: list.total })}
        </ButtonLink>
      )}
    </>
  )
}
