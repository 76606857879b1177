/** Text for a file: with its direction, and only letters that can be drawn and broken. */

import { directionOf } from '#engine/cv/direction.ts'
import type { Piece } from './blocks.ts'

/** Longer words are allowed to break, because they would leave the page. */
const LONG_WORD = /\S{40}(?=\S)/gu
const BREAK = '\u200B'
/** Pictures that no font here has: a reader would see an empty box. Other formats keep them. */
const PICTURES =
  /[\u{1F000}-\u{1FFFF}\u23EB\u23EC\u23F0\u270A\u2728\u274C\u274E\u2754\u2755\u2795-\u2797\u27B0\u27BF\u2934\u2935]\u200D?|\u20E3|\uFE0F\u200D?/gu
/**
 * Vowel marks of Arabic. Programs that copy text out of a PDF put them before their letters or take
 * letters for others, and everyday Arabic is written without them (docs/decisions/0160). A hamza or
 * madda is part of its letter, and stays.
 */
const VOWELS =
  /[\u0610-\u061A\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/gu

/** @param rtl the direction of the page, for what has no letters */
export function pieceOf(text: string, rtl: boolean): Piece {
  return [
    (directionOf(text) ?? (rtl ? 'rtl' : 'ltr')) === 'rtl' ? 1 : 0,
    drawable(text).replace(LONG_WORD, (word) => word + BREAK),
  ]
}

function drawable(text: string): string {
  return text
    .replaceAll('\u2705', '\u2714')
    .replace(PICTURES, '')
    .replace(VOWELS, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
