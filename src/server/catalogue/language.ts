/** A record in the language of the request: what a field says in that language takes the place of the field that it is `of`. */

import type { ContentType } from '#engine/documents/kinds.ts'
import type { Fields } from './words.ts'

/** @returns the record without its fields in other languages; what isn't translated stays in the first one */
export function inLanguage(type: ContentType, data: Fields, language: string): Fields {
  const translations = type.fields.filter(({ of }) => of !== undefined)
  if (translations.length === 0) return data
  const said: Record<string, unknown> = { ...data }
  for (const field of translations) {
    const words = said[field.id]
    delete said[field.id]
    if (field.language === language && typeof words === 'string' && words !== '')
      said[field.of!] = words
  }
  return said
}
