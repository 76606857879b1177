/**
 * The header of signed-out and public pages (spec 2): logo, language, help, and the header's menu.
 */

import type { ReactNode } from 'react'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from './AppLogo.tsx'
import { ButtonLink, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { LanguageSwitcher, type Language } from './LanguageSwitcher.tsx'
import { TopBar } from './TopBar.tsx'

export type PublicHeaderProps = {
  brand: Brand
  homeHref: string
  languages: readonly Language[]
  language: string
  onLanguage: (id: string) => void
  /** Only where a chat integration is configured. */
  onHelp?: (() => void) | undefined
  /** Entries of menu/header. */
  entries: readonly MenuEntry[]
  /** The user dropdown, once a user is signed in. */
  userMenu?: ReactNode
  /** On cloth, above a page that starts with cloth. */
  cloth?: boolean
}

export function PublicHeader({
  brand,
  homeHref,
  languages,
  language,
  onLanguage,
  onHelp,
  entries,
  userMenu,
  cloth = false,
}: PublicHeaderProps) {
  const t = useText()
  const links = entries.filter((entry) => entry.state === 'link')
  return (
    <TopBar cloth={cloth}>
      <AppLogo {...brand} to={homeHref} kind={cloth ? 'white' : 'dark'} />
      <span className="grow" />
      {/* For signed-in users the switcher is in the user dropdown. */}
      {!userMenu && (
        <LanguageSwitcher
          languages={languages}
          language={language}
          onLanguage={onLanguage}
          look={links.length > 0 ? 'compact' : 'bar'}
        />
      )}
      {onHelp && (
        <IconButton label={t('frame.help')} onClick={onHelp}>
          <Icon name="help" />
        </IconButton>
      )}
      {links.map((entry) => (
        <ButtonLink key={entry.id} look="line" small to={entry.href}>
          {t(entry.label)}
        </ButtonLink>
      ))}
      {userMenu}
    </TopBar>
  )
}
