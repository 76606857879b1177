/**
 * The frame of public pages. The page draws its own margins, so that cloth can extend from edge to
 * edge.
 */

import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { PublicHeader, type PublicHeaderProps } from './PublicHeader.tsx'
import { CONTENT, SkipLink } from './SkipLink.tsx'
import css from './PublicFrame.module.css'

type Props = PublicHeaderProps & { footer: Parameters<typeof Footer>[0]; children: ReactNode }

export function PublicFrame({ footer, children, ...header }: Props) {
  return (
    <>
      <SkipLink />
      <PublicHeader {...header} />
      <main id={CONTENT} tabIndex={-1} className={css['main']}>
        {children}
      </main>
      <Footer {...footer} />
    </>
  )
}
