/**
 * Menu entries as rows: links, closed ones that say why, and groups (spec 2, Menu rules; look.md 4,
 * Locks).
 */

import { use } from 'react'
import { Link } from 'react-router-dom'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText, type Translate } from '#engine/react/text.tsx'
import { holds, type ClosedEntry, type Current } from './entries.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ICONS, type IconName } from '#engine/documents/icons.ts'
import { InSheet } from '#widgets/parts/sheet.ts'
import css from './NavList.module.css'

export type NavHandlers = {
  current: Current
  /** A closed entry was tapped: explain what opens it. */
  onClosed: (entry: ClosedEntry) => void
  onAction: (action: string) => void
  /** The user follows a link: a sheet closes. */
  onGo?: (() => void) | undefined
  /**
   * Marks the one open link among closed ones as the next step. Only in sheets, because a page has
   * one orange control.
   */
  leads?: boolean | undefined
}

export function NavList({
  entries,
  label,
  ...handlers
}: { entries: readonly MenuEntry[]; label?: string } & NavHandlers) {
  const links = entries.filter(({ state }) => state === 'link')
  const lead =
    handlers.leads && links.length === 1 && entries.some(({ state }) => state === 'disabled')
      ? links[0]!.id
      : null
  return (
    <ul className={css['list']} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.state === 'group' ? (
            <NavGroup entry={entry} {...handlers} />
          ) : (
            <NavRow entry={entry} lead={entry.id === lead} {...handlers} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A group inside a sheet: its name, and its rows below. */
function NavGroup({
  entry,
  ...handlers
}: { entry: Extract<MenuEntry, { state: 'group' }> } & NavHandlers) {
  const t = useText()
  return (
    <>
      <p className={css['group']}>{t(entry.label)}</p>
      <NavList entries={entry.items} label={t(entry.label)} {...handlers} />
    </>
  )
}

export function NavRow({
  entry,
  current,
  onClosed,
  onAction,
  onGo,
  lead = false,
}: { entry: Exclude<MenuEntry, { state: 'group' }>; lead?: boolean } & NavHandlers) {
  const t = useText()
  const isInSheet = use(InSheet)
  const words = (why: string | null) => (
    <>
      {entry.icon !== null && <NavIcon name={entry.icon} />}
      <span className={css['words']}>
        {t(entry.label)}
        {why !== null && <span className={css['why']}>{why}</span>}
      </span>
    </>
  )
  switch (entry.state) {
    case 'link': {
      const isCurrent = holds(entry, current)
      const hint =
        lead && !isCurrent ? t('frame.startHere') : entry.hint === null ? null : t(entry.hint)
      return (
        <Link
          className={`${css['row']} ${lead && !isCurrent ? css['lead'] : ''}`}
          to={entry.href}
          replace={isInSheet}
          onClick={onGo}
          aria-current={isCurrent ? (current?.page ? 'page' : 'true') : undefined}
        >
          {words(hint)}
          {lead && !isCurrent && <Icon name="next" />}
        </Link>
      )
    }
    case 'action':
      return (
        <button
          type="button"
          className={css['row']}
          onClick={() => {
            onGo?.()
            onAction(entry.action)
          }}
        >
          {words(entry.hint === null ? null : t(entry.hint))}
        </button>
      )
    default:
      return (
        <button
          type="button"
          className={`${css['row']} ${css['closed']}`}
          aria-haspopup="dialog"
          onClick={() => onClosed(entry)}
        >
          {words(whyClosed(entry, t))}
          <Icon name="lock" size="s" label={t('frame.locked')} />
        </button>
      )
  }
}

/** "Opens after worker type", or "Upgrade to Access" with the plan that it is part of. */
export function whyClosed(entry: ClosedEntry, t: Translate): string {
  if (entry.state === 'disabled') return t(entry.reason)
  return entry.plan === null
    ? t('upgrade.toAccess')
    : `${t('upgrade.toAccess')} · ${t('upgrade.partOf', { plan: t(`plan.${entry.plan}`) })}`
}

/** The icon that the document names; unknown icons leave an empty space. */
export function NavIcon({ name }: { name: string }) {
  return Object.hasOwn(ICONS, name) ? (
    <Icon name={name as IconName} />
  ) : (
    <span className={css['blank']} />
  )
}
