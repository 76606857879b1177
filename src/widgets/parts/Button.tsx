/**
 * Buttons and links that look like them (look.md 4). `step` is the next step: at most one per page.
 */

import { use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './Icon.tsx'
import { InSheet } from './sheet.ts'
import css from './Button.module.css'

export type ButtonLook = 'step' | 'main' | 'line' | 'text' | 'danger'

type Common = {
  look?: ButtonLook
  small?: boolean
  block?: boolean
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

function classOf({ look = 'main', small, block, className }: Common): string {
  return [css['button'], css[look], small && css['small'], block && css['block'], className]
    .filter(Boolean)
    .join(' ')
}

/** Only the next step has the arrow. */
function Inside({ look, icon, children }: Common) {
  return (
    <>
      {icon}
      <span>{children}</span>
      {look === 'step' && <Icon name="next" />}
    </>
  )
}

export function Button({
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  'aria-expanded': isOpen,
  'aria-pressed': isOn,
  ...common
}: Common & {
  busy?: boolean
  disabled?: boolean
  type?: 'button' | 'submit'
  onClick?: () => void
  /** Of a button that shows and hides something. */
  'aria-expanded'?: boolean
  /** Of a button that is on or off. */
  'aria-pressed'?: boolean
}) {
  return (
    <button
      type={type}
      aria-expanded={isOpen}
      aria-pressed={isOn}
      className={classOf(common)}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <span className={css['spinner']} aria-hidden="true" />}
      <Inside {...common} />
    </button>
  )
}

export function ButtonLink({
  to,
  replace = false,
  onClick,
  ...common
}: Common & { to: string; replace?: boolean; onClick?: () => void }) {
  return (
    <Link to={to} replace={use(InSheet) || replace} className={classOf(common)} onClick={onClick}>
      <Inside {...common} />
    </Link>
  )
}

/** Leaves the app, to an address that the server answers; without one it leads nowhere. */
export function LeaveLink({ to, ...common }: Common & { to: string | undefined }) {
  return (
    <a href={to} className={classOf(common)}>
      <Inside {...common} />
    </a>
  )
}

/** A round button with only an icon; its text is its label. */
export function IconButton({
  label,
  children,
  pressed,
  expanded,
  controls,
  onClick,
  className,
}: {
  label: string
  children: ReactNode
  pressed?: boolean
  expanded?: boolean
  controls?: string
  onClick?: () => void
  className?: string | undefined
}) {
  return (
    <button
      type="button"
      className={[css['icon'], className].filter(Boolean).join(' ')}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
