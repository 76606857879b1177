/** The user dropdown (spec 2): who is signed in, settings, language, colours, and logging out. */

import { useState } from 'react'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { LanguageSwitcher, type Language } from './LanguageSwitcher.tsx'
import { NavList } from './NavList.tsx'
import css from './UserMenu.module.css'

export const SCHEMES = ['system', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

type Props = {
  /** First letter of the nickname; empty for the default short label. */
  initial: string
  /** Empty for the app's own label of a user. */
  fullName: string
  email: string | null
  appName: string
  /** Entries of menu/user. */
  entries: readonly MenuEntry[]
  languages: readonly Language[]
  language: string
  onLanguage: (id: string) => void
  scheme: Scheme
  onScheme: (scheme: Scheme) => void
  onLogout: () => void
}

export function UserMenu({
  initial,
  fullName,
  email,
  appName,
  entries,
  languages,
  language,
  onLanguage,
  scheme,
  onScheme,
  onLogout,
}: Props) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = fullName || t('frame.userName', { app: appName })
  return (
    <>
      <button
        type="button"
        className={css['avatar']}
        aria-haspopup="dialog"
        aria-label={t('frame.userMenu', { name })}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">{initial || t('frame.userShort')}</span>
      </button>
      <Dialog open={open} onClose={close} title={name} look="menu" backCloses>
        {email !== null && <p className={`small mute ${css['email']}`}>{email}</p>}
        <div className={css['rows']}>
          <LanguageSwitcher
            languages={languages}
            language={language}
            onLanguage={onLanguage}
            look="row"
          />
          <fieldset className={css['schemes']}>
            <legend className="hidden-text">{t('frame.scheme')}</legend>
            {SCHEMES.map((each) => (
              <label key={each} className={css['scheme']}>
                <input
                  type="radio"
                  name="scheme"
                  value={each}
                  checked={scheme === each}
                  onChange={() => onScheme(each)}
                />
                {t(`frame.schemes.${each}`)}
              </label>
            ))}
          </fieldset>
          <NavList
            entries={entries}
            current={null}
            onGo={close}
            onClosed={close}
            onAction={(action) => action === 'logout' && onLogout()}
          />
        </div>
      </Dialog>
    </>
  )
}
