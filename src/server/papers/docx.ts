/** A CV as a Word file. The library is loaded with the first one that is asked for. */

import type * as Library from 'docx'
import type { Cv } from '#engine/cv/cv.ts'
import { drawCv, type CvDrawing } from '#engine/cv/draw.ts'
import { directionOf } from '#engine/cv/direction.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import type { PaperColors } from './colors.ts'

/** Half points, as Word counts letters. */
const HALF = 2
/** Twentieths of a point, as Word counts space. */
const TWENTIETHS = 20
/** Every computer has it, and it knows more scripts than others that every computer has. */
const FONT = 'Arial'

type Docx = typeof Library

export async function docxOf(
  cv: Cv,
  paper: PaperDocument,
  title: string,
  colors: PaperColors,
): Promise<Buffer> {
  const docx = await import('docx')
  const { AlignmentType, Document, LevelFormat, Packer } = docx
  const { sizes } = paper
  const heading = (size: number, color: string, before: number) => ({
    run: { size: size * HALF, bold: true, color: color.slice(1), font: FONT },
    paragraph: { keepNext: true, spacing: { before: before * TWENTIETHS, after: 60 } },
  })
  const document = new Document({
    title,
    creator: cv.name,
    styles: {
      default: {
        document: {
          run: {
            font: FONT,
            size: sizes.text * HALF,
            color: colors.ink.slice(1),
            language: { value: cv.language, bidirectional: cv.language },
          },
          paragraph: { spacing: { after: 40 } },
        },
        heading1: heading(sizes.name, colors[paper.colors.name], 0),
        heading2: heading(sizes.heading, colors[paper.colors.heading], sizes.gap),
        heading3: heading(sizes.text, colors.ink, sizes.gap / 2),
      },
    },
    numbering: {
      config: [
        {
          reference: 'points',
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: 284, hanging: 227 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: { page: { margin: { top: 907, bottom: 907, left: 1021, right: 1021 } } },
        children: drawCv({ ...cv, name: cv.name || title }, drawingOf(docx)).flat(),
      },
    ],
  })
  return Packer.toBuffer(document)
}

type How = { readonly heading?: 'Heading1' | 'Heading2' | 'Heading3'; readonly point?: boolean }

function paragraph({ Paragraph, TextRun }: Docx, text: string, { heading, point }: How = {}) {
  const rightToLeft = directionOf(text) === 'rtl'
  return new Paragraph({
    children: [new TextRun({ text, rightToLeft })],
    bidirectional: rightToLeft,
    ...(heading && { heading }),
    ...(point === true && { numbering: { reference: 'points', level: 0 } }),
  })
}

/** Word has no items and parts, only paragraphs one after another. */
function drawingOf(docx: Docx): CvDrawing<Library.Paragraph[]> {
  const line = (text: string) => [paragraph(docx, text)]
  return {
    heading: (level, text) => [paragraph(docx, text, { heading: `Heading${level}` })],
    role: line,
    contacts: (contacts) => line(contacts.join('   ')),
    text: line,
    when: line,
    soft: line,
    words: (words, comma) => line(words.join(comma)),
    points: (lines) => lines.map((each) => paragraph(docx, each, { point: true })),
    item: (children) => children.flat(),
    part: (children) => children.flat(),
  }
}
