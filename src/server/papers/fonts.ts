/**
 * The fonts of every file: only the weights that are used. Amiri is for Arabic, because its text
 * can be copied out of a PDF exactly. The last two draw what people put between their words: stars,
 * arrows and ticks.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const FILES = [
  'noto-sans/400Regular/NotoSans_400Regular',
  'noto-sans/700Bold/NotoSans_700Bold',
  'noto-serif/700Bold/NotoSerif_700Bold',
  'noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular',
  'noto-sans-ethiopic/700Bold/NotoSansEthiopic_700Bold',
  'amiri/400Regular/Amiri_400Regular',
  'amiri/700Bold/Amiri_700Bold',
  'noto-sans-symbols/400Regular/NotoSansSymbols_400Regular',
  'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular',
]

export function readFonts(): Buffer[] {
  const { resolve } = createRequire(import.meta.url)
  return FILES.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}.ttf`)))
}
