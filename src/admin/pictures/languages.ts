/** The languages that a picture is described in: those that learners can choose. */

import { useScope } from '#engine/react/context.ts'
import type { Picture } from '#engine/contract/pictures.ts'
import { useDocuments } from '#admin/parts/client.ts'

export type PictureLanguage = { readonly id: string; readonly name: string }

/** The tenant's own language first: what every picture needs. */
export function usePictureLanguages(): readonly PictureLanguage[] {
  const { locales } = useScope().config
  const { value } = useDocuments('locale')
  return [...new Set([locales.default, ...locales.available])].map((id) => ({
    id,
    name: value?.items.find((each) => each.id === id)?.title || id,
  }))
}

/** Nothing is used before it says what it shows in the tenant's own language. */
export function isDescribed(
  { words }: Pick<Picture, 'words'>,
  languages: readonly PictureLanguage[],
): boolean {
  return (words[languages[0]?.id ?? ''] ?? '') !== ''
}
