/** The frame of the console: what it is the console of, its pages, who is signed in, and the way back to the product. */

import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from '#widgets/frame/AppLogo.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NavList } from '#widgets/frame/NavList.tsx'
import { CONTENT, SkipLink } from '#widgets/frame/SkipLink.tsx'
import { TopBar } from '#widgets/frame/TopBar.tsx'
import css from './ConsoleFrame.module.css'

type Props = {
  brand: Brand
  homeHref: string
  /** Home of the product itself. */
  appHref: string
  /** Entries of menu/console. */
  entries: readonly MenuEntry[]
  /** Name of this page's route. */
  route: string
  userMenu: ReactNode
  children: ReactNode
}

/** Pages without an entry of their own stand under another's. */
const UNDER: Readonly<Record<string, string>> = {
  consoleDocument: 'consoleDocuments',
  consolePublish: 'consoleReleases',
}

export function ConsoleFrame({
  brand,
  homeHref,
  appHref,
  entries,
  route,
  userMenu,
  children,
}: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const links = entries.filter((entry) => entry.state === 'link')
  const here = links.find(({ to }) => to === (UNDER[route] ?? route))
  return (
    <div className={css['console']}>
      <SkipLink />
      <TopBar sticky>
        <span className="only-small">
          <IconButton label={t('console.frame.menu')} expanded={open} onClick={() => setOpen(true)}>
            <Icon name="menu" />
          </IconButton>
        </span>
        <AppLogo {...brand} to={homeHref} />
        <span className={css['what']}>
          <Chip look="plain">{t('console.frame.name')}</Chip>
        </span>
        <span className="grow" />
        <Link className={`${css['back']} only-large`} to={appHref}>
          <Icon name="exit" size="s" />
          {t('console.frame.back')}
        </Link>
        {userMenu}
      </TopBar>
      <div className={css['shell']}>
        <nav className={`${css['side']} only-large`} aria-label={t('console.frame.nav')}>
          <ul>
            {links.map((entry) => (
              <li key={entry.id}>
                <Link
                  className={css['entry']}
                  to={entry.href}
                  aria-current={entry === here ? (entry.to === route ? 'page' : 'true') : undefined}
                >
                  {t(entry.label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id={CONTENT} tabIndex={-1} className={css['main']}>
          {children}
        </main>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('console.frame.nav')} look="menu">
        <NavList
          entries={entries}
          current={here === undefined ? null : { id: here.id, page: here.to === route }}
          onGo={() => setOpen(false)}
          onClosed={() => undefined}
          onAction={() => undefined}
        />
        <Link className={css['back']} to={appHref} onClick={() => setOpen(false)}>
          <Icon name="exit" size="s" />
          {t('console.frame.back')}
        </Link>
      </Dialog>
    </div>
  )
}
