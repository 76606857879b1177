/**
 * The head of a console page: its title, a sentence on its purpose, and actions on the page as a
 * whole.
 */

import type { ReactNode } from 'react'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Unsent } from './Unsent.tsx'
import css from './PageHead.module.css'

export function PageHead({
  level,
  title,
  text,
  children,
}: {
  level: Level
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <>
      <header className={css['head']}>
        <div className={css['words']}>
          <Heading level={level}>{title}</Heading>
          {text && <p className="mute narrow">{text}</p>}
        </div>
        {children && <div className={css['doing']}>{children}</div>}
      </header>
      <Unsent />
    </>
  )
}
