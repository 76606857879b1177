/**
 * A report on paper: the nodes of its layout document as on the screen, each by the counterpart of
 * its widget. Pure.
 */

import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Block } from './blocks.ts'
import { contextOf, group, texts, type PaperContext, type PaperInput } from './context.ts'
import { coverPaper } from './coverpaper.ts'
import { axesPaper, hexagonPaper, wheelPaper } from './drawnpaper.ts'
import { notesPaper, noticePaper } from './notespaper.ts'
import { instrumentPaper } from './instrumentpaper.ts'
import { lessonPaper, richPaper } from './lessonpaper.ts'
import { facetsPaper, strengthsPaper, tipsPaper } from './partspaper.ts'
import { picksPaper } from './pickspaper.ts'
import { barsPaper, dialsPaper, levelsPaper, slidersPaper } from './scorespaper.ts'

type Drawn = Block | readonly Block[]
type Counterpart = (props: never, context: PaperContext, node: ResolvedNode) => Drawn

const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  even: [1, 1],
  three: [1, 1, 1],
  'main-aside': [1.45, 1],
}

/** Paper can't be pressed: buttons and invitations to other pages are left out. */
const nothing = (): Drawn => []

/** Widget -> how it is drawn on paper. */
export const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  'result-cover': coverPaper,
  'result-notes': notesPaper,
  notice: noticePaper,
  'score-bars': barsPaper,
  'score-sliders': slidersPaper,
  'level-bars': levelsPaper,
  dials: dialsPaper,
  hexagon: hexagonPaper,
  axes: axesPaper,
  'value-wheel': wheelPaper,
  tips: tipsPaper,
  'strength-list': strengthsPaper,
  'facet-practice': facetsPaper,
  lesson: lessonPaper,
  'instrument-card': instrumentPaper,
  'record-links': picksPaper,
  columns: ({ shape = 'even' }: { shape?: string }, context, { children }) =>
    sideBySide(WIDTHS[shape] ?? [1, 1], children, context),
  section: (_props: unknown, context, { children }) => drawAll(children, context),
  'text-block': ({ title, text }: { title?: string; text?: string }, context) => [
    ...(title === undefined
      ? []
      : [{ as: 'heading' as const, level: 2 as const, text: context.text(title) }]),
    ...richPaper(context.t(text), context),
  ],
  // Uploaded pictures stay on the screen; what is written below them doesn't.
  picture: ({ caption }: { caption?: string }, { text: say }) => texts('mute', say(caption)),
  attribution: ({ text }: { text: string }, { text: say }) => texts('tiny', say(text)),
  'action-buttons': nothing,
  'call-to-action-card': nothing,
  'feature-overlay': nothing,
}

/**
 * @param report its layout document
 * @returns its blocks in reading order; what has no counterpart is drawn by its fallback, if it has
 *   one
 */
export function reportPaper(report: DocumentOf<'report'>, input: PaperInput): Block[] {
  const { catalog, scope, answer } = input
  const nodes = resolveNodes(
    report.children,
    { ...scope, data: { report: answer } },
    catalog.book,
    `/report/${report.id}/children`,
  )
  return drawAll(nodes, contextOf(input))
}

function drawAll(nodes: readonly ResolvedNode[], context: PaperContext): Block[] {
  return nodes.flatMap((node) => draw(node, context))
}

function draw(node: ResolvedNode, context: PaperContext): readonly Block[] {
  if (!Object.hasOwn(COUNTERPARTS, node.type))
    return node.fallback === undefined ? [] : draw(node.fallback, context)
  const drawn = COUNTERPARTS[node.type]!(node.props as never, context, node)
  return Array.isArray(drawn) ? (drawn as readonly Block[]) : [drawn as Block]
}

/** One column for each child that has something to say. */
function sideBySide(
  widths: readonly number[],
  nodes: readonly ResolvedNode[],
  context: PaperContext,
): Block[] {
  const children = nodes.flatMap((node): Block[] => {
    const blocks = draw(node, context)
    if (blocks.length === 0) return []
    return blocks.length === 1 ? [blocks[0]!] : [group(blocks)]
  })
  // Facts about instruments are tables of words, too narrow side by side.
  if (children.length < 2 || nodes.every(({ type }) => type === 'instrument-card')) return children
  return [{ as: 'columns', widths, children }]
}
