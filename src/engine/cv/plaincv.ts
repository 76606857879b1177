/** A CV as plain text, for a chat or an email. */

import type { Cv, CvPart } from './cv.ts'

/** With line breaks only; nothing in it is a mark-up of any program. */
export function plainCv(cv: Cv): string {
  const head = [cv.name, cv.line, ...cv.contacts.map(({ text }) => text)].filter(Boolean)
  const parts = cv.parts.map((part) => [part.title.toLocaleUpperCase(cv.language), ...bodyOf(part)])
  return [head, ...parts].map((lines) => lines.join('\n')).join('\n\n') + '\n'
}

function bodyOf(part: CvPart): string[] {
  switch (part.as) {
    case 'text':
      return [...part.lines]
    case 'items':
      return part.items.flatMap(({ title, dates, by, lines }, index) => [
        ...(index === 0 ? [] : ['']),
        ...[title, dates, by].filter(Boolean),
        ...lines.map(bullet),
      ])
    case 'bullets':
      return part.words.map(bullet)
    case 'line':
      return [part.words.join(', ')]
  }
}

const bullet = (line: string) => `• ${line}`
