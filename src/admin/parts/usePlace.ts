/** A place in a document in words: its members by their labels. */

import { useTranslation } from 'react-i18next'
import { placeInWords } from './place.ts'
import { readOut } from './readout.ts'

export function usePlace(): (pointer: string) => string {
  const { t, i18n } = useTranslation()
  const say = (segment: string) => {
    const key = `console.form.member.${segment}`
    return i18n.exists(key) ? t(key) : readOut(segment)
  }
  return (pointer) => placeInWords(pointer, say)
}
