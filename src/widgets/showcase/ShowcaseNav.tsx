/** Ways through the product: header bars, breadcrumbs, menu rows in their states, tabs, steps. */

import type { MenuEntry } from '#engine/decide/menu.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Breadcrumbs } from '#widgets/frame/Breadcrumbs.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { NavList } from '#widgets/frame/NavList.tsx'
import { PublicHeader } from '#widgets/frame/PublicHeader.tsx'
import { Tabs } from '#widgets/parts/Tabs.tsx'
import css from './Showcase.module.css'
import trail from '../parts/StepTrail.module.css'

const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'af', name: 'Afrikaans' },
]
const entry = { hint: null, icon: 'bars' }
const ENTRIES: readonly MenuEntry[] = [
  {
    ...entry,
    id: 'current',
    label: 'menu.home',
    icon: 'home',
    state: 'link',
    to: 'themePage',
    href: '/theme',
  },
  { ...entry, id: 'link', label: 'menu.reports', state: 'link', to: 'themePage', href: '/theme' },
  {
    ...entry,
    id: 'disabled',
    label: 'menu.careers',
    icon: 'sign',
    state: 'disabled',
    reason: 'menu.afterWorkerType',
  },
  {
    ...entry,
    id: 'locked',
    label: 'menu.bursaries',
    icon: 'coins',
    state: 'locked',
    plan: 'power',
  },
]
const TABS = ['nav', 'cards', 'text'].map((id) => ({
  id,
  label: `showcase.labels.${id}`,
  routeName: 'themePage',
}))
const nothing = () => {}

export function ShowcaseNav() {
  const t = useText()
  const { config } = useScope()
  return (
    <div className="stack">
      {[false, true].map((cloth) => (
        <div key={String(cloth)} className={css['frame']}>
          <PublicHeader
            brand={config}
            homeHref="/"
            languages={LANGUAGES}
            language="en"
            onLanguage={nothing}
            onHelp={nothing}
            entries={[
              {
                ...entry,
                id: 'login',
                label: 'header.login',
                state: 'link',
                to: 'loginPage',
                href: '/login',
              },
            ]}
            cloth={cloth}
          />
        </div>
      ))}
      <Breadcrumbs
        crumbs={[
          { id: 'a', title: 'menu.home', href: '/theme' },
          { id: 'b', title: 'menu.reports', href: '/theme' },
          { id: 'c', title: 'page.theme' },
        ]}
      />
      <div className={css['two']}>
        <Card>
          <NavList
            entries={ENTRIES}
            label={t('showcase.labels.nav')}
            current={{ id: 'current', page: true }}
            onClosed={nothing}
            onAction={nothing}
          />
        </Card>
        <div className="stack">
          {[TABS.slice(0, 2), TABS].map((rows) => (
            <Tabs.component
              key={rows.length}
              id={`tabs-${rows.length}`}
              level={3}
              data={undefined}
              label="showcase.labels.nav"
              rows={rows}
              current="nav"
            >
              {null}
            </Tabs.component>
          ))}
          <ol className={trail['stones']}>
            <li className={trail['done']}>{t('onboarding.steps.confirm')}</li>
            <li className={trail['now']} aria-current="step">
              {t('onboarding.steps.agree')}
            </li>
            <li>{t('onboarding.steps.about')}</li>
          </ol>
        </div>
      </div>
    </div>
  )
}
