/**
 * The one walk through a CV, from which every format and the page are drawn: a format says what each
 * thing becomes, and not where the things are. Pure.
 */

import type { Cv, CvItem, CvPart } from './cv.ts'
import { directionOf } from './direction.ts'

/** What is in a part. */
export type PartDrawing<Drawn> = {
  /** Of an item: its title. */
  readonly heading: (level: 3, text: string) => Drawn
  readonly text: (line: string) => Drawn
  /** Of an item: when, right after its title; a layout may set it at the end of that line. */
  readonly when: (dates: string) => Drawn
  /** Of an item: where. */
  readonly soft: (line: string) => Drawn
  /** Words in a row. @param comma what is between them, in the language of the CV */
  readonly words: (words: readonly string[], comma: string) => Drawn
  /** Never empty. */
  readonly points: (lines: readonly string[]) => Drawn
  readonly item: (children: readonly Drawn[], item: CvItem) => Drawn
}

export type CvDrawing<Drawn> = Omit<PartDrawing<Drawn>, 'heading'> & {
  /** 1: the name, which may be empty; 2: of a part; 3: of an item. */
  readonly heading: (level: 1 | 2 | 3, text: string) => Drawn
  /** Under the name: what the person is. */
  readonly role: (line: string) => Drawn
  readonly contacts: (contacts: readonly string[]) => Drawn
  readonly part: (children: readonly Drawn[]) => Drawn
}

/** @returns its head, then its parts, in their order */
export function drawCv<Drawn>(
  { name, line, contacts, parts }: Cv,
  drawing: CvDrawing<Drawn>,
): Drawn[] {
  return [
    drawing.heading(1, name),
    ...(line === '' ? [] : [drawing.role(line)]),
    ...(contacts.length === 0 ? [] : [drawing.contacts(contacts.map(({ text }) => text))]),
    ...parts.map((part) =>
      drawing.part([drawing.heading(2, part.title), ...drawPart(part, drawing)]),
    ),
  ]
}

/** @returns what is below the title of a part */
export function drawPart<Drawn>(part: CvPart, drawing: PartDrawing<Drawn>): Drawn[] {
  switch (part.as) {
    case 'text':
      return part.lines.map((line) => drawing.text(line))
    case 'items':
      return part.items.map((item) => drawing.item(drawItem(item, drawing), item))
    case 'bullets':
      return [drawing.points(part.words)]
    case 'line':
      return [drawing.words(part.words, directionOf(part.title) === 'rtl' ? '، ' : ', ')]
  }
}

function drawItem<Drawn>(
  { title, dates, by, lines }: CvItem,
  { heading, when, soft, points }: PartDrawing<Drawn>,
): Drawn[] {
  return [
    ...(title === '' ? [] : [heading(3, title)]),
    ...(dates === '' ? [] : [when(dates)]),
    ...(by === '' ? [] : [soft(by)]),
    ...(lines.length === 0 ? [] : [points(lines)]),
  ]
}
