/** The languages that a picture is described in: those of the tenant, also in the drafts. */

import type { Picture } from '#engine/contract/pictures.ts'
import { useTenantLanguages } from '#admin/parts/tenantlanguages.ts'

export type PictureLanguage = { readonly id: string; readonly name: string }

/** The tenant's own language first: what every picture needs. */
export function usePictureLanguages(): readonly PictureLanguage[] {
  const { codes, documents } = useTenantLanguages()
  return codes.map((id) => ({
    id,
    name: documents?.find((each) => each.id === id)?.title || id,
  }))
}

/** Nothing is used before it says what it shows in the tenant's own language. */
export function isDescribed(
  { words }: Pick<Picture, 'words'>,
  languages: readonly PictureLanguage[],
): boolean {
  return (words[languages[0]?.id ?? ''] ?? '') !== ''
}
