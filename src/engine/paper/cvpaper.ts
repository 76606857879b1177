/** A CV among other papers of a person: the same words as in its own file, without its layout. */

import type { Cv } from '#engine/cv/cv.ts'
import { drawPart, type PartDrawing } from '#engine/cv/draw.ts'
import type { Block, Said } from './blocks.ts'
import { group, texts, type Colors } from './context.ts'
import { pieceOf } from './pieces.ts'
import { svg } from './pictures.ts'

/** @param untitled what it is called if the person has given no name */
export function cvPaper(cv: Cv, untitled: string, rtl: boolean, colors: Colors): Block[] {
  const say = (text: string): Said => (text === '' ? [] : [pieceOf(text, rtl)])
  const dot = svg('0 0 24 24', `<circle cx="12" cy="12" r="4" fill="${colors['brand']}"/>`)
  const drawing: PartDrawing<Block[]> = {
    heading: (level, text) => [{ as: 'heading', level, text: say(text) }],
    text: (line) => texts('plain', say(line)),
    when: (dates) => texts('mute', say(dates)),
    soft: (line) => texts('mute', say(line)),
    words: (words, comma) => texts('plain', say(words.join(comma))),
    points: (lines) => [
      { as: 'list', rows: lines.map((line) => ({ svg: dot, title: [], text: say(line) })) },
    ],
    item: (children) => [group(children.flat())],
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
      ...drawPart(part, drawing).flat(),
    ]),
  ]
}
