/** The end of a page: year, app name, version, and the configured policies (spec 2). */

import { Link } from 'react-router-dom'
import type { MenuEntry } from '#engine/decide/menu.ts'
import { useText } from '#engine/react/text.tsx'
import css from './Footer.module.css'

export function Footer({
  year,
  appName,
  version,
  entries,
}: {
  year: number
  appName: string
  version: string
  entries: readonly MenuEntry[]
}) {
  const t = useText()
  return (
    <footer className={`${css['foot']} no-print`}>
      <div className={`wrap ${css['inner']}`}>
        <p className="num">{t('frame.footer', { year, app: appName, version })}</p>
        {entries.length > 0 && (
          <ul className={css['links']}>
            {entries.map(
              (entry) =>
                entry.state === 'link' && (
                  <li key={entry.id}>
                    <Link to={entry.href}>{t(entry.label)}</Link>
                  </li>
                ),
            )}
          </ul>
        )}
      </div>
    </footer>
  )
}
