/** The frame of a page with one task: a way out, what it is, how far. No menu (prototype quiz-360). */

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { CONTENT } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import button from './Button.module.css'
import css from './FocusFrame.module.css'

type Props = {
  title: string
  /** "25 of 60" */
  counter?: string | undefined
  closeHref: string
  closeLabel: string
  /** Asked instead of following the link, where leaving needs a word first. */
  onClose?: (() => void) | undefined
  onHelp?: (() => void) | undefined
  children: ReactNode
}

export function FocusFrame({ title, counter, closeHref, closeLabel, onClose, onHelp, children }: Props) {
  const t = useText()
  return (
    <>
      <TopBar>
        {onClose ? (
          <IconButton label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        ) : (
          <Link className={button['icon']} to={closeHref} aria-label={closeLabel}>
            <Icon name="close" />
          </Link>
        )}
        <strong className={`grow ${css['title']}`}>{title}</strong>
        {counter !== undefined && <span className={`small mute num ${css['counter']}`}>{counter}</span>}
        {onHelp && (
          <IconButton label={t('frame.help')} onClick={onHelp}>
            <Icon name="help" />
          </IconButton>
        )}
      </TopBar>
      <main id={CONTENT} tabIndex={-1} className={css['main']}>
        {children}
      </main>
    </>
  )
}
