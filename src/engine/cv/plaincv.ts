/** A CV as plain text, for a chat or an email. */

import type { Cv } from './cv.ts'
import { drawCv } from './draw.ts'

/** With line breaks only; nothing in it is a mark-up of any program. */
export function plainCv(cv: Cv): string {
  const lines = drawCv<string[]>(cv, {
    heading: (level, text) => [level === 2 ? text.toLocaleUpperCase(cv.language) : text],
    role: (line) => [line],
    contacts: (contacts) => [...contacts],
    text: (line) => [line],
    when: (dates) => [dates],
    soft: (line) => [line],
    words: (words, comma) => [words.join(comma)],
    points: (points) => points.map((line) => `• ${line}`),
    item: (children) => [...children.flat(), ''],
    part: (children) => ['', ...children.flat()],
  }).flat()
  // One empty line between parts and items, and none around them.
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
