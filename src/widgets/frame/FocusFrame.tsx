/**
 * The frame of a page with a single task: a way out, a title and the progress. No menu (prototype
 * quiz-360).
 */

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from './AppLogo.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { CONTENT } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import button from '../parts/Button.module.css'
import css from './FocusFrame.module.css'

type Props = {
  title: string
  brand: Brand
  /** "25 of 60" */
  counter?: string | undefined
  /** Null on a first page, which can't be closed: the bar then has the user menu. */
  closeHref: string | null
  closeLabel: string
  /** Shown if there is no close button. */
  userMenu: ReactNode
  onHelp?: (() => void) | undefined
  children: ReactNode
}

export function FocusFrame({
  title,
  brand,
  counter,
  closeHref,
  closeLabel,
  userMenu,
  onHelp,
  children,
}: Props) {
  const t = useText()
  return (
    <>
      <TopBar>
        {closeHref === null ? (
          <AppLogo {...brand} look="icon" />
        ) : (
          <Link className={button['icon']} to={closeHref} aria-label={closeLabel}>
            <Icon name="close" />
          </Link>
        )}
        <strong className={`grow ${css['title']}`}>{title}</strong>
        {counter !== undefined && (
          <span className={`small mute num ${css['counter']}`}>{counter}</span>
        )}
        {onHelp && (
          <IconButton label={t('frame.help')} onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        )}
        {closeHref === null && userMenu}
      </TopBar>
      <main id={CONTENT} tabIndex={-1} className={css['main']}>
        {children}
      </main>
    </>
  )
}
