/** A field for a search that is kept in the address of the page; sent when typing pauses. */

import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './CollectionSearch.module.css'

const TYPING_MS = 300

export function SearchField({
  id,
  label,
  asked,
  onSearch,
}: {
  id: string
  label: string
  /** What the address says. */
  asked: string
  onSearch: (search: string) => void
}) {
  const t = useText()
  const [typed, setTyped] = useSearchText(asked, onSearch)
  return (
    <div className={css['field']}>
      <label className="hidden-text" htmlFor={`${id}-text`}>
        {t(label)}
      </label>
      <Icon name="search" />
      <input
        id={`${id}-text`}
        type="search"
        className={css['input']}
        placeholder={t(label)}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

/**
 * Debounced: sent when typing pauses. A search set elsewhere (back, clear) replaces the text in the
 * field.
 */
function useSearchText(
  asked: string,
  send: (search: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(asked)
  const [sent, setSent] = useState(asked)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== sent) {
      setTyped(asked)
      setSent(asked)
    }
  }
  const go = useEffectEvent(() => {
    const search = typed.trim()
    if (search === sent) return
    setSent(search)
    send(search)
  })
  useEffect(() => {
    const timer = setTimeout(() => go(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
