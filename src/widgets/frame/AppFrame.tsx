/**
 * The frame of a signed-in page: bar, menu, breadcrumbs, the page, and the contact (spec 2,
 * Authenticated layout).
 */

import { useState, type ReactNode } from 'react'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from './AppLogo.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { BottomNav } from './BottomNav.tsx'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'
import { currentEntry, type ClosedEntry } from './entries.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { LockDialog } from './LockDialog.tsx'
import { SideNav } from './SideNav.tsx'
import { CONTENT, SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import css from './AppFrame.module.css'

type Props = {
  brand: Brand
  homeHref: string
  /** Entries of menu/main. */
  entries: readonly MenuEntry[]
  /** Path of this page, without its query. */
  path: string
  userMenu: ReactNode
  collapsed: boolean
  onCollapse: (collapsed: boolean) => void
  onAction: (action: string) => void
  crumbs?: readonly Crumb[]
  assistanceEmail?: string | undefined
  onHelp?: (() => void) | undefined
  children: ReactNode
}

export function AppFrame({
  brand,
  homeHref,
  entries,
  path,
  userMenu,
  collapsed,
  onCollapse,
  onAction,
  crumbs = [],
  assistanceEmail,
  onHelp,
  children,
}: Props) {
  const t = useText()
  const [closed, setClosed] = useState<ClosedEntry | null>(null)
  const handlers = { current: currentEntry(entries, path), onClosed: setClosed, onAction }
  return (
    <>
      <SkipLink />
      <TopBar sticky>
        <AppLogo {...brand} to={homeHref} />
        <span className="grow" />
        {onHelp && (
          <IconButton label={t('frame.help')} onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        )}
        {userMenu}
      </TopBar>
      <div className={css['shell']}>
        <SideNav entries={entries} collapsed={collapsed} onCollapse={onCollapse} {...handlers} />
        <div className={css['page']}>
          <Breadcrumbs crumbs={crumbs} />
          <main id={CONTENT} tabIndex={-1} className={css['main']}>
            {children}
          </main>
          {assistanceEmail !== undefined && (
            <p className={`${css['help']} small mute no-print`}>
              <Icon name="mail" size="s" />
              <span>
                <Rich>{t('frame.assistance')}</Rich>{' '}
                <a href={`mailto:${assistanceEmail}`}>{assistanceEmail}</a>
              </span>
            </p>
          )}
        </div>
      </div>
      <BottomNav entries={entries} {...handlers} />
      <LockDialog entry={closed} onClose={() => setClosed(null)} />
    </>
  )
}
