/**
 * The menu on a desktop: a list of 272 px with collapsible groups, which can itself collapse to
 * icons.
 */

import { useState } from 'react'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { closedWhole, holds, unfoldSingles, type GroupEntry } from './entries.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NavIcon, NavList, NavRow, type NavHandlers } from './NavList.tsx'
import css from './SideNav.module.css'

type Props = {
  entries: readonly MenuEntry[]
  collapsed: boolean
  onCollapse: (collapsed: boolean) => void
} & NavHandlers

export function SideNav({ entries, collapsed, onCollapse, ...handlers }: Props) {
  const t = useText()
  // An account whose only item is a group keeps it as a group.
  const shown = entries.length === 1 ? entries : unfoldSingles(entries)
  const toggle = t(collapsed ? 'frame.unfold' : 'frame.fold')
  return (
    <nav
      className={`${css['side']} ${collapsed ? css['narrow'] : ''} only-large no-print`}
      aria-label={t('frame.mainNav')}
    >
      <div className={css['held']}>
        <ul className={css['list']}>
          {shown.map((entry) => (
            <li key={entry.id} title={collapsed ? t(entry.label) : undefined}>
              {entry.state === 'group' ? (
                <Group
                  entry={entry}
                  collapsed={collapsed}
                  onOpen={() => onCollapse(false)}
                  {...handlers}
                />
              ) : (
                <NavRow entry={entry} {...handlers} />
              )}
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={css['fold']}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          <Icon name="menu" />
          <span>{toggle}</span>
        </button>
      </div>
    </nav>
  )
}

function Group({
  entry,
  collapsed,
  onOpen,
  ...handlers
}: { entry: GroupEntry; collapsed: boolean; onOpen: () => void } & NavHandlers) {
  const t = useText()
  const inside = holds(entry, handlers.current)
  // The group of the current page is open until the user changes it.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = !collapsed && (chosen ?? inside)
  const toggle = () => {
    if (collapsed) onOpen()
    setChosen(!open)
  }
  return (
    <>
      <button
        type="button"
        className={`${css['group']} ${inside && !open ? css['inside'] : ''} ${closedWhole(entry) ? css['closed'] : ''}`}
        aria-expanded={open}
        onClick={toggle}
      >
        {entry.icon !== null && <NavIcon name={entry.icon} />}
        <span className={css['words']}>{t(entry.label)}</span>
        {closedWhole(entry) && <Icon name="lock" size="s" label={t('frame.locked')} />}
        <span className={css['chevron']}>
          <Icon name="chevron" size="s" />
        </span>
      </button>
      {open && (
        <div className={css['items']}>
          <NavList entries={entry.items} label={t(entry.label)} {...handlers} />
        </div>
      )}
    </>
  )
}
