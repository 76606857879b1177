/**
 * The frame of the console: its tenant, its pages, who is signed in, and a link back to the
 * product.
 */

import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from '#widgets/frame/AppLogo.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ICONS, type IconName } from '#engine/documents/icons.ts'
import { CONTENT, SkipLink } from '#widgets/frame/SkipLink.tsx'
import { TopBar } from '#widgets/frame/TopBar.tsx'
import { useOpenReports } from './client.ts'
import { linksOf, type LinkEntry } from '#engine/decide/menulinks.ts'
import { ConsoleSearch } from './ConsoleSearch.tsx'
import css from './ConsoleFrame.module.css'

type Props = {
  brand: Brand
  /** Home of the product itself. */
  appHref: string
  /** Entries of menu/console. */
  entries: readonly MenuEntry[]
  /** Name of this page's route. */
  route: string
  userMenu: ReactNode
  children: ReactNode
}

/** Where learners' reports are read. */
const REPORTS = 'consoleRecords'
/** Pages without an entry of their own are under another's. */
const UNDER: Readonly<Record<string, string>> = {
  consoleDocument: 'consoleDocuments',
  consoleRecipes: 'consoleDocuments',
  consoleRecipe: 'consoleDocuments',
  consoleTenant: 'consoleTenants',
  consolePublish: 'consoleReleases',
  consoleExperiment: 'consoleExperiments',
  consoleExperimentReport: 'consoleExperiments',
}

export function ConsoleFrame({ brand, appHref, entries, route, userMenu, children }: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const links = linksOf(entries)
  // Operators have pages here, but nothing of a tenant to search.
  const hasDocuments = links.some(({ to }) => to === 'consoleDocuments')
  const here = links.find(({ to }) => to === (UNDER[route] ?? route))
  const rows = (
    <Entries
      entries={entries}
      current={here === undefined ? null : { id: here.id, page: here.to === route }}
      onGo={() => setOpen(false)}
    />
  )
  return (
    <div className={css['console']}>
      <SkipLink />
      <TopBar sticky>
        <span className="only-small">
          <IconButton label={t('console.frame.menu')} expanded={open} onClick={() => setOpen(true)}>
            <Icon name="menu" />
          </IconButton>
        </span>
        <AppLogo {...brand} to={links[0]?.href ?? appHref} />
        <span className={css['what']}>
          <Chip look="plain">{t('console.frame.name')}</Chip>
        </span>
        <span className="grow" />
        {hasDocuments && <ConsoleSearch entries={links} />}
        <Link className={`${css['back']} only-large`} to={appHref}>
          <Icon name="exit" size="s" />
          {t('console.frame.back')}
        </Link>
        {userMenu}
      </TopBar>
      <div className={css['shell']}>
        <nav className={`${css['side']} only-large`} aria-label={t('console.frame.nav')}>
          {rows}
        </nav>
        <main id={CONTENT} tabIndex={-1} className={css['main']}>
          {children}
        </main>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('console.frame.nav')} look="menu">
        {rows}
        <Link className={css['back']} to={appHref} onClick={() => setOpen(false)}>
          <Icon name="exit" size="s" />
          {t('console.frame.back')}
        </Link>
      </Dialog>
    </div>
  )
}

type EntriesProps = {
  entries: readonly MenuEntry[]
  /** `page`: it leads to this very page, not to one above it. */
  current: { readonly id: string; readonly page: boolean } | null
  onGo: () => void
}

function Entries({ entries, current, onGo }: EntriesProps) {
  const t = useText()
  const id = useId()
  return (
    <ul>
      {entries.map((entry) =>
        entry.state === 'group' ? (
          <li key={entry.id} className={css['group']}>
            <p className={css['name']} id={`${id}${entry.id}`}>
              {t(entry.label)}
            </p>
            <ul aria-labelledby={`${id}${entry.id}`}>
              {linksOf(entry.items).map((each) => (
                <EntryRow key={each.id} entry={each} current={current} onGo={onGo} />
              ))}
            </ul>
          </li>
        ) : (
          entry.state === 'link' && (
            <EntryRow key={entry.id} entry={entry} current={current} onGo={onGo} />
          )
        ),
      )}
    </ul>
  )
}

function EntryRow({
  entry: { id, href, to, icon, label },
  current,
  onGo,
}: Pick<EntriesProps, 'current' | 'onGo'> & { entry: LinkEntry }) {
  const t = useText()
  const reported = useOpenReports()
  return (
    <li>
      <Link
        className={css['entry']}
        to={href}
        aria-current={id === current?.id ? (current.page ? 'page' : 'true') : undefined}
        onClick={onGo}
      >
        {icon !== null && icon in ICONS && (
          <span className={`${css['icon']} only-small`}>
            <Icon name={icon as IconName} />
          </span>
        )}
        {t(label)}
        {to === REPORTS && reported > 0 && (
          <span className={css['count']}>
            <span aria-hidden="true">{reported}</span>
            <span className="hidden-text">{t('console.reports.open', { count: reported })}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
