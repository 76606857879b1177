/** A CV as the template expects it: pieces of text with their directions, and the look. */

import type { Cv, CvItem, CvPart } from '#engine/cv/cv.ts'
import { directionOf } from '#engine/cv/plain.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { Piece } from '#engine/paper/blocks.ts'
import { pieceOf } from '#engine/paper/pieces.ts'
import type { PaperColors } from './colors.ts'
import type { Logo } from './logo.ts'

/** Lines of an item that surely fit on one page, so that it isn't divided. */
const SHORT_LINES = 24
const LETTERS_A_LINE = 80
export type CvFileWords = {
  readonly title: string
  /** "Page {{page}} of {{of}}", not filled in. */
  readonly page: string
}

export function cvData(
  cv: Cv,
  paper: PaperDocument,
  { title, page }: CvFileWords,
  colors: PaperColors,
  logo: Logo | null = null,
): string {
  const rtl = directionOf(cv.parts[0]?.title ?? '') === 'rtl'
  const piece = (text: string): Piece => pieceOf(text, rtl)
  const some = (text: string) => (text === '' ? null : piece(text))
  const item = ({ title: name, dates, by, lines }: CvItem) => ({
    title: some(name),
    dates: some(dates),
    by: some(by),
    lines: lines.map(piece),
    long: lengthOf([name, dates, by, ...lines]) > SHORT_LINES,
  })
  const part = (each: CvPart) => {
    const head = { title: piece(each.title) }
    switch (each.as) {
      case 'text':
        return { ...head, as: each.as, lines: each.lines.map(piece) }
      case 'items':
        return { ...head, as: each.as, items: each.items.map(item) }
      case 'bullets':
        return { ...head, as: each.as, lines: each.words.map(piece) }
      case 'line':
        return { ...head, as: each.as, line: piece(each.words.join(rtl ? '، ' : ', ')) }
    }
  }
  return JSON.stringify({
    title,
    author: cv.name,
    lang: cv.language.slice(0, 2),
    rtl,
    page,
    name: piece(cv.name),
    line: some(cv.line),
    contacts: cv.contacts.map(({ text }) => piece(text)),
    parts: cv.parts.map(part),
    logo,
    look: {
      head: paper.head,
      headings: paper.headings,
      columns: paper.columns,
      name: paper.colors.name,
      heading: paper.colors.heading,
      mark: paper.colors.mark,
      colors,
      sizes: paper.sizes,
    },
  })
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Math.ceil(line.length / LETTERS_A_LINE), 0)
}
