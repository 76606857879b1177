/**
 * Turns a screen document and a scope into a tree that is ready to render: bound, and without
 * hidden nodes.
 */

import { bind } from './bind.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import type { Rule, RuleBook } from '#engine/rules/rules.ts'

export type ResolvedNode = {
  readonly id: string
  readonly type: string
  readonly level: number | undefined
  readonly props: Readonly<Record<string, unknown>>
  /** Name of the node's data source, if it has one. */
  readonly data: string | undefined
  readonly children: readonly ResolvedNode[]
  readonly fallback: ResolvedNode | undefined
  /** JSON pointer into the screen document, for reports of broken nodes. */
  readonly at: string
}

export function resolveNodes(
  nodes: readonly NodeDocument[],
  scope: unknown,
  book: RuleBook,
  at = '/children',
): ResolvedNode[] {
  return nodes.flatMap((node) => resolveNode(node, scope, book, `${at}/${node.id}`) ?? [])
}

function resolveNode(
  node: NodeDocument,
  scope: unknown,
  book: RuleBook,
  at: string,
): ResolvedNode | undefined {
  if (!book.holds(node.show as Rule | undefined, scope)) return undefined
  return {
    id: node.id,
    type: node.type,
    level: node.level,
    props: bind(node.props ?? {}, scope, book),
    data: node.data,
    children: resolveNodes(node.children ?? [], scope, book, `${at}/children`),
    fallback: node.fallback && resolveNode(node.fallback, scope, book, `${at}/fallback`),
    at,
  }
}
