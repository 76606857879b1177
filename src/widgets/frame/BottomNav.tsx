/**
 * The menu on a phone: the first four top-level entries, the rest behind "More"; a group opens a
 * sheet.
 */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { closedWhole, holds, unfoldSingles } from './entries.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NavIcon, NavList, type NavHandlers } from './NavList.tsx'
import css from './BottomNav.module.css'

const FIRST = 4

export function BottomNav({
  entries,
  ...handlers
}: { entries: readonly MenuEntry[] } & NavHandlers) {
  const t = useText()
  const [sheet, setSheet] = useState<string | null>(null)
  const shown = entries.length === 1 ? entries : unfoldSingles(entries)
  const first = shown.slice(0, FIRST)
  const rest = shown.slice(FIRST)
  const opened =
    sheet === 'more'
      ? rest
      : (
          first.find(({ id, state }) => id === sheet && state === 'group') as
            | Extract<MenuEntry, { state: 'group' }>
            | undefined
        )?.items
  const group = first.find(({ id }) => id === sheet)
  const close = () => setSheet(null)
  return (
    <>
      <nav className={`${css['bar']} only-small no-print`} aria-label={t('frame.mainNav')}>
        <div className={css['tabs']}>
          {first.map((entry) => (
            <Tab key={entry.id} entry={entry} onSheet={() => setSheet(entry.id)} {...handlers} />
          ))}
          {rest.length > 0 && (
            <button
              type="button"
              className={css['tab']}
              aria-haspopup="dialog"
              aria-current={rest.some((entry) => holds(entry, handlers.current)) || undefined}
              onClick={() => setSheet('more')}
            >
              <span className={css['mark']}>
                <Icon name="menu" />
              </span>
              {t('frame.more')}
            </button>
          )}
        </div>
      </nav>
      <Dialog
        backCloses
        open={opened !== undefined}
        onClose={close}
        title={t(sheet === 'more' ? 'frame.more' : group?.label)}
        hint={group?.hint ? t(group.hint) : undefined}
      >
        <NavList
          entries={opened ?? []}
          {...handlers}
          leads
          onGo={close}
          onClosed={(entry) => {
            close()
            handlers.onClosed(entry)
          }}
        />
      </Dialog>
    </>
  )
}

function Tab({
  entry,
  current,
  onClosed,
  onAction,
  onSheet,
}: { entry: MenuEntry; onSheet: () => void } & NavHandlers) {
  const t = useText()
  const isCurrent = holds(entry, current)
  const closed = closedWhole(entry)
  const inside = (
    <>
      <span className={css['mark']}>
        {entry.icon !== null && <NavIcon name={entry.icon} />}
        {closed && (
          <span className={css['lock']}>
            <Icon name="lock" />
          </span>
        )}
      </span>
      <span>
        {t(entry.label)}
        {closed && <span className="hidden-text">, {t('frame.locked')}</span>}
      </span>
    </>
  )
  if (entry.state === 'link') {
    return (
      <Link
        className={css['tab']}
        to={entry.href}
        aria-current={isCurrent ? (current?.page ? 'page' : 'true') : undefined}
      >
        {inside}
      </Link>
    )
  }
  const press = () => {
    if (entry.state === 'group') onSheet()
    else if (entry.state === 'action') onAction(entry.action)
    else onClosed(entry)
  }
  return (
    <button
      type="button"
      className={css['tab']}
      aria-haspopup={entry.state === 'action' ? undefined : 'dialog'}
      aria-current={isCurrent || undefined}
      onClick={press}
    >
      {inside}
    </button>
  )
}
