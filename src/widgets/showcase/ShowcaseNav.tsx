/** Navigation: header bars, breadcrumbs, menu rows in their states, steps. */

import type { MenuEntry } from '#engine/decide/menu.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Breadcrumbs } from '#widgets/frame/Breadcrumbs.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { NavList } from '#widgets/frame/NavList.tsx'
import { PublicHeader } from '#widgets/frame/PublicHeader.tsx'
import css from './Showcase.module.css'
import trail from '../parts/StepTrail.module.css'

const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'af', name: 'Afrikaans' },
]
const entry = { hint: null, icon: 'bars' }
const nothing = () => {}

/** One menu row for each state; both links lead to the showcase. */
const entriesTo = (to: string, href: string): readonly MenuEntry[] => [
  { ...entry, id: 'current', label: 'showcase.nav.current', icon: 'home', state: 'link', to, href },
  { ...entry, id: 'link', label: 'showcase.nav.link', state: 'link', to, href },
  {
    ...entry,
    id: 'disabled',
    label: 'showcase.nav.closed',
    icon: 'sign',
    state: 'disabled',
    reason: 'showcase.nav.reason',
  },
  {
    ...entry,
    id: 'locked',
    label: 'showcase.nav.locked',
    icon: 'coins',
    state: 'locked',
    plan: 'power',
  },
]

/** @param routeName the showcase itself, so that no link leads away */
export function ShowcaseNav({ routeName }: { readonly routeName: string }) {
  const t = useText()
  const { config } = useScope()
  const href = useHref()(routeName, { section: 'nav' })
  const entries = entriesTo(routeName, href)
  return (
    <div className="stack">
      {[false, true].map((cloth) => (
        <div key={String(cloth)} className={css['frame']}>
          <PublicHeader
            brand={config}
            homeHref={href}
            languages={LANGUAGES}
            language="en"
            onLanguage={nothing}
            onHelp={nothing}
            entries={[{ ...entries[1]!, id: 'own' }]}
            cloth={cloth}
          />
        </div>
      ))}
      <Breadcrumbs
        crumbs={[
          { id: 'a', title: 'showcase.nav.current', href },
          { id: 'b', title: 'showcase.nav.link', href },
          { id: 'c', title: 'showcase.labels.nav' },
        ]}
      />
      <div className={css['two']}>
        <Card>
          <NavList
            entries={entries}
            label={t('showcase.labels.nav')}
            current={{ id: 'current', page: true }}
            onClosed={nothing}
            onAction={nothing}
          />
        </Card>
        <ol className={trail['stones']}>
          <li className={trail['done']}>{t('showcase.nav.done')}</li>
          <li className={trail['now']} aria-current="step">
            {t('showcase.nav.now')}
          </li>
          <li>{t('showcase.nav.next')}</li>
        </ol>
      </div>
    </div>
  )
}
