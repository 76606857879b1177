/** Which part of a CV is the longest. Pure. */

import type { Cv } from './cv.ts'
import { drawPart } from './draw.ts'

export type Longest = { readonly id: string; readonly title: string; readonly words: number }

/**
 * By letters, because a word can be of any length.
 *
 * @returns null if the CV has no part
 */
export function longestPart({ parts }: Cv): Longest | null {
  let longest: Longest | null = null
  let most = -1
  for (const part of parts) {
    const text = drawPart<string>(part, {
      heading: (_level, title) => title,
      text: (line) => line,
      when: (dates) => dates,
      soft: (line) => line,
      words: (words) => words.join(' '),
      points: (lines) => lines.join(' '),
      item: (children) => children.join(' '),
    }).join(' ')
    if (text.length <= most) continue
    most = text.length
    longest = { id: part.id, title: part.title, words: text.split(' ').filter(Boolean).length }
  }
  return longest
}
