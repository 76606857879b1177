/** Countries to choose from: those that matter here first, then all others by their names. */

import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { useScope } from '#engine/react/context.ts'
import { documentPath, useRead } from './client.ts'

/** @param special names of entries that are no country */
export function useCountries(
  first: readonly string[],
  special: Readonly<Record<string, string>> = {},
): { id: string; label: string }[] {
  const { language } = useScope()
  const every = useRead<DocumentView>(documentPath('documents', 'list', 'countries')).value
    ?.effective as DocumentOf<'list'> | null | undefined
  const named = new Intl.DisplayNames([language], { type: 'region' })
  const nameOf = (code: string) => special[code] ?? named.of(code) ?? code
  const known = [...new Set(first)]
  const others = (every?.items.map(({ id }) => id) ?? [])
    .filter((id) => !known.includes(id))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), language))
  return [...known, ...others].map((id) => ({ id, label: nameOf(id) }))
}
