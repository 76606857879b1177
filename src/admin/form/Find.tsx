/** Looks for entries of a list or a map that is too long to be looked through. */

import { useText } from '#engine/react/text.tsx'
import css from './Form.module.css'

/** From here on, a search is quicker than looking. */
const MANY = 12

/** @param count how many entries there are */
export function Find({
  label,
  count,
  query,
  onQuery,
}: {
  label: string
  count: number
  query: string
  onQuery: (query: string) => void
}) {
  const t = useText()
  if (count <= MANY) return null
  return (
    <input
      className={css['input']}
      type="search"
      aria-label={t('console.form.findIn', { label })}
      placeholder={t('console.form.find')}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
    />
  )
}
