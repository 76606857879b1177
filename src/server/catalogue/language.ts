/**
 * A record in the language of the request: a translated field replaces the field that it is `of`.
 */

import type { ContentType } from '#engine/documents/kinds.ts'
import type { Fields } from './words.ts'

/**
 * @returns the record without its fields in other languages; untranslated ones stay in the original
 * language
 */
export function inLanguage(type: ContentType, data: Fields, language: string): Fields {
  const translations = type.fields.filter(({ of }) => of !== undefined)
  if (translations.length === 0) return data
  const said: Record<string, unknown> = { ...data }
  for (const { of, ...field } of translations) {
    const words = said[field.id]
    delete said[field.id]
    if (
      of !== undefined &&
      field.language === language &&
      typeof words === 'string' &&
      words !== ''
    )
      said[of] = words
  }
  return said
}
