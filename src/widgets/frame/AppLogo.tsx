/**
 * The instance's logo or icon; without one, the product's mark and the app name (spec 2, App logo).
 */

import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import css from './AppLogo.module.css'

export type Brand = {
  readonly appName: string
  readonly logo?: string | undefined
  readonly icon?: string | undefined
}

/** Maximum height of an image, in pixels (spec 9, Sizes). */
const MAX_HEIGHT = { logo: 39, icon: 27 } as const

type Props = Brand & {
  to?: string
  kind?: 'dark' | 'white'
  look?: 'logo' | 'icon'
  height?: number
}

export function AppLogo({
  appName,
  logo,
  icon,
  to,
  kind = 'dark',
  look = 'logo',
  height = 39,
}: Props) {
  const t = useText()
  const image = look === 'icon' ? icon : logo
  const inside =
    image === undefined ? (
      <>
        <Mark size={Math.min(height, 32)} />
        {look === 'icon' ? (
          <span className="hidden-text">{appName}</span>
        ) : (
          <span className={css['name']}>{appName.toLowerCase()}</span>
        )}
      </>
    ) : (
      <img
        className={css['image']}
        src={image}
        alt={appName}
        height={Math.min(height, MAX_HEIGHT[look])}
      />
    )
  const className = `${css['logo']} ${css[kind]}`
  if (to === undefined) return <span className={className}>{inside}</span>
  return (
    <Link className={className} to={to}>
      {inside}
      <span className="hidden-text">{t('frame.logoLink')}</span>
    </Link>
  )
}

/** A piece of the path on cloth; the name is next to it. */
function Mark({ size }: { size: number }) {
  return (
    <svg
      className={css['mark']}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <path className={css['cloth']} d="M0 0h32v32H0z" />
      <path className={css['path']} d="M-1 24h9a8 8 0 0 0 8-8 8 8 0 0 1 8-8" />
      <circle className={css['stone']} cx="24.5" cy="8" r="4" />
    </svg>
  )
}
