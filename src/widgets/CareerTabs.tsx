/** Close careers, all careers, saved ones: where else to look. */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import css from './CareerTabs.module.css'

const TABS = [
  { id: 'matches', route: 'occupationsNavigatorMatches', feature: 'CareerMatches' },
  { id: 'all', route: 'occupationsNavigatorCareers', feature: 'CareerExplorer' },
  { id: 'favourites', route: 'occupationsNavigatorFavourites', feature: 'CareerExplorer' },
] as const

export const Props = Type.Object({ current: Type.Enum(['matches', 'all', 'favourites']) }, { additionalProperties: false })

export const CareerTabs = defineWidget<typeof Props>('career-tabs', function CareerTabs({ current }) {
  const t = useText()
  const href = useHref()
  const { feature } = useScope()
  return (
    <nav className={css['tabs']} aria-label={t('careers.tabs.label')}>
      {TABS.filter((tab) => feature[tab.feature]?.access).map(({ id, route }) => (
        <Link key={id} to={href(route)} aria-current={id === current ? 'page' : undefined}>
          {t(`careers.tabs.${id}`)}
        </Link>
      ))}
    </nav>
  )
})
