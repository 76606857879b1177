/** Searches the entries of a long list or map. */

import { useText } from '#engine/react/text.tsx'
import { TextField } from '#admin/parts/Field.tsx'

/** From this number on, searching is quicker than scanning. */
const MANY = 12

/** @param count number of entries */
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
    <TextField
      label={t('console.form.findIn', { label })}
      quiet
      type="search"
      placeholder={t('console.form.find')}
      value={query}
      onChange={onQuery}
    />
  )
}
