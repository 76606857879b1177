/** Roughly how high blocks are, so that only what surely fits on a page is kept in one piece. */

import type { Block, Said } from './blocks.ts'

/** In points. A page has about 700. */
const MAX_WHOLE = 600
const LINE = 15
const LETTERS_A_LINE = 70

const linesOf = (...texts: readonly Said[]): number =>
  texts.reduce(
    (sum, text) =>
      sum +
      (text.length === 0
        ? 0
        : Math.ceil(text.reduce((all, [, words]) => all + words.length, 0) / LETTERS_A_LINE)),
    0,
  )

export function isLong(blocks: readonly Block[]): boolean {
  return heightOf(blocks) > MAX_WHOLE
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + heightOfOne(block) + LINE, 0)
}

function heightOfOne(block: Block): number {
  switch (block.as) {
    case 'text':
    case 'heading':
      return LINE * linesOf(block.text)
    case 'note':
      return LINE * (linesOf(block.title, block.text) + 1)
    case 'bars':
      return block.rows.reduce((sum, { text }) => sum + LINE * (2 + linesOf(text)), 0)
    case 'sliders':
      return block.rows.reduce((sum, { text }) => sum + LINE * (2 + 2 * linesOf(text)), 0)
    case 'list':
      return block.rows.reduce(
        (sum, { title, text }) => sum + LINE * (linesOf(title, text) + 0.6),
        0,
      )
    case 'facts':
      return LINE * block.rows.reduce((sum, { name, text }) => sum + linesOf(name, text), 0)
    case 'picture':
      return block.width * 1.1
    case 'columns':
    case 'group':
    case 'card':
      return heightOf(block.children)
    case 'chips':
    case 'cover':
    case 'page':
      return LINE * 2
  }
}
