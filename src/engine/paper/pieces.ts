/** Text for a file: with its direction, and only letters that can be drawn and broken. */

import { directionOf } from '#engine/cv/direction.ts'
import type { Piece } from './blocks.ts'

/** Longer words are allowed to break, because they would leave the page. */
const LONG_WORD = /\S{40}(?=\S)/gu
const BREAK = '\u200B'
/** Pictures that no font here has: a reader would see an empty box. Other formats keep them. */
const EMOJI =
  /(?=[\u2300-\u{1FFFF}])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3](?:\u200D)?/gu

/** @param rtl the direction of the page, for what has no letters */
export function pieceOf(text: string, rtl: boolean): Piece {
  return [
    (directionOf(text) ?? (rtl ? 'rtl' : 'ltr')) === 'rtl' ? 1 : 0,
    drawable(text).replace(LONG_WORD, (word) => word + BREAK),
  ]
}

function drawable(text: string): string {
  return text.replace(EMOJI, '').replace(/ {2,}/g, ' ').trim()
}
