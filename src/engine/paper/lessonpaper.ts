/** A page to read on paper: sections, points, and everything that opens on the screen. */

import { parseRich, type RichNode } from '#engine/documents/rich.ts'
import type { Block, Said } from './blocks.ts'
import { card, texts, type PaperContext } from './context.ts'
import { hexagon, type Corner } from './figures.ts'
import { icon, markOf } from './pictures.ts'
import { pieceOf } from './pieces.ts'

type Fold = {
  readonly title: string
  readonly hint?: string
  readonly tile?: string
  readonly icon?: string
  readonly lead?: string
  readonly text: string
}
type Section = {
  readonly id: string
  readonly title?: string
  readonly text?: string
  readonly points?: readonly {
    readonly text: string
    readonly title?: string
    readonly icon?: string
  }[]
  readonly mark?: 'tick' | 'close'
  readonly look?: 'plain' | 'card' | 'half' | 'note'
  readonly folds?: readonly Fold[]
  readonly hexagon?: {
    readonly corners: readonly (Corner & { readonly id: string })[]
    readonly lines?: readonly {
      readonly from: string
      readonly to: string
      readonly look: string
    }[]
  }
  readonly pictureText?: string
}
export type LessonProps = { readonly sections: readonly Section[] }

/** Everything that opens on the screen is open. */
export function lessonPaper({ sections }: LessonProps, context: PaperContext): Block[] {
  const { text, colors } = context
  const blocks: Block[] = []
  let halves: Block[] = []
  const drain = () => {
    if (halves.length > 0) blocks.push({ as: 'columns', widths: [1, 1], children: halves })
    halves = []
  }
  for (const section of sections) {
    const inside = sectionPaper(section, context)
    if (section.look === 'half') {
      halves.push(card(text(section.title), inside))
      continue
    }
    drain()
    if (section.look === 'note')
      blocks.push({
        as: 'note',
        title: text(section.title),
        text: text(section.text),
        svg: icon('info', colors['brand']),
      })
    else if (section.look === 'card') blocks.push(card(text(section.title), inside))
    else if (section.title === undefined) blocks.push(...inside)
    else blocks.push({ as: 'heading', level: 2, text: text(section.title) }, ...inside)
  }
  drain()
  return blocks
}

function sectionPaper(section: Section, context: PaperContext): Block[] {
  const { text, t, colors } = context
  const { points = [], mark = 'tick', folds = [], hexagon: drawn } = section
  return [
    ...(section.text === undefined ? [] : richPaper(t(section.text), context)),
    ...(drawn === undefined ? [] : [drawnHexagon(drawn, section.pictureText, context)]),
    ...(points.length === 0
      ? []
      : [
          {
            as: 'list' as const,
            rows: points.map((point) => ({
              svg:
                markOf({ ...(point.icon !== undefined && { icon: point.icon }) }, colors) ??
                icon(mark, colors['brand']),
              title: text(point.title),
              text: text(point.text),
            })),
          },
        ]),
    ...folds.flatMap((fold) => [
      { as: 'heading' as const, level: 3 as const, text: text(fold.title) },
      ...texts('mute', text(fold.hint)),
      ...texts('plain', text(fold.lead)),
      ...richPaper(t(fold.text), context),
    ]),
  ]
}

function drawnHexagon(
  { corners, lines = [] }: NonNullable<Section['hexagon']>,
  name: string | undefined,
  { t, colors }: PaperContext,
): Block {
  const place = (id: string) => corners.findIndex((corner) => corner.id === id)
  return {
    as: 'picture',
    svg: hexagon(
      corners.map((corner) => ({ ...corner, title: t(corner.title) })),
      colors,
      [],
      lines.flatMap(({ from, to, look }) =>
        place(from) < 0 || place(to) < 0
          ? []
          : [{ from: place(from), to: place(to), dotted: look === 'apart' }],
      ),
    ),
    alt: t(name),
    width: 190,
  }
}

const BOLD: ReadonlySet<string> = new Set(['b', 'strong'])
const BLOCKS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li'])

/** Paragraphs and points of a rich text, with what is bold in it. */
export function richPaper(rich: string, context: PaperContext): Block[] {
  const blocks: Block[] = []
  let line: [words: string, bold: boolean][] = []
  const drain = (look: 'plain' | 'point') => {
    const whole = line.map(([words]) => words).join('')
    if (whole.trim() !== '') {
      const [direction] = pieceOf(whole, context.rtl)
      const text: Said = line.map(([words, bold]) =>
        bold ? [direction, words, true] : [direction, words],
      )
      if (look === 'point')
        blocks.push({
          as: 'list',
          rows: [{ svg: icon('tick', context.colors['brand']), title: [], text }],
        })
      else blocks.push({ as: 'text', look: 'plain', text })
    }
    line = []
  }
  const visit = (nodes: readonly RichNode[], bold: boolean): void => {
    for (const node of nodes) {
      if (typeof node === 'string') {
        line.push([node, bold])
        continue
      }
      const isBlock = BLOCKS.has(node.tag)
      if (isBlock) drain('plain')
      visit(node.children, bold || BOLD.has(node.tag))
      if (isBlock) drain(node.tag === 'li' ? 'point' : 'plain')
    }
  }
  visit(parseRich(rich), false)
  drain('plain')
  return blocks
}
