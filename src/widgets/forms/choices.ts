/** Names of a list's entries in the language of the page. */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { tagOf } from '#engine/documents/languages.ts'
import type { Translate } from '#engine/react/text.tsx'

export type Choice = { readonly id: string; readonly label: string }

/**
 * Entries of a list of texts or names keep the list's own order. Countries and languages are named
 * by `Intl.DisplayNames` and sorted as their language sorts; the first stays first, because lists
 * are defined that way ("South Africa first").
 */
export function choiceLabels(
  list: DocumentOf<'list'> | undefined,
  t: Translate,
  language: string,
): Choice[] {
  if (list === undefined) return []
  if (list.names === undefined)
    return list.items.map(({ id, label, name }) => ({
      id,
      label: label === undefined ? (name ?? id) : t(label),
    }))
  const names = new Intl.DisplayNames([language, 'en'], { type: list.names, fallback: 'code' })
  const [first, ...rest] = list.items.map(({ id, name }) => ({
    id,
    label: name ?? names.of(list.names === 'language' ? tagOf(id) : id) ?? id,
  }))
  const { compare } = new Intl.Collator(language)
  return first === undefined ? [] : [first, ...rest.sort((a, b) => compare(a.label, b.label))]
}
