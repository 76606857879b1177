/** A CV among other papers of a person: the same words as in its own file, without its layout. */

import type { Cv, CvItem, CvPart } from '#engine/cv/cv.ts'
import type { Block, Said } from './blocks.ts'
import { group, texts, type Colors } from './context.ts'
import { pieceOf } from './pieces.ts'
import { svg } from './pictures.ts'

/** @param untitled what it is called if the person has given no name */
export function cvPaper(cv: Cv, untitled: string, rtl: boolean, colors: Colors): Block[] {
  const say = (text: string): Said => (text === '' ? [] : [pieceOf(text, rtl)])
  const dot = svg('0 0 24 24', `<circle cx="12" cy="12" r="4" fill="${colors['brand']}"/>`)
  const points = (lines: readonly string[]): Block[] =>
    lines.length === 0
      ? []
      : [
          {
            as: 'list',
            rows: lines.map((line) => ({ svg: dot, title: [], text: say(line) })),
          },
        ]
  const itemOf = ({ title, dates, by, lines }: CvItem): Block =>
    group([
      ...(title === '' ? [] : [{ as: 'heading' as const, level: 3 as const, text: say(title) }]),
      ...texts('mute', say(dates), say(by)),
      ...points(lines),
    ])
  const inside = (part: CvPart): Block[] => {
    switch (part.as) {
      case 'text':
        return texts('plain', ...part.lines.map(say))
      case 'items':
        return part.items.map(itemOf)
      case 'bullets':
        return points(part.words)
      case 'line':
        return texts('plain', say(part.words.join(rtl ? '، ' : ', ')))
    }
  }
  return [
    {
      as: 'cover',
      over: [],
      title: say(cv.name || untitled),
      lead: say(cv.line),
      tiles: [],
      way: null,
    },
    ...texts('plain', ...cv.contacts.map(({ text }) => say(text))),
    ...cv.parts.flatMap((part): Block[] => [
      { as: 'heading', level: 2, text: say(part.title) },
      ...inside(part),
    ]),
  ]
}
