/** The product's words in React tests, as the app sets them up (src/app/i18n.ts). */

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { englishTexts } from './compiled-forms.ts'

/** @param texts flat keys and words; those of the product by default */
export async function speakEnglish(
  texts: Readonly<Record<string, string>> = englishTexts(),
): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
}
