/** A CV as the template expects it: pieces of text with their directions, and the look. */

import type { Cv } from '#engine/cv/cv.ts'
import { drawPart, type PartDrawing } from '#engine/cv/draw.ts'
import { directionOf } from '#engine/cv/direction.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { Piece } from '#engine/paper/blocks.ts'
import { pieceOf } from '#engine/paper/pieces.ts'
import type { PaperColors } from './colors.ts'
import type { Logo } from './logo.ts'

/** Lines of an item that surely fit on one page, so that it isn't divided. */
const SHORT_LINES = 24
const LETTERS_A_LINE = 80

type Node =
  | { readonly as: 'title' | 'text' | 'when' | 'soft'; readonly text: Piece }
  | { readonly as: 'points'; readonly lines: readonly Piece[] }
  | {
      readonly as: 'item'
      readonly children: readonly Node[]
      /** It may be divided between pages. */
      readonly long: boolean
    }

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
  const drawing: PartDrawing<Node> = {
    heading: (_level, text) => ({ as: 'title', text: piece(text) }),
    text: (line) => ({ as: 'text', text: piece(line) }),
    when: (dates) => ({ as: 'when', text: piece(dates) }),
    soft: (line) => ({ as: 'soft', text: piece(line) }),
    words: (words, comma) => ({ as: 'text', text: piece(words.join(comma)) }),
    points: (lines) => ({ as: 'points', lines: lines.map(piece) }),
    item: (children, { title: name, dates, by, lines }) => ({
      as: 'item',
      children,
      long: lengthOf([name, dates, by, ...lines]) > SHORT_LINES,
    }),
  }
  return JSON.stringify({
    title,
    author: cv.name,
    lang: cv.language.slice(0, 2),
    rtl,
    page,
    // A heading has words (PDF/UA-1).
    name: piece(cv.name || title),
    line: some(cv.line),
    contacts: cv.contacts.map(({ text }) => piece(text)),
    parts: cv.parts.map((part) => ({ title: piece(part.title), body: drawPart(part, drawing) })),
    logo,
    look: {
      head: paper.head,
      face: paper.face ?? 'sans',
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
