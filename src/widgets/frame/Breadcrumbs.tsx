/**
 * The pages above this one (spec 2, Breadcrumb bar): the first crumb bold with a bullet after it,
 * later ones separated by slashes.
 */

import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import css from './Breadcrumbs.module.css'

export type Crumb = {
  readonly id: string
  readonly title: string
  readonly href?: string | undefined
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useText()
  if (crumbs.length === 0) return null
  return (
    <nav className={`${css['crumbs']} no-print`} aria-label={t('frame.crumbs')}>
      <ol>
        {crumbs.map(({ id, title, href }, index) => (
          <li key={id}>
            {href === undefined ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                {t(title)}
              </span>
            ) : (
              <Link to={href}>{t(title)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
