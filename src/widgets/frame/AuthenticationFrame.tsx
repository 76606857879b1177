/**
 * The frame of signing in and of onboarding (spec 2): a sticky header with the logo, a way out, and
 * the footer.
 */

import type { ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from './AppLogo.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Footer } from './Footer.tsx'
import { HomeBoard } from '#widgets/parts/HomeBoard.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { LanguageSwitcher, type Language } from './LanguageSwitcher.tsx'
import { CONTENT, SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import css from './AuthenticationFrame.module.css'

type Props = {
  brand: Brand
  homeHref: string
  languages: readonly Language[]
  language: string
  onLanguage: (id: string) => void
  onHelp?: (() => void) | undefined
  /** Set while a user is signed in. */
  onLogout?: (() => void) | undefined
  footer: Parameters<typeof Footer>[0]
  /** The tall board next to the form, on a desktop. */
  art?: boolean
  children: ReactNode
}

export function AuthenticationFrame({
  brand,
  homeHref,
  languages,
  language,
  onLanguage,
  onHelp,
  onLogout,
  footer,
  art = false,
  children,
}: Props) {
  const t = useText()
  return (
    <>
      <SkipLink />
      <TopBar sticky>
        <AppLogo {...brand} to={homeHref} />
        <span className="grow" />
        <LanguageSwitcher
          languages={languages}
          language={language}
          onLanguage={onLanguage}
          look={onLogout ? 'compact' : 'bar'}
        />
        {onHelp && (
          <IconButton label={t('frame.help')} onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        )}
        {onLogout && (
          <Button look="line" small onClick={onLogout}>
            {t('frame.logout')}
          </Button>
        )}
      </TopBar>
      <div className={art ? css['split'] : css['single']}>
        {art && (
          <div className={`${css['art']} only-large`}>
            <HomeBoard name="tall" fit="xMaxYMax slice" />
          </div>
        )}
        <main id={CONTENT} tabIndex={-1} className={css['main']}>
          {children}
        </main>
      </div>
      <Footer {...footer} />
    </>
  )
}
