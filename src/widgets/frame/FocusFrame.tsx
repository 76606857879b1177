/**
 * The frame of a page with a single task: a way out, a title and the progress. No menu (prototype
 * quiz-360).
 */

import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import { AppLogo, type Brand } from './AppLogo.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { CONTENT } from './SkipLink.tsx'
import { FrameHeadContext, type FrameHead } from './framehead.ts'
import { TopBar } from './TopBar.tsx'
import button from '../parts/Button.module.css'
import css from './FocusFrame.module.css'

type Props = {
  title: string
  brand: Brand
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
  closeHref,
  closeLabel,
  userMenu,
  onHelp,
  children,
}: Props) {
  const t = useText()
  const [head, setHead] = useState<FrameHead | null>(null)
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
        <strong className={`grow ${css['title']}`}>{head?.title ?? title}</strong>
        <span className={`small mute ${css['said']}`} role="status">
          {head?.said && (
            <>
              <Icon name="phone" size="s" />
              <span aria-hidden="true" className={css['short']}>
                {head.said.short}
              </span>
              <span className={css['full']}>{head.said.full}</span>
            </>
          )}
        </span>
        {onHelp && (
          <IconButton label={t('frame.help')} onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        )}
        {closeHref === null && userMenu}
      </TopBar>
      <main id={CONTENT} tabIndex={-1} className={css['main']}>
        <FrameHeadContext value={setHead}>{children}</FrameHeadContext>
      </main>
    </>
  )
}
